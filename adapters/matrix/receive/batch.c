#include "adapters/matrix/receive/batch.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/receive/gap_list.h"
#include "adapters/matrix/receive/invitation.h"
#include "adapters/matrix/receive/progress.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/receive/section.h"
#include "adapters/matrix/receive/timeline_merge.h"
#include "adapters/matrix/room/event.h"

#include <stdint.h>

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
static bool is_part_over(void *self)
{
	struct batch_handling *handling = self;

	handling->unfinished =
		handling->unfinished || (handling->began && mx_clock_steady() >= handling->until);
	return handling->unfinished;
}

static enum bot_error note(struct batch_handling *handling, enum mx_section section, const char *id,
	size_t events, enum bot_error error)
{
	handling->began = true;
	if (!error)
		mx_progress_note(handling->progress, section, id, events);
	return error;
}

/* Returns whether a batch has the room in the section "join". */
static bool is_joined_too(const json_t *batch, const char *id)
{
	return json_object_get(json_object_get(json_object_get(batch, "rooms"), "join"), id);
}

/* `body` is the room's part of the batch, or a piece of the part `whole`. */
static enum bot_error handle_room(const struct batch_handling *handling, const char *id,
	const json_t *body, const json_t *names, bool joined)
{
	return mx_timeline_handle(handling->receiver, id,
		&(struct mx_room_part){
			.body = body,
			.names = names,
			.source = handling->source,
			.joined = joined,
			.has_gap = mx_gaps_has_open(handling->receiver, id),
		});
}

static enum bot_error handle_section(
	void *self, enum mx_section section, const char *id, const json_t *body)
{
	struct batch_handling *handling = self;
	const size_t count = json_array_size(mx_section_events(body, "timeline"));
	enum bot_error error;
	size_t done;

	if (section < handling->first || section > handling->last ||
		(section == MX_SECTION_LEAVE && is_joined_too(handling->batch, id)) ||
		(mx_progress_find(handling->progress, section, id, &done) && done >= count) ||
		is_part_over(handling))
		return BOT_OK;
	if (section == MX_SECTION_INVITE) {
		error = mx_invitation_handle(handling->receiver, id, body);
	} else {
		json_t *names = mx_timeline_names(body);

		error = handle_room(handling, id, body, names, section == MX_SECTION_JOIN);
		json_decref(names);
	}
	return note(handling, section, id, count, error);
}

static bool find_done(void *self, const char *id, size_t *events)
{
	const struct batch_handling *handling = self;

	return mx_progress_find(handling->progress, MX_SECTION_JOIN, id, events);
}

/*
 * If the bot comes or goes, what people wrote before must be in one piece with that event. A room
 * with a gap is not cut: its messages come later, with the gap.
 */
static size_t first_piece(void *self, const char *id, const json_t *body)
{
	const struct batch_handling *handling = self;
	const char *me = handling->receiver->account->user;
	json_t *names = mx_timeline_names(body);
	const json_t *event;
	size_t i, first = 0;

	if (names)
		(void)json_object_set_new(handling->names, id, names);

	if (mx_gaps_has_open(handling->receiver, id))
		return SIZE_MAX;
	json_array_foreach (mx_section_events(body, "timeline"), i, event)
		if (mx_event_membership(event, me))
			first = i + 1;
	return first;
}

static enum bot_error handle_piece(void *self, const char *id, const json_t *piece, size_t end)
{
	const struct batch_handling *handling = self;
	const json_t *names = json_object_get(handling->names, id);
	enum bot_error error = handle_room(handling, id, piece, names, true);

	return note(self, MX_SECTION_JOIN, id, end, error);
}

static enum bot_error handle_sections(
	struct batch_handling *handling, enum mx_section first, enum mx_section last)
{
	handling->first = first;
	handling->last = last;
	return mx_section_visit_rooms(handling->batch, handle_section, handling);
}

/*
 * The first batch of a process, or after a failure, may bring again what an older copy of the store
 * has forgotten. So its joined rooms are handled in pieces.
 */
static enum bot_error handle_first(struct batch_handling *handling)
{
	const struct mx_merge merge = {
		handling, find_done, first_piece, is_part_over, handle_piece};

	enum bot_error error = handle_sections(handling, MX_SECTION_LEAVE, MX_SECTION_LEAVE);
	handling->names = json_object();
	if (!error)
		error = mx_timeline_merge(handling->batch, &merge);
	json_decref(handling->names);
	return error ? error : handle_sections(handling, MX_SECTION_INVITE, MX_SECTION_INVITE);
}

enum bot_error mx_batch_handle(struct mx_receiver *receiver, const json_t *batch,
	enum mx_batch_source source, json_t *progress, bool *finished)
{
	struct batch_handling handling = {
		.receiver = receiver,
		.batch = batch,
		.source = source,
		.progress = progress,
		.until = mx_clock_steady() + PART_TIME,
	};
	enum bot_error error =
		source == MX_FROM_SYNC && receiver->sync.first
			? handle_first(&handling)
			: handle_sections(&handling, MX_SECTION_LEAVE, MX_SECTION_INVITE);

	*finished = !handling.unfinished;
	return error;
}
