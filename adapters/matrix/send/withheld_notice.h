/*
 * The notice to a user from whom the bot withholds the keys of their encrypted private room,
 * because they have no device that may have these keys. The notice is in clear, so they can read
 * it.
 */
#ifndef ADAPTERS_MATRIX_SEND_WITHHELD_NOTICE_H
#define ADAPTERS_MATRIX_SEND_WITHHELD_NOTICE_H

#include "adapters/matrix/send/job.h"

/*
 * Returns the step that sends the notice before the job's message, or NULL if this process has sent
 * it in this room.
 */
const struct mx_step *mx_withheld_notice_step(const struct mx_job *job);

#endif
