#include "adapters/matrix/receive/membership.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/receive/join_queue.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/room/room_counts.h"
#include "adapters/matrix/send/lane.h"
#include "adapters/matrix/send/outbox_row.h"
#include "bot/base/log.h"

#include <string.h>

static void log_room(const char *event, const char *room, const char *user)
{
	bot_log_write(BOT_LOG_INFO, event,
		BOT_LOG_FIELDS({"room", .text = room}, {"user", .text = user}));
}

static enum bot_error leave(const struct mx_timeline *timeline)
{
	return mx_outbox_row_add(
		timeline->receiver->account->store, BOT_OUT_LEAVE, timeline->id, NULL);
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
static enum bot_error leave_old(const struct mx_account *account, const char *user, const char *old)
{
	const struct bot_match_filter filter = {.room = old, .status = -1};
	struct bot_match match;
	struct mx_room room;
	size_t matches = 0;
	bool for_two;
	enum bot_error error = mx_room_init(&room, account->store, old);

	if (error)
		return error;
	for_two = is_for_two(&room);
	mx_room_finish(&room);
	error = bot_store_match_find(account->store, &filter, &match, 1, &matches);
	if (error || !for_two || (matches > 0 && !match.private))
		return error;
	return bot_host_private_room_moved(account->host, user, old);
}

static enum bot_error become_private(const struct mx_timeline *timeline, const char *user)
{
	struct mx_receiver *receiver = timeline->receiver;
	const struct mx_account *account = receiver->account;
	char old[BOT_ID_SIZE] = "";
	enum bot_error error = bot_store_private_room(account->store, user, old);

	if (!error || error == BOT_NOT_FOUND)
		error = bot_store_set_private_room(account->store, user, timeline->id);
	if (!error)
		mx_background_add_direct_chat(&receiver->sender->background, user, timeline->id);
	if (error || !*old || strcmp(old, timeline->id) == 0)
		return error;
	return leave_old(account, user, old);
}

static bool is_same_user(const char *user, const char *other)
{
	return user && strcmp(user, other) == 0;
}

enum bot_error mx_membership_leave_old_chat(
	struct mx_timeline *timeline, const char *sender, bool *left)
{
	const struct mx_account *account = timeline->receiver->account;
	struct mx_room *room = &timeline->room;
	char known[BOT_ID_SIZE];
	enum bot_error error;

	*left = false;
	if (*timeline->private_with || room->joined != 2 || !is_for_two(room) ||
		(!is_same_user(room->inviter, sender) && !is_same_user(room->made_for, sender)))
		return BOT_OK;
	error = bot_store_private_room(account->store, sender, known);
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	*left = true;
	/* The bot says this once, however much the sender writes before it has left. */
	mx_room_set_text(&room->inviter, NULL);
	mx_room_set_text(&room->made_for, NULL);
	error = mx_room_save(room, account->store, timeline->id);
	return error ? error : leave_old(account, sender, timeline->id);
}

/* Handles that the bot joined a room that it made itself, perhaps in an earlier process. */
static enum bot_error joined_own(const struct mx_timeline *timeline)
{
	struct mx_receiver *receiver = timeline->receiver;
	const char *user = timeline->room.made_for;
	char known[BOT_ID_SIZE];
	enum bot_error error = bot_store_private_room(receiver->account->store, user, known);

	if (error && error != BOT_NOT_FOUND)
		return error;
	/* If the user has another private room by now, the bot does not need this room. */
	if (!error && strcmp(known, timeline->id) != 0)
		return leave(timeline);
	/*
	 * The homeserver has answered createRoom, so the room is complete. The batch may be older
	 * than this answer, so its number of people does not matter.
	 */
	if (!error)
		return become_private(timeline, user);
	/* createRoom failed half-way: the homeserver could not invite the user. */
	if (timeline->people >= 0 && timeline->people != 2 &&
		!mx_lane_creates_room(receiver->sender, user))
		return leave(timeline);
	return become_private(timeline, user);
}

/*
 * If the bot is in room `old`, and the tombstone in `old` names room `new`: moves the matches of
 * `old` to `new`, and leaves `old`. The caller has checked that `new` names `old` as its
 * predecessor. Sets *moved to whether the matches were moved.
 */
static enum bot_error move_matches(
	const struct mx_account *account, const char *old, const char *new, bool *moved)
{
	struct mx_room room;
	enum bot_error error = mx_room_init(&room, account->store, old);

	*moved = false;
	if (error)
		return error;
	if (room.standing == MX_INSIDE && room.successor && strcmp(room.successor, new) == 0) {
		log_room("room_replaced", old, account->user);
		*moved = true;
		error = bot_store_room_moved(account->store, old, new);
		if (!error)
			error = mx_outbox_row_add(account->store, BOT_OUT_LEAVE, old, NULL);
	}
	mx_room_finish(&room);
	return error;
}

static enum bot_error joined_other(struct mx_timeline *timeline)
{
	const struct mx_account *account = timeline->receiver->account;
	struct mx_room *room = &timeline->room;
	bool moved = false;
	enum bot_error error = BOT_OK;

