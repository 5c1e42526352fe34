/* State events: who is in a room, what the room is, and where it has moved. */
#ifndef ADAPTERS_MATRIX_RECEIVE_STATE_EVENT_H
#define ADAPTERS_MATRIX_RECEIVE_STATE_EVENT_H

#include "adapters/matrix/room/event.h"
#include "adapters/matrix/room/room_state.h"

#include <jansson.h>
#include <stdbool.h>

struct mx_timeline;

/*
 * Handles a state event that has a state type: updates the room, and tells the host. Call it, and
 * mx_state_event_save, in a transaction and in an attempt (bot/base/attempt.h). A room can be big,
 * so it is not stored after each event: mx_state_event_save stores it.
 */
void mx_state_event_handle(struct mx_timeline *timeline, const struct mx_event *event);

/* Stores the room if events have changed it. Call it before anybody may read it from the store. */
void mx_state_event_save(struct mx_timeline *timeline);

/*
 * Call this for an event that has no state type. If the bot can't read the event, the event may
 * have let a third person in. Then this function makes the bot check again who is in the room. A
 * JSON null stands for an event that the bot could not parse.
 */
void mx_state_event_distrust(const struct mx_timeline *timeline, const struct mx_event *event);

/*
 * Stale events say that the bot has left a room, although it is there: a homeserver may show an old
 * one again when it resolves the state of a room. If the bot believed such an event, it would drop
 * the room's waiting messages, and miss what people write next.
 */

/*
 * Returns whether a room is in the section "leave" only because of an event that is older than the
 * join of the bot. `body` is the room's part of the batch, and `me` the bot's user id.
 */
bool mx_state_event_is_stale_section(
	const struct mx_room *room, const json_t *body, const char *me);

#endif
