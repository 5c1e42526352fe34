/* The message of a room that shows a competition, and that the bot edits. */
#ifndef BOT_NIGHT_SHOWN_MESSAGE_H
#define BOT_NIGHT_SHOWN_MESSAGE_H

#include "bot/call/call.h"
#include "bot/club/night.h"

/* Adds what the message shows. */
typedef enum bot_error bot_shown_add(
	struct bot_host *host, struct bot_night *night, struct bot_page *page);

/*
 * Sends the message, or edits it. Sends a new message if `anew` is true. The caller stores the
 * competition.
 */
BOT_MUST_USE enum bot_error bot_shown_message_send(
	struct bot_host *host, struct bot_night *night, bot_shown_add *add, bool anew);

#endif