	if (room->predecessor)
		error = move_matches(account, room->predecessor, timeline->id, &moved);
	if (!error && moved) { /* from now on the room is like any other room */
		room->followed = false;
		error = mx_room_save(room, account->store, timeline->id);
	}
	if (error || moved || *timeline->private_with)
		return error;
	if (room->followed) /* the new room does not confirm that it replaces the old room */
		return leave(timeline);
	if (room->encrypted && !mx_crypto_is_built_in())
		return BOT_OK;
	if (!room->inviter || (timeline->people >= 0 && timeline->people != 2))
		return bot_host_room_joined(account->host, timeline->id);
	error = become_private(timeline, room->inviter);
	if (!error) /* the user has opened the room, so they are in it */
		error = bot_host_user_joined(account->host, room->inviter);
	return error ? error : bot_host_user_reached(account->host, room->inviter, true);
}

/* Leaves a room without a chat, such as a space. Nobody would see what the bot writes there. */
static enum bot_error leave_typed(struct mx_timeline *timeline)
{
	struct bot_store *store = timeline->receiver->account->store;
	enum bot_error error = mx_room_set_counted(&timeline->room, store, false);

	timeline->reads_messages = false;
	log_room("room_has_type", timeline->id, timeline->room.invited_by);
	if (!error)
		error = mx_room_save(&timeline->room, store, timeline->id);
	return error ? error : leave(timeline);
}

enum bot_error mx_membership_joined(struct mx_timeline *timeline)
{
	struct mx_receiver *receiver = timeline->receiver;
	struct bot_store *store = receiver->account->store;
	struct mx_room *room = &timeline->room;
	enum bot_error error;

	log_room("room_joined", timeline->id, receiver->account->user);
	room->standing = MX_INSIDE;
	if (room->has_type)
		return leave_typed(timeline);
	if (!timeline->after_first_batch)
		room->told_unreadable = room->encrypted;
	error = mx_room_set_counted(room, store, !room->made_for);
	if (!error)
		error = mx_room_save(room, store, timeline->id);
	if (!error)
		error = mx_idle_rooms_note_use(&receiver->idle_rooms, room, timeline->id);
	if (error)
		return error;
	if (room->made_for)
		error = joined_own(timeline);
	else if (timeline->after_first_batch)
		error = joined_other(timeline);
	if (!error) /* the room may be a private room by now */
		error = mx_room_private_with(store, timeline->id, timeline->private_with);
	if (!error && !*timeline->private_with)
		mx_people_want(&receiver->people, timeline->id);
	return error;
}

enum bot_error mx_membership_left(struct mx_timeline *timeline)
{
	const struct mx_account *account = timeline->receiver->account;
	struct mx_room *room = &timeline->room;
	enum bot_error error = mx_room_set_counted(room, account->store, false);

	log_room("room_left", timeline->id, account->user);
	mx_people_forget(&timeline->receiver->people, timeline->id);
	/*
	 * The outbox rows for the room are useless now, unless the bot still follows a tombstone
	 * into the room.
	 */
	if (!error && !(room->standing == MX_JOINING && room->followed))
		error = bot_outbox_withdraw(account->store, timeline->id);
	room->standing = MX_OUTSIDE;
	if (!error)
		error = mx_room_save(room, account->store, timeline->id);
	if (!error && *timeline->private_with)
		error = bot_store_set_private_room(account->store, timeline->private_with, NULL);
	return error ? error : bot_host_room_left(account->host, timeline->id);
}

enum bot_error mx_membership_tell_unreadable(struct mx_timeline *timeline)
{
	const struct mx_account *account = timeline->receiver->account;
	struct mx_room *room = &timeline->room;
	enum bot_error error;

