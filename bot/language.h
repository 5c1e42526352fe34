/* Which language is spoken where. */
#ifndef BOT_LANGUAGE_H
#define BOT_LANGUAGE_H

#include "bot/call.h"

/* The room's choice, else the configuration's default. */
BOT_MUST_USE enum bot_error bot_language_of_room(
	struct bot_host *host, const char *room, const struct bot_lang **lang);

/* The user's own choice; without one *lang stays what it was. */
BOT_MUST_USE enum bot_error bot_language_of_user(
	struct bot_host *host, const char *user, const struct bot_lang **lang);

/*
 * What a message is answered in: the room's language; in private the sender's own, else that of the
 * room in which he plays.
 */
BOT_MUST_USE enum bot_error bot_language_here(
	struct bot_host *host, const struct bot_message *message, const struct bot_lang **lang);

#endif
