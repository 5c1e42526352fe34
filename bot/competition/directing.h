/*
 * What the direction of a club night and that of a season have in common: what an opening costs,
 * and the questions before an early start and a stop.
 */
#ifndef BOT_COMPETITION_DIRECTING_H
#define BOT_COMPETITION_DIRECTING_H

#include "bot/base/duration.h"
#include "bot/call/call.h"
#include "bot/club/night.h"

/* To start a competition so long before its time needs no "yes": nobody misses it. */
#define BOT_NIGHT_SOON BOT_HOUR

/*
 * Counts an opening against the sender's limit, which moderators do not have. If it is reached,
 * says how long the sender has to wait. Returns whether they may open.
 */
bool bot_competition_take_opening(const struct bot_call *call);

/* Sets what a competition keeps of the call that opens it: the room, the organiser, the event. */
void bot_competition_set_opener(const struct bot_call *call, struct bot_competition *competition);

/*
 * The sender stops a competition before it has begun: their opening of it no longer counts against
 * their limit. Once a day only, or else they could open one after the other.
 */
void bot_competition_forget_opening(
	const struct bot_call *call, const struct bot_competition *competition);

/*
 * Asks for a "yes" to start a competition before its announced time, which `command` confirms:
 * people who come at that time would miss it. The longer `span` is, in milliseconds, the less
 * exactly the question says the time (bot_time_instant).
 */
void bot_competition_ask_to_start(const struct bot_call *call, const struct bot_contest *night,
	int64_t span, const char *command);

/*
 * Asks for a "yes" to stop the competition, which `command` confirms, and says which bouts the
 * sender resigns so.
 */
void bot_competition_ask_to_stop(
	const struct bot_call *call, struct bot_contest *night, const char *command);

#endif
