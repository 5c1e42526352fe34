/*
 * A new device that replaces the old one. At first the bot does not know which outbox rows the old
 * device has sent.
 */
#ifndef ADAPTERS_MATRIX_LOGIN_DEVICE_H
#define ADAPTERS_MATRIX_LOGIN_DEVICE_H

#include "adapters/matrix/login/session.h"

/*
 * Chooses a new device id for the next log-in, and forgets the session of the old device. Sets the
 * keys of the old device aside, so that the new device can take over the room keys. Returns false
 * on failure. Then the caller tries again later, unless account->fatal is set.
 */
MX_MUST_USE bool mx_device_replace(struct mx_session *session);

/*
 * Reads from the store whether outbox rows are in doubt. Call it in a transaction when the bot
 * starts.
 */
BOT_MUST_USE enum bot_error mx_device_read_doubt(struct mx_session *session);

/*
 * Returns whether outbox rows of the old device are in doubt: perhaps the old device sent them, but
 * never got the answer. A homeserver recognises a transaction id only from the same device. So if
 * the new device sent such a row, people could see the message twice. Therefore the bot sends
 * nothing until it has a batch that the new device requested. This batch shows what the old device
 * sent. In a room with a timeline gap, only the events in the gap show this. There the old rows
 * wait until the bot has read the gap or given it up (see send/outbox_row.h).
 */
bool mx_device_is_in_doubt(const struct mx_session *session);

/* Returns whether the bot still waits for the first batch that the new device requested. */
bool mx_device_awaits_batch(const struct mx_session *session);

/*
 * Call both functions for each batch: mx_device_end_doubt in the batch's transaction, after
 * mx_gaps_note, and mx_device_doubt_ended after the commit. They do nothing if an earlier device
 * requested the batch. Otherwise the bot stops waiting for the new device's first batch. If no room
 * has a gap either, no row is in doubt any more: the first function stores this, and the second
 * function updates the session.
 *
 * `asked_in` is the HTTP session (mx_http_session) in which the bot requested the batch.
 */
BOT_MUST_USE enum bot_error mx_device_end_doubt(struct mx_session *session, unsigned asked_in);
void mx_device_doubt_ended(struct mx_session *session, unsigned asked_in);

#endif
