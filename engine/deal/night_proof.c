#include "engine/deal/night_proof.h"

#include "engine/deal/night.h"
#include "engine/deal/proof.h"

#include <sodium.h>
#include <string.h>

#define BOUT         "brpffttwm" /* the letters before the numbers of the tag Bout */
#define BOUT_NUMBERS (sizeof(BOUT) - 1)
#define DIGITS       9 /* the most of a number */

struct prover {
	struct eg_night_proof *proof;
	unsigned char commitment[EG_KEY];
	bool has_secret, has_rank;
};

static bool is(struct eg_text text, const char *word)
{
	return text.size == strlen(word) && memcmp(text.start, word, text.size) == 0;
}

bool eg_night_is_record(const char *text, size_t size)
{
	struct eg_record_fault fault;
	struct eg_record_item item;
	struct eg_reader reader;

	eg_reader_init(&reader, text, size);
	return eg_reader_next(&reader, &item, &fault) == EG_OK && item.kind == EG_RECORD_TAG &&
	       is(item.name, "Night");
}

/*
 * Reads numbers with a space between two of them. Each has a letter before it: the first one the
 * first of `letters` and so on; the last letter repeats. Returns how many they are, or 0 if there
 * are more than `most` or something else.
 */
static size_t read_numbers(struct eg_text text, const char *letters, uint32_t *numbers, size_t most)
{
	size_t count = 0, at = 0;

	while (at < text.size) {
		uint32_t number = 0;
		size_t digits = 0;

		if (count == most || text.start[at++] != *letters)
			return 0;
		letters += letters[1] != '\0';
		for (; at < text.size && text.start[at] >= '0' && text.start[at] <= '9'; at++) {
			number = number * 10 + (uint32_t)(text.start[at] - '0');
			if (++digits > DIGITS)
				return 0;
		}
		if (digits == 0)
			return 0;
		numbers[count++] = number;
		if (at < text.size && (text.start[at++] != ' ' || at == text.size))
			return 0;
	}
	return count;
}

/* Finds the index of the fencer with a number. Returns false if there is none. */
static bool find_fencer(const struct eg_night_proof *proof, uint32_t number, size_t *index)
{
	for (*index = 0; *index < proof->fencers; ++*index)
		if (proof->fencer[*index].number == number)
			return true;
	return false;
}

/* Each read_ and check_ function returns NULL, or the reason why the record is wrong. */

static const char *read_commitment(struct prover *prover, struct eg_text value)
{
	prover->proof->commitment = value;
	return eg_key_parse(value, prover->commitment) == EG_OK
		       ? NULL
		       : "a commitment is 43 characters of base64url";
}

static const char *read_secret(struct prover *prover, struct eg_text value)
{
	unsigned char commitment[EG_KEY];

	if (prover->proof->commitment.size == 0)
		return "the commitment comes before the secret";
	if (eg_key_parse(value, prover->proof->secret) != EG_OK)
		return "a secret is 43 characters of base64url";
	eg_night_commitment(prover->proof->secret, commitment);
	prover->has_secret = true;
	return memcmp(commitment, prover->commitment, EG_KEY) == 0
		       ? NULL
		       : "the hash of this secret is not the commitment";
}

static const char *read_fencer(struct prover *prover, struct eg_text value)
{
	struct eg_night_proof *proof = prover->proof;
	uint32_t number;
	size_t other;

	if (!prover->has_secret)
		return "the secret comes before the fencers";
	if (read_numbers(value, "f", &number, 1) != 1 || number > UINT8_MAX ||
		proof->fencers == EG_NIGHT_FENCERS || find_fencer(proof, number, &other))
		return "each fencer has a number of their own, up to 255";
	proof->fencer[proof->fencers++] = (struct eg_night_fencer){.number = (uint8_t)number};
	return NULL;
}

static const char *read_user(struct prover *prover, struct eg_text value)
{
	if (prover->proof->fencers == 0)
		return "a fencer comes before this tag";
	prover->proof->fencer[prover->proof->fencers - 1].user = value;
	return NULL;
}

static const char *read_event(struct prover *prover, const struct eg_record_item *item)
{
	struct eg_night_proof *proof = prover->proof;
	char event[EG_EVENT_SIZE];

	if (proof->fencers == 0 || proof->fencer[proof->fencers - 1].event.size > 0)
		return "a fencer comes before this tag";
	if (eg_record_value(item, event, sizeof(event)) != EG_OK || !event[0])
		return "the id of an event is 1 to 255 bytes long";
	struct eg_night_fencer *fencer = &proof->fencer[proof->fencers - 1];

	fencer->event = item->value;
	fencer->lot = eg_night_lot(proof->secret, (struct eg_text){event, strlen(event)});
	return NULL;
}

