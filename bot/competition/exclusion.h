/*
 * Moderators and the bot's admins exclude somebody from a competition, and take that back. Nobody
 * may exclude or include a person whom they fence themselves, because an exclusion annuls defeats.
 */
#ifndef BOT_COMPETITION_EXCLUSION_H
#define BOT_COMPETITION_EXCLUSION_H

#include "bot/call/call.h"
#include "bot/club/night.h"

/* How a kind of competition excludes people. */
struct bot_exclusion {
	enum bot_competition_kind kind;
	/* Lets the competition go on as far as it can, and shows it. */
	void (*go_on)(struct bot_host *host, int64_t id);
	enum bot_msg excluded, included;         /* the answers if it is done */
	enum bot_msg left;                       /* the answer to people who exclude themselves */
	enum bot_msg you_excluded, you_included; /* what the bot tells the person in private */
	enum bot_msg not_entrant, not_excluded, full;
};

/*
 * Excludes somebody who takes part. Their bouts that go on end without a winner. Somebody who
 * excludes themselves leaves the competition instead.
 */
void bot_exclusion_begin(
	const struct bot_call *call, const struct bot_exclusion *exclusion, const char *user);

/*
 * Lets somebody who is excluded take part again, until the pools are over. Their bouts of the
 * pools wait again; those that had begun get new decks, because their cards were seen.
 */
void bot_exclusion_end(
	const struct bot_call *call, const struct bot_exclusion *exclusion, const char *user);

#endif
