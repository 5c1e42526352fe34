/*
 * Notices messages that another process, or a person, sends from the bot's account, and warns once
 * in the log. Two bots with one account and different stores would answer each command twice.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_OTHER_DEVICE_H
#define ADAPTERS_MATRIX_RECEIVE_OTHER_DEVICE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mx_other_device {
	int64_t started; /* when the bot started, in ms since 1970 UTC */
	bool has_echo;   /* the homeserver has given the bot a transaction id of its own message */
	bool warned;
};

void mx_other_device_init(struct mx_other_device *other);

/*
 * Notes a new event of /sync that the bot's account sent. `txn` is the event's transaction id, or
 * NULL. A homeserver gives each device only the transaction ids of its own events. So if this
 * homeserver gives transaction ids at all, an event without one is from another device. Ignores
 * events from before the bot started, because a homeserver forgets transaction ids after some time.
 */
void mx_other_device_note(struct mx_other_device *other, const json_t *event, const char *txn);

#endif
