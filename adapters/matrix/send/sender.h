/*
 * The sender empties the outbox. It works on the first row of each lane, and on several lanes at
 * the same time. The fair queue decides which lane is next.
 *
 * A row may need several requests, one after another. Before each request the sender chooses the
 * row's next step again, from the store and from what the homeserver has confirmed to this process.
 * So a row that waited, or that an earlier process began, needs no special treatment.
 *
 * After a rate limit, the bot has as many messages in flight as the homeserver will probably accept
 * (bucket.h), but always one. If the bot sent more at a time, chance would decide which of them the
 * homeserver accepts.
 *
 * People wait for the rows in this order: hands and answers (see fair_queue.h), boards that change,
 * optional rows such as acknowledgements, and last the bot's reactions. So an optional row is sent
 * when the homeserver would probably accept it, while no message is in flight and none can start.
 * The newest optional row of all lanes comes first, because its player looks at the room now. A row
 * that has waited long leaves a token for the next hand. The sender also waits a moment before it
 * sends an optional row: if the other player acts within this moment, the store may drop the row,
 * because the next hand tells the player more.
 */
#ifndef ADAPTERS_MATRIX_SEND_SENDER_H
#define ADAPTERS_MATRIX_SEND_SENDER_H

#include "adapters/matrix/send/sender_state.h"

#include <stdint.h>

/*
 * The sender borrows the session and `crypto`, which is NULL in a build without encryption. The
 * caller must call mx_sender_finish.
 */
void mx_sender_init(struct mx_sender *sender, struct mx_session *session, struct mx_crypto *crypto);
void mx_sender_finish(struct mx_sender *sender);

/* Starts all requests for outbox rows that may start now. */
void mx_sender_start_requests(struct mx_sender *sender);

/*
 * Ends the waits of all lanes whose last requests failed because the homeserver was unreachable.
 * Call this when the homeserver answers again.
 */
void mx_sender_note_return(struct mx_sender *sender);

/* Returns how many milliseconds the homeserver needs for each message; see mx_limits_interval. */
int64_t mx_sender_interval(const struct mx_sender *sender);

#endif
