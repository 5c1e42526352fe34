#include "adapters/matrix/receive/batch.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/receive/gap_list.h"
#include "adapters/matrix/receive/invitation.h"
#include "adapters/matrix/receive/progress.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/room/event.h"
#include "bot/base/attempt.h"
#include "bot/base/clock.h"

#include <stdint.h>
#include <string.h>

/* How many ms a part may take, beyond the room with which it ends. */
#define PART_TIME 4000

struct batch_handling {
	struct mx_receiver *receiver;
	const json_t *batch;
	json_t *names; /* mx_timeline_names of each room whose timeline is cut into pieces */
	enum mx_batch_source source;
	enum mx_section first, last; /* handle_section handles only these sections */
	json_t *progress;
	int64_t until;   /* the steady time when the part ends */
	bool began;      /* the part has handled something */
	bool unfinished; /* the part has ended before the batch */
};

/* Returns whether the part ends here, although the batch goes on. */
static bool is_part_over(struct batch_handling *handling)
{
	handling->unfinished =
		handling->unfinished || (handling->began && bot_clock_steady() >= handling->until);
	return handling->unfinished;
}

static void note(
	struct batch_handling *handling, enum mx_section section, const char *id, size_t events)
{
	handling->began = true;
	mx_progress_note(handling->progress, section, id, events);
}

/* Returns whether a batch has the room in the section "join". */
static bool is_joined_too(const json_t *batch, const char *id)
{
	return json_object_get(json_object_get(json_object_get(batch, "rooms"), "join"), id);
}

/* `body` is the room's part of the batch, or a piece of the part `whole`. */
static void handle_room(const struct batch_handling *handling, const char *id, const json_t *body,
	const json_t *names, bool joined)
{
	bot_must(mx_timeline_handle(handling->receiver, id,
		&(struct mx_room_part){
			.body = body,
			.names = names,
			.source = handling->source,
			.joined = joined,
			.has_gap = mx_gaps_has_open(handling->receiver, id),
		}));
}

static void handle_section(void *self, enum mx_section section, const char *id, const json_t *body)
{
	struct batch_handling *handling = self;
	const size_t count = json_array_size(mx_section_events(body, "timeline"));
	size_t done;

	if (section < handling->first || section > handling->last ||
		(section == MX_SECTION_LEAVE && is_joined_too(handling->batch, id)) ||
		(mx_progress_find(handling->progress, section, id, &done) && done >= count) ||
		is_part_over(handling))
		return;
	if (section == MX_SECTION_INVITE)
		mx_invitation_handle(handling->receiver, id, body);
	else
		handle_room(handling, id, body, NULL, section == MX_SECTION_JOIN);
	note(handling, section, id, count);
}

/*
 * Returns how many events at least the first piece of the room must have. If the bot comes or goes,
 * what people wrote before must be in one piece with that event. A room with a gap is not cut: its
 * messages come later, with the gap.
 */
static size_t first_piece(const struct batch_handling *handling, const char *id, const json_t *body)
{
	const char *me = handling->receiver->account->user;
	json_t *names = mx_timeline_names(body);
	const json_t *event;
	size_t i, first = 0;

	if (names)
		(void)json_object_set_new(handling->names, id, names);

	if (mx_gaps_has_open(handling->receiver, id))
		return SIZE_MAX;
	json_array_foreach (mx_section_events(body, "timeline"), i, event) {
		const struct mx_event read = mx_event_read(event);

		if (mx_event_membership(&read, me))
			first = i + 1;
	}
	return first;
}

static void handle_sections(
	struct batch_handling *handling, enum mx_section first, enum mx_section last)
{
	handling->first = first;
	handling->last = last;
	mx_section_visit_rooms(handling->batch, handle_section, handling);
}

