#include "adapters/matrix/receive/batch.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/e2ee/room_keys.h"
#include "adapters/matrix/receive/invitation.h"
#include "adapters/matrix/receive/membership.h"
#include "adapters/matrix/receive/message.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/receive/stale_leave.h"
#include "adapters/matrix/receive/timeline_merge.h"
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/room/room_privacy.h"
#include "adapters/matrix/send/private_room.h"
#include "bot/base/metrics.h"

#include <string.h>

/* numbers of users are taken modulo this number, so that the sum of two can't overflow */
#define PEOPLE_MOST (INT64_C(1) << 40)

enum bot_error mx_batch_each_room(const json_t *batch,
	enum bot_error (*visit)(
		void *self, enum mx_section section, const char *id, const json_t *body),
	void *self)
{
	static const char *const names[] = {
		[MX_SECTION_LEAVE] = "leave",
		[MX_SECTION_JOIN] = "join",
		[MX_SECTION_INVITE] = "invite",
	};
	enum bot_error error = BOT_OK;

	for (int i = MX_SECTION_LEAVE; i <= MX_SECTION_INVITE; i++) {
		json_t *rooms = json_object_get(json_object_get(batch, "rooms"), names[i]);
		const char *id;
		json_t *body;

		json_object_foreach (rooms, id, body)
			if (!error && mx_id_is_room(id))
				error = visit(self, (enum mx_section)i, id, body);
	}
	return error;
}

json_t *mx_batch_events(const json_t *body, const char *part)
{
	return json_object_get(json_object_get(body, part), "events");
}

static void collect_names(json_t **names, const json_t *events)
{
	json_t *event;
	size_t i;

	json_array_foreach (events, i, event) {
		const char *type = mx_event_state_type(event);
		json_t *name;

		if (!type || strcmp(type, "m.room.member") != 0)
			continue;
		name = json_object_get(json_object_get(event, "content"), "displayname");
		if (json_is_string(name) && !*names)
			*names = json_object();
		if (json_is_string(name))
			(void)json_object_set(*names, mx_json_text(event, "state_key"), name);
	}
}

static enum bot_error on_own_membership(
	struct mx_timeline *timeline, const json_t *event, const char *membership)
{
	bool inside = strcmp(membership, "join") == 0;
	bool entered = inside && !timeline->inside;

	if (mx_stale_leave_is_event(timeline, membership))
		return BOT_OK;
	timeline->inside = inside;
	if (!inside)
		timeline->reads_messages = false;
	if (!entered)
		return BOT_OK;
	/*
	 * If the bot left the room and joined it again, the events contain several joins. The bot
	 * handles only the last of them.
	 */
	if (timeline->joins_ahead > 1) {
		timeline->joins_ahead--;
		return BOT_OK;
	}
	timeline->joins_ahead = 0;
	timeline->reads_messages = true;
	timeline->room.since = mx_stale_leave_time(event);
	if (!timeline->join_handled)
		return mx_membership_joined(timeline);
	timeline->join_handled = false;
	return BOT_OK;
}

/*
 * Adds to timeline->joins_ahead how often the bot joins in these events. Updates *inside, which
 * says whether the bot is in the room.
 */
static void count_joins(struct mx_timeline *timeline, const json_t *events, bool *inside)
{
	json_t *event;
	size_t i;

	json_array_foreach (events, i, event) {
		const char *membership =
			mx_event_membership(event, timeline->receiver->account->user);
		bool joins = membership && strcmp(membership, "join") == 0;

		if (!membership)
			continue;
		timeline->joins_ahead += joins && !*inside;
		*inside = joins;
	}
}

/*
 * Returns whether the event only says that a known member is in the room: the bot, or the user
 * whose private room this is.
 */
static bool is_known_member(const struct mx_timeline *timeline, const json_t *event)
{
	const char *own = mx_event_membership(event, timeline->receiver->account->user);
	const char *user = timeline->private_with;
	const char *membership = own ? own : *user ? mx_event_membership(event, user) : NULL;

	return membership && strcmp(membership, "join") == 0;
}

