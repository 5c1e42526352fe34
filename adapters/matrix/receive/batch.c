#include "adapters/matrix/receive/batch.h"

#include "adapters/matrix/receive/gap_list.h"
#include "adapters/matrix/receive/invitation.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/receive/section.h"
#include "adapters/matrix/receive/timeline_merge.h"
#include "adapters/matrix/room/event.h"

#include <stdint.h>

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

/* `body` is the room's part of the batch, or a piece of the part `whole`. */
static enum bot_error handle_room(const struct batch_handling *handling, const char *id,
	const json_t *body, const json_t *whole, bool joined)
{
	return mx_timeline_handle(handling->receiver, id,
		&(struct mx_room_part){
			.body = body,
			.whole = whole,
			.source = handling->source,
			.joined = joined,
			.has_gap = mx_gaps_has_open(handling->receiver, id),
		});
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
	return handle_room(handling, id, body, body, section == MX_SECTION_JOIN);
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
	json_array_foreach (mx_section_events(body, "timeline"), i, event)
		if (mx_event_membership(event, me))
			first = i + 1;
	return first;
}

static enum bot_error handle_piece(
	void *self, const char *id, const json_t *piece, const json_t *body)
{
	const struct batch_handling *handling = self;

	return handle_room(handling, id, piece, body, true);
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
