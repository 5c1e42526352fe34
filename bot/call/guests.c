#include "bot/call/guests.h"

#include "bot/call/id_link.h"
#include "bot/call/people.h"

enum bot_error bot_guests_are_welcome(struct bot_host *host, const char *room, bool *welcome)
{
	char value[BOT_SETTING_SIZE];

	enum bot_error error =
		bot_store_setting(host->store, BOT_OF_ROOM, room, BOT_LOBBY_SETTING, value);
	if (!error || error == BOT_NOT_FOUND)
		*welcome = !error;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_guests_may_play(
	struct bot_host *host, const char *room, const char *one, const char *other, bool *may)
{
	*may = false;
	enum bot_error error = bot_guests_are_welcome(host, room, may);
	return error || !*may ? error : bot_store_match_met(host->store, room, one, other, may);
}

enum bot_error bot_guests_may_enter(
	const struct bot_call *call, const struct bot_match *match, bool *may)
{
	struct bot_message message = *call->message;
	const struct bot_call there = {.host = call->host, .message = &message};

	message.room = match->room;
	message.private = false;
	*may = !bot_people_sender_has_left(&there);
	if (*may)
		return BOT_OK;
	return bot_guests_may_play(
		call->host, match->room, match->player[EG_WHITE], match->player[EG_BLACK], may);
}

enum bot_error bot_guests_may_see_room(
	struct bot_host *host, const char *room, const char *user, bool *may)
{
	bool has_guests = false;

	*may = bot_people_is_present(host, room, user);
	if (*may)
		return BOT_OK;
	enum bot_error error = bot_guests_are_welcome(host, room, &has_guests);
	*may = !error && !has_guests;
	return error;
}

enum bot_error bot_guests_add_place(struct bot_host *host, struct bot_page *page, const char *room,
	const char *user, char place[BOT_ROOM_LABEL_SIZE])
{
	bool may = false;

	enum bot_error error = bot_guests_may_see_room(host, room, user, &may);
	if (error)
		return error;
	if (!may) {
		bot_page_string(page->lang, BOT_MSG_OTHER_ROOM, NULL, place, BOT_ROOM_LABEL_SIZE);
		return BOT_OK;
	}
	bot_room_place(host, page->lang, room, place);
	bot_id_link_room(host, page, room, place);
	return BOT_OK;
}
