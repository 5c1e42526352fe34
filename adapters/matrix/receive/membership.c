#include "adapters/matrix/receive/membership.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/receive/batch_rooms.h"
#include "adapters/matrix/receive/invite_policy.h"
#include "adapters/matrix/receive/join_limits.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/receive/room_upgrade.h"
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/room/invite_share.h"
#include "adapters/matrix/send/job.h"
#include "adapters/matrix/send/outbox_row.h"
#include "bot/base/log.h"

#include <string.h>

#define LEAVES_MOST                                                                                \
	50 /* while so many leaves wait, the bot ignores the invitations that it would decline */

static void log_room(const char *event, const char *room, const char *user)
{
	bot_log_write(BOT_LOG_INFO, event,
		BOT_LOG_FIELDS({"room", .text = room}, {"user", .text = user}));
}

/*
 * Returns the event that invites the bot, borrowed; NULL: there is no valid event. The homeserver
 * checks only one of the events (Synapse and Dendrite check the last). The inviter's server may
 * write anything into the other events, even an invitation by another user. *forged: two events
 * name different inviters.
 */
static const json_t *find_invitation(const json_t *body, const char *me, bool *forged)
{
	const json_t *state = mx_batch_events(body, "invite_state");
	const json_t *event, *found = NULL;
	size_t i;

	*forged = false;
	json_array_foreach (state, i, event) {
		const char *membership = mx_event_membership(event, me);

		if (!membership || strcmp(membership, "invite") != 0)
			continue;
		if (found &&
			strcmp(mx_json_text(found, "sender"), mx_json_text(event, "sender")) != 0)
			*forged = true;
		found = event;
	}
	return found;
}

static enum bot_error accept(
	struct mx_receiver *receiver, const char *id, struct mx_room *room, const json_t *event)
{
	const char *inviter = mx_json_text(event, "sender");
	const json_t *direct = json_object_get(json_object_get(event, "content"), "is_direct");
	enum bot_error error = mx_room_set(&room->inviter, json_is_true(direct) ? inviter : NULL);

	room->standing = MX_JOINING;
	room->followed = false;
	if (!error)
		error = mx_room_set(&room->invited_by, inviter);
	if (!error)
		error = mx_room_count(room, receiver->account->store, true);
	if (!error)
		error = mx_room_save(room, receiver->account->store, id);
	if (!error)
		error = mx_outbox_row_add_letter(
			receiver->account->store, (struct bot_letter){.kind = BOT_OUT_JOIN,
							  .to = id,
							  .via = mx_id_server(inviter),
							  .origin = inviter});
	log_room("invitation_accepted", id, inviter);
	return error;
}

/* *why: the reason not to accept the invitation, as a text for the log; NULL: accept. */
static enum bot_error check_invitation(
	struct mx_receiver *receiver, const char *inviter, const char **why)
{
	bool at_home = mx_join_limits_is_home(receiver->account, mx_id_server(inviter)),
	     busy = false;
	struct mx_invite_share share = {0};
	enum bot_error error = BOT_OK;

	*why = "policy";
	if (!mx_invite_policy_accepts(&receiver->account->config->invites, inviter))
		return BOT_OK;
	error = mx_invite_share_get(receiver->account->store, inviter, &share);
	*why = "no place";
	if (error ||
		!mx_invite_policy_has_place(&receiver->account->config->invites, &share, at_home))
		return error;
	error = mx_join_limits_check(receiver->account, inviter, &busy);
	*why = busy ? "too many at once" : NULL;
	return error;
}

/* Declines, or ignores the invitation in a flood, since declining costs a request. */
static enum bot_error decline(
	struct mx_receiver *receiver, const char *id, const char *inviter, const char *why)
{
	size_t waiting = 0;
	enum bot_error error =
		bot_outbox_waiting(receiver->account->store, BOT_OUT_LEAVE, NULL, NULL, &waiting);

	if (error)
		return error;
	bot_log_write(BOT_LOG_INFO,
		waiting < LEAVES_MOST ? "invitation_declined" : "invitation_ignored",
		BOT_LOG_FIELDS(
			{"room", .text = id}, {"user", .text = inviter}, {"why", .text = why}));
	return waiting < LEAVES_MOST
		       ? mx_outbox_row_add(receiver->account->store, BOT_OUT_LEAVE, id, NULL)
		       : BOT_OK;
}

enum bot_error mx_membership_invited(
	struct mx_receiver *receiver, const char *id, const json_t *body)
{
	bool forged;
	const json_t *event = find_invitation(body, receiver->account->me, &forged);
	const char *inviter = mx_json_text(event, "sender"), *why = NULL;
	struct mx_room room;
	enum bot_error error;
	bool on_its_way;

	if (!event)
		return BOT_OK;
	error = mx_room_init(&room, receiver->account->store, id);
	if (error)
		return error;
	on_its_way = room.standing == MX_JOINING;
	if (on_its_way && !room.followed)
		goto out; /* the same invitation again */
	/* If the bot was in the room, it has left since, and the batch did not say so. */
	error = mx_room_count(&room, receiver->account->store, false);
	if (!error && forged)
		why = "two inviters";
	else if (!error)
		error = check_invitation(receiver, inviter, &why);
	if (error)
		goto out;
	if (!why) {
		error = accept(receiver, id, &room, event);
		goto out;
	}
	/*
	 * The bot is joining this room because of a tombstone, so it needs no invitation. The room
	 * still counts in the share of the user who invited the bot to the old room.
	 */
	if (on_its_way) {
		error = mx_room_count(&room, receiver->account->store, true);
		goto out;
	}
	room.standing = MX_OUTSIDE;
	error = mx_room_save(&room, receiver->account->store, id);
	if (!error)
		error = decline(receiver, id, inviter, why);
out:
	mx_room_finish(&room);
	return error;
}

