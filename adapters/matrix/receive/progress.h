/*
 * The parts of a batch, and how many of them the bot has handled.
 *
 * A batch has three sections: the rooms that the bot has left, those that it is in, and those to
 * which it is invited. Each room's part of a section has lists of events. A batch that takes long
 * is handled in parts. Each part has a transaction of its own, and the sync token moves with the
 * last one. Between two parts the loop goes round, so that the web page, the monitoring and the
 * watchdog never wait for a batch.
 *
 * If the bot stops in the middle, the homeserver sends the batch again, perhaps with further
 * events. Then the bot goes on where the last part ended.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_PROGRESS_H
#define ADAPTERS_MATRIX_RECEIVE_PROGRESS_H

#include "bot/store/store.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* The sections of a batch, in the order in which mx_section_visit_rooms visits them. */
enum mx_section {
	MX_SECTION_LEAVE,
	MX_SECTION_JOIN,
	MX_SECTION_INVITE,
};

/*
 * Calls `visit` with each room of the batch. Skips rooms whose id is not valid. `visit` borrows
 * `id` and `body`, the room's part of the batch, and may end the caller's attempt
 * (bot/base/attempt.h).
 */
void mx_section_visit_rooms(const json_t *batch,
	void (*visit)(void *self, enum mx_section section, const char *id, const json_t *body),
	void *self);

/*
 * Returns the array of events in "state", "timeline" or "invite_state" of a room's part of a batch,
 * borrowed, or NULL if the part has no such array.
 */
json_t *mx_section_events(const json_t *body, const char *part);

/*
 * Reads what an earlier process has stored. *stored is a new reference, or NULL if there is none.
 */
BOT_MUST_USE enum bot_error mx_progress_load(struct bot_store *store, json_t **stored);

/*
 * Returns the progress in a batch, a new reference: what `stored`, which may be NULL, says about
 * those rooms whose timeline begins with the same events.
 */
json_t *mx_progress_begin(const json_t *stored, const json_t *batch);

/*
 * Returns whether the bot has handled what the batch has of a room, or the beginning of that. Sets
 * *events to how many events of the room's timeline it has handled.
 */
bool mx_progress_find(
	const json_t *progress, enum mx_section section, const char *id, size_t *events);

/* Notes that so many events of a room's timeline are handled. */
void mx_progress_note(json_t *progress, enum mx_section section, const char *id, size_t events);

/* Stores the progress in the batch, in the caller's transaction. NULL removes what is stored. */
BOT_MUST_USE enum bot_error mx_progress_save(
	struct bot_store *store, const json_t *progress, const json_t *batch);

#endif
