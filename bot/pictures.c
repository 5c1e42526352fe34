#include "bot/pictures.h"

#include "bot/command.h"
#include "bot/picture/picture.h"
#include "bot/vocabulary.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define KEY "pictures" /* of the setting */

enum bot_error bot_pictures_wanted(struct bot_host *host, const char *room, bool *wanted)
{
	char value[BOT_SETTING_SIZE] = "";

	enum bot_error error = bot_store_setting(host->store, BOT_OF_ROOM, room, KEY, value);
	if (error && error != BOT_NOT_FOUND)
		return error;
	*wanted = strcmp(value, "on") == 0;
	return BOT_OK;
}

enum bot_error bot_pictures_post(const struct bot_game *game, const struct eg_match_view *view,
	struct bot_letter letter, const struct bot_page *page)
{
	bool open = game->match.status == BOT_PLAYING;
	struct bot_picture picture = {0};
	char name[BOT_NAME_SIZE];

	letter.match = game->match.id;
	if (bot_picture_draw(page->lang, &game->cast, view, open, &picture))
		return bot_send(game->host, letter, page, NULL); /* its text says it all */
	snprintf(name, sizeof(name), "board-%" PRId64 "-%u-%u.png", game->match.id, view->rounds,
		view->round.plies);
	letter.kind = BOT_OUT_FILE;
	letter.file = (struct bot_file){name, "image/png", picture.data, picture.size};
	enum bot_error error = bot_send(game->host, letter, page, NULL);
	bot_picture_finish(&picture);
	return error;
}

enum bot_error bot_pictures_set(struct bot_call *call)
{
	const struct bot_message *message = call->message;
	const char *value = bot_in_english(call->words.word[2]);
	bool on = strcmp(value, "on") == 0;

	if (!on && strcmp(value, "off") != 0)
		return bot_reply_usage(call);
	if (message->private)
		return bot_reply(call, BOT_MSG_ROOM_ONLY, (struct bot_args){0});
	if (!bot_call_moderates(call))
		return bot_reply(call, BOT_MSG_MODERATORS_ONLY, (struct bot_args){0});
	enum bot_error error = bot_store_set_setting(
		call->host->store, BOT_OF_ROOM, message->room, KEY, on ? "on" : NULL);
	if (error)
		return error;
	return bot_reply(
		call, on ? BOT_MSG_PICTURES_ON : BOT_MSG_PICTURES_OFF, (struct bot_args){0});
}
