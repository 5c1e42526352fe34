/*
 * The sender empties the outbox. It works on the first row of each lane, and on several lanes at
 * the same time. The fair queue decides which lane is next.
 *
 * A row may need several requests, one after another. Before each request the sender chooses the
 * row's next step anew, from the store and from what the homeserver has confirmed to this process.
 * So a row that waited, or that an earlier process began, needs no special treatment.
 */
#ifndef MX_SENDER_H
#define MX_SENDER_H

#include "adapters/matrix/send/sender_state.h"

/*
 * The sender borrows the session and the encryption (`crypto`: NULL in a build without). Returns
 * false if there is no memory. mx_sender_finish is to be called in any case.
 */
BOT_MUST_USE bool mx_sender_init(
	struct mx_sender *sender, struct mx_session *session, struct mx_crypto *crypto);
void mx_sender_finish(struct mx_sender *sender);

/* Starts all requests that may start now. The loop calls this in each turn. */
void mx_sender_turn(struct mx_sender *sender);

/* Shortens *timeout, milliseconds from now, to when the sender has something to do next. */
void mx_sender_bound(const struct mx_sender *sender, int64_t *timeout);

#endif