static enum bot_error become_private(struct mx_place *place, const char *user)
{
	struct mx_receiver *receiver = place->receiver;
	enum bot_error error =
		bot_store_set_private_room(receiver->account->store, user, place->id);

	if (error)
		return error;
	mx_courtesies_add_direct_chat(&receiver->sender->courtesies, user, place->id);
	return BOT_OK;
}

/* Handles that the bot joined a room that it made itself, perhaps just before its process ended. */
static enum bot_error entered_own(struct mx_place *place)
{
	const char *user = place->room.made_for;
	char known[BOT_ID_SIZE];
	enum bot_error error = bot_store_private_room(place->receiver->account->store, user, known);

	if (error && error != BOT_NOT_FOUND)
		return error;
	/* The user has another private room by now. */
	if (!error && strcmp(known, place->id) != 0)
		return mx_outbox_row_add(
			place->receiver->account->store, BOT_OUT_LEAVE, place->id, NULL);
	/*
	 * createRoom has answered, and the batch may be older: its number of people does not
	 * matter.
	 */
	if (!error)
		return become_private(place, user);
	/* createRoom failed half-way: it could not invite the user. */
	if (place->people >= 0 && place->people != 2 &&
		!mx_lane_creates_room(place->receiver->sender, user))
		return mx_outbox_row_add(
			place->receiver->account->store, BOT_OUT_LEAVE, place->id, NULL);
	return become_private(place, user);
}

static enum bot_error entered_other(struct mx_place *place)
{
	struct mx_receiver *receiver = place->receiver;
	struct mx_room *room = &place->room;
	bool moved = false;
	enum bot_error error = BOT_OK;

	if (room->predecessor)
		error = mx_room_upgrade_move(receiver, room->predecessor, place->id, &moved);
	if (!error && moved) { /* from now on the room is like any other room */
		room->followed = false;
		error = mx_room_save(room, receiver->account->store, place->id);
	}
	if (error || moved || *place->private_with)
		return error;
	if (room->followed)
		return mx_outbox_row_add(receiver->account->store, BOT_OUT_LEAVE, place->id, NULL);
	if (room->encrypted && !mx_crypto_is_built_in())
		return BOT_OK;
	if (!room->inviter || (place->people >= 0 && place->people != 2))
		return bot_host_room_joined(receiver->account->host, place->id);
	error = become_private(place, room->inviter);
	return error ? error : bot_host_user_reached(receiver->account->host, room->inviter);
}

enum bot_error mx_membership_entered(struct mx_place *place)
{
	struct mx_room *room = &place->room;
	enum bot_error error;

	log_room("room_joined", place->id, place->receiver->account->me);
	room->standing = MX_INSIDE;
	if (!place->after_first_batch)
		room->told_unreadable = room->encrypted;
	error = mx_room_count(room, place->receiver->account->store, !room->made_for);
	if (!error)
		error = mx_room_save(room, place->receiver->account->store, place->id);
	if (!error)
		error = mx_idle_rooms_note_use(&place->receiver->idle_rooms, room, place->id);
	if (error)
		return error;
	if (room->made_for)
		error = entered_own(place);
	else if (place->after_first_batch)
		error = entered_other(place);
	if (!error) /* the room may be a private room by now */
		error = mx_room_private_with(
			place->receiver->account->store, place->id, place->private_with);
	return error;
}

enum bot_error mx_membership_left(struct mx_place *place)
{
	struct mx_receiver *receiver = place->receiver;
	enum bot_error error = mx_room_count(&place->room, receiver->account->store, false);

	log_room("room_left", place->id, receiver->account->me);
	/* Rows for the room are of no use, unless the bot still follows a tombstone into it. */
	if (!error && !(place->room.standing == MX_JOINING && place->room.followed))
		error = bot_outbox_withdraw(receiver->account->store, place->id);
	place->room.standing = MX_OUTSIDE;
	if (!error)
		error = mx_room_save(&place->room, receiver->account->store, place->id);
	if (!error && *place->private_with)
		error = bot_store_set_private_room(
			receiver->account->store, place->private_with, NULL);
	return error ? error : bot_host_room_left(receiver->account->host, place->id);
}

enum bot_error mx_membership_tell_encryption(struct mx_place *place)
{
	struct mx_receiver *receiver = place->receiver;
	struct mx_room *room = &place->room;
	enum bot_error error;

	if (mx_crypto_is_built_in() || !room->encrypted || room->told_unreadable || room->made_for)
		return BOT_OK;
	room->told_unreadable = true;
	error = bot_host_room_unreadable(receiver->account->host, place->id);
	if (!error)
		error = bot_outbox_last(receiver->account->store, &room->notice);
	return error ? error : mx_room_save(room, receiver->account->store, place->id);
}
