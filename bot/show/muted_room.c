#include "bot/show/muted_room.h"

#include "bot/base/attempt.h"
#include "bot/call/allowance.h"
#include "bot/call/guests.h"
#include "bot/call/people.h"
#include "bot/call/web_link.h"
#include "bot/match/loading.h"
#include "bot/show/board.h"

#include <string.h>

bool bot_muted_room_is(const struct bot_host *host, const char *room)
{
	const struct bot_port *port = host->port;

	return port->may_write && !port->may_write(port->self, room);
}

/*
 * Writes the message `msg` about the room to a page for a user, with a link unless it is a guest.
 */
static void say(struct bot_host *host, struct bot_page *page, enum bot_msg msg, const char *user,
	const struct bot_args *about)
{
	struct bot_args args = {.id = about->id};

	char place[64];

	bot_page_string(page->lang, BOT_MSG_THAT_ROOM, NULL, place, sizeof(place));
	if (bot_guests_may_see_room(host, about->room, user))
		bot_id_link_room(host, page, about->room, place);
	args.room = place;
	bot_page_say(page, msg, &args);
}

/* Whether the bot may tell the user now. Notes that it does. */
static bool may_tell(struct bot_host *host, const char *user, const char *room)
{
	int64_t wait = bot_allowance_take(host, BOT_ALLOW_MUTED, user, room);

	return wait == 0;
}

void bot_muted_rooms_drop(const struct bot_call *call, struct bot_shared_rooms *shared)
{
	struct bot_message message = *call->message;
	const struct bot_call there = {.host = call->host, .message = &message};
	size_t kept = 0;

	message.private = false;
	for (size_t i = 0; i < shared->count; i++) {
		message.room = shared->room[i];
		if (!bot_muted_room_is(call->host, message.room) &&
			bot_people_sender_may_write(&there))
			memmove(shared->room[kept++], shared->room[i], BOT_ID_SIZE);
	}
	shared->count = kept;
}

void bot_muted_room_tell(const struct bot_call *call, const char *room)
{
	const char *user = call->message->sender;
	BOT_PAGE(page);
	bool asks_alone = call->message->private || call->message->answer;

	if (call->mute || (!asks_alone && !may_tell(call->host, user, room)))
		return;
	const struct bot_lang *lang =
		bot_language_chosen(call->host, BOT_OF_USER, user, call->lang);
	bot_page_init(&page, lang);
	say(call->host, &page, BOT_MSG_ROOM_MUTED, user, &(struct bot_args){.room = room});
	bot_whisper_page(call, &page, 0);
}

/* Whether the command is an action, and its sender has a match in the room. */
static bool is_action(const struct bot_call *call)
{
	const struct bot_match_filter filter = {.room = call->message->room,
		.player = call->message->sender,
		.status = BOT_PLAYING};
	struct bot_match match;
	size_t count = 0;

	if (call->command && call->command->acts)
		count = bot_store_match_find(call->host->store, &filter, &match, 1);
	return count > 0;
}

bool bot_muted_room_check(const struct bot_call *call)
{
	const struct bot_message *message = call->message;

	if (message->private || message->answer || message->writable ||
		!bot_muted_room_is(call->host, message->room) || is_action(call))
		return true;
	bot_muted_room_tell(call, message->room);
	return false;
}

static void tell_player(struct bot_loaded_match *loaded, enum eg_seat seat, enum bot_msg msg)
{
	const struct bot_match *match = &loaded->match;
	const struct bot_letter letter = {
		.private = true, .to = match->player[seat], .match = match->id};
	BOT_PAGE(page);

	if (!match->player[seat][0] || !may_tell(loaded->host, match->player[seat], match->room))
		return;
	bot_page_init(&page, loaded->own[seat]);
	say(loaded->host, &page, msg, match->player[seat],
		&(struct bot_args){.id = match->id, .room = match->room});
	bot_send(loaded->host, letter, &page, NULL);
}

static void tell_players(struct bot_loaded_match *loaded, enum bot_msg msg)
{
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
		tell_player(loaded, seat, msg);
}

static void tell_muted(struct bot_loaded_match *loaded)
{
	tell_players(loaded, BOT_MSG_MATCH_MUTED);
}

static void tell_replaced(struct bot_loaded_match *loaded)
{
	tell_players(loaded, BOT_MSG_SUCCESSOR_REFUSED);
}

static void show_board(struct bot_loaded_match *loaded)
{
	BOT_PAGE(page);

	bot_page_init(&page, loaded->lang);
	bot_show_board(loaded, &page, loaded->match.competition == 0);
}

void bot_muted_room_changed(struct bot_host *host, const char *room, bool muted)
{
	const struct bot_match_filter filter = {.room = room, .status = BOT_PLAYING};

	bot_match_load_each(host, &filter, muted ? tell_muted : show_board);
}

void bot_muted_room_replaced(struct bot_host *host, int64_t match)
{
	struct bot_match_filter filter = {.status = BOT_PLAYING};
	struct bot_match found;

	if (!bot_store_match_get(host->store, match, &found) || found.status == BOT_ENDED)
		return;
	filter.room = found.room;
	bot_match_load_each(host, &filter, tell_replaced);
}
