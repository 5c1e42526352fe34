#include "adapters/matrix/receive/batch.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/e2ee/room_keys.h"
#include "adapters/matrix/receive/batch_rooms.h"
#include "adapters/matrix/receive/membership.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/receive/room_message.h"
#include "adapters/matrix/receive/room_upgrade.h"
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/send/private_room.h"
#include "bot/base/metrics.h"

#include <string.h>

#define PEOPLE_MOST (INT64_C(1) << 40) /* keeps sums far below overflow */

static void collect_names(json_t *names, const json_t *events)
{
	json_t *event;
	size_t i;

	json_array_foreach (events, i, event) {
		const char *user = mx_json_text(event, "state_key");
		const char *type = mx_event_state(event);
		json_t *name = json_object_get(json_object_get(event, "content"), "displayname");

		/* Without memory the name is only not shown. */
		if (type && strcmp(type, "m.room.member") == 0 && json_is_string(name))
			(void)json_object_set(names, user, name);
	}
}

static enum bot_error on_own_membership(struct mx_place *place, const char *membership)
{
	bool inside = strcmp(membership, "join") == 0;
	bool entered = inside && !place->inside;

	place->inside = inside;
	if (!inside)
		place->reads_messages = false;
	if (!entered)
		return BOT_OK;
	/*
	 * When the bot joins a room again, a batch may have older joins, too. Only the last join
	 * counts.
	 */
	if (place->joins_ahead > 1) {
		place->joins_ahead--;
		return BOT_OK;
	}
	place->reads_messages = true;
	if (!place->join_handled)
		return mx_membership_entered(place);
	place->join_handled = false;
	return BOT_OK;
}

/* Adds up how often on_own_membership will see the bot join in these events. */
static void count_joins(struct mx_place *place, const json_t *events, bool *inside)
{
	json_t *event;
	size_t i;

	json_array_foreach (events, i, event) {
		const char *membership = mx_event_membership(event, place->receiver->account->me);
		bool joins = membership && strcmp(membership, "join") == 0;

		if (!membership)
			continue;
		place->joins_ahead += joins && !*inside;
		*inside = joins;
	}
}

/* Whether the event only says that the bot, or the user whose private room this is, is a member. */
static bool is_known_member(const struct mx_place *place, const json_t *event)
{
	const char *own = mx_event_membership(event, place->receiver->account->me);
	const char *user = place->private_with;
	const char *membership = own ? own : *user ? mx_event_membership(event, user) : NULL;

	return membership && strcmp(membership, "join") == 0;
}

static enum bot_error on_state(struct mx_place *place, const json_t *event, const char *type)
{
	struct mx_receiver *receiver = place->receiver;
	const char *membership = mx_event_membership(event, receiver->account->me);
	enum bot_error error;

	bot_metrics_count(BOT_RECEIVED_STATE);
	if (strcmp(type, "m.room.create") != 0 && strcmp(type, "m.room.power_levels") != 0 &&
		!is_known_member(place, event))
		mx_private_room_distrust(receiver->sender, place->id);
	if (strcmp(type, "m.room.member") == 0)
		mx_room_keys_members_changed(receiver->crypto, place->id, event);
	if (membership)
		return on_own_membership(place, membership);
	if (strcmp(type, "m.room.tombstone") == 0)
		return mx_room_upgrade_follow(place, event);
	if (strcmp(type, "m.room.member") == 0 || place->in_gap)
		return BOT_OK;
	error = mx_room_apply(&place->room, event, type, receiver->account->me);
	/* Saved at once, since the host may read the room while it handles the next message. */
	if (!error)
		error = mx_room_save(&place->room, receiver->account->store, place->id);
	return error;
}

/*
 * Distrusts the member list if the event may have let a third person in. A null stands for an event
 * that could not be read.
 */
