/*
 * The steps of a message, once its room is known: what has to be ready or asked before, the upload
 * of its file, and the message itself.
 */
#ifndef ADAPTERS_MATRIX_SEND_MESSAGE_STEP_H
#define ADAPTERS_MATRIX_SEND_MESSAGE_STEP_H

#include "adapters/matrix/send/job.h"

/* The steps that send the event, and that remove an event (BOT_OUT_REMOVE). */
extern const struct mx_step mx_step_send;
extern const struct mx_step mx_step_remove;

/*
 * Returns the next step of a job that sends a message into job->room, or NULL if the job has to
 * wait. Needs an attempt (bot/base/attempt.h).
 *
 * If the room is encrypted, the function prepares the room's keys and sets job->encrypted; before
 * an upload it encrypts the file. A build without encryption drops the message instead, unless the
 * message may be in clear.
 */
const struct mx_step *mx_message_step_choose(struct mx_job *job);

#endif
