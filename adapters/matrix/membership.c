#include "adapters/matrix/membership.h"

#include "adapters/matrix/context.h"
#include "adapters/matrix/event.h"
#include "adapters/matrix/id.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/policy.h"
#include "bot/log.h"

#include <string.h>

static void log_room(const char *event, const char *room, const char *user)
{
	bot_log_write(BOT_LOG_INFO, event,
		BOT_LOG_FIELDS({"room", .text = room}, {"user", .text = user}));
}

/* The event that invites the bot; NULL: none is as it should be. */
static const json_t *invitation(const json_t *body, const char *me)
{
	const json_t *state = json_object_get(json_object_get(body, "invite_state"), "events");
	const json_t *event;
	size_t i;

	json_array_foreach (state, i, event) {
		const char *membership = mx_event_membership(event, me);

		if (membership && strcmp(membership, "invite") == 0)
			return event;
	}
	return NULL;
}

static enum bot_error accept(
	struct mx *mx, const char *id, struct mx_room *room, const json_t *event)
{
	const char *inviter = mx_json_text(event, "sender");
	const json_t *direct = json_object_get(json_object_get(event, "content"), "is_direct");
	enum bot_error error = mx_room_set(&room->inviter, json_is_true(direct) ? inviter : NULL);

	room->standing = MX_JOINING;
	room->followed = false;
	if (!error)
		error = mx_room_count(room, mx->store, true);
	if (!error)
		error = mx_room_save(room, mx->store, id);
	if (!error)
		error = mx_order(mx, BOT_OUT_JOIN, id, mx_id_server(inviter));
	log_room("invitation_accepted", id, inviter);
	return error;
}

enum bot_error mx_membership_invited(struct mx *mx, const char *id, const json_t *body)
{
	const json_t *event = invitation(body, mx->me);
	const char *inviter = mx_json_text(event, "sender");
	struct mx_room room;
	uint32_t total = 0;
	enum bot_error error;

	if (!event)
		return BOT_OK;
	error = mx_room_init(&room, mx->store, id);
	if (error)
		return error;
	if (room.standing == MX_JOINING && !room.followed)
		goto out; /* the same invitation again */
	/* One that was inside is out by now, and its leaving was left out of the batch. */
	error = mx_room_count(&room, mx->store, false);
	if (!error)
		error = mx_room_total(mx->store, &total);
	if (error)
		goto out;
	if (mx_policy_accepts(&mx->config->invites, inviter, total)) {
		error = accept(mx, id, &room, event);
		goto out;
	}
	log_room("invitation_declined", id, inviter);
	room.standing = MX_OUTSIDE;
	error = mx_room_save(&room, mx->store, id);
	if (!error)
		error = mx_order(mx, BOT_OUT_LEAVE, id, NULL);
out:
	mx_room_finish(&room);
	return error;
}

static enum bot_error become_private(struct mx_place *place, const char *user)
{
	struct mx *mx = place->mx;
	enum bot_error error = bot_store_set_private_room(mx->store, user, place->id);

	if (error)
		return error;
	mx_direct_add(mx, user, place->id);
	return BOT_OK;
}

/* A room that the bot made itself, perhaps just before it was stopped. */
static enum bot_error entered_own(struct mx_place *place)
{
	const char *user = place->room.made_for;
	char known[BOT_ID_SIZE];
	enum bot_error error = bot_store_private_room(place->mx->store, user, known);

	if (error && error != BOT_NOT_FOUND)
		return error;
	/* Meanwhile the user has opened one. */
	if (!error && strcmp(known, place->id) != 0)
		return mx_order(place->mx, BOT_OUT_LEAVE, place->id, NULL);
	/* createRoom has answered: the batch may show the room as it was on the way. */
	if (!error)
		return become_private(place, user);
	/* The user could not be invited: createRoom failed half-way. */
	if (place->people >= 0 && place->people != 2 && !mx_drain_creates(&place->mx->drain, user))
		return mx_order(place->mx, BOT_OUT_LEAVE, place->id, NULL);
	return become_private(place, user);
}

/* Takes along what the host has in the old room, if both rooms say that one replaces the other. */
static enum bot_error move(struct mx *mx, const char *old, const char *new, bool *moved)
{
	struct mx_room room;
	enum bot_error error = mx_room_init(&room, mx->store, old);

	*moved = false;
	if (error)
		return error;
	if (room.standing == MX_INSIDE && room.successor && strcmp(room.successor, new) == 0) {
		log_room("room_replaced", old, mx->me);
		*moved = true;
		error = bot_store_room_moved(mx->store, old, new);
		if (!error)
			error = mx_order(mx, BOT_OUT_LEAVE, old, NULL);
	}
	mx_room_finish(&room);
	return error;
}

