#include "adapters/matrix/receive/membership.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/receive/join_queue.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/room/room_counts.h"
#include "adapters/matrix/send/lane.h"
#include "adapters/matrix/send/outbox_row.h"
#include "bot/base/attempt.h"
#include "bot/base/log.h"

#include <string.h>

static void log_room(const char *event, const char *room, const char *user)
{
	bot_log_write(BOT_LOG_INFO, event,
		BOT_LOG_FIELDS({"room", .text = room}, {"user", .text = user}));
}

static void leave(const struct mx_timeline *timeline)
{
	mx_outbox_row_add(timeline->receiver->account->store, BOT_OUT_LEAVE, timeline->id, NULL);
}

/*
 * Returns whether the bot is alone with one user in a room, as far as it knows. Without a summary
 * of the members it does not know their number, but it knows whether a third person has come.
 */
static bool is_for_two(const struct mx_room *room)
{
	return room->standing == MX_INSIDE && !room->shared && room->joined + room->invited <= 2;
}

/* Leaves the room that was the user's private room. If others are there, it is a room like any. */
static void leave_old(const struct mx_account *account, const char *user, const char *old)
{
	const struct bot_match_filter filter = {.room = old, .status = -1};
	struct bot_match match;

	if (!is_for_two(mx_room_load(account->store, old)))
		return;
	if (bot_store_match_find(account->store, &filter, &match, 1) == 0 || match.private)
		bot_must(bot_host_private_room_moved(account->host, user, old));
}

static void become_private(const struct mx_timeline *timeline, const char *user)
{
	struct mx_receiver *receiver = timeline->receiver;
	const struct mx_account *account = receiver->account;
	char old[BOT_ID_SIZE] = "";

	bot_store_private_room(account->store, user, old);
	bot_store_set_private_room(account->store, user, timeline->id);
	mx_background_add_direct_chat(&receiver->sender->background, user, timeline->id);
	if (*old && strcmp(old, timeline->id) != 0)
		leave_old(account, user, old);
}

static bool is_same_user(const char *user, const char *other)
{
	return user && strcmp(user, other) == 0;
}

bool mx_membership_leave_old_chat(struct mx_timeline *timeline, const char *sender)
{
	const struct mx_account *account = timeline->receiver->account;
	struct mx_room *room = &timeline->room;
	char known[BOT_ID_SIZE];

	if (*timeline->private_with || room->joined != 2 || !is_for_two(room) ||
		(!is_same_user(room->inviter, sender) && !is_same_user(room->made_for, sender)) ||
		!bot_store_private_room(account->store, sender, known))
		return false;
	/* The bot says this once, however much the sender writes before it has left. */
	mx_room_set_text(&room->inviter, NULL);
	mx_room_set_text(&room->made_for, NULL);
	bot_must(mx_room_save(room, account->store, timeline->id));
	leave_old(account, sender, timeline->id);
	return true;
}

/* Handles that the bot joined a room that it made itself, perhaps in an earlier process. */
static void joined_own(const struct mx_timeline *timeline)
{
	struct mx_receiver *receiver = timeline->receiver;
	const char *user = timeline->room.made_for;
	char known[BOT_ID_SIZE];
	bool is_known = bot_store_private_room(receiver->account->store, user, known);
	/*
	 * Unless createRoom failed half-way: the homeserver could not invite the user. If the store
	 * knows the room, the homeserver has answered createRoom, so the room is complete. The
	 * batch may be older than this answer, so its number of people does not matter.
	 */
	bool is_whole = is_known || timeline->people < 0 || timeline->people == 2 ||
			mx_lane_creates_room(receiver->sender, user);

	/* If the user has another private room by now, the bot does not need this room. */
	if (!is_whole || (is_known && strcmp(known, timeline->id) != 0))
		leave(timeline);
	else
		become_private(timeline, user);
}

/*
 * If the bot is in room `old`, and the tombstone in `old` names room `new`: moves the matches of
 * `old` to `new`, and leaves `old`. The caller has checked that `new` names `old` as its
 * predecessor. Returns whether the matches were moved.
 */
