/* The message of a room that shows a competition, and that the bot edits. */
#ifndef BOT_COMPETITION_SHOWN_MESSAGE_H
#define BOT_COMPETITION_SHOWN_MESSAGE_H

#include "bot/call/call.h"
#include "bot/club/night.h"

/* Adds what the message shows. */
typedef void bot_shown_add(struct bot_host *host, struct bot_contest *night, struct bot_page *page);

/*
 * Sends the message, or edits it. Sends a new message if `as_new` is true; the older one, if it is
 * in reach, then says that the newest one is further down. The caller stores the competition.
 */
void bot_shown_message_send(
	struct bot_host *host, struct bot_contest *night, bot_shown_add *add, bool as_new);

/*
 * If the room got the message lately and nobody has removed it, adds a link to it, and returns
 * true. "Lately" means that the allowance `kind` of the room is used up. Otherwise the caller sends
 * the message again, and notes that (bot_shown_message_note).
 */
bool bot_shown_message_add_link(struct bot_host *host, const struct bot_competition *competition,
	enum bot_allowance kind, struct bot_page *page);

/* Notes that the message was sent again: takes the allowance of the room. */
void bot_shown_message_note(
	struct bot_host *host, const struct bot_competition *competition, enum bot_allowance kind);

#endif
