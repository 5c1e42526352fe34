/* State events: who is in a room, what the room is, and where it has moved. */
#ifndef ADAPTERS_MATRIX_RECEIVE_STATE_EVENT_H
#define ADAPTERS_MATRIX_RECEIVE_STATE_EVENT_H

#include "bot/base/error.h"

#include <jansson.h>

struct mx_timeline;

/*
 * Handles a state event of this `type` (mx_event_state_type): updates the room, and tells the host.
 * Call it in a transaction. A room can be big, so it is not stored after each event:
 * mx_state_event_save stores it.
 */
BOT_MUST_USE enum bot_error mx_state_event_handle(
	struct mx_timeline *timeline, const json_t *event, const char *type);

/* Stores the room if events have changed it. Call it before anybody may read it from the store. */
BOT_MUST_USE enum bot_error mx_state_event_save(struct mx_timeline *timeline);

/*
 * Call this for an event that has no state type. If the bot can't read the event, the event may
 * have let a third person in. Then this function makes the bot check again who is in the room. A
 * JSON null stands for an event that the bot could not parse.
 */
void mx_state_event_distrust(const struct mx_timeline *timeline, const json_t *event);

#endif
