/*
 * Doubtful refusals (mx_answer_is_doubtful in client/answer.h). The bot repeats a step that was
 * refused in this way, and believes the refusal only if it stays.
 */
#ifndef ADAPTERS_MATRIX_SEND_DOUBT_H
#define ADAPTERS_MATRIX_SEND_DOUBT_H

#include "bot/base/error.h"

#include <stdbool.h>

struct mx_job;

/* Sets *doubts to whether the bot does not believe the refusal of the step yet, and counts it. */
BOT_MUST_USE enum bot_error mx_doubt_find(struct mx_job *job, bool *doubts);

/*
 * Decides when to repeat a step after a doubtful refusal. Before a message goes to a private room
 * again, the bot inspects the room: perhaps somebody has left it, or the bot may not write there.
 */
void mx_doubt_plan_retry(struct mx_job *job);

#endif
