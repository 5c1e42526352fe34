#include "bot/host/room_news.h"

#include "bot/base/attempt.h"
#include "bot/call/allowance.h"
#include "bot/call/bans.h"
#include "bot/call/call.h"
#include "bot/call/web_link.h"
#include "bot/challenge/challenge.h"
#include "bot/host/edits.h"
#include "bot/play/days_off.h"
#include "bot/show/muted_room.h"
#include "bot/show/notification.h"
#include "bot/text/name.h"

#include <string.h>

/*
 * Returns whether the user has a match in play, and a private room for it that is another
 * room. Writes the private room to `private`.
 */
static bool is_lost(
	struct bot_host *host, const char *room, const char *user, char private[BOT_ID_SIZE])
{
	const struct bot_match_filter filter = {.player = user, .status = BOT_PLAYING};
	struct bot_match match;

	if (bot_bans_hold_for(host, user))
		return false;
	return bot_store_match_find(host->store, &filter, &match, 1) > 0 &&
	       bot_store_private_room(host->store, user, private) && strcmp(room, private) != 0;
}

/*
 * Handles a message that is no command, in a room in which only the user and the bot are, but which
 * is not their private room. There the bot answers only commands with a prefix. If the user has a
 * match in play, the bot tells them where they can write; once in eight hours for each room.
 */
static void handle_stray_message(struct bot_host *host, const char *room, const char *user)
{
	char private[BOT_ID_SIZE], place[64];
	BOT_PAGE(page);

	if (!bot_user_id_is_plain(user) || !is_lost(host, room, user, private) ||
		bot_muted_room_is(host, room) ||
		bot_allowance_take(host, BOT_ALLOW_MUTED, user, room) > 0)
		return;
	const struct bot_lang *lang = bot_language_of_room(host, room);
	bot_page_init(&page, lang);
	bot_page_string(lang, BOT_MSG_PRIVATE_ROOM, NULL, place, sizeof(place));
	bot_id_link_room(host, &page, private, place);
	bot_page_say(&page, BOT_MSG_STRAY_MESSAGE,
		&(struct bot_args){.prefix = host->prefix, .room = place});
	bot_send(host, (struct bot_letter){.to = room}, &page, NULL);
}

static void explain(struct bot_host *host, const char *user)
{
	const struct bot_message message = {.private = true, .room = "", .sender = user};
	const struct bot_letter letter = {.private = true, .to = user};

	bot_send_message(host, letter, bot_language_of_message(host, &message),
		BOT_MSG_VERIFICATION_REFUSED, (struct bot_args){0});
}

/*
 * Only the users whom the operator has named may verify the bot's device by emoji. To others, their
 * app shows only that the bot has cancelled, and no app shows why. So this tells a user in their
 * private room why the bot has refused to be verified; at most once an hour.
 * Tells nobody who has not joined a private room with the bot, and no banned user.
 */
static void explain_refused_verification(struct bot_host *host, const char *user)
{
	if (!bot_notification_is_private(host, user) || bot_bans_hold_for(host, user))
		return;
	if (bot_allowance_take(host, BOT_ALLOW_VERIFY, user, user) == 0)
		explain(host, user);
}

static void welcome(struct bot_host *host, const char *room)
{
	static const char key[] = "welcomed";
	char value[BOT_SETTING_SIZE];

	if (bot_muted_room_is(host, room)) /* the bot welcomes people once it may write there */
		return;
	if (bot_store_setting(host->store, BOT_OF_ROOM, room, key, value))
		return;
	bot_store_set_setting(host->store, BOT_OF_ROOM, room, key, "");
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
	bot_store_room_entered(host->store, room);

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
	bot_weekly_night_delete(host->store, room);
	bot_store_room_left(host->store, room, host->port->now(host->port->self));
}

enum bot_error bot_host_room_left(struct bot_host *host, const char *room)
{
	BOT_ATTEMPT(note_room_left(host, room));
}

enum bot_error bot_host_verification_refused(struct bot_host *host, const char *user)
{
	BOT_ATTEMPT(explain_refused_verification(host, user));
}

static void note_room_unreadable(struct bot_host *host, const char *room, const char *inviter)
{
	struct bot_letter letter = {.to = room, .mentions = inviter, .clear = true};
	char name[BOT_LABEL_SIZE];
	BOT_PAGE(page);

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

	bool private = bot_store_private_user(host->store, room, user);
	const struct bot_match_filter filter = {
		.room = private ? NULL : room,
		.player = private ? user : NULL,
		.status = BOT_PLAYING,
	};
	if (bot_store_match_find(host->store, &filter, &match, 1) == 0)
		return;
	const struct bot_lang *lang = bot_language_of_room(host, match.room);
	if (private)
		lang = bot_language_chosen(host, BOT_OF_USER, user, lang);
	bot_send_message(host, (struct bot_letter){.private = private, .to = private ? user : room},
		lang, BOT_MSG_MESSAGES_MISSED, (struct bot_args){0});
}

enum bot_error bot_host_messages_missed(struct bot_host *host, const char *room)
{
	BOT_ATTEMPT(note_messages_missed(host, room));
}

static void note_room_muted(struct bot_host *host, const char *room, bool muted)
{
	bot_days_off_update_clocks(host);

	if (!muted)
		welcome(host, room);
	bot_muted_room_changed(host, room, muted);
}

enum bot_error bot_host_room_muted(struct bot_host *host, const char *room, bool muted)
{
	BOT_ATTEMPT(note_room_muted(host, room, muted));
}

enum bot_error bot_host_stray_message(struct bot_host *host, const char *room, const char *sender)
{
	BOT_ATTEMPT(handle_stray_message(host, room, sender));
}

static void note_successor_refused(struct bot_host *host, int64_t match)
{
	bot_days_off_update_clocks(host);

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

	bot_edits_handle_removal(host, user != NULL, user ? user : room, event, by_bot);
	if (!by_bot)
		bot_edits_handle_withdrawal(
			host, room, user && strcmp(user, sender) == 0, event, sender);
}

enum bot_error bot_host_message_removed(struct bot_host *host, const char *room, const char *user,
	const char *event, const char *sender)
{
	BOT_ATTEMPT(note_message_removed(host, room, user, event, sender));
}
