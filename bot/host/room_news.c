#include "bot/host/room_news.h"

#include "bot/base/attempt.h"
#include "bot/call/id_link.h"
#include "bot/call/web_link.h"
#include "bot/challenge/challenge.h"
#include "bot/commands/stray_message.h"
#include "bot/host/edits.h"
#include "bot/host/refused_verification.h"
#include "bot/host/removal.h"
#include "bot/host/withdrawal.h"
#include "bot/play/clocks.h"
#include "bot/show/muted_room.h"
#include "bot/text/name.h"

#include <string.h>

static void welcome(struct bot_host *host, const char *room)
{
	static const char key[] = "welcomed";
	char value[BOT_SETTING_SIZE];

	if (bot_muted_room_is(host, room)) /* the bot welcomes people once it may write there */
		return;
	if (bot_found(bot_store_setting(host->store, BOT_OF_ROOM, room, key, value)))
		return;
	bot_must(bot_store_set_setting(host->store, BOT_OF_ROOM, room, key, ""));
	bot_send_to_room(
		host, (struct bot_letter){.to = room}, BOT_MSG_WELCOME, (struct bot_args){0});
}

/*
 * A match may wait for a player whom the bot can't reach. While the bot was not in the room, this
 * player could not see the bot's notice about this. So the bot asks the adapter again to reach this
 * player.
 */
static void note_room_joined(struct bot_host *host, const char *room)
{
	bot_must(bot_store_room_entered(host->store, room));

	welcome(host, room);
	bot_challenge_request_players_again(host, room);
}

enum bot_error bot_host_room_joined(struct bot_host *host, const char *room)
{
	BOT_ATTEMPT(note_room_joined(host, room));
}

static void note_room_left(struct bot_host *host, const char *room)
{
	bot_web_link_end_board(host, room);
	bot_must(bot_weekly_night_delete(host->store, room));
	bot_must(bot_store_room_left(host->store, room, host->port->now(host->port->self)));
}

enum bot_error bot_host_room_left(struct bot_host *host, const char *room)
{
	BOT_ATTEMPT(note_room_left(host, room));
}

enum bot_error bot_host_verification_refused(struct bot_host *host, const char *user)
{
	BOT_ATTEMPT(bot_refused_verification_explain(host, user));
}

static void note_room_unreadable(struct bot_host *host, const char *room, const char *inviter)
{
	struct bot_letter letter = {.to = room, .mentions = inviter, .clear = true};
	char name[BOT_LABEL_SIZE];
	struct bot_page page;

	const struct bot_lang *lang = bot_language_of_room(host, room);
	bot_page_init(&page, lang);
	if (inviter) {
		bot_name_label(host->store, inviter, name);
		bot_id_link_user(host, &page, inviter, name);
		bot_page_say(&page, BOT_MSG_ADDRESS, &(struct bot_args){.name = name});
	}
	bot_page_say(&page, BOT_MSG_ROOM_UNREADABLE, &(struct bot_args){.bot = host->port->user});
	bot_send(host, letter, &page, NULL);
}

enum bot_error bot_host_room_unreadable(
	struct bot_host *host, const char *room, const char *inviter)
{
	BOT_ATTEMPT(note_room_unreadable(host, room, inviter));
}

static void note_messages_missed(struct bot_host *host, const char *room)
{
	char user[BOT_ID_SIZE];
	struct bot_match match;
	struct bot_page page;
	size_t count = 0;

	bool private = bot_found(bot_store_private_user(host->store, room, user));
	const struct bot_match_filter filter = {
		.room = private ? NULL : room,
		.player = private ? user : NULL,
		.status = BOT_PLAYING,
	};
	bot_must(bot_store_match_find(host->store, &filter, &match, 1, &count));
	if (count == 0)
		return;
	const struct bot_lang *lang = bot_language_of_room(host, match.room);
	if (private)
		lang = bot_language_chosen(host, BOT_OF_USER, user, lang);
	bot_page_init(&page, lang);
	bot_page_say(&page, BOT_MSG_MESSAGES_MISSED, &(struct bot_args){0});
	bot_send(host, (struct bot_letter){.private = private, .to = private ? user : room}, &page,
		NULL);
}

enum bot_error bot_host_messages_missed(struct bot_host *host, const char *room)
{
	BOT_ATTEMPT(note_messages_missed(host, room));
}

static void note_room_muted(struct bot_host *host, const char *room, bool muted)
{
	bot_clocks_update(host);

	if (!muted)
		welcome(host, room);
	bot_muted_room_changed(host, room, muted);
}

enum bot_error bot_host_room_muted(struct bot_host *host, const char *room, bool muted)
{
	BOT_ATTEMPT(note_room_muted(host, room, muted));
}

static void handle_stray_message(struct bot_host *host, const char *room, const char *sender)
{
	if (bot_user_id_is_plain(sender))
		bot_stray_message_handle(host, room, sender);
}

enum bot_error bot_host_stray_message(struct bot_host *host, const char *room, const char *sender)
{
	BOT_ATTEMPT(handle_stray_message(host, room, sender));
}

static void note_successor_refused(struct bot_host *host, int64_t match)
{
	bot_clocks_update(host);

	bot_muted_room_replaced(host, match);
}

enum bot_error bot_host_successor_refused(struct bot_host *host, int64_t match)
{
	BOT_ATTEMPT(note_successor_refused(host, match));
}

static void note_message_removed(struct bot_host *host, const char *room, const char *user,
	const char *event, const char *sender)
{
	bool by_bot = bot_call_is_bot(host, sender);
	bot_edits_note_removed(host, room, event);

	bot_removal_handle(host, user != NULL, user ? user : room, event, by_bot);
	if (!by_bot)
		bot_withdrawal_handle(host, room, user && strcmp(user, sender) == 0, event, sender);
}

enum bot_error bot_host_message_removed(struct bot_host *host, const char *room, const char *user,
	const char *event, const char *sender)
{
	BOT_ATTEMPT(note_message_removed(host, room, user, event, sender));
}
