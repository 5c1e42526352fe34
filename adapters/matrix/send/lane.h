/*
 * Lanes, and the jobs in them. Each room has a lane, and each user has a lane for their private
 * room. The bot sends the rows of one lane one after another. A struct mx_lane exists while a
 * request for the lane is in flight, or while the sender remembers failures of the lane's first
 * row.
 *
 * A job is the first row of a lane, while the sender works on this row. Each job has one step. When
 * the step has ended, its result waits until the bot stores it.
 */
#ifndef MX_LANE_H
#define MX_LANE_H

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
	bool private; /* whether `to` is a user; else it is a room */
	char to[BOT_ID_SIZE];
	struct mx_job *job;        /* owned; NULL if the sender works on no row of the lane */
	struct mx_backoff backoff; /* the time to wait after a failure */
	unsigned rate_limits;      /* how many rate limits came one after another */
	/* the value of sender.attempts when the sender last could not start the lane's first row */
	unsigned skipped_in;
	/* how many batches the bot must have handled before it may make the room */
	unsigned create_after;
};

struct mx_job {
	struct mx_job *next;
	struct mx_sender *sender;
	struct mx_lane *lane;
	const struct mx_step *step;
	int64_t row;
	enum bot_outbox_kind kind;
	enum mx_priority priority;
	char to[BOT_ID_SIZE]; /* the user of a private lane, else the room */
	/* the room that the step is about, or empty if the bot does not know the room yet */
	char room[BOT_ID_SIZE];
	char txn[BOT_TXN_SIZE];
	int64_t made;  /* the wall-clock time in ms when the host made the row, or 0 if not known */
	int64_t match; /* the match that the row belongs to, or 0 if it belongs to no match */
	char challenged[BOT_ID_SIZE]; /* as in bot_outbox_row, or empty */
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
	bool optional;    /* the bot sends the row only once, and drops it if that fails */
	bool clear;       /* the bot does not encrypt the message, whatever the room is */
	unsigned room_changes; /* the value of sender.room_changes when the step began */
	/* The result of the step: */
	enum mx_answer_verdict verdict;
	struct mx_answer answer; /* owns its json; its `trouble` is always NULL */
};

/*
 * Finds the lane of a user if `private` is set, else the lane of a room. Returns NULL if the lane
 * does not exist.
 */
struct mx_lane *mx_lane_find(const struct mx_sender *sender, bool private, const char *to);

/* Finds a lane as mx_lane_find does, or makes it. The sender owns the lane. */
struct mx_lane *mx_lane_open(struct mx_sender *sender, bool private, const char *to);

/*
 * Frees the lanes that have no job, no failures and no back-off, and do not wait for a batch.
 * `handled` is how many batches the bot has handled.
 */
void mx_lane_close_idle(struct mx_sender *sender, unsigned handled);

/*
 * Returns whether a lane waits until the bot has handled more than `handled` batches. A lane waits
 * in this way after a failed request to create a private room: the batches show whether the
 * homeserver has created the room nevertheless.
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
 * Tells the store that the homeserver surely did not get the row's message. Does nothing if an
 * earlier request for the row failed, because the homeserver may have handled that request.
 */
void mx_job_mark_unsent(const struct mx_job *job);

/*
 * Adds a job to the jobs whose results the sender has to store. The job's step must have ended, and
 * its verdict must be set. From then on the sender owns the job.
 */
void mx_job_add_result(struct mx_job *job);

/*
 * Stores the results of the jobs that have ended, and frees the jobs. The result of a sent message
 * may wait a moment longer, because the transaction of the next batch can store it, too. If `all`
 * is true, the function does not wait with these results either.
 */
void mx_job_store_results(struct mx_sender *sender, bool all);

/*
 * Stores within the caller's transaction which messages were sent, and frees the jobs of these
 * messages even if the store fails. A row whose result is lost stays in the outbox, and the bot
 * sends it again with the same transaction id.
 */
BOT_MUST_USE enum bot_error mx_job_mark_sent(struct mx_sender *sender);

#endif
