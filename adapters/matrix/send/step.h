/*
 * Steps: the requests that an outbox row may need, and what their results mean. A row needs one
 * step or several, one after another. private_room.h finds the steps to a user's private room.
 */
#ifndef MX_STEP_H
#define MX_STEP_H

#include "adapters/matrix/client/http.h"
#include "adapters/matrix/send/job.h"
#include "adapters/matrix/send/sender_state.h"

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
	/* another program, such as a media repository, may answer instead of the homeserver */
	bool is_delegable;
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

/* The step that sends the event. */
extern const struct mx_step mx_step_send;

/*
 * Finds the next step of a job. Sets *step to NULL if the job has to wait. Returns errors of the
 * store.
 *
 * If the job sends a message into an encrypted room, the function prepares the room's keys and sets
 * job->encrypted; before an upload it encrypts the file. A build without encryption drops the
 * message instead, unless the message may be in clear.
 */
BOT_MUST_USE enum bot_error mx_step_choose(struct mx_job *job, const struct mx_step **step);

#endif