/* Handles that somebody else has joined a private room. */
static enum bot_error on_third_person(struct mx_timeline *timeline)
{
	const struct mx_account *account = timeline->receiver->account;
	enum bot_error error;

	timeline->room.shared = true;
	error = mx_room_save(&timeline->room, account->store, timeline->id);
	return error ? error : bot_host_private_room_shared(account->host, timeline->private_with);
}

/*
 * Tells the host that a user has joined or left their private room, or a room with matches, or that
 * somebody else has joined a private room. A user whom somebody else removes does not count as
 * having left. Otherwise a moderator could make an opponent lose. The events of a gap are older
 * than the batch beside the gap. So in a gap the bot only notes who has joined a private room.
 */
static enum bot_error on_other_membership(struct mx_timeline *timeline, const json_t *event)
{
	struct bot_host *host = timeline->receiver->account->host;
	bool ignored = false;
	const json_t *content = json_object_get(event, "content");
	const char *user = mx_json_text(event, "state_key");
	bool joins = mx_json_text_is(content, "membership", "join");
	bool leaves = mx_json_text_is(content, "membership", "leave") &&
		      mx_json_text_is(event, "sender", user);

	if (!mx_id_is_user(user) || !timeline->inside || !timeline->after_first_batch)
		return BOT_OK;
	if (joins && *timeline->private_with && strcmp(timeline->private_with, user) != 0)
		return on_third_person(timeline);
	if (joins) {
		enum bot_error error = bot_host_ignores(host, user, &ignored);

		if (error || ignored)
			return error;
	}
	if (joins && strcmp(timeline->private_with, user) == 0)
		return bot_host_user_joined(host, user);
	if (timeline->in_gap)
		return BOT_OK;
	if (leaves)
		return bot_host_user_left(host, timeline->id, user);
	/* The state before a timeline repeats the old joins of the users who write in it. */
	return joins && !timeline->in_state ? bot_host_user_entered(host, timeline->id, user)
					    : BOT_OK;
}

/*
 * Updates the room. Saves it at once, because the host may read the room from the store to handle
 * the next message. Tells the host if the bot may no longer write in the room, or may write again.
 */
static enum bot_error apply(struct mx_timeline *timeline, const json_t *event, const char *type)
{
	const struct mx_account *account = timeline->receiver->account;
	struct mx_room *room = &timeline->room;
	bool encrypts = mx_crypto_is_built_in();
	bool before = mx_room_is_muted(room, account->user, encrypts), after;
	enum bot_error error;

	mx_room_apply(room, event, type, account->user);
	error = mx_room_save(room, account->store, timeline->id);
	after = mx_room_is_muted(room, account->user, encrypts);
	/* An upgrade takes the right to write in the old room away from all its users. */
	if (error || before == after || room->standing != MX_INSIDE || *timeline->private_with ||
		room->successor)
		return error;
	return bot_host_room_muted(account->host, timeline->id, after);
}

static enum bot_error on_state(struct mx_timeline *timeline, const json_t *event, const char *type)
{
	struct mx_receiver *receiver = timeline->receiver;
	const char *membership = mx_event_membership(event, receiver->account->user);

	bot_metrics_count(BOT_RECEIVED_STATE);
	if (mx_private_depends_on(type) && !is_known_member(timeline, event))
		mx_private_room_distrust(receiver->sender, timeline->id);
	if (strcmp(type, "m.room.member") == 0)
		mx_room_keys_members_changed(receiver->crypto, timeline->id, event);
	if (strcmp(type, "m.room.member") == 0 && !timeline->in_gap)
		mx_people_note(&receiver->people, timeline->id, event);
	if (membership && !timeline->in_gap) {
		enum bot_error error =
			mx_own_name_note(&receiver->own_name, receiver->account, event);

		if (error)
			return error;
	}
	if (membership)
		return on_own_membership(timeline, event, membership);
	if (strcmp(type, "m.room.tombstone") == 0)
		return mx_membership_follow_tombstone(timeline, event);
	if (strcmp(type, "m.room.member") == 0)
		return on_other_membership(timeline, event);
	return timeline->in_gap ? BOT_OK : apply(timeline, event, type);
}

