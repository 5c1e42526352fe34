/* Which language the bot uses in a room, and for a user. */
#ifndef BOT_LANGUAGE_H
#define BOT_LANGUAGE_H

#include "bot/command/call.h"

/* Finds the language of a room: the chosen one, or the configuration's default. */
BOT_MUST_USE enum bot_error bot_language_of_room(
	struct bot_host *host, const char *room, const struct bot_lang **lang);

/*
 * Finds the language that was chosen for a room or by a user. Leaves *lang if none was chosen, or
 * if this version does not know it.
 */
BOT_MUST_USE enum bot_error bot_language_chosen(
	struct bot_host *host, enum bot_scope scope, const char *id, const struct bot_lang **lang);

/* Stores the language for a room or a user. */
BOT_MUST_USE enum bot_error bot_language_choose(
	struct bot_host *host, enum bot_scope scope, const char *id, const struct bot_lang *lang);

/*
 * Finds the language of the answer to a message. In a room it is the room's language. In private it
 * is the sender's choice; without one, the language of the room in which the sender plays or has
 * made a challenge. Challenges that others made to the sender do not count.
 */
BOT_MUST_USE enum bot_error bot_language_of_message(
	struct bot_host *host, const struct bot_message *message, const struct bot_lang **lang);

#endif
