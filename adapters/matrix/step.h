/* The requests that a row of the outbox may take, and what their outcomes mean. */
#ifndef MX_STEP_H
#define MX_STEP_H

#include "adapters/matrix/drain.h"
#include "adapters/matrix/http.h"

struct mx_step {
	enum mx_budget budget;
	unsigned tries; /* without an answer, until it counts as refused; 0: no limit */
	/* Fills in the request; NULL: the step takes none, and succeeds. */
	void (*ask)(const struct mx_job *job, struct mx_request *request);
	/* The outcomes, in a transaction: it succeeded; the homeserver will never do it. */
	enum bot_error (*done)(struct mx_job *job);
	enum bot_error (*refused)(struct mx_job *job);
};

extern const struct mx_step mx_step_send;
extern const struct mx_step mx_step_upload; /* the file that a message needs */
extern const struct mx_step mx_step_join;
extern const struct mx_step mx_step_leave;

/* The private room, in reach.c: */
extern const struct mx_step mx_step_create;  /* make one */
extern const struct mx_step mx_step_inspect; /* see that it is one */
extern const struct mx_step mx_step_reached; /* it is: tell the host */
extern const struct mx_step mx_step_give_up; /* there can't be one: tell the host */

/*
 * Finds the next step of a job whose row is in the lane of a private room; a NULL step: it has to
 * wait. May set the job's room.
 */
BOT_MUST_USE enum bot_error mx_reach_step(struct mx_job *job, const struct mx_step **step);

/* The room that mx_step_create asked for was surely not made: it does not count as one. */
void mx_reach_not_made(struct mx_job *job);

/* Tries a user again who could not be reached, if it was for want of a signed device. */
void mx_reach_again(struct mx *mx, const char *user);

/* The row is given up: nothing is sent for it. */
BOT_MUST_USE enum bot_error mx_step_drop(struct mx_job *job);

#endif
