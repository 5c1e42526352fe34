/* Messages in a room: gives commands to the host, and counts all other messages. */
#ifndef MX_ROOM_MESSAGE_H
#define MX_ROOM_MESSAGE_H

#include "adapters/matrix/receive/batch.h"

/*
 * Handles an event that is no state event. A JSON null stands for an event that could not be
 * parsed.
 */
BOT_MUST_USE enum bot_error mx_room_message_handle(struct mx_place *place, const json_t *event);

/* Stores the number of messages that scrolled the room's boards up, and resets place->scrolled. */
BOT_MUST_USE enum bot_error mx_room_message_save_scrolled(struct mx_place *place);

/*
 * Whether mx_room_message_handle must handle the event; false: the event need only be counted.
 * Changes nothing.
 */
bool mx_room_message_is_wanted(struct mx_receiver *receiver, const char *room, const json_t *event);

#endif
