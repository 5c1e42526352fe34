/*
 * Encrypted events that wait for their key, and the users whom the bot has told that they and the
 * bot can't read each other. The store holds both lists in one JSON value, under MX_SEALED_KEY.
 * room/person.h exports and erases the parts of this value that belong to a person.
 */
#ifndef MX_WAITING_EVENTS_H
#define MX_WAITING_EVENTS_H

#include "bot/store/store.h"

#include <jansson.h>
#include <stdbool.h>

struct mx_waiting_events {
	json_t *json; /* the stored value: {"events": ..., "told": ...}; owned */
	/*
	 * The waiting events in `json`: [{"room", "event", "since", "answered"}]. "answered" is
	 * true once the bot has done what it can do for the sender without opening the event.
	 */
	json_t *events;
	json_t *told; /* the users whom the bot has told: [{"room", "user", "at"}] */
	bool changed; /* the value has changed since mx_waiting_events_load */
};

/*
 * Reads the value from the store. After BOT_OK the caller must call mx_waiting_events_finish. Call
 * this function and mx_waiting_events_save in a transaction.
 */
BOT_MUST_USE enum bot_error mx_waiting_events_load(
	struct bot_store *store, struct mx_waiting_events *waiting);
/* Writes the value to the store if it has changed. */
BOT_MUST_USE enum bot_error mx_waiting_events_save(
	struct bot_store *store, const struct mx_waiting_events *waiting);
void mx_waiting_events_finish(struct mx_waiting_events *waiting);

/*
 * Adds an event. If too many events wait, removes the oldest event of the same sender, of the same
 * room, or of the room with the most waiting events. So nobody can fill the list. Ignores an event
 * that is too long to be a command.
 */
void mx_waiting_events_add(
	struct mx_waiting_events *waiting, const char *room, const json_t *event);

/*
 * Returns whether the bot must tell the user that it can't read them in this room. If so, notes
 * that the bot tells them now. Returns true only for a few users of each room, and only once in 30
 * days for a user, or once a day if `again` is true.
 */
bool mx_waiting_events_mark_told(
	struct mx_waiting_events *waiting, const char *room, const char *user, bool again);

#endif
