#include "adapters/matrix/receive/room_upgrade.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/receive/join_limits.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/send/outbox_row.h"
#include "bot/base/log.h"

#include <string.h>

static void log_upgrade(const char *event, const char *room, const char *user)
{
	bot_log_write(BOT_LOG_INFO, event,
		BOT_LOG_FIELDS({"room", .text = room}, {"user", .text = user}));
}

enum bot_error mx_room_upgrade_move(
	struct mx_receiver *receiver, const char *old, const char *new, bool *moved)
{
	struct mx_room room;
	enum bot_error error = mx_room_init(&room, receiver->account->store, old);

	*moved = false;
	if (error)
		return error;
	if (room.standing == MX_INSIDE && room.successor && strcmp(room.successor, new) == 0) {
		log_upgrade("room_replaced", old, receiver->account->me);
		*moved = true;
		error = bot_store_room_moved(receiver->account->store, old, new);
		if (!error)
			error = mx_outbox_row_add(
				receiver->account->store, BOT_OUT_LEAVE, old, NULL);
	}
	mx_room_finish(&room);
	return error;
}

/* Finds a match between two people among the room's oldest eight; 0: there is none. */
static enum bot_error find_match(struct mx_receiver *receiver, const char *id, int64_t *match)
{
	const struct bot_match_filter filter = {.room = id, .status = BOT_PLAYING};
	struct bot_match found[8];
	size_t count = 0;
	enum bot_error error = bot_store_match_find(
		receiver->account->store, &filter, found, sizeof found / sizeof *found, &count);

	*match = 0;
	for (size_t i = 0; !error && i < count; i++)
		if (found[i].house == BOT_NO_HOUSE)
			*match = found[i].id;
	return error;
}

/*
 * Joins the successor. The successor counts in the share of the user who invited the bot to the
 * old room.
 */
static enum bot_error join_successor(struct mx_place *place, const char *id, const char *via)
{
	struct mx_receiver *receiver = place->receiver;
	int64_t match = 0;
	struct mx_room room;
	enum bot_error error = mx_room_init(&room, receiver->account->store, id);

	if (error)
		return error;
	if (room.standing == MX_OUTSIDE) {
		room.standing = MX_JOINING;
		room.followed = true;
		error = mx_room_set(&room.invited_by, place->room.invited_by);
		if (!error)
			error = mx_room_count(&room, receiver->account->store, true);
		if (!error)
			error = mx_room_save(&room, receiver->account->store, id);
		if (!error)
			error = find_match(receiver, place->id, &match);
		if (!error)
			error = mx_outbox_row_add_letter(
				receiver->account->store, (struct bot_letter){.kind = BOT_OUT_JOIN,
								  .to = id,
								  .via = via,
								  .match = match});
	}
	mx_room_finish(&room);
	return error;
}

/* *there: whether the bot is in room `new`, which names `old` as its predecessor. */
static enum bot_error is_in_successor(
	struct mx_receiver *receiver, const char *old, const char *new, bool *there)
{
	struct mx_room room;
	enum bot_error error = mx_room_init(&room, receiver->account->store, new);

	if (error)
		return error;
	*there = room.standing == MX_INSIDE && room.predecessor &&
		 strcmp(room.predecessor, old) == 0;
	mx_room_finish(&room);
	return BOT_OK;
}

/* *following: whether the bot is still joining another room that an earlier tombstone named. */
static enum bot_error is_following(const struct mx_place *place, const char *next, bool *following)
{
	const char *successor = place->room.successor;
	struct mx_room room;
	enum bot_error error;

	*following = false;
	if (!successor || strcmp(successor, next) == 0)
		return BOT_OK;
	error = mx_room_init(&room, place->receiver->account->store, successor);
	if (error)
		return error;
	*following = room.standing == MX_JOINING && room.followed;
	mx_room_finish(&room);
	return BOT_OK;
}

enum bot_error mx_room_upgrade_follow(struct mx_place *place, const json_t *event)
{
	struct mx_receiver *receiver = place->receiver;
	const char *next = mx_json_text(json_object_get(event, "content"), "replacement_room");
	const char *key = mx_json_text(event, "state_key");
	const char *via = mx_id_server(mx_json_text(event, "sender"));
	bool there = false, following, busy;
	enum bot_error error;

	if (!place->after_first_batch || !place->inside || *key || !mx_id_is_room(next) ||
		strcmp(next, place->id) == 0)
		return BOT_OK;
	/*
	 * The bot follows one successor at a time. Otherwise a moderator could send it into any
	 * number of rooms.
	 */
	error = is_following(place, next, &following);
	if (error || following)
		return error;
	error = mx_room_set(&place->room.successor, next);
	if (!error)
		error = mx_room_save(&place->room, receiver->account->store, place->id);
	if (!error)
		error = is_in_successor(receiver, place->id, next, &there);
	if (error)
		return error;
	if (there)
		return mx_room_upgrade_move(receiver, place->id, next, &there);
	error = mx_join_limits_check_server(receiver->account, via, &busy);
	/* If somebody invites the bot into the new room later, the matches still move there. */
	if (!error && busy)
		log_upgrade("upgrade_ignored", place->id, mx_json_text(event, "sender"));
	return error || busy ? error : join_successor(place, next, via);
}
