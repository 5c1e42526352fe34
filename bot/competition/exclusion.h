/*
 * Moderators and the bot's admins exclude somebody from a competition, and take that back. Nobody
 * may exclude or include a person whom they fence themselves, because an exclusion annuls defeats.
 */
#ifndef BOT_COMPETITION_EXCLUSION_H
#define BOT_COMPETITION_EXCLUSION_H

#include "bot/competition/kind.h"

/*
 * Excludes somebody who takes part. Their bouts that go on end without a winner. Somebody who
 * excludes themselves leaves the competition instead.
 */
void bot_exclusion_begin(
	const struct bot_call *call, const struct bot_kind *kind, const char *user);

/*
 * Lets somebody who is excluded take part again, until the pools are over. Their bouts of the
 * pools wait again; those that had begun get new decks, because their cards were seen.
 */
void bot_exclusion_end(const struct bot_call *call, const struct bot_kind *kind, const char *user);

#endif
