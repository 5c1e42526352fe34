#include "adapters/matrix/receive/timeline.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/e2ee/room_keys.h"
#include "adapters/matrix/receive/membership.h"
#include "adapters/matrix/receive/message_delivery.h"
#include "adapters/matrix/receive/progress.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/receive/state_event.h"
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/send/private_room.h"
#include "bot/base/attempt.h"

#include <string.h>

/* numbers of users are taken modulo this number, so that the sum of two can't overflow */
#define PEOPLE_MOST (INT64_C(1) << 40)

/* The events of a list. */
struct events {
	struct mx_event *list;
	size_t count;
};

/*
 * Reads the events of a JSON array, which outlives them. `array` may be NULL. The list ends with
 * the attempt.
 */
static struct events read_events(const json_t *array)
{
	struct events events = {.count = json_array_size(array)};

	if (events.count > 0)
		events.list = bot_scratch(events.count * sizeof(*events.list));
	for (size_t i = 0; i < events.count; i++)
		events.list[i] = mx_event_read(json_array_get(array, i));
	return events;
}

static void collect_names(json_t **names, const struct events *events)
{
	for (size_t i = 0; i < events->count; i++) {
		const struct mx_event *event = &events->list[i];
		json_t *name;

		if (!event->state_type || strcmp(event->state_type, "m.room.member") != 0)
			continue;
		name = json_object_get(event->content, "displayname");
		if (json_is_string(name) && !*names)
			*names = json_object();
		if (json_is_string(name))
			(void)json_object_set(*names, event->state_key, name);
	}
}

static json_t *find_names(const struct events *state, const struct events *events)
{
	json_t *names = NULL;

	collect_names(&names, state);
	collect_names(&names, events);
	return names;
}

json_t *mx_timeline_names(const json_t *body)
{
	const struct events state = read_events(mx_section_events(body, "state"));
	const struct events events = read_events(mx_section_events(body, "timeline"));

	return find_names(&state, &events);
}

/*
 * Adds to timeline->joins_ahead how often the bot joins in these events. Updates *inside, which
 * says whether the bot is in the room.
 */
static void count_joins(struct mx_timeline *timeline, const struct events *events, bool *inside)
{
	for (size_t i = 0; i < events->count; i++) {
		const char *membership =
			mx_event_membership(&events->list[i], timeline->receiver->account->user);
		bool joins = membership && strcmp(membership, "join") == 0;

		if (!membership)
			continue;
		timeline->joins_ahead += joins && !*inside;
		*inside = joins;
	}
}

/* Says which events of a list handle_selected must handle. */
enum selection {
	ALL_EVENTS,
	OWN_MEMBERSHIP,
	OTHER_STATE,      /* all state events except the bot's own membership */
	STATE_BESIDE_GAP, /* as OTHER_STATE, but without tombstones */
};

static bool is_selected(
	const struct mx_timeline *timeline, const struct mx_event *event, enum selection selection)
{
	const char *type = event->state_type;
	bool is_own;

	if (selection == ALL_EVENTS)
		return true;
	is_own = mx_event_membership(event, timeline->receiver->account->user) != NULL;
	if (selection == OWN_MEMBERSHIP)
		return is_own;
	if (!type || is_own)
		return false;
	return selection == OTHER_STATE || strcmp(type, "m.room.tombstone") != 0;
}

static void handle_selected(
	struct mx_timeline *timeline, const struct events *events, enum selection selection)
{
	struct bot_store *store = timeline->receiver->account->store;

	for (size_t i = 0; i < events->count; i++) {
		const struct mx_event *event = &events->list[i];

		bot_cause_enter(store, BOT_CAUSE_EVENT, event->id ? event->id : timeline->id, 0);
		if (!event->state_type)
			mx_state_event_distrust(timeline, event);
		if (!is_selected(timeline, event, selection))
			continue;
		if (event->state_type) {
			mx_state_event_handle(timeline, event);
			continue;
		}
		mx_state_event_save(timeline);
		mx_message_delivery_receive(timeline, event);
	}
	mx_state_event_save(timeline);
}

/*
 * Returns how many users are joined or invited, or -1 if the room's summary does not give the
 * number.
 */
static json_int_t count_people(const json_t *body)
{
	const json_t *summary = json_object_get(body, "summary");
	const json_t *joined = json_object_get(summary, "m.joined_member_count");
	const json_t *invited = json_object_get(summary, "m.invited_member_count");

	if (!json_is_integer(joined))
		return -1;
	return json_integer_value(joined) % PEOPLE_MOST + json_integer_value(invited) % PEOPLE_MOST;
}

/* Makes sure that the bot counts as joined, even if the batch has no event of the bot's join. */
static void ensure_joined(struct mx_timeline *timeline)
{
	if (!timeline->inside) {
		timeline->inside = timeline->reads_messages = true;
		mx_membership_joined(timeline);
	}
	if (timeline->after_first_batch)
		mx_membership_tell_unreadable(timeline);
}

static void handle_events(struct mx_timeline *timeline, const struct events *state,
	const struct events *events, bool joined)
{
	bool inside = timeline->inside;

	count_joins(timeline, state, &inside);
	count_joins(timeline, events, &inside);
	timeline->in_state = true;
	timeline->stays = joined;
	handle_selected(timeline, state, OTHER_STATE);
	handle_selected(timeline, state, OWN_MEMBERSHIP);
	timeline->in_state = false;
	/* The homeserver has taken back that the bot left: it shows no join. */
	if (joined && timeline->joins_ahead == 0 && timeline->room.standing == MX_OUTSIDE &&
		timeline->after_first_batch)
		ensure_joined(timeline);
	handle_selected(timeline, events, ALL_EVENTS);
	if (joined)
		ensure_joined(timeline);
	else
		mx_membership_left(timeline);
}