/*
 * The order of events in different rooms. A batch has one timeline for each room. Usually the order
 * between the rooms does not matter, because nobody can answer what the bot has not sent yet. But
 * after an older copy of the store has come back, a batch brings a conversation that has happened
 * already: somebody accepts a challenge in a room, and then plays in their private room. So the bot
 * handles such a batch in pieces of timelines, in the order of the events' times.
 *
 * Other servers may give their events any time. A wrong time changes only when the events of its
 * room are handled: the events of one room always keep their order.
 */

/* A room of the batch, and how much of its timeline was visited. */
struct room {
	const char *id;
	json_t *body;
	const json_t *events; /* the timeline, or NULL */
	size_t next, count;   /* the next event, and the number of events */
	json_int_t time;      /* of the next event, but never less than that of an earlier event */
	size_t first;         /* how many events at least the first piece has */
	bool done;
};

/* Returns the time of an event, or the time before it if the event has none or an earlier one. */
static json_int_t time_of(const struct room *room, size_t event, json_int_t before)
{
	const json_t *time =
		json_object_get(json_array_get(room->events, event), "origin_server_ts");

	return json_is_integer(time) && json_integer_value(time) > before ? json_integer_value(time)
									  : before;
}

static void init(
	struct room *room, const char *id, json_t *body, const struct batch_handling *handling)
{
	*room = (struct room){.id = id, .body = body};
	room->first = first_piece(handling, id, body);
	room->events = json_object_get(json_object_get(body, "timeline"), "events");
	room->count = json_array_size(room->events);
	room->done = mx_progress_find(handling->progress, MX_SECTION_JOIN, id, &room->next) &&
		     room->next >= room->count;
	for (size_t i = 0; i <= room->next && i < room->count; i++)
		room->time = time_of(room, i, room->time);
}

/*
 * Finds the room whose next event is the oldest, or NULL if all rooms are done. Sets *until to the
 * time of the oldest event of the other rooms.
 */
static struct room *find_next(struct room *rooms, size_t count, json_int_t *until)
{
	struct room *found = NULL;

	*until = INT64_MAX;
	for (size_t i = 0; i < count; i++) {
		if (rooms[i].done)
			continue;
		if (!found || rooms[i].time < found->time) {
			*until = found ? found->time : *until;
			found = &rooms[i];
		} else if (rooms[i].time < *until) {
			*until = rooms[i].time;
		}
	}
	return found;
}

/* Returns the end of the room's next piece, whose events are not newer than `until`. */
static size_t find_end(struct room *room, json_int_t until)
{
	size_t end = room->next;

	while (end < room->count && (end == room->next || end < room->first || room->time <= until))
		room->time = time_of(room, ++end, room->time);
	return end;
}

/* Makes a copy of the room's part of the batch, with these events only. */
static json_t *cut(const struct room *room, size_t end)
{
	json_t *piece = json_copy(room->body);
	json_t *events = json_array();

	for (size_t i = room->next; i < end; i++)
		(void)json_array_append(events, json_array_get(room->events, i));
	if (room->next > 0)
		(void)json_object_del(piece, "state");
	(void)json_object_set_new(piece, "timeline", json_pack("{s:o}", "events", events));
	return piece;
}

/* Handles the next piece of a room. The first piece has the state. */
static void handle_piece(struct batch_handling *handling, struct room *room, json_int_t until)
{
	size_t end = find_end(room, until);
	bool whole = room->next == 0 && end == room->count;
	const json_t *names = json_object_get(handling->names, room->id);
	const json_t *piece = whole ? room->body : mx_json_scratch(cut(room, end));

	handle_room(handling, room->id, piece, names, true);
	room->next = end;
	room->done = end == room->count;
	note(handling, MX_SECTION_JOIN, room->id, end);
}

/* An attempt of its own, so that the memory of each piece ends with it: there may be many. */
static enum bot_error try_piece(
	struct batch_handling *handling, struct room *room, json_int_t until)
{
	BOT_ATTEMPT(handle_piece(handling, room, until));
}