static bool move_matches(const struct mx_account *account, const char *old, const char *new)
{
	const struct mx_room *room = mx_room_load(account->store, old);

	if (room->standing != MX_INSIDE || !room->successor || strcmp(room->successor, new) != 0)
		return false;
	log_room("room_replaced", old, account->user);
	bot_store_room_moved(account->store, old, new);
	mx_outbox_row_add(account->store, BOT_OUT_LEAVE, old, NULL);
	return true;
}

/* Handles that the bot joined the room of the user who invited it as a direct chat. */
static void joined_direct_chat(const struct mx_timeline *timeline)
{
	struct bot_host *host = timeline->receiver->account->host;
	const char *user = timeline->room.inviter;

	become_private(timeline, user);
	bot_must(bot_host_user_joined(host, user)); /* they have opened the room */
	bot_must(bot_host_user_reached(host, user, true));
}

static void joined_other(struct mx_timeline *timeline)
{
	const struct mx_account *account = timeline->receiver->account;
	struct mx_room *room = &timeline->room;

	if (room->predecessor && move_matches(account, room->predecessor, timeline->id)) {
		room->followed = false; /* from now on the room is like any other room */
		bot_must(mx_room_save(room, account->store, timeline->id));
		return;
	}
	if (*timeline->private_with)
		return;
	if (room->followed) /* the new room does not confirm that it replaces the old room */
		leave(timeline);
	else if (room->encrypted && !mx_crypto_is_built_in())
		return;
	else if (!room->inviter || (timeline->people >= 0 && timeline->people != 2))
		bot_must(bot_host_room_joined(account->host, timeline->id));
	else
		joined_direct_chat(timeline);
}

/* Leaves a room without a chat, such as a space. Nobody would see what the bot writes there. */
static void leave_typed(struct mx_timeline *timeline)
{
	struct bot_store *store = timeline->receiver->account->store;

	bot_must(mx_room_set_counted(&timeline->room, store, false));
	timeline->reads_messages = false;
	log_room("room_has_type", timeline->id, timeline->room.invited_by);
	bot_must(mx_room_save(&timeline->room, store, timeline->id));
	leave(timeline);
}

void mx_membership_joined(struct mx_timeline *timeline)
{
	struct mx_receiver *receiver = timeline->receiver;
	struct bot_store *store = receiver->account->store;
	struct mx_room *room = &timeline->room;

	log_room("room_joined", timeline->id, receiver->account->user);
	room->standing = MX_INSIDE;
	if (room->has_type) {
		leave_typed(timeline);
		return;
	}
	if (!timeline->after_first_batch)
		room->told_unreadable = room->encrypted;
	bot_must(mx_room_set_counted(room, store, !room->made_for));
	bot_must(mx_room_save(room, store, timeline->id));
	mx_idle_rooms_note_use(&receiver->idle_rooms, room, timeline->id);
	if (room->made_for)
		joined_own(timeline);
	else if (timeline->after_first_batch)
		joined_other(timeline);
	/* the room may be a private room by now */
	mx_room_private_with(store, timeline->id, timeline->private_with);
	if (!*timeline->private_with)
		mx_people_want(&receiver->people, timeline->id);
}

void mx_membership_left(struct mx_timeline *timeline)
{
	const struct mx_account *account = timeline->receiver->account;
	struct mx_room *room = &timeline->room;

	log_room("room_left", timeline->id, account->user);
	mx_people_forget(&timeline->receiver->people, timeline->id);
	/*
	 * The outbox rows for the room are useless now, unless the bot still follows a tombstone
	 * into the room.
	 */
	if (room->standing != MX_JOINING || !room->followed)
		bot_outbox_withdraw(account->store, timeline->id);
	mx_room_leave(room, account->store);
	bot_must(mx_room_save(room, account->store, timeline->id));
	if (*timeline->private_with)
		bot_store_set_private_room(account->store, timeline->private_with, NULL);
	bot_must(bot_host_room_left(account->host, timeline->id));
}

