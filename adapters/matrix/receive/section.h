/*
 * The parts of a batch. It has three sections: the rooms that the bot has left, those that it is
 * in, and those to which it is invited. Each room's part of a section has lists of events.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_SECTION_H
#define ADAPTERS_MATRIX_RECEIVE_SECTION_H

#include "bot/base/error.h"

#include <jansson.h>

/* The sections of a batch, in the order in which mx_section_visit_rooms visits them. */
enum mx_section {
	MX_SECTION_LEAVE,
	MX_SECTION_JOIN,
	MX_SECTION_INVITE,
};

/*
 * Calls `visit` with each room of the batch, until a call fails. Skips rooms whose id is not
 * valid. `visit` borrows `id` and `body`, the room's part of the batch. Returns the error of the
 * call that failed, or BOT_OK.
 */
BOT_MUST_USE enum bot_error mx_section_visit_rooms(const json_t *batch,
	enum bot_error (*visit)(
		void *self, enum mx_section section, const char *id, const json_t *body),
	void *self);

/*
 * Returns the array of events in "state", "timeline" or "invite_state" of a room's part of a batch,
 * borrowed, or NULL if the part has no such array.
 */
json_t *mx_section_events(const json_t *body, const char *part);

#endif