/* Handles the joined rooms of a batch in pieces, the oldest events first. */
static void handle_in_pieces(struct batch_handling *handling)
{
	json_t *joined = json_object_get(json_object_get(handling->batch, "rooms"), "join");
	struct room *rooms = bot_scratch((json_object_size(joined) + 1) * sizeof(*rooms)), *next;
	size_t count = 0;
	json_int_t until;
	const char *id;
	json_t *body;

	json_object_foreach (joined, id, body)
		if (mx_id_is_room(id))
			init(&rooms[count++], id, body, handling);
	while ((next = find_next(rooms, count, &until)) != NULL && !is_part_over(handling))
		bot_must(try_piece(handling, next, until));
}

/*
 * The first batch of a process, or after a failure, may bring again what an older copy of the store
 * has forgotten. So its joined rooms are handled in pieces.
 */
static void handle_first(struct batch_handling *handling)
{
	handle_sections(handling, MX_SECTION_LEAVE, MX_SECTION_LEAVE);
	handling->names = mx_json_scratch(json_object());
	handle_in_pieces(handling);
	handle_sections(handling, MX_SECTION_INVITE, MX_SECTION_INVITE);
}

/* Returns whether the whole batch is handled. */
static bool handle(struct batch_handling *handling)
{
	if (handling->source == MX_FROM_SYNC && handling->receiver->sync.first)
		handle_first(handling);
	else
		handle_sections(handling, MX_SECTION_LEAVE, MX_SECTION_INVITE);
	return !handling->unfinished;
}

enum bot_error mx_batch_handle(struct mx_receiver *receiver, const json_t *batch,
	enum mx_batch_source source, json_t *progress, bool *finished)
{
	struct batch_handling handling = {
		.receiver = receiver,
		.batch = batch,
		.source = source,
		.progress = progress,
		.until = bot_clock_steady() + PART_TIME,
	};

	BOT_ATTEMPT(*finished = handle(&handling));
}

/*
 * Returns whether the event is a member event that /sync adds for the sender of a message. Such an
 * event changes nothing in the store.
 */
static bool is_member(const json_t *json, const char *me)
{
	const struct mx_event event = mx_event_read(json);
	const char *own = mx_event_membership(&event, me);

	return event.state_type && strcmp(event.state_type, "m.room.member") == 0 &&
	       (!own || strcmp(own, "join") == 0);
}

static bool is_echo(const json_t *json, const char *me)
{
	const struct mx_event event = mx_event_read(json);

	return mx_event_transaction_id(&event, me);
}

static bool has_only_echoes(const struct mx_receiver *receiver, const char *id, const json_t *body)
{
	const char *me = receiver->account->user;
	const json_t *event;
	size_t i;

	json_array_foreach (mx_section_events(body, "timeline"), i, event)
		if (!is_echo(event, me))
			return false;
	json_array_foreach (mx_section_events(body, "state"), i, event)
		if (!is_member(event, me))
			return false;
	return !json_is_true(json_object_get(json_object_get(body, "timeline"), "limited")) &&
	       !mx_gaps_has_open(receiver, id) && mx_room_is_inside(receiver->account->store, id);
}

enum mx_batch_kind mx_batch_kind_find(const struct mx_receiver *receiver, const json_t *batch)
{
	json_t *rooms = json_object_get(batch, "rooms"), *joined = json_object_get(rooms, "join");
	const char *id;
	json_t *body;

	if (mx_crypto_is_built_in() || json_object_size(json_object_get(rooms, "leave")) > 0 ||
		json_object_size(json_object_get(rooms, "invite")) > 0)
		return MX_BATCH_WITH_NEWS;
	json_object_foreach (joined, id, body)
		if (!mx_id_is_room(id) || !has_only_echoes(receiver, id, body))
			return MX_BATCH_WITH_NEWS;
	return json_object_size(joined) > 0 ? MX_BATCH_OF_ECHOES : MX_EMPTY_BATCH;
}
