/*
 * A step: a request that an outbox row may need, and what its result means. A row needs one step or
 * several, one after another. next_step.h chooses among them.
 */
#ifndef ADAPTERS_MATRIX_SEND_STEP_H
#define ADAPTERS_MATRIX_SEND_STEP_H

#include "adapters/matrix/client/http.h"
#include "adapters/matrix/send/job.h"

struct mx_step {
	enum mx_budget budget;
	/*
	 * After this many successive failures, the request counts as refused. 0 means that there is
	 * no limit. A remote request always has a limit, because another server may make it fail
	 * for ever.
	 */
	unsigned tries;
	bool dispensable; /* any failure counts as refused: the bot never sends the request again */
	bool remote;      /* other servers take part, and may cause errors and delays */
	bool sends_text;  /* the request sends the row's message */
	bool makes_room;  /* the homeserver may create a room even if its answer is lost */
	bool only_reads;  /* the request changes nothing on the homeserver */
	bool wants_list;  /* the answer is a list; an empty list counts as a failure */
	/*
	 * another program, such as a media repository, may answer instead of the homeserver; the
	 * bot can do without the step
	 */
	bool is_delegable;
	bool aside; /* if it fails or takes long, the rows behind the job's row go on (lane.h) */
	/*
	 * Fills in the request. Leaves the body of a message NULL if the bot can't encrypt the
	 * message now. `fill_request` itself is NULL if the step needs no request; such a step
	 * always succeeds.
	 */
	void (*fill_request)(const struct mx_job *job, struct mx_http_request *request);
	/*
	 * Both functions store a result, in a transaction: `done` if the request succeeded,
	 * `refused` if it will never succeed.
	 */
	enum bot_error (*done)(struct mx_job *job);
	enum bot_error (*refused)(struct mx_job *job);
};

#endif