static void distrust_members(const struct mx_place *place, const json_t *event)
{
	if (!json_is_null(event) && !mx_event_is_odd_state(event))
		return;
	mx_private_room_distrust(place->receiver->sender, place->id);
	mx_room_keys_members_changed(place->receiver->crypto, place->id, NULL);
}

/* The events that a pass over a list of events handles. */
enum selection {
	ALL_EVENTS,
	OWN_MEMBERSHIP,
	OTHER_STATE,      /* all state but the bot's own membership */
	STATE_BESIDE_GAP, /* all state but the bot's own membership and tombstones */
};

static bool is_selected(const struct mx_place *place, const json_t *event, const char *type,
	enum selection selection)
{
	bool is_own;

	if (selection == ALL_EVENTS)
		return true;
	is_own = mx_event_membership(event, place->receiver->account->me) != NULL;
	if (selection == OWN_MEMBERSHIP)
		return is_own;
	if (!type || is_own)
		return false;
	return selection == OTHER_STATE || strcmp(type, "m.room.tombstone") != 0;
}

static enum bot_error handle_selected(
	struct mx_place *place, const json_t *events, enum selection selection)
{
	enum bot_error error = BOT_OK;
	json_t *event;
	size_t i;

	json_array_foreach (events, i, event) {
		const char *type = mx_event_state(event);

		distrust_members(place, event);
		if (!is_selected(place, event, type, selection))
			continue;
		error = type ? on_state(place, event, type) : mx_room_message_handle(place, event);
		if (error)
			break;
	}
	return error;
}

/* Returns how many users are joined or invited, by the room's summary; -1: not known. */
static json_int_t count_people(const json_t *body)
{
	const json_t *summary = json_object_get(body, "summary");
	const json_t *joined = json_object_get(summary, "m.joined_member_count");
	const json_t *invited = json_object_get(summary, "m.invited_member_count");

	json_int_t sum = json_integer_value(joined) % PEOPLE_MOST;

	if (!json_is_integer(joined))
		return -1;
	return sum + json_integer_value(invited) % PEOPLE_MOST;
}

/* Makes sure that the bot counts as joined, even if the event of its join was left out. */
static enum bot_error ensure_joined(struct mx_place *place)
{
	enum bot_error error = BOT_OK;

	if (!place->inside) { /* the batch does not have the event of the join */
		place->inside = place->reads_messages = true;
		error = mx_membership_entered(place);
	}
	if (!error && place->after_first_batch)
		error = mx_membership_tell_encryption(place);
	return error;
}

static enum bot_error handle_events(struct mx_place *place, const json_t *body, bool joined)
{
	bool inside = place->inside;
	enum bot_error error;

	count_joins(place, mx_batch_events(body, "state"), &inside);
	count_joins(place, mx_batch_events(body, "timeline"), &inside);
	error = handle_selected(place, mx_batch_events(body, "state"), OTHER_STATE);
	if (!error)
		error = handle_selected(place, mx_batch_events(body, "state"), OWN_MEMBERSHIP);
	if (!error)
		error = handle_selected(place, mx_batch_events(body, "timeline"), ALL_EVENTS);
	if (error)
		return error;
	return joined ? ensure_joined(place) : mx_membership_left(place);
}

/* Handles the state in a batch for a room with a gap. The messages are read with the gap. */
static enum bot_error handle_beside_gap(struct mx_place *place, const json_t *body, bool joined)
{
	struct mx_receiver *receiver = place->receiver;
	enum bot_error error;

	/* The batch may not tell who joined or left in the gap. */
	mx_private_room_distrust(receiver->sender, place->id);
	mx_room_keys_members_changed(receiver->crypto, place->id, NULL);
	error = handle_selected(place, mx_batch_events(body, "state"), STATE_BESIDE_GAP);
	if (!error)
		error = handle_selected(place, mx_batch_events(body, "timeline"), STATE_BESIDE_GAP);
	return error || !joined ? error : ensure_joined(place);
}

