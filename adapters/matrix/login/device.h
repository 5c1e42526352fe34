/*
 * Replaces the bot's device by a new one. If the homeserver has ended the session for good, or no
 * longer has the device's keys, nobody can read what the bot writes with the old device.
 */
#ifndef MX_DEVICE_H
#define MX_DEVICE_H

#include "adapters/matrix/client/client.h"
#include "bot/store/store.h"

#include <stdbool.h>

struct mx_session;

/*
 * Reads from the store whether outbox rows of an earlier device are still in doubt. Call it in a
 * transaction.
 */
BOT_MUST_USE enum bot_error mx_device_start(struct mx_session *session);

/*
 * Chooses a new device id for the next log-in, and forgets the session of the old device. Sets the
 * keys of the old device aside, so that the new device can take over the room keys. Returns false
 * if the device could not be replaced; then the caller tries again later, unless account->fatal is
 * set.
 */
MX_MUST_USE bool mx_device_replace(struct mx_session *session);

/*
 * Returns whether outbox rows of the old device are in doubt. A homeserver recognises a transaction
 * id only from the same device. So if the old device sent a row but never got the answer, the new
 * device would send the row a second time. Therefore the bot sends nothing until a batch that the
 * new device requested shows what the old device sent. In a room with a timeline gap, only the gap
 * shows it: there the old rows wait until the bot has read the gap or given it up (see
 * send/outbox_row.h).
 */
bool mx_device_is_in_doubt(const struct mx_session *session);

/* Returns whether the bot still waits for the first batch that the new device requested. */
bool mx_device_awaits_batch(const struct mx_session *session);

/*
 * Both functions end the doubt if the current device requested the batch that was handled, and no
 * room has a gap. If a room has a gap, the bot only stops waiting for the batch. Call
 * mx_device_end_doubt in the batch's transaction, after mx_gaps_note, and mx_device_doubt_ended
 * after its commit.
 * `asked_in`: the HTTP session (mx_http_session) in which the bot requested the batch.
 */
BOT_MUST_USE enum bot_error mx_device_end_doubt(struct mx_session *session, unsigned asked_in);
void mx_device_doubt_ended(struct mx_session *session, unsigned asked_in);

#endif
