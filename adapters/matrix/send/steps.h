/*
 * Steps: the requests that an outbox row may need, and what their results mean. A row needs one
 * step or several, one after another.
 */
#ifndef MX_STEPS_H
#define MX_STEPS_H

#include "adapters/matrix/client/http.h"
#include "adapters/matrix/send/sender_state.h"

struct mx_step {
	enum mx_budget budget;
	/*
	 * After this many failures in a row the request counts as refused; 0: no limit. A remote
	 * request always has a limit, because another server may make it fail for ever.
	 */
	unsigned tries;
	bool remote;     /* other servers take part: they may cause errors and delays */
	bool sends_text; /* the request sends the row's message */
	bool makes_room; /* the homeserver may create a room even if its answer is lost */
	bool wants_list; /* the answer is a list; an empty list counts as a failure */
	/* Fills in the request. NULL: the step needs no request, and always succeeds. */
	void (*fill_request)(const struct mx_job *job, struct mx_http_request *request);
	/* Both store a result, in a transaction: the request succeeded; it never will. */
	enum bot_error (*done)(struct mx_job *job);
	enum bot_error (*refused)(struct mx_job *job);
};

extern const struct mx_step mx_step_send;   /* sends the event */
extern const struct mx_step mx_step_upload; /* uploads the message's file, before mx_step_send */
extern const struct mx_step mx_step_join;
extern const struct mx_step mx_step_leave;

/* Gives the job's row up: logs and counts it, and removes it from the outbox. */
BOT_MUST_USE enum bot_error mx_step_drop(struct mx_job *job);

#endif
