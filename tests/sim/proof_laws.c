/*
 * Computes lots and commitments with libsodium alone, from what people have read and from the ids
 * of the events by which they signed up.
 */
#include "tests/sim/proof_laws.h"

#include "adapters/matrix/send/content.h"
#include "tests/sim/model.h"
#include "tests/sim/players.h"
#include "tests/sim/server.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define BYTES   32
#define KEY     44 /* characters of 32 bytes, with the NUL */
#define BETWEEN " \xC2\xB7 "

/* Lots and commitments */

static void decode(const char *text, unsigned char bytes[BYTES])
{
	size_t length = 0;

	if (sodium_base642bin(bytes, BYTES, text, strlen(text), NULL, &length, NULL,
		    sodium_base64_VARIANT_URLSAFE_NO_PADDING) ||
		length != BYTES)
		sim_break(SIM_PROVEN, "%s is no secret", text);
}

static void commit(const struct sim_stored_night *night, char commitment[KEY])
{
	unsigned char secret[BYTES] = {0}, hash[BYTES];

	decode(night->secret, secret);
	crypto_generichash(hash, sizeof(hash), secret, sizeof(secret), NULL, 0);
	sodium_bin2base64(
		commitment, KEY, hash, sizeof(hash), sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* Writes the lot of a fencer with its highest byte first, so that memcmp compares two. */
static void draw(
	const struct sim_stored_night *night, const struct sim_fencer *fencer, unsigned char lot[8])
{
	unsigned char secret[BYTES] = {0}, hash[BYTES];

	decode(night->secret, secret);
	crypto_generichash(hash, sizeof(hash), (const unsigned char *)fencer->event,
		strlen(fencer->event), secret, sizeof(secret));
	for (size_t i = 0; i < 8; i++)
		lot[i] = hash[7 - i];
}

int sim_proof_compare_lots(const struct sim_stored_night *night, const struct sim_fencer *a,
	const struct sim_fencer *b)
{
	unsigned char one[8], other[8];

	draw(night, a, one);
	draw(night, b, other);
	return memcmp(one, other, sizeof(one));
}

/* The answers */

/* Returns the fencer with the next lot after that of `last`, or with the first one. */
static const struct sim_fencer *next_by_lot(
	const struct sim_stored_night *night, const struct sim_fencer *last)
{
	const struct sim_fencer *next = NULL;

	for (size_t i = 0; i < night->fencers; i++) {
		const struct sim_fencer *fencer = &night->fencer[i];

		if (fencer->pool > 0 &&
			(!last || sim_proof_compare_lots(night, last, fencer) < 0) &&
			(!next || sim_proof_compare_lots(night, fencer, next) < 0))
			next = fencer;
	}
	return next;
}

/* Checks the list of the fencers by their lots, as in "ada · bob". */
static void judge_lots(const struct sim_stored_night *night, const char *answer)
{
	static const char before[] = "ranks higher: ";
	const struct sim_fencer *fencer = NULL;
	const char *at = strstr(answer, before);

	at = at ? at + sizeof(before) - 1 : NULL;
	while ((fencer = next_by_lot(night, fencer))) {
		if (!at || (!sim_model.forgotten[fencer->user] &&
				   !sim_begins_with_name(at, fencer->user))) {
			sim_break(SIM_PROVEN, "the lot of %s is not here: %s",
				sim->users[fencer->user].id, answer);
			return;
		}
		at = strstr(at, BETWEEN);
		at = at ? at + strlen(BETWEEN) : NULL;
	}
}

static void judge_answer(const struct sim_stored_night *night, const char *answer, int pairs)
{
	static const char count[] = "only lots separate:";
	const char *found = strstr(answer, count);

	sim_saw(SIM_VERIFIED);
	judge_lots(night, answer);
	if (found && pairs >= 0 && strtol(found + sizeof(count) - 1, NULL, 10) != pairs)
		sim_break(SIM_PROVEN, "lots separate %d pairs: %s", pairs, answer);
}

void sim_proof_judge(const struct sim_stored_night *night, int pairs)
{
	bool promised = false, answered = false;
	char commitment[KEY];

	commit(night, commitment);
	for (size_t i = 0; i < sim->event_count; i++) {
		const struct sim_event *event = &sim->events[i];
		const json_t *content = json_object_get(event->json, "content");
		const char *promise =
			json_string_value(json_object_get(content, MX_CONTENT_COMMITMENT));
		const char *body = sim_body(content);

		if (event->sender != SIM_BOT || !body)
			continue;
		promised = promised || (promise && strcmp(promise, commitment) == 0);
		if (strstr(body, "is not correct!"))
			sim_break(SIM_PROVEN, "the bot contradicts itself: %s", body);
		if (!strstr(body, "are correct: ") || !strstr(body, commitment))
			continue;
		answered = true;
		judge_answer(night, body, pairs);
	}
	if (answered && !promised && json_object_size(sim->refused) == 0)
		sim_break(SIM_PROVEN, "the bot has not promised %s with the sign-up", commitment);
}