static enum bot_error place_init(
	struct mx_place *place, struct mx_receiver *receiver, const char *id)
{
	struct mx_place new = {
		.receiver = receiver,
		.id = id,
		.after_first_batch = true,
		.counts_messages = !receiver->demand.pushed,
		.people = -1,
		.names = json_object(),
	};
	enum bot_error error =
		new.names ? mx_room_private_with(receiver->account->store, id, new.private_with)
			  : BOT_NO_MEMORY;

	if (!error)
		error = mx_room_init(&new.room, receiver->account->store, id);
	if (error) {
		json_decref(new.names);
		return error;
	}
	new.inside = new.reads_messages = new.room.standing == MX_INSIDE;
	*place = new;
	return BOT_OK;
}

static void place_finish(struct mx_place *place)
{
	mx_room_finish(&place->room);
	json_decref(place->names);
}

static enum bot_error handle_room(struct mx_receiver *receiver, const char *id, const json_t *body,
	bool joined, enum mx_origin origin)
{
	struct mx_place place;
	enum bot_error error = place_init(&place, receiver, id);

	if (error)
		return error;
	place.after_first_batch = origin != MX_FIRST_SYNC;
	place.counts_messages = place.counts_messages || origin == MX_PUSHED;
	place.people = count_people(body);
	collect_names(place.names, mx_batch_events(body, "state"));
	collect_names(place.names, mx_batch_events(body, "timeline"));
	if (origin != MX_OPENED && mx_gap_is_open(receiver, id))
		error = handle_beside_gap(&place, body, joined);
	else
		error = handle_events(&place, body, joined);
	if (!error)
		error = mx_room_message_save_scrolled(&place);
	if (!error && joined)
		error = mx_idle_rooms_note_members(&place.room, receiver->account->store, id,
			json_object_get(body, "summary"));
	place_finish(&place);
	return error;
}

enum bot_error mx_batch_page(struct mx_receiver *receiver, struct bot_gap *gap, const json_t *page)
{
	const json_t *events = json_object_get(page, "chunk");
	struct mx_place place;
	enum bot_error error = place_init(&place, receiver, gap->room);
	bool inside;

	if (error)
		return error;
	place.in_gap = true;
	place.join_handled = gap->place == BOT_GAP_BEFORE;
	place.inside = place.reads_messages = inside = gap->place == BOT_GAP_INSIDE;
	collect_names(place.names, json_object_get(page, "state"));
	collect_names(place.names, events);
	count_joins(&place, events, &inside);
	error = handle_selected(&place, events, ALL_EVENTS);
	if (!error)
		error = mx_room_message_save_scrolled(&place);
	gap->place = place.inside         ? BOT_GAP_INSIDE
		     : place.join_handled ? BOT_GAP_BEFORE
					  : BOT_GAP_OUTSIDE;
	place_finish(&place);
	return error;
}

enum bot_error mx_batch_gap_ended(struct mx_receiver *receiver, const struct bot_gap *gap)
{
	struct mx_place place;
	enum bot_error error = place_init(&place, receiver, gap->room);

	if (error)
		return error;
	place.inside = gap->place != BOT_GAP_OUTSIDE;
	error = gap->joined ? ensure_joined(&place) : mx_membership_left(&place);
	place_finish(&place);
	return error;
}

struct batch_handling {
	struct mx_receiver *receiver;
	enum mx_origin origin;
};

static enum bot_error handle_section(
	void *self, enum mx_section section, const char *id, const json_t *body)
{
	const struct batch_handling *handling = self;

	if (section == MX_SECTION_INVITE)
		return mx_membership_invited(handling->receiver, id, body);
	return handle_room(
		handling->receiver, id, body, section == MX_SECTION_JOIN, handling->origin);
}

enum bot_error mx_batch_handle(
	struct mx_receiver *receiver, const json_t *batch, enum mx_origin origin)
{
	struct batch_handling handling = {receiver, origin};

	return mx_batch_each_room(batch, handle_section, &handling);
}
