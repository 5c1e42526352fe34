/*
 * Tells people of open challenges, if they have asked for it (bot/store/notify_list.h), and rings
 * late for those who had quiet hours then.
 */
#ifndef BOT_SHOW_NOTIFICATION_H
#define BOT_SHOW_NOTIFICATION_H

#include "bot/match/loaded_match.h"
#include "bot/text/name.h"

#define BOT_NOTIFICATION_MOST  10 /* the most people whom one challenge tells */
#define BOT_NOTIFICATION_NAMED 3  /* how many of them its message names */

struct bot_notification {
	/* The ids of the users, with a space between two of them. May be empty. */
	char mentions[BOT_NOTIFICATION_MOST * BOT_ID_SIZE];
	/* The names of the first users, as a list of the language, with an ellipsis if there
	   are more. May be empty. */
	char labels[BOT_NOTIFICATION_NAMED * (BOT_LABEL_SIZE + 2) + sizeof("…")];
	/* The platform is still finding out who is in the room, so there may be more people. */
	bool later;
};

/*
 * Chooses whom an open challenge in a room tells, and notes that the bot has told them. Chooses
 * people who are on the list for the room, or who are in the room and on the list for all rooms.
 * Takes people who are no longer in the room off the room's list. An hour passes until the bot
 * tells the same person again, in any room. Leaves out the challenger, banned people, people who
 * block the challenger or whom the challenger blocks, and people who sit in a match with somebody
 * else. If there are too many, chooses those whose last match ended longest ago, and prefers people
 * who have a rating: otherwise the owner of many accounts could keep the bot from telling anybody
 * else.
 */
void bot_notification_choose(struct bot_host *host, const struct bot_match *challenge,
	const struct bot_lang *lang, struct bot_notification *notification);

/*
 * Sets the timer after which bot_notification_tell_late tells people whom the bot could not find
 * yet.
 */
void bot_notification_wait(struct bot_host *host, int64_t challenge);

/*
 * Tells people whom the bot could not find when it published the challenge, in a message of its
 * own. The handler of BOT_TIMER_NOTIFY for an open challenge.
 */
void bot_notification_tell_late(struct bot_loaded_match *loaded);

/* Returns whether a time is in the hours. `local` is in milliseconds since 1970, in their zone. */
bool bot_notification_is_hour(const struct bot_notify_hours *hours, int64_t local);

/*
 * Rings for a challenge that somebody got silently, because it came in their quiet hours
 * (bot/call/quiet_hours.h): when the hours end, unless the challenge is answered by then.
 */

/*
 * If the challenged user has quiet hours now, sets BOT_TIMER_NOTIFY for the end of the hours.
 * Otherwise returns false.
 */
bool bot_late_ring_wait(struct bot_host *host, const struct bot_match *challenge);

/*
 * The handler of BOT_TIMER_NOTIFY for a challenge to a user. Rings in their private room or, if
 * they have none, in the room of the challenge. Waits longer if they have chosen other hours since.
 */
void bot_late_ring_run(struct bot_loaded_match *loaded);

#endif
