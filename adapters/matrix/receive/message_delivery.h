/*
 * Gives the commands among a room's messages to the host, and counts all other messages. The first
 * three functions work in the caller's transaction, and in an attempt (bot/base/attempt.h), which a
 * failure ends.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_MESSAGE_DELIVERY_H
#define ADAPTERS_MATRIX_RECEIVE_MESSAGE_DELIVERY_H

#include "adapters/matrix/receive/timeline.h"

#include <jansson.h>
#include <stdbool.h>

/*
 * Handles an event that is no state event. A JSON null stands for an event that the bot could not
 * parse. Opens the event if it is encrypted.
 */
void mx_message_delivery_receive(struct mx_timeline *timeline, const struct mx_event *in_clear);

/* Handles an event that is already open, as mx_message_delivery_receive does. */
void mx_message_delivery_handle(struct mx_timeline *timeline, const struct mx_event *event);

/* Adds timeline->scrolled to the number in the store, and resets timeline->scrolled. */
void mx_message_delivery_save_scrolled(struct mx_timeline *timeline);

/*
 * Returns whether mx_message_delivery_receive must handle the event. If not, the caller only has to
 * count the event. This function changes nothing.
 */
bool mx_message_delivery_is_wanted(
	struct mx_receiver *receiver, const char *room, const struct mx_event *event);

#endif