/*
 * Handles the state in a batch for a room with a gap. The bot reads the messages later, with the
 * gap.
 */
static void handle_beside_gap(struct mx_timeline *timeline, const struct events *state,
	const struct events *events, bool joined)
{
	struct mx_receiver *receiver = timeline->receiver;

	/* The batch does not always show who joined or left during the gap. */
	mx_private_room_distrust(receiver->sender, timeline->id);
	mx_room_keys_members_changed(receiver->crypto, timeline->id, NULL);
	mx_people_forget(&receiver->people, timeline->id);
	timeline->in_state = true;
	handle_selected(timeline, state, STATE_BESIDE_GAP);
	timeline->in_state = false;
	handle_selected(timeline, events, STATE_BESIDE_GAP);
	if (joined)
		ensure_joined(timeline);
}

static void finish_timeline(void *timeline)
{
	mx_room_finish(&((struct mx_timeline *)timeline)->room);
}

/* Begins with the room as the store has it. The timeline ends with the attempt. */
static struct mx_timeline *begin(struct mx_receiver *receiver, const char *id)
{
	struct bot_store *store = receiver->account->store;
	struct mx_timeline *timeline = bot_scratch_object(sizeof(*timeline), finish_timeline);

	timeline->receiver = receiver;
	timeline->id = id;
	timeline->after_first_batch = true;
	timeline->counts_messages = !receiver->demand.pushed;
	timeline->people = -1;
	mx_room_private_with(store, id, timeline->private_with);
	bot_must(mx_room_init(&timeline->room, store, id));
	timeline->was_inside = timeline->inside = timeline->room.standing == MX_INSIDE;
	timeline->reads_messages = timeline->inside && !timeline->room.has_type;
	return timeline;
}

/* Handles the events of a room's part of a batch. */
static void handle_part(struct mx_timeline *timeline, const struct mx_room_part *part)
{
	const struct events state = read_events(mx_section_events(part->body, "state"));
	const struct events events = read_events(mx_section_events(part->body, "timeline"));

	timeline->names = part->names ? part->names : mx_json_scratch(find_names(&state, &events));
	if (part->has_gap)
		handle_beside_gap(timeline, &state, &events, part->joined);
	else
		handle_events(timeline, &state, &events, part->joined);
}

static void handle(struct mx_receiver *receiver, const char *id, const struct mx_room_part *part)
{
	struct mx_timeline *timeline = begin(receiver, id);

	if (!part->joined && mx_state_event_is_stale_section(
				     &timeline->room, part->body, receiver->account->user))
		return;
	timeline->after_first_batch = part->source != MX_FROM_FIRST_SYNC;
	timeline->live = part->joined && part->source == MX_FROM_SYNC;
	timeline->counts_messages =
		timeline->counts_messages || part->source == MX_FROM_TRANSACTION;
	timeline->people = count_people(part->body);
	handle_part(timeline, part);
	mx_message_delivery_save_scrolled(timeline);
	if (part->joined)
		mx_idle_rooms_note_members(&timeline->room, receiver->account->store, id,
			json_object_get(part->body, "summary"));
}

enum bot_error mx_timeline_handle(
	struct mx_receiver *receiver, const char *id, const struct mx_room_part *part)
{
	BOT_ATTEMPT(handle(receiver, id, part));
}

static void handle_late(
	struct mx_receiver *receiver, const char *room, const struct mx_event *event)
{
	struct mx_timeline *timeline = begin(receiver, room);

	mx_message_delivery_handle(timeline, event);
	mx_message_delivery_save_scrolled(timeline);
}

enum bot_error mx_timeline_handle_late(
	struct mx_receiver *receiver, const char *room, const struct mx_event *event)
{
	BOT_ATTEMPT(handle_late(receiver, room, event));
}

static void handle_page(struct mx_receiver *receiver, struct bot_gap *gap, const json_t *page)
{
	struct mx_timeline *timeline = begin(receiver, gap->room);
	const struct events state = read_events(json_object_get(page, "state"));
	const struct events events = read_events(json_object_get(page, "chunk"));
	bool inside = gap->place == BOT_GAP_INSIDE;

	timeline->in_gap = true;
	timeline->live = gap->joined;
	timeline->join_handled = gap->place == BOT_GAP_BEFORE;
	timeline->inside = inside;
	timeline->reads_messages = inside && !timeline->room.has_type;
	timeline->names = mx_json_scratch(find_names(&state, &events));
	count_joins(timeline, &events, &inside);
	handle_selected(timeline, &events, ALL_EVENTS);
	mx_message_delivery_save_scrolled(timeline);
	gap->place = timeline->inside         ? BOT_GAP_INSIDE
		     : timeline->join_handled ? BOT_GAP_BEFORE
					      : BOT_GAP_OUTSIDE;
}

enum bot_error mx_timeline_handle_page(
	struct mx_receiver *receiver, struct bot_gap *gap, const json_t *page)
{
	BOT_ATTEMPT(handle_page(receiver, gap, page));
}

static void finish_gap(struct mx_receiver *receiver, const struct bot_gap *gap)
{
	struct mx_timeline *timeline = begin(receiver, gap->room);

	timeline->inside = gap->place != BOT_GAP_OUTSIDE;
	if (gap->joined)
		ensure_joined(timeline);
	else
		mx_membership_left(timeline);
}

enum bot_error mx_timeline_finish_gap(struct mx_receiver *receiver, const struct bot_gap *gap)
{
	BOT_ATTEMPT(finish_gap(receiver, gap));
}
