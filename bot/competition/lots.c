#include "bot/competition/lots.h"

#include "bot/base/attempt.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define AGAIN 1000 /* more than a contest has bouts */

static_assert(BOT_CONTEST_BOUTS < AGAIN && AGAIN * (BOT_CONTEST_AGAIN_MOST + 1) <= UINT16_MAX,
	"each number is one of one bout");

static bool parse(const struct bot_competition *competition, unsigned char secret[EG_KEY])
{
	const struct eg_text text = {competition->secret, strlen(competition->secret)};

	return eg_key_parse(text, secret) == EG_OK;
}

void bot_lots_make_secret(struct bot_host *host, struct bot_competition *competition)
{
	char made_by[2 * BOT_ID_SIZE]; /* some servers give two events of two rooms the same id */
	unsigned char secret[EG_KEY];

	snprintf(made_by, sizeof(made_by), "%s %s", competition->room, competition->event);
	if (!bot_store_derive(host->store, "night", made_by, secret))
		host->port->random(host->port->self, secret, sizeof(secret));
	eg_key_print(secret, competition->secret);
	sodium_memzero(secret, sizeof(secret));
}

void bot_lots_next_event(const char *last, const char *what, char event[BOT_ID_SIZE])
{
	unsigned char hash[EG_KEY];
	char text[EG_KEY_TEXT];

	crypto_generichash(hash, sizeof(hash), (const unsigned char *)last, strlen(last), NULL, 0);
	eg_key_print(hash, text);
	snprintf(event, BOT_ID_SIZE, "%s %s", text, what);
}

/* Writes the hash of a text, with the secret of the competition as the key. */
static bool hash_text(
	const struct bot_competition *competition, const char *text, unsigned char hash[EG_KEY])
{
	unsigned char secret[EG_KEY];

	if (!parse(competition, secret))
		return false;
	crypto_generichash(hash, EG_KEY, (const unsigned char *)text, strlen(text), secret, EG_KEY);
	sodium_memzero(secret, sizeof(secret));
	return true;
}

/* A lot is the first bytes, the lowest first, of the hash of the event of the sign-up. */
bool bot_lots_draw(struct bot_contest *contest)
{
	unsigned char hash[EG_KEY];

	for (size_t i = 0; i < contest->entrants; i++) {
		if (!hash_text(&contest->competition, contest->entrant[i].event, hash))
			return false;
		contest->lot[i] = 0;
		for (size_t byte = 0; byte < sizeof(contest->lot[i]); byte++)
			contest->lot[i] |= (uint64_t)hash[byte] << (8 * byte);
	}
	return true;
}

/*
 * A bout that began again, after an exclusion that was taken back, gets another secret: its fencers
 * may have seen the earlier decks.
 */
void bot_lots_bout_secret(const struct bot_competition *competition, const struct bot_bout *bout,
	unsigned char last[EG_KEY])
{
	char text[16];

	snprintf(text, sizeof(text), "bout %u", (unsigned)(bout->number + AGAIN * bout->again));
	if (!hash_text(competition, text, last))
		bot_fail(BOT_STORE_CORRUPT);
}
