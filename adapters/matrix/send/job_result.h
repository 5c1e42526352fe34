/*
 * The results of jobs: what the homeserver's answer means for the job's row and for its lane. A
 * result waits in memory until the bot stores it in a transaction.
 */
#ifndef ADAPTERS_MATRIX_SEND_JOB_RESULT_H
#define ADAPTERS_MATRIX_SEND_JOB_RESULT_H

#include "adapters/matrix/send/job.h"

#include <stdbool.h>

/*
 * Adds a job to the jobs whose results the sender has to store. The job's step must have ended, and
 * its verdict must be set. From then on the sender owns the job.
 */
void mx_job_result_add(struct mx_job *job);

/*
 * Stores the results of the jobs that have ended, and frees the jobs. The result of a sent message
 * may wait a moment longer, because the transaction of the next batch can store it, too. If `all`
 * is true, the function does not wait with these results either.
 */
void mx_job_results_store(struct mx_sender *sender, bool all);

/*
 * Stores within the caller's transaction which messages were sent, and frees the jobs of these
 * messages even if the store fails. A row whose result is lost stays in the outbox, and the bot
 * sends it again with the same transaction id.
 */
BOT_MUST_USE enum bot_error mx_job_results_store_sent(struct mx_sender *sender);

#endif
