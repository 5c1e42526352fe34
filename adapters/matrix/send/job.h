/* Jobs: struct mx_job holds an outbox row while the sender works on it. */
#ifndef MX_JOB_H
#define MX_JOB_H

#include "adapters/matrix/send/sender_state.h"

/* Returns the row's priority in the fair queue. */
enum mx_priority mx_job_priority(const struct bot_outbox_row *row);

/*
 * Makes a job from a row, and copies what the job needs from the row. `lane`: the row's lane, or
 * NULL if there was no memory for it. Returns NULL if there is no memory, or if `lane` is NULL.
 */
struct mx_job *mx_job_create(
	struct mx_sender *sender, struct mx_lane *lane, const struct bot_outbox_row *row);
/* `job` may be NULL. */
void mx_job_destroy(struct mx_job *job);

/*
 * Tells the store that the row was surely not sent. Does nothing if an earlier request for the row
 * failed, because the homeserver may have handled that request.
 */
void mx_job_mark_unsent(const struct mx_job *job);

#endif
