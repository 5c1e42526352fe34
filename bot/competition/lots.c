#include "bot/competition/lots.h"

#include "bot/base/attempt.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define AGAIN 1000 /* more than a night has bouts */

static_assert(BOT_NIGHT_BOUTS < AGAIN && AGAIN * (BOT_NIGHT_AGAIN_MOST + 1) <= UINT16_MAX,
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

void bot_lots_commitment(const struct bot_competition *competition, char commitment[EG_KEY_TEXT])
{
	unsigned char secret[EG_KEY], hash[EG_KEY];

	if (!parse(competition, secret))
		bot_fail(BOT_STORE_CORRUPT);
	eg_night_commitment(secret, hash);
	eg_key_print(hash, commitment);
	sodium_memzero(secret, sizeof(secret));
}

bool bot_lots_draw(struct bot_night *night)
{
	unsigned char secret[EG_KEY];

	if (!parse(&night->competition, secret))
		return false;
	for (size_t i = 0; i < night->entrants; i++) {
		const char *event = night->entrant[i].event;

		night->lot[i] = eg_night_lot(secret, (struct eg_text){event, strlen(event)});
	}
	sodium_memzero(secret, sizeof(secret));
	return true;
}

uint16_t bot_lots_bout_number(const struct bot_bout *bout)
{
	return (uint16_t)(bout->number + AGAIN * bout->again);
}

void bot_lots_bout_secret(const struct bot_competition *competition, const struct bot_bout *bout,
	unsigned char last[EG_KEY])
{
	unsigned char secret[EG_KEY];

	if (!parse(competition, secret))
		bot_fail(BOT_STORE_CORRUPT);
	eg_night_bout_secret(secret, bot_lots_bout_number(bout), last);
	sodium_memzero(secret, sizeof(secret));
}