void mx_membership_tell_unreadable(struct mx_timeline *timeline)
{
	const struct mx_account *account = timeline->receiver->account;
	struct mx_room *room = &timeline->room;

	if (mx_crypto_is_built_in() || !room->encrypted || room->told_unreadable || room->made_for)
		return;
	room->told_unreadable = true;
	bot_must(bot_host_room_unreadable(account->host, timeline->id, room->invited_by));
	bot_must(mx_room_save(room, account->store, timeline->id));
}

static int64_t find_match(struct bot_store *store, const char *room)
{
	const struct bot_match_filter filter = {.room = room, .status = BOT_PLAYING};
	struct bot_match found[8];
	int64_t match = 0;

	size_t count = bot_store_match_find(store, &filter, found, sizeof(found) / sizeof(*found));
	for (size_t i = 0; i < count; i++)
		if (found[i].practice == BOT_NO_PRACTICE)
			match = found[i].id;
	return match;
}

enum bot_error mx_membership_find_match(struct bot_store *store, const char *room, int64_t *match)
{
	BOT_ATTEMPT(*match = find_match(store, room));
}

/*
 * Joins the successor of the timeline's room. In the limits of rooms, the successor counts for the
 * user who invited the bot to the old room.
 */
static void join_successor(
	const struct mx_timeline *timeline, const char *successor, const char *via)
{
	struct bot_store *store = timeline->receiver->account->store;
	struct bot_letter join = {.kind = BOT_OUT_JOIN, .to = successor, .via = via};
	struct mx_room *room = mx_room_load(store, successor);

	if (room->standing != MX_OUTSIDE)
		return;
	room->standing = MX_JOINING;
	room->followed = true;
	mx_room_set_text(&room->invited_by, timeline->room.invited_by);
	bot_must(mx_room_set_counted(room, store, true));
	bot_must(mx_room_save(room, store, successor));
	join.match = find_match(store, timeline->id);
	mx_outbox_row_add_letter(store, join);
}

/* Returns whether the bot is in room `new`, and `new` names `old` as its predecessor. */
static bool is_in_successor(struct bot_store *store, const char *old, const char *new)
{
	const struct mx_room *room = mx_room_load(store, new);

	return room->standing == MX_INSIDE && room->predecessor &&
	       strcmp(room->predecessor, old) == 0;
}

/*
 * The bot follows one successor at a time. Otherwise a moderator could send the bot into any number
 * of rooms. The newest tombstone counts: if the bot still joins the room that an earlier one named,
 * it gives that up.
 */
static void stop_following(const struct mx_timeline *timeline, const char *successor)
{
	struct bot_store *store = timeline->receiver->account->store;
	const char *earlier = timeline->room.successor;

	if (!earlier || strcmp(earlier, successor) == 0)
		return;
	struct mx_room *room = mx_room_load(store, earlier);
	if (room->standing != MX_JOINING || !room->followed)
		return;
	bot_outbox_withdraw(store, earlier);
	mx_room_leave(room, store);
	bot_must(mx_room_save(room, store, earlier));
}

void mx_membership_follow_tombstone(struct mx_timeline *timeline, const json_t *event)
{
	struct mx_account *account = timeline->receiver->account;
	const char *successor = mx_json_text(json_object_get(event, "content"), "replacement_room");
	const char *key = mx_json_text(event, "state_key");
	const char *sender = mx_json_text(event, "sender"), *via = mx_id_server(sender);

	if (!timeline->after_first_batch || !timeline->inside || *key ||
		!mx_id_is_room(successor) || strcmp(successor, timeline->id) == 0)
		return;
	stop_following(timeline, successor);
	mx_room_set_text(&timeline->room.successor, successor);
	bot_must(mx_room_save(&timeline->room, account->store, timeline->id));
	if (is_in_successor(account->store, timeline->id, successor))
		(void)move_matches(account, timeline->id, successor);
	else if (mx_join_queue_admit(timeline->receiver, sender))
		join_successor(timeline, successor, via);
	else /* if somebody invites the bot into the new room later, the matches still move there */
		log_room("upgrade_ignored", timeline->id, sender);
}
