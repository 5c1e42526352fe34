/* A row of the outbox on its way: see struct mx_job. */
#ifndef MX_JOB_H
#define MX_JOB_H

#include "adapters/matrix/drain.h"

enum mx_urgency mx_job_urgency(const struct bot_outbox_row *row);

/* Copies what is needed of the row. NULL, also for a lane of NULL: no memory. */
struct mx_job *mx_job_create(struct mx *mx, struct mx_lane *lane, const struct bot_outbox_row *row);
void mx_job_destroy(struct mx_job *job);

/* It was not sent, unless an earlier request for it was left without an answer. */
void mx_job_take_back(const struct mx_job *job);

#endif