/*
 * Call this for an event that has no state type. If the bot can't read the event, the event may
 * have let a third person in. Then this function makes the bot check again who is in the room. A
 * JSON null stands for an event that the bot could not parse.
 */
static void distrust_members(const struct mx_timeline *timeline, const json_t *event)
{
	if (!json_is_null(event) && !mx_event_is_unreadable_state(event))
		return;
	mx_private_room_distrust(timeline->receiver->sender, timeline->id);
	mx_room_keys_members_changed(timeline->receiver->crypto, timeline->id, NULL);
	mx_people_forget(&timeline->receiver->people, timeline->id);
}

/* Says which events of a list handle_selected must handle. */
enum selection {
	ALL_EVENTS,
	OWN_MEMBERSHIP,
	OTHER_STATE,      /* all state events except the bot's own membership */
	STATE_BESIDE_GAP, /* as OTHER_STATE, but without tombstones */
};

static bool is_selected(const struct mx_timeline *timeline, const json_t *event, const char *type,
	enum selection selection)
{
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

static enum bot_error handle_selected(
	struct mx_timeline *timeline, const json_t *events, enum selection selection)
{
	struct bot_store *store = timeline->receiver->account->store;
	enum bot_error error = BOT_OK;
	json_t *event;
	size_t i;

	json_array_foreach (events, i, event) {
		const char *type = mx_event_state_type(event);
		const char *id = mx_json_text(event, "event_id");

		bot_cause_enter(store, BOT_CAUSE_EVENT, id ? id : timeline->id, 0);
		if (!type)
			distrust_members(timeline, event);
		if (!is_selected(timeline, event, type, selection))
			continue;
		error = type ? on_state(timeline, event, type)
			     : mx_message_receive(timeline, event);
		if (error)
			break;
	}
	return error;
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
static enum bot_error ensure_joined(struct mx_timeline *timeline)
{
	enum bot_error error = BOT_OK;

	if (!timeline->inside) {
		timeline->inside = timeline->reads_messages = true;
		error = mx_membership_joined(timeline);
	}
	if (!error && timeline->after_first_batch)
		error = mx_membership_tell_unreadable(timeline);
	return error;
}

static enum bot_error handle_events(
	struct mx_timeline *timeline, const json_t *state, const json_t *events, bool joined)
{
	bool inside = timeline->inside;
	enum bot_error error;

	count_joins(timeline, state, &inside);
	count_joins(timeline, events, &inside);
	timeline->in_state = true;
	timeline->stays = joined;
	error = handle_selected(timeline, state, OTHER_STATE);
	if (!error)
		error = handle_selected(timeline, state, OWN_MEMBERSHIP);
	timeline->in_state = false;
	/* The homeserver has taken back that the bot left: it shows no join. */
	if (!error && joined && timeline->joins_ahead == 0 &&
		timeline->room.standing == MX_OUTSIDE && timeline->after_first_batch)
		error = ensure_joined(timeline);
	if (!error)
		error = handle_selected(timeline, events, ALL_EVENTS);
	if (error)
		return error;
	return joined ? ensure_joined(timeline) : mx_membership_left(timeline);
}

/*
 * Handles the state in a batch for a room with a gap. The bot reads the messages later, with the
 * gap.
 */
static enum bot_error handle_beside_gap(
	struct mx_timeline *timeline, const json_t *state, const json_t *events, bool joined)
{
	struct mx_receiver *receiver = timeline->receiver;
	enum bot_error error;

