/*
 * Failed steps: whether and when the bot repeats a step that failed, or whose answer was lost.
 * doubt.h does the same for refusals that may pass.
 */
#ifndef ADAPTERS_MATRIX_SEND_RETRY_H
#define ADAPTERS_MATRIX_SEND_RETRY_H

#include "adapters/matrix/send/job.h"

#include <stdbool.h>

/* Returns whether the step has failed so often that it counts as refused. */
bool mx_retry_is_over(const struct mx_job *job);

/* Decides when to repeat the step. */
void mx_retry_plan(struct mx_job *job);

/*
 * If the step failed because of a rate limit, or because the account may not do this now, makes the
 * lane and other requests wait, and returns true.
 */
bool mx_retry_obey_limit(struct mx_job *job);

#endif
