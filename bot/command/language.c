#include "bot/command/language.h"

#include "bot/command/seats.h"

#include <stdlib.h>
#include <string.h>

#define KEY       "language" /* the name of the setting in the store */
#define LOOKED_AT 64         /* the most matches of a user to search for a language */

enum bot_error bot_language_chosen(
	struct bot_host *host, enum bot_scope scope, const char *id, const struct bot_lang **lang)
{
	char code[BOT_SETTING_SIZE];

	enum bot_error error = bot_store_setting(host->store, scope, id, KEY, code);
	const struct bot_lang *found = error ? NULL : bot_lang_find(code);
	if (found)
		*lang = found;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_language_of_room(
	struct bot_host *host, const char *room, const struct bot_lang **lang)
{
	*lang = &bot_langs[host->config->language];
	return bot_language_chosen(host, BOT_OF_ROOM, room, lang);
}

enum bot_error bot_language_choose(
	struct bot_host *host, enum bot_scope scope, const char *id, const struct bot_lang *lang)
{
	return bot_store_set_setting(host->store, scope, id, KEY, lang->code);
}

/*
 * Finds a room in which the user has accepted a match or made a challenge. A challenge to the user
 * says nothing about the user's language: a stranger may have made it.
 */
static enum bot_error find_own_room(
	struct bot_host *host, const char *user, struct bot_match *matches, const char **room)
{
	struct bot_match_filter filter = {.player = user, .status = -1};
	size_t count = 0;

	enum bot_error error =
		bot_store_match_find(host->store, &filter, matches, LOOKED_AT, &count);
	for (size_t i = 0; !error && i < count; i++) {
		if (matches[i].status == BOT_CHALLENGE &&
			bot_match_seat(&matches[i], user) != matches[i].challenger)
			continue;
		*room = matches[i].room;
		break;
	}
	return error;
}

enum bot_error bot_language_of_message(
	struct bot_host *host, const struct bot_message *message, const struct bot_lang **lang)
{
	const char *room = message->room;

	if (!message->private)
		return bot_language_of_room(host, message->room, lang);
	*lang = NULL;
	enum bot_error error = bot_language_chosen(host, BOT_OF_USER, message->sender, lang);
	if (error || *lang)
		return error;
	struct bot_match *matches = malloc(LOOKED_AT * sizeof(*matches));
	if (!matches)
		return BOT_NO_MEMORY;
	error = find_own_room(host, message->sender, matches, &room);
	if (!error)
		error = bot_language_of_room(host, room, lang);
	free(matches);
	return error;
}
