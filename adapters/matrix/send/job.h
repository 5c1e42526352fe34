/*
 * A job is the first row of a lane, while the sender works on this row. Each job has one step: a
 * request that the row may need, and what its result means. When the step has ended, its result
 * waits until the bot stores it. A row needs one step or several, one after another. next_step.h
 * chooses among them.
 */
#ifndef ADAPTERS_MATRIX_SEND_JOB_H
#define ADAPTERS_MATRIX_SEND_JOB_H

#include "adapters/matrix/client/http.h"
#include "adapters/matrix/send/lane.h"
#include "bot/store/outbox.h"
#include "bot/store/outbox_rows.h"

#include <jansson.h>
#include <stdbool.h>

struct mx_job;

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
	 * Both functions store a result, in a transaction and in an attempt (bot/base/attempt.h),
	 * which a failure ends: `done` if the request succeeded, `refused` if it will never
	 * succeed.
	 */
	void (*done)(struct mx_job *job);
	void (*refused)(struct mx_job *job);
};

/* The kind of cause (bot/store/causes.h) for the result of a row; the id is its transaction id. */
#define MX_CAUSE_RESULT "result"

struct mx_job {
	struct mx_job *next;
	struct mx_sender *sender;
	struct mx_lane *lane;
	const struct mx_step *step;
	int64_t row;
	enum bot_outbox_kind kind;
	enum mx_priority priority;
	enum mx_rank rank;
	char to[BOT_ID_SIZE]; /* the user of a private lane, else the room */
	/* the room that the step is about, or empty if the bot does not know the room yet */
	char room[BOT_ID_SIZE];
	char txn[BOT_TXN_SIZE];
	int64_t made;  /* the wall-clock time in ms when the host made the row, or 0 if not known */
	int64_t match; /* the match that the row belongs to, or 0 if it belongs to no match */
	char challenged[BOT_ID_SIZE]; /* as in bot_outbox_row, or empty */
	char removes[BOT_ID_SIZE];    /* the event that the row removes, or empty */
	char *via;                    /* a server to join through, owned, or NULL */
	/*
	 * the content of the event to send, or NULL if the row needs no event or the bot has not
	 * built it
	 */
	json_t *content;
	const char *type;     /* the type of the event to send; a static string */
	char *reactions;      /* as in bot_outbox_row, owned; or NULL */
	struct bot_file file; /* the file to upload before the bot can build `content` */
	void *file_memory;    /* owned; holds the strings and the data of `file` */
	void *file_data;      /* the data of `file`, within file_memory */
	json_t *file_key; /* the data to decrypt the file, or NULL if the file is not encrypted */
	bool encrypted;   /* the bot sends the event encrypted; the room's keys are ready */
	bool followed;    /* another row of the lane waits behind this row */
	bool optional;    /* people can do without the row: see sender.h */
	bool clear;       /* the bot does not encrypt the message, whatever the room is */
	bool in_flight;   /* the step's request is under way */
	int64_t started;  /* the steady time when that request began */
	/* The result of the step: */
	enum mx_answer_verdict verdict;
	struct mx_answer answer; /* owns its json; its `trouble` is always NULL */
};

/* Makes a job from a row of the lane, and copies what the job needs from the row. */
struct mx_job *mx_job_create(
	struct mx_sender *sender, struct mx_lane *lane, const struct bot_outbox_row *row);
/* `job` may be NULL. */
void mx_job_destroy(struct mx_job *job);

/*
 * Returns whether another server may choose the error code of the answer to the job's step. If the
 * user or the server of the step is at home, the homeserver needs no other server.
 */
bool mx_job_is_remote(const struct mx_job *job);

/*
 * Tells the store that the homeserver surely did not get the row's message. Does nothing if an
 * earlier request for the row failed, because the homeserver may have handled that request.
 */
void mx_job_mark_unsent(const struct mx_job *job);

/* Forgets what the sender keeps in memory for the job's row, because the row is done. */
void mx_job_forget_row(const struct mx_job *job);

/* Removes the job's row from the outbox. Needs an attempt, as does the next function. */
void mx_job_finish_row(struct mx_job *job);

/* Gives the job's row up: logs and counts it, and removes it from the outbox. */
void mx_job_drop_row(struct mx_job *job);

#endif
