/*
 * The next step of a job. A row needs one step or several, one after another. The bot chooses each
 * from the row, the store and what the homeserver has confirmed to this process.
 */
#ifndef ADAPTERS_MATRIX_SEND_NEXT_STEP_H
#define ADAPTERS_MATRIX_SEND_NEXT_STEP_H

#include "adapters/matrix/send/job.h"

/*
 * Finds the next step of a job. Sets *step to NULL if the job has to wait. Returns errors of the
 * store.
 */
BOT_MUST_USE enum bot_error mx_next_step_choose(struct mx_job *job, const struct mx_step **step);

#endif
