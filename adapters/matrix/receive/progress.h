/*
 * How much of a batch the bot has handled. A batch that takes long is handled in parts. Each part
 * has a transaction of its own, and the sync token moves with the last one. Between two parts the
 * loop goes round, so that the web page, the monitoring and the watchdog never wait for a batch.
 *
 * If the bot stops in the middle, the homeserver sends the batch again, perhaps with further
 * events. Then the bot goes on where the last part ended.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_PROGRESS_H
#define ADAPTERS_MATRIX_RECEIVE_PROGRESS_H

#include "adapters/matrix/receive/section.h"
#include "bot/store/store.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Reads what an earlier process has stored. *stored is a new reference, or NULL if there is none.
 */
BOT_MUST_USE enum bot_error mx_progress_load(struct bot_store *store, json_t **stored);

/*
 * Returns the progress in a batch, a new reference: what `stored`, which may be NULL, says about
 * those rooms whose timeline begins with the same events.
 */
json_t *mx_progress_begin(const json_t *stored, const json_t *batch);

/*
 * Returns whether parts have handled a room's part of the batch, or its beginning. Then *events is
 * how many events of the timeline they have handled.
 */
bool mx_progress_find(
	const json_t *progress, enum mx_section section, const char *id, size_t *events);

/* Notes that so many events of a room's timeline are handled. */
void mx_progress_note(json_t *progress, enum mx_section section, const char *id, size_t events);

/* Stores the progress in the batch, in the caller's transaction. NULL removes what is stored. */
BOT_MUST_USE enum bot_error mx_progress_save(
	struct bot_store *store, const json_t *progress, const json_t *batch);

#endif
