/*
 * Notices that another process, or a person, sends messages as the bot's account, and warns the
 * host once. Two bots with one account and different stores would answer each command twice.
 */
#ifndef MX_OTHER_DEVICE_H
#define MX_OTHER_DEVICE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mx_other_device {
	int64_t started; /* when the bot started, in ms since 1970 UTC */
	bool has_echo; /* the homeserver gives the bot the transaction ids of the bot's own messages
			*/
	bool warned;
};

void mx_other_device_init(struct mx_other_device *other);

/*
 * Notes a new event of /sync that the bot's account sent. `txn` is the event's transaction id, or
 * NULL. The homeserver gives each device only the transaction ids of this device. So if the
 * homeserver gives transaction ids at all, an event without one is from another device. Ignores
 * events from before the bot started, because the homeserver forgets transaction ids after some
 * time.
 */
void mx_other_device_note(struct mx_other_device *other, const json_t *event, const char *txn);

#endif