static const char *read_bout(struct prover *prover, struct eg_text value)
{
	struct eg_night_proof *proof = prover->proof;
	uint32_t number[BOUT_NUMBERS];
	size_t fencer[2];

	if (read_numbers(value, BOUT, number, BOUT_NUMBERS) != BOUT_NUMBERS ||
		number[0] > UINT16_MAX || number[1] > UINT8_MAX || number[5] > UINT8_MAX ||
		number[6] > UINT8_MAX || number[7] > 2 || proof->bouts == EG_NIGHT_BOUTS)
		return "a bout has nine numbers";
	if (!find_fencer(proof, number[3], &fencer[0]) ||
		!find_fencer(proof, number[4], &fencer[1]) || fencer[0] == fencer[1])
		return "two fencers fence a bout";
	proof->bout[proof->bouts++] = (struct eg_night_bout){.number = (uint16_t)number[0],
		.round = (uint8_t)number[1],
		.fencer = {fencer[0], fencer[1]},
		.touches = {(int)number[5], (int)number[6]},
		.winner = (uint8_t)number[7],
		.match = number[8]};
	return NULL;
}

/* Counts the bouts of the pools in which both fencers are ranked. */
static void add_results(struct eg_night_proof *proof)
{
	for (size_t i = 0; i < proof->bouts; i++) {
		const struct eg_night_bout *bout = &proof->bout[i];

		if (bout->round > 0 || bout->winner == 2 ||
			!proof->fencer[bout->fencer[0]].ranked ||
			!proof->fencer[bout->fencer[1]].ranked)
			continue;
		for (size_t side = 0; side < 2; side++) {
			struct eg_night_fencer *fencer = &proof->fencer[bout->fencer[side]];

			fencer->bouts++;
			fencer->victories += bout->winner == side;
			fencer->scored += bout->touches[side];
			fencer->received += bout->touches[1 - side];
		}
	}
}

/* Returns more than 0 if `a` comes before `b` by what they have done, and 0 if lots decide. */
static int compare(const struct eg_night_fencer *a, const struct eg_night_fencer *b)
{
	int indicator = (a->scored - a->received) - (b->scored - b->received);
	int victories = a->victories * b->bouts - b->victories * a->bouts;

	if (a->bouts == 0 || b->bouts == 0)
		return (a->bouts > 0) - (b->bouts > 0);
	if (victories != 0)
		return victories;
	return indicator != 0 ? indicator : a->scored - b->scored;
}

static const char *check_rank(struct eg_night_proof *proof)
{
	add_results(proof);
	for (size_t i = 1; i < proof->ranked; i++) {
		const struct eg_night_fencer *a = &proof->fencer[proof->rank[i - 1]];
		const struct eg_night_fencer *b = &proof->fencer[proof->rank[i]];
		int order = compare(a, b);

		if (order < 0)
			return "the ranking does not follow from the results of the pools";
		if (order == 0 && a->lot > b->lot)
			return "the ranking of equal fencers does not follow from their lots";
		proof->by_lot += order == 0;
	}
	return NULL;
}

static const char *read_rank(struct prover *prover, struct eg_text value)
{
	struct eg_night_proof *proof = prover->proof;
	uint32_t number[EG_NIGHT_FENCERS];
	size_t count = read_numbers(value, "f", number, EG_NIGHT_FENCERS);

	if (count == 0)
		return "the ranking is a list of fencers";
	prover->has_rank = true;
	for (size_t i = 0; i < count; i++) {
		if (!find_fencer(proof, number[i], &proof->rank[i]) ||
			proof->fencer[proof->rank[i]].ranked)
			return "the ranking has each fencer once";
		proof->fencer[proof->rank[i]].ranked = true;
	}
	proof->ranked = count;
	return check_rank(proof);
}

static const char *read_tag(struct prover *prover, const struct eg_record_item *item)
{
	static const struct {
		const char *name;
		const char *(*read)(struct prover *prover, struct eg_text value);
	} tags[] = {{"Commitment", read_commitment}, {"Secret", read_secret},
		{"Fencer", read_fencer}, {"User", read_user}, {"Bout", read_bout},
		{"Rank", read_rank}};

	if (is(item->name, "SignUp"))
		return read_event(prover, item);
	if (prover->has_rank)
		return "the ranking comes last";
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
		if (is(item->name, tags[i].name))
			return tags[i].read(prover, item->value);
	return NULL;
}

static const char *check_end(const struct prover *prover)
{
	const struct eg_night_proof *proof = prover->proof;

	if (!prover->has_secret)
		return "the secret is missing";
	for (size_t i = 0; i < proof->fencers; i++)
		if (proof->fencer[i].event.size == 0)
			return "the sign-up of a fencer is missing";
	return NULL;
}

enum eg_error eg_night_prove(
	const char *text, size_t size, struct eg_night_proof *proof, struct eg_record_fault *fault)
{
	struct prover prover = {.proof = proof};
	struct eg_record_item item = {.line = 1};
	struct eg_reader reader;
	const char *reason = NULL;

	memset(proof, 0, sizeof(*proof));
	eg_reader_init(&reader, text, size);
	do {
		enum eg_error error = eg_reader_next(&reader, &item, fault);

		if (error)
			return error;
		if (item.kind == EG_RECORD_TAG)
			reason = read_tag(&prover, &item);
		else if (item.kind != EG_RECORD_END)
			reason = "the record of a night has only tags";
	} while (!reason && item.kind != EG_RECORD_END);
	if (!reason)
		reason = check_end(&prover);
	if (!reason)
		return EG_OK;
	*fault = (struct eg_record_fault){item.line, reason};
	return EG_ILLEGAL;
}
