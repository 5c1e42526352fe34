/*
 * Redactions: events that remove the content of an earlier event.
 * https://spec.matrix.org/latest/client-server-api/#redactions
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_REDACTION_H
#define ADAPTERS_MATRIX_RECEIVE_REDACTION_H

#include "adapters/matrix/receive/timeline.h"

#include <jansson.h>
#include <stdbool.h>

/* Returns whether the event is an m.room.redaction. */
bool mx_redaction_is(const json_t *event);

/*
 * Tells the host which message a redaction has removed, in the caller's transaction. The homeserver
 * shows only redactions that it has accepted.
 */
BOT_MUST_USE enum bot_error mx_redaction_handle(
	const struct mx_timeline *timeline, const json_t *event);

/*
 * Tells the host, in the caller's transaction, that a message of the bot is removed, if the
 * homeserver shows this beside the message itself, as it does in the pages of a gap.
 */
BOT_MUST_USE enum bot_error mx_redaction_handle_removed(
	const struct mx_timeline *timeline, const json_t *event);

#endif
