/*
 * Outbox rows that an earlier device of the bot may have sent. The homeserver knows transaction ids
 * only within a device, so the bot compares contents to find these rows: see login/device.h.
 */
#ifndef MX_EARLIER_DEVICE_H
#define MX_EARLIER_DEVICE_H

#include "bot/base/error.h"

#include <jansson.h>
#include <stdbool.h>

struct mx_job;
struct mx_sender;

/*
 * Handles an event that the bot sent with an earlier device. If the event has the same content as
 * the first row of its lane, the row is done. `to` is a user if `private` is set, else a room. The
 * caller has begun a transaction. Errors are the store's.
 */
BOT_MUST_USE enum bot_error mx_earlier_device_check(
	struct mx_sender *sender, bool private, const char *to, const json_t *event);

/*
 * Sets *in_doubt: whether an earlier device may have sent the job's row, which has a text, and
 * the room (job->room) has a gap. The event of the row may be in the gap, so the row must wait
 * until the bot has read the gap or given it up.
 */
BOT_MUST_USE enum bot_error mx_earlier_device_row_in_doubt(
	const struct mx_job *job, bool *in_doubt);

#endif
