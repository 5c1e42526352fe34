/* How a job sends its message into a room: in the clear or encrypted. */
#ifndef MX_MESSAGE_STEP_H
#define MX_MESSAGE_STEP_H

#include "adapters/matrix/send/sender_state.h"

/*
 * Finds the next step of a job that sends a message into job->room: to upload its file, to send the
 * message, or to drop it. A NULL step: the job has to wait. Errors are the store's.
 *
 * If the room is encrypted, the function prepares the room's keys and sets job->encrypted; before
 * an upload it encrypts the file. A build without encryption drops the message instead, unless the
 * message is the notice that explains this.
 */
BOT_MUST_USE enum bot_error mx_message_step(struct mx_job *job, const struct mx_step **step);

#endif
