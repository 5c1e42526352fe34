/* The message of a room that shows a competition, and that the bot edits. */
#ifndef BOT_COMPETITION_SHOWN_MESSAGE_H
#define BOT_COMPETITION_SHOWN_MESSAGE_H

#include "bot/competition/kind.h"

/*
 * Sends the message, or edits it. Sends a new message if `as_new` is true; the older one, if it is
 * in reach, then says that the newest one is further down. Does the same in the other room of a
 * team match, which sees only some of many sign-ups at once, and stores that half. The caller
 * stores the contest's own half.
 */
void bot_shown_message_send(struct bot_host *host, const struct bot_kind *kind,
	struct bot_contest *contest, bool as_new);

/* The same, and stores both halves. */
void bot_shown_message_show(struct bot_host *host, const struct bot_kind *kind,
	struct bot_contest *contest, bool as_new);

/*
 * Sends a new message to the room of this half only, because somebody there has asked for it, and
 * stores this half.
 */
void bot_shown_message_repeat(
	struct bot_host *host, const struct bot_kind *kind, struct bot_contest *contest);

/*
 * If the room got the message lately and nobody has removed it, adds a link to it, and returns
 * true. "Lately" means that the allowance of the room is used up. Otherwise the caller sends the
 * message again, which takes the allowance.
 */
bool bot_shown_message_add_link(struct bot_host *host, const struct bot_kind *kind,
	const struct bot_competition *competition, struct bot_page *page);

#endif
