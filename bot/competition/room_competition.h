/*
 * The competition that somebody means with a command: that of the room or, in private, the one in
 * which they take part (named_room.h).
 */
#ifndef BOT_COMPETITION_ROOM_COMPETITION_H
#define BOT_COMPETITION_ROOM_COMPETITION_H

#include "bot/competition/kind.h"

/*
 * Finds the competition of this kind that goes on in a room, or in the call's room. Returns false
 * if there is none: *competition then has no meaning.
 */
bool bot_competition_find_live_in(struct bot_host *host, const char *room,
	enum bot_competition_kind kind, struct bot_competition *competition);
bool bot_competition_find_live(const struct bot_call *call, enum bot_competition_kind kind,
	struct bot_competition *competition);

/*
 * Whether another competition of the same kind goes on in the same room, in place of this one: one
 * of the two was in a room that this one has replaced. The one that has begun goes on, or else the
 * older one. Then this one must end.
 */
bool bot_competition_is_surplus(struct bot_host *host, const struct bot_competition *competition);

/*
 * Whether a competition of this kind goes on in the call's room or, in private, whether the sender
 * takes part in one.
 */
bool bot_competition_goes_on(const struct bot_call *call, enum bot_competition_kind kind);

/*
 * Loads the competition that the sender means. The memory ends with the attempt. If there is none,
 * or if it is not clear which one of several, tells the sender so, and returns NULL.
 */
struct bot_contest *bot_competition_of_room(
	const struct bot_call *call, const struct bot_kind *kind);

/* Does what the call's sender wants with a contest. */
typedef void bot_contest_action(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest);

/* Calls `run` with the contest that the sender means. If there is none, tells the sender so. */
void bot_competition_with(
	const struct bot_call *call, const struct bot_kind *kind, bot_contest_action *run);

/* Returns whether the bot is in the room and may write there, so that people see what it opens. */
bool bot_competition_is_seen(const struct bot_host *host, const char *room);

/*
 * Sets `previous` of a new competition to the last one of its room and kind that has a result, or
 * to 0: one that was stopped, or did not take place, has none.
 */
void bot_competition_find_previous(
	struct bot_host *host, const struct bot_kind *kind, struct bot_competition *competition);

/* Answers the sender with a message about this kind of competition (bot_kind_args). */
void bot_competition_say(
	const struct bot_call *call, enum bot_competition_kind kind, enum bot_msg msg);

#endif
