/*
 * Whether and when the bot repeats a step that failed, whose answer was lost, or that was refused
 * in a way that may pass. The bot believes such a doubtful refusal (mx_answer_is_doubtful in
 * client/answer.h) only if it stays.
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

/*
 * Returns whether the bot does not believe the refusal of the step yet, and counts it. Needs an
 * attempt (bot/base/attempt.h).
 */
bool mx_retry_finds_doubt(struct mx_job *job);

/*
 * Decides when to repeat a step after a doubtful refusal. Before a message goes to a private room
 * again, the bot inspects the room: perhaps somebody has left it, or the bot may not write there.
 */
void mx_retry_plan_in_doubt(struct mx_job *job);

#endif
