/*
 * Lanes, and the jobs in them. Each room has a lane, and each user has a lane for their private
 * room. The bot sends the rows of one lane one after another. A struct mx_lane exists while a
 * request for the lane is in flight, or while the sender remembers failures of its first row.
 *
 * A job is the first row of a lane, while the sender works on it. Each job has one step. When the
 * step has ended, its result waits until the bot stores it.
 */
#ifndef MX_JOB_H
#define MX_JOB_H

#include "adapters/matrix/client/answer.h"
#include "adapters/matrix/client/backoff.h"
#include "adapters/matrix/send/fair_queue.h"
#include "bot/store/outbox.h"

#include <jansson.h>
#include <stdbool.h>

struct mx_sender;
struct mx_step;

struct mx_lane {
	struct mx_lane *next;
	bool private; /* `to` is a user, else a room */
	char to[BOT_ID_SIZE];
	struct mx_job *job;        /* owned; NULL: the sender works on no row of the lane */
	struct mx_backoff backoff; /* before the next attempt, after a failure */
	unsigned rate_limits;      /* rate limits in a row */
	unsigned skipped_in;       /* sender.attempts when the row last could not start */
	unsigned create_after;     /* the room may be made once so many batches are handled */
};

struct mx_job {
	struct mx_job *next;
	struct mx_sender *sender;
	struct mx_lane *lane;
	const struct mx_step *step;
	int64_t row;
	enum bot_outbox_kind kind;
	enum mx_priority priority;
	char to[BOT_ID_SIZE];   /* the user of a private lane, else the room */
	char room[BOT_ID_SIZE]; /* the room that the step is about; empty: not known yet */
	char txn[BOT_TXN_SIZE];
	int64_t made;          /* when the host made the row, in wall-clock ms; 0: not known */
	int64_t match;         /* the match that the row belongs to; 0: none */
	char *via;             /* owned; a server to join through; NULL: none */
	json_t *content;       /* of the event to be sent; NULL: there is none, or none yet */
	const char *type;      /* of that event; static */
	struct bot_file file;  /* to be uploaded before `content` can be built */
	void *file_memory;     /* owned; holds the strings and the data of `file` */
	void *file_data;       /* the data of `file`, within file_memory */
	json_t *file_key;      /* what decrypts the file; NULL: the file is not encrypted */
	bool encrypted;        /* the event goes out encrypted; the room's keys are ready */
	bool followed;         /* another row waited behind it at the last look into the outbox */
	unsigned room_changes; /* sender.room_changes when the step began */
	/* The result of the step: */
	enum mx_answer_verdict verdict;
	struct mx_answer answer; /* owns its json; its `trouble` is always NULL */
};

/* Finds the lane of a user if `private` is set, else of a room. NULL: it does not exist. */
struct mx_lane *mx_lane_find(const struct mx_sender *sender, bool private, const char *to);

/* Finds a lane as mx_lane_find does, or makes it. The sender owns the lane. */
struct mx_lane *mx_lane_open(struct mx_sender *sender, bool private, const char *to);

/*
 * Frees the lanes that have no job, no failures and no back-off, and wait for no batch. `handled`:
 * how many batches the bot has handled.
 */
void mx_lane_close_idle(struct mx_sender *sender, unsigned handled);

/*
 * Returns whether a lane waits until more than `handled` batches are handled. A lane does so after
 * a request to create a private room failed: the batches show whether the homeserver has created
 * the room all the same.
 */
bool mx_lane_awaits_batch(const struct mx_sender *sender, unsigned handled);

/* Returns whether a request to create a private room for the user is in flight. */
bool mx_lane_creates_room(const struct mx_sender *sender, const char *user);

/* Makes a job from a row of the lane, and copies what the job needs from the row. */
struct mx_job *mx_job_create(
	struct mx_sender *sender, struct mx_lane *lane, const struct bot_outbox_row *row);
/* `job` may be NULL. */
void mx_job_destroy(struct mx_job *job);

/*
 * Tells the store that the row was surely not sent. Does nothing if an earlier request for the row
 * failed, because the homeserver may have handled that request.
 */
void mx_job_mark_unsent(const struct mx_job *job);

/* Takes over a job whose step has ended and whose verdict is set, until its result is stored. */
void mx_job_add_result(struct mx_job *job);

/*
 * Stores the results of the jobs that have ended, and frees the jobs. The result of a sent message
 * may wait a moment longer, since the transaction of the next batch can store it too. `all`: it
 * must not wait.
 */
void mx_job_store_results(struct mx_sender *sender, bool all);

/*
 * Stores within the caller's transaction which messages were sent, and frees their jobs even if
 * that fails. A row whose result is lost stays in the outbox, and the bot sends it again with the
 * same transaction id.
 */
BOT_MUST_USE enum bot_error mx_job_mark_sent(struct mx_sender *sender);

#endif