static enum bot_error entered_other(struct mx_place *place)
{
	struct mx *mx = place->mx;
	struct mx_room *room = &place->room;
	bool moved = false;
	enum bot_error error = BOT_OK;

	if (room->predecessor)
		error = move(mx, room->predecessor, place->id, &moved);
	if (!error && moved) { /* it is one like any other now, should the bot come back to it */
		room->followed = false;
		error = mx_room_save(room, mx->store, place->id);
	}
	if (error || moved || *place->private_with)
		return error;
	if (room->followed)
		return mx_order(mx, BOT_OUT_LEAVE, place->id, NULL);
	if (room->encrypted && !mx_crypto_is_there())
		return BOT_OK;
	if (!room->inviter || (place->people >= 0 && place->people != 2))
		return bot_host_joined(mx->host, place->id);
	error = become_private(place, room->inviter);
	return error ? error : bot_host_reached(mx->host, room->inviter);
}

enum bot_error mx_membership_entered(struct mx_place *place)
{
	struct mx_room *room = &place->room;
	enum bot_error error;

	log_room("room_joined", place->id, place->mx->me);
	room->standing = MX_INSIDE;
	if (!place->live)
		room->told = room->encrypted;
	error = mx_room_count(room, place->mx->store, !room->made_for);
	if (!error)
		error = mx_room_save(room, place->mx->store, place->id);
	if (error)
		return error;
	if (room->made_for)
		error = entered_own(place);
	else if (place->live)
		error = entered_other(place);
	if (!error) /* it may have become one, or have replaced one */
		error = mx_batch_private_with(place->mx, place->id, place->private_with);
	return error;
}

enum bot_error mx_membership_left(struct mx_place *place)
{
	struct mx *mx = place->mx;
	enum bot_error error = mx_room_count(&place->room, mx->store, false);

	log_room("room_left", place->id, mx->me);
	place->room.standing = MX_OUTSIDE;
	if (!error)
		error = mx_room_save(&place->room, mx->store, place->id);
	if (!error && *place->private_with)
		error = bot_store_set_private_room(mx->store, place->private_with, NULL);
	return error;
}

static enum bot_error follow(struct mx *mx, const char *id, const char *via)
{
	struct mx_room room;
	enum bot_error error = mx_room_init(&room, mx->store, id);

	if (error)
		return error;
	if (room.standing == MX_OUTSIDE) {
		room.standing = MX_JOINING;
		room.followed = true;
		error = mx_room_count(&room, mx->store, true);
		if (!error)
			error = mx_room_save(&room, mx->store, id);
		if (!error)
			error = mx_order(mx, BOT_OUT_JOIN, id, via);
	}
	mx_room_finish(&room);
	return error;
}

static enum bot_error already_there(struct mx *mx, const char *old, const char *new, bool *there)
{
	struct mx_room room;
	enum bot_error error = mx_room_init(&room, mx->store, new);

	if (error)
		return error;
	*there = room.standing == MX_INSIDE && room.predecessor &&
		 strcmp(room.predecessor, old) == 0;
	mx_room_finish(&room);
	return BOT_OK;
}

enum bot_error mx_membership_tombstone(struct mx_place *place, const json_t *event)
{
	struct mx *mx = place->mx;
	const char *next = mx_json_text(json_object_get(event, "content"), "replacement_room");
	const char *key = mx_json_text(event, "state_key");
	bool there = false;
	enum bot_error error;

	if (!place->live || !place->inside || *key || !mx_id_is_room(next) ||
		strcmp(next, place->id) == 0)
		return BOT_OK;
	error = mx_room_set(&place->room.successor, next);
	if (!error)
		error = mx_room_save(&place->room, mx->store, place->id);
	if (!error)
		error = already_there(mx, place->id, next, &there);
	if (error)
		return error;
	if (there)
		return move(mx, place->id, next, &there);
	return follow(mx, next, mx_id_server(mx_json_text(event, "sender")));
}

enum bot_error mx_membership_tell_encryption(struct mx_place *place)
{
	struct mx *mx = place->mx;
	struct mx_room *room = &place->room;
	enum bot_error error;

	if (mx_crypto_is_there() || !room->encrypted || room->told || room->made_for)
		return BOT_OK;
	room->told = true;
	error = mx_room_save(room, mx->store, place->id);
	return error ? error : bot_host_encrypted(mx->host, place->id);
}
