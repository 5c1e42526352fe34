/*
 * Stale events which say that the bot has left a room, although it is there: a homeserver may show
 * an old one again when it resolves the state of a room. If the bot believed such an event, it
 * would drop the room's waiting messages, and miss what people write next.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_STALE_LEAVE_H
#define ADAPTERS_MATRIX_RECEIVE_STALE_LEAVE_H

#include "adapters/matrix/room/room_state.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mx_timeline;

/* Returns when an event was made, in milliseconds since 1970, or 0 if the event does not say it. */
int64_t mx_stale_leave_time(const json_t *event);

/*
 * Returns whether an event of the bot's own membership is stale: the bot is not in the room after
 * the event, but is there after the batch, and no join follows.
 */
bool mx_stale_leave_is_event(const struct mx_timeline *timeline, const char *membership);

/*
 * Returns whether a room is in the section "leave" only because of an event that is older than the
 * join of the bot. `body` is the room's part of the batch, and `me` the bot's user id.
 */
bool mx_stale_leave_is_section(const struct mx_room *room, const json_t *body, const char *me);

#endif