	/* The batch does not always show who joined or left during the gap. */
	mx_private_room_distrust(receiver->sender, timeline->id);
	mx_room_keys_members_changed(receiver->crypto, timeline->id, NULL);
	mx_people_forget(&receiver->people, timeline->id);
	timeline->in_state = true;
	error = handle_selected(timeline, state, STATE_BESIDE_GAP);
	timeline->in_state = false;
	if (!error)
		error = handle_selected(timeline, events, STATE_BESIDE_GAP);
	return error || !joined ? error : ensure_joined(timeline);
}

static enum bot_error timeline_init(
	struct mx_timeline *timeline, struct mx_receiver *receiver, const char *id)
{
	struct mx_timeline new = {
		.receiver = receiver,
		.id = id,
		.after_first_batch = true,
		.counts_messages = !receiver->demand.pushed,
		.people = -1,
	};
	enum bot_error error = mx_room_private_with(receiver->account->store, id, new.private_with);

	if (!error)
		error = mx_room_init(&new.room, receiver->account->store, id);
	if (error)
		return error;
	new.was_inside = new.inside = new.room.standing == MX_INSIDE;
	new.reads_messages = new.inside && !new.room.has_type;
	*timeline = new;
	return BOT_OK;
}

static void timeline_finish(struct mx_timeline *timeline)
{
	mx_room_finish(&timeline->room);
	json_decref(timeline->names);
}

/* Handles a room. `body` is its part of the batch, and `whole` that part before it was cut. */
static enum bot_error handle_room(struct mx_receiver *receiver, const char *id, const json_t *body,
	const json_t *whole, bool joined, enum mx_batch_source source)
{
	const json_t *state = mx_batch_events(body, "state");
	const json_t *events = mx_batch_events(body, "timeline");
	struct mx_timeline timeline;
	enum bot_error error = timeline_init(&timeline, receiver, id);

	if (error)
		return error;
	if (!joined && mx_stale_leave_is_section(&timeline.room, body, receiver->account->user)) {
		timeline_finish(&timeline);
		return BOT_OK;
	}
	timeline.after_first_batch = source != MX_FROM_FIRST_SYNC;
	timeline.live = joined && source == MX_FROM_SYNC;
	timeline.counts_messages = timeline.counts_messages || source == MX_FROM_TRANSACTION;
	timeline.people = count_people(body);
	collect_names(&timeline.names, mx_batch_events(whole, "state"));
	collect_names(&timeline.names, mx_batch_events(whole, "timeline"));
	if (mx_gaps_has_open(receiver, id))
		error = handle_beside_gap(&timeline, state, events, joined);
	else
		error = handle_events(&timeline, state, events, joined);
	if (!error)
		error = mx_message_save_scrolled(&timeline);
	if (!error && joined)
		error = mx_idle_rooms_note_members(&timeline.room, receiver->account->store, id,
			json_object_get(body, "summary"));
	timeline_finish(&timeline);
	return error;
}

struct batch_handling {
	struct mx_receiver *receiver;
	const json_t *batch;
	enum mx_batch_source source;
	enum mx_section first, last; /* handle_section handles only these sections */
};

/* Returns whether a batch has the room in the section "join". */
static bool is_joined_too(const json_t *batch, const char *id)
{
	return json_object_get(json_object_get(json_object_get(batch, "rooms"), "join"), id);
}

static enum bot_error handle_section(
	void *self, enum mx_section section, const char *id, const json_t *body)
{
	const struct batch_handling *handling = self;

	if (section < handling->first || section > handling->last)
		return BOT_OK;
	if (section == MX_SECTION_INVITE)
		return mx_invitation_handle(handling->receiver, id, body);
	if (section == MX_SECTION_LEAVE && is_joined_too(handling->batch, id))
		return BOT_OK;
	return handle_room(
		handling->receiver, id, body, body, section == MX_SECTION_JOIN, handling->source);
}

/*
 * If the bot comes or goes, what people wrote before must be in one piece with that event. A room
 * with a gap is not cut: its messages come later, with the gap.
 */
static size_t first_piece(void *self, const char *id, const json_t *body)
{
	const struct batch_handling *handling = self;
	const char *me = handling->receiver->account->user;
	const json_t *event;
	size_t i, first = 0;

	if (mx_gaps_has_open(handling->receiver, id))
		return SIZE_MAX;
	json_array_foreach (mx_batch_events(body, "timeline"), i, event)
		if (mx_event_membership(event, me))
			first = i + 1;
	return first;
}

static enum bot_error handle_piece(
	void *self, const char *id, const json_t *piece, const json_t *body)
{
	const struct batch_handling *handling = self;

	return handle_room(handling->receiver, id, piece, body, true, handling->source);
}

static enum bot_error handle_sections(
	struct batch_handling *handling, enum mx_section first, enum mx_section last)
{
	handling->first = first;
	handling->last = last;
	return mx_batch_each_room(handling->batch, handle_section, handling);
}

/*
 * The first batch of a process, or after a failure, may bring again what an older copy of the store
 * has forgotten. So its joined rooms are handled in pieces.
 */
enum bot_error mx_batch_handle(
	struct mx_receiver *receiver, const json_t *batch, enum mx_batch_source source)
{
	struct batch_handling handling = {.receiver = receiver, .batch = batch, .source = source};
	const struct mx_merge merge = {&handling, first_piece, handle_piece};

