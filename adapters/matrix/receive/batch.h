/*
 * Handles a batch of events, room by room, and says whether it brings news, or only what the bot
 * knows already.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_BATCH_H
#define ADAPTERS_MATRIX_RECEIVE_BATCH_H

#include "adapters/matrix/receive/timeline.h"

#include <jansson.h>
#include <stdbool.h>

enum mx_batch_kind {
	MX_BATCH_WITH_NEWS,
	/*
	 * The batch has only echoes of the bot's own messages. Echoes change only the outbox, and
	 * the bot can ask for the batch again.
	 */
	MX_BATCH_OF_ECHOES,
	MX_EMPTY_BATCH,
};

/*
 * Returns the kind of a batch. In a build with encryption every batch counts as news, because it
 * may bring keys.
 */
enum mx_batch_kind mx_batch_kind_find(const struct mx_receiver *receiver, const json_t *batch);

/*
 * Handles the next part of a batch: the rooms that `progress` (progress.h) does not have yet, as
 * many as some seconds allow, but at least one. Adds them to `progress`. Sets *finished to whether
 * the batch has no further part. If a room has a gap (timeline_gap.h), the bot handles the room's
 * state at once, because this state is the newest. The bot reads the room's messages later, with
 * the gap. Returns an error of the store or of the host; the caller then rolls back, and drops
 * `progress`.
 */
BOT_MUST_USE enum bot_error mx_batch_handle(struct mx_receiver *receiver, const json_t *batch,
	enum mx_batch_source source, json_t *progress, bool *finished);

#endif
