#include "bot/call/guests.h"

#include "bot/base/attempt.h"
#include "bot/call/people.h"
#include "bot/call/web_link.h"

bool bot_guests_are_welcome(struct bot_host *host, const char *room)
{
	char value[BOT_SETTING_SIZE];

	return bot_store_setting(host->store, BOT_OF_ROOM, room, BOT_LOBBY_SETTING, value);
}

bool bot_guests_may_play(
	struct bot_host *host, const char *room, const char *one, const char *other)
{
	return bot_guests_are_welcome(host, room) &&
	       bot_store_match_met(host->store, room, one, other);
}

bool bot_guests_may_enter(const struct bot_call *call, const struct bot_match *match)
{
	struct bot_message message = *call->message;
	const struct bot_call there = {.host = call->host, .message = &message};

	message.room = match->room;
	message.private = false;
	return !bot_people_sender_has_left(&there) ||
	       bot_guests_may_play(
		       call->host, match->room, match->player[EG_WHITE], match->player[EG_BLACK]);
}

bool bot_guests_may_see_room(struct bot_host *host, const char *room, const char *user)
{
	const struct bot_message message = {.room = room, .sender = user};
	const struct bot_call there = {.host = host, .message = &message};

	return bot_guests_are_welcome(host, room) ? bot_people_is_present(host, room, user)
						  : !bot_people_sender_has_left(&there);
}

void bot_guests_add_place(struct bot_host *host, struct bot_page *page, const char *room,
	const char *user, char place[BOT_ROOM_LABEL_SIZE])
{
	if (!bot_guests_may_see_room(host, room, user)) {
		bot_page_string(page->lang, BOT_MSG_OTHER_ROOM, NULL, place, BOT_ROOM_LABEL_SIZE);
		return;
	}
	bot_room_place(host, page->lang, room, place);
	bot_id_link_room(host, page, room, place);
}