	if (source != MX_FROM_SYNC || !receiver->sync.first)
		return handle_sections(&handling, MX_SECTION_LEAVE, MX_SECTION_INVITE);
	enum bot_error error = handle_sections(&handling, MX_SECTION_LEAVE, MX_SECTION_LEAVE);
	if (!error)
		error = mx_timeline_merge(batch, &merge);
	return error ? error : handle_sections(&handling, MX_SECTION_INVITE, MX_SECTION_INVITE);
}

enum bot_error mx_batch_handle_late(
	struct mx_receiver *receiver, const char *room, const struct mx_event *event)
{
	struct mx_timeline timeline;
	enum bot_error error = timeline_init(&timeline, receiver, room);

	if (error)
		return error;
	error = mx_message_handle(&timeline, event);
	if (!error)
		error = mx_message_save_scrolled(&timeline);
	timeline_finish(&timeline);
	return error;
}

enum bot_error mx_batch_handle_page(
	struct mx_receiver *receiver, struct bot_gap *gap, const json_t *page)
{
	const json_t *events = json_object_get(page, "chunk");
	struct mx_timeline timeline;
	enum bot_error error = timeline_init(&timeline, receiver, gap->room);
	bool inside;

	if (error)
		return error;
	timeline.in_gap = true;
	timeline.live = gap->joined;
	timeline.join_handled = gap->place == BOT_GAP_BEFORE;
	timeline.inside = inside = gap->place == BOT_GAP_INSIDE;
	timeline.reads_messages = inside && !timeline.room.has_type;
	collect_names(&timeline.names, json_object_get(page, "state"));
	collect_names(&timeline.names, events);
	count_joins(&timeline, events, &inside);
	error = handle_selected(&timeline, events, ALL_EVENTS);
	if (!error)
		error = mx_message_save_scrolled(&timeline);
	gap->place = timeline.inside         ? BOT_GAP_INSIDE
		     : timeline.join_handled ? BOT_GAP_BEFORE
					     : BOT_GAP_OUTSIDE;
	timeline_finish(&timeline);
	return error;
}

enum bot_error mx_batch_finish_gap(struct mx_receiver *receiver, const struct bot_gap *gap)
{
	struct mx_timeline timeline;
	enum bot_error error = timeline_init(&timeline, receiver, gap->room);

	if (error)
		return error;
	timeline.inside = gap->place != BOT_GAP_OUTSIDE;
	error = gap->joined ? ensure_joined(&timeline) : mx_membership_left(&timeline);
	timeline_finish(&timeline);
	return error;
}