	if (mx_crypto_is_built_in() || !room->encrypted || room->told_unreadable || room->made_for)
		return BOT_OK;
	room->told_unreadable = true;
	error = bot_host_room_unreadable(account->host, timeline->id, room->invited_by);
	return error ? error : mx_room_save(room, account->store, timeline->id);
}

enum bot_error mx_membership_find_match(struct bot_store *store, const char *room, int64_t *match)
{
	const struct bot_match_filter filter = {.room = room, .status = BOT_PLAYING};
	struct bot_match found[8];
	size_t count = 0;
	enum bot_error error =
		bot_store_match_find(store, &filter, found, sizeof(found) / sizeof(*found), &count);

	*match = 0;
	for (size_t i = 0; !error && i < count; i++)
		if (found[i].practice == BOT_NO_PRACTICE)
			*match = found[i].id;
	return error;
}

/*
 * Joins the successor of the timeline's room. In the limits of rooms, the successor counts for the
 * user who invited the bot to the old room.
 */
static enum bot_error join_successor(
	const struct mx_timeline *timeline, const char *successor, const char *via)
{
	struct bot_store *store = timeline->receiver->account->store;
	struct bot_letter join = {.kind = BOT_OUT_JOIN, .to = successor, .via = via};
	struct mx_room room;
	enum bot_error error = mx_room_init(&room, store, successor);

	if (error)
		return error;
	if (room.standing == MX_OUTSIDE) {
		room.standing = MX_JOINING;
		room.followed = true;
		mx_room_set_text(&room.invited_by, timeline->room.invited_by);
		error = mx_room_set_counted(&room, store, true);
		if (!error)
			error = mx_room_save(&room, store, successor);
		if (!error)
			error = mx_membership_find_match(store, timeline->id, &join.match);
		if (!error)
			error = mx_outbox_row_add_letter(store, join);
	}
	mx_room_finish(&room);
	return error;
}

/* Sets *inside to whether the bot is in room `new`, and `new` names `old` as its predecessor. */
static enum bot_error is_in_successor(
	struct bot_store *store, const char *old, const char *new, bool *inside)
{
	struct mx_room room;
	enum bot_error error = mx_room_init(&room, store, new);

	if (error)
		return error;
	*inside = room.standing == MX_INSIDE && room.predecessor &&
		  strcmp(room.predecessor, old) == 0;
	mx_room_finish(&room);
	return BOT_OK;
}

/*
 * The bot follows one successor at a time. Otherwise a moderator could send the bot into any number
 * of rooms. The newest tombstone counts: if the bot still joins the room that an earlier one named,
 * it gives that up.
 */
static enum bot_error stop_following(const struct mx_timeline *timeline, const char *successor)
{
	struct bot_store *store = timeline->receiver->account->store;
	const char *earlier = timeline->room.successor;
	struct mx_room room;
	enum bot_error error;

	if (!earlier || strcmp(earlier, successor) == 0)
		return BOT_OK;
	error = mx_room_init(&room, store, earlier);
	if (error)
		return error;
	if (room.standing == MX_JOINING && room.followed) {
		room.standing = MX_OUTSIDE;
		error = bot_outbox_withdraw(store, earlier);
		if (!error)
			error = mx_room_set_counted(&room, store, false);
		if (!error)
			error = mx_room_save(&room, store, earlier);
	}
	mx_room_finish(&room);
	return error;
}

enum bot_error mx_membership_follow_tombstone(struct mx_timeline *timeline, const json_t *event)
{
	struct mx_account *account = timeline->receiver->account;
	const char *successor = mx_json_text(json_object_get(event, "content"), "replacement_room");
	const char *key = mx_json_text(event, "state_key");
	const char *sender = mx_json_text(event, "sender"), *via = mx_id_server(sender);
	bool inside = false, admitted;
	enum bot_error error;

	if (!timeline->after_first_batch || !timeline->inside || *key ||
		!mx_id_is_room(successor) || strcmp(successor, timeline->id) == 0)
		return BOT_OK;
	error = stop_following(timeline, successor);
	if (error)
		return error;
	mx_room_set_text(&timeline->room.successor, successor);
	error = mx_room_save(&timeline->room, account->store, timeline->id);
	if (!error)
		error = is_in_successor(account->store, timeline->id, successor, &inside);
	if (error)
		return error;
	if (inside)
		return move_matches(account, timeline->id, successor, &inside);
	error = mx_join_queue_admit(timeline->receiver, sender, &admitted);
	/* If somebody invites the bot into the new room later, the matches still move there. */
	if (!error && !admitted)
		log_room("upgrade_ignored", timeline->id, sender);
	return error || !admitted ? error : join_successor(timeline, successor, via);
}
