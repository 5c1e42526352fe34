/* Sending into a room as it wants it: in the clear, or encrypted. */
#ifndef MX_SEAL_H
#define MX_SEAL_H

#include "adapters/matrix/drain.h"

struct mx_step;

/*
 * Finds the next step of a job that sends something into its room; a NULL step: it has to wait.
 * Encrypts the file that it is about to upload.
 */
BOT_MUST_USE enum bot_error mx_seal_step(struct mx_job *job, const struct mx_step **step);

#endif
