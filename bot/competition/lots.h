/*
 * The lots of a competition, and the secrets of its bouts. Both follow from one secret of its own.
 * The bot publishes a commitment to it with the sign-up, and the secret itself at the end. So
 * nobody can choose lots or cards once people have signed up, and everybody can check this
 * (engine/deal/night.h).
 */
#ifndef BOT_COMPETITION_LOTS_H
#define BOT_COMPETITION_LOTS_H

#include "bot/call/call.h"
#include "bot/club/night.h"
#include "engine/deal/night.h"

/* Makes the secret of a competition whose event is known. */
void bot_lots_make_secret(struct bot_host *host, struct bot_competition *competition);

/* Writes the commitment to the secret. Fails if the secret is damaged. */
void bot_lots_commitment(const struct bot_competition *competition, char commitment[EG_KEY_TEXT]);

/* Sets the lots of all entrants. Returns false if the secret is damaged. */
bool bot_lots_draw(struct bot_night *night);

/*
 * The number from which the secret of a bout follows: its own one if it never began again, after an
 * exclusion that was taken back. Its fencers may have seen the decks of the earlier numbers.
 */
uint16_t bot_lots_bout_number(const struct bot_bout *bout);

/* Writes the secret of a bout. Fails if the competition's secret is damaged. */
void bot_lots_bout_secret(const struct bot_competition *competition, const struct bot_bout *bout,
	unsigned char last[EG_KEY]);

#endif
