/* The rooms in a batch, and the events of each room. */
#ifndef MX_BATCH_ROOMS_H
#define MX_BATCH_ROOMS_H

#include "bot/base/error.h"

#include <jansson.h>

/* The sections of a batch, in the order in which they are visited. */
enum mx_section {
	MX_SECTION_LEAVE,
	MX_SECTION_JOIN,
	MX_SECTION_INVITE,
};

/*
 * Calls `visit` with each room of the batch, until a call fails. Skips rooms whose id is not
 * valid. `id` and `body`, the room's part of the batch, are borrowed from the batch. Returns the
 * error of the call that failed, or BOT_OK.
 */
BOT_MUST_USE enum bot_error mx_batch_each_room(const json_t *batch,
	enum bot_error (*visit)(
		void *self, enum mx_section section, const char *id, const json_t *body),
	void *self);

/*
 * The array of events in "state", "timeline" or "invite_state" of a room's part of a batch,
 * borrowed; NULL: there is none.
 */
json_t *mx_batch_events(const json_t *body, const char *part);

#endif
