/* The results of jobs: what they change in the outbox, and when the bot stores them. */
#ifndef MX_RESULTS_H
#define MX_RESULTS_H

#include "adapters/matrix/send/sender_state.h"

/* Takes over a job whose step has ended and whose verdict is set, until its result is stored. */
void mx_results_add(struct mx_job *job);

/*
 * Stores the results of the jobs that have ended, and frees the jobs. The result of a sent message
 * may wait a moment longer, since the transaction of the next batch can store it too. `all`: it
 * must not wait.
 */
void mx_results_store(struct mx_sender *sender, bool all);

/*
 * Stores within the caller's transaction which messages were sent, and frees their jobs even if
 * that fails. A row whose result is lost stays in the outbox, and the bot sends it again with the
 * same transaction id.
 */
BOT_MUST_USE enum bot_error mx_results_mark_sent(struct mx_sender *sender);

#endif
