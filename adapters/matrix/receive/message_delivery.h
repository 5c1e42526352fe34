/* Gives the commands among a room's messages to the host, and counts all other messages. */
#ifndef ADAPTERS_MATRIX_RECEIVE_MESSAGE_DELIVERY_H
#define ADAPTERS_MATRIX_RECEIVE_MESSAGE_DELIVERY_H

#include "adapters/matrix/receive/timeline.h"

#include <jansson.h>
#include <stdbool.h>

/*
 * Handles an event that is no state event, in the caller's transaction. A JSON null stands for an
 * event that the bot could not parse. Opens the event if it is encrypted.
 */
BOT_MUST_USE enum bot_error mx_message_delivery_receive(
	struct mx_timeline *timeline, const struct mx_event *in_clear);

/* Handles an event that is already open, as mx_message_delivery_receive does. */
BOT_MUST_USE enum bot_error mx_message_delivery_handle(
	struct mx_timeline *timeline, const struct mx_event *event);

/*
 * Adds timeline->scrolled to the number in the store, in the caller's transaction, and resets
 * timeline->scrolled.
 */
BOT_MUST_USE enum bot_error mx_message_delivery_save_scrolled(struct mx_timeline *timeline);

/*
 * Returns whether mx_message_delivery_receive must handle the event. If not, the caller only has to
 * count the event. This function changes nothing.
 */
bool mx_message_delivery_is_wanted(
	struct mx_receiver *receiver, const char *room, const struct mx_event *event);

#endif
