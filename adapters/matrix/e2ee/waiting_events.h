/*
 * Encrypted events that wait for their key, and the users whom the bot has told that they and the
 * bot can't read each other. The store holds each event in a value of its own
 * (MX_SEALED_EVENT_KEY), so that an event costs no more if strangers have left many others. It
 * holds a short list of these events, and the list of users, under MX_SEALED_KEY. room/person.h
 * exports and erases what belongs to a person.
 *
 * The functions work in the caller's transaction, and in an attempt (bot/base/attempt.h), which a
 * failure ends.
 */
#ifndef ADAPTERS_MATRIX_E2EE_WAITING_EVENTS_H
#define ADAPTERS_MATRIX_E2EE_WAITING_EVENTS_H

#include "bot/store/store.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * After this time the bot tells the sender that it can't read the event. A client sends a key just
 * before the event, so most keys come earlier than their event. Other servers may take some
 * seconds.
 */
#define MX_KEY_LATE (INT64_C(8) * 1000)

struct mx_waiting_events {
	struct bot_store *store; /* borrowed */
	json_t *json;            /* the stored value: {"events": ..., "told": ..., "next": ...} */
	/*
	 * The waiting events in `json`: [{"room", "sender", "number", "since", "answered"}].
	 * "answered" is true once the bot has done what it can do for the sender without opening
	 * the event.
	 */
	json_t *events;
	json_t *told; /* the users whom the bot has told: [{"room", "user", "at"}] */
	bool changed; /* the value has changed since mx_waiting_events_load */
};

/* Reads the value from the store. The result ends with the attempt. */
struct mx_waiting_events *mx_waiting_events_load(struct bot_store *store);
/* Writes the list to the store if it has changed. */
void mx_waiting_events_save(const struct mx_waiting_events *waiting);

/*
 * Adds an event. If too many events wait, removes the oldest event of the same sender, of the same
 * room, of the same server (whatever its port is), or of the server with the most waiting events.
 * So nobody can fill the list. Ignores an event that is too long to be a command.
 */
void mx_waiting_events_add(
	struct mx_waiting_events *waiting, const char *room, const json_t *event);

/*
 * Reads the event of an entry from the store; it ends with the attempt. Returns NULL if the store
 * does not have the event any more.
 */
json_t *mx_waiting_events_get(const struct mx_waiting_events *waiting, const json_t *entry);

/* Removes an entry, by its place in the list, and its event. */
void mx_waiting_events_remove(struct mx_waiting_events *waiting, size_t place);

/* Returns the steady time of the next try to open the events, or 0 if no events wait. */
int64_t mx_waiting_events_next_try(const struct mx_waiting_events *waiting);

/*
 * Returns whether the bot must tell the user that it can't read them in this room. If so, notes
 * that the bot tells them now. Returns true only for a few users of each room, and only once in 30
 * days for a user, or once a day if `again` is true.
 */
bool mx_waiting_events_mark_told(
	struct mx_waiting_events *waiting, const char *room, const char *user, bool again);

#endif
