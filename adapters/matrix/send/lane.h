/*
 * Lanes. Each room has a lane, and each user has a lane for their private room. The bot sends the
 * rows of one lane one after another. A struct mx_lane exists while rows of the lane wait in the
 * outbox, while a request for the lane is in flight, or while the sender remembers failures of the
 * lane's first row.
 *
 * A row whose step (mx_step.aside) takes long or fails is put aside: it gets a lane of its own for
 * this step, and the rows behind it go on, but for those that change the same message.
 */
#ifndef ADAPTERS_MATRIX_SEND_LANE_H
#define ADAPTERS_MATRIX_SEND_LANE_H

#include "adapters/matrix/client/wait.h"
#include "adapters/matrix/send/fair_queue.h"
#include "adapters/matrix/send/limits.h"
#include "bot/store/store.h"

#include <stdbool.h>

struct mx_sender;
struct mx_job;
struct mx_party;

struct mx_lane {
	struct mx_lane *next;
	bool private; /* whether `to` is a user; else it is a room */
	char to[BOT_ID_SIZE];
	int64_t aside; /* the only row of this lane, which is put aside; else 0 */
	bool over;     /* this row goes on in the lane of its room or user */
	/* who is responsible for the lane; NULL as long as the lane has had no row */
	struct mx_party *party;
	struct mx_service service; /* when the fair queue served the lane */
	/*
	 * the lane's first row in the outbox, as it was when the sender read it; if only optional
	 * rows wait, the newest of them that may be sent
	 */
	struct {
		int64_t row; /* 0 if the lane has no row */
		int64_t made;
		enum mx_priority priority;
		enum mx_rank rank;
		bool is_text;
		bool optional;
		bool is_change; /* the row changes a message of a room; people can wait for that */
		bool is_board;  /* as in bot_outbox_row */
	} first;
	/* the wall clock since which a change waits, also if newer ones have replaced it; or 0 */
	int64_t change_since;
	bool has_followers;        /* there may be people who wait for this change */
	bool stale;                /* `first` may be out of date */
	struct mx_job *job;        /* owned; NULL if the sender works on no row of the lane */
	struct mx_backoff backoff; /* the time to wait after a failure */
	/* how many of these failures came because the homeserver was unreachable */
	unsigned unreachable;
	/*
	 * the refusals of the row `row` that may pass (mx_answer_is_doubtful), and the value of
	 * sender.accepted_requests at the first of them
	 */
	struct {
		int64_t row;
		unsigned refusals, accepted_requests;
	} doubt;
	unsigned rate_limits; /* how many rate limits came one after another */
	/* the value of sender.attempts when the sender last could not start the lane's first row */
	unsigned skipped_in;
	/* how many batches the bot must have handled before it may make the room */
	unsigned create_after;
};

/*
 * Finds the lane of a user if `private` is set, else the lane of a room. Returns NULL if the lane
 * does not exist.
 */
struct mx_lane *mx_lane_find(const struct mx_sender *sender, bool private, const char *to);

/*
 * Makes lanes for the rows that were added to the outbox, and reads the first row of each lane
 * whose rows may have changed. Frees the lanes that have no row, no job, no failures and no
 * back-off, and do not wait for a batch. Must be called outside a transaction. Returns errors of
 * the store; then the next call reads what this one has not read.
 */
BOT_MUST_USE enum bot_error mx_lanes_update(struct mx_sender *sender);

/*
 * Makes the job of the lane's first row, which is about to start: many an edit is replaced before.
 * Returns NULL if the row does not wait any more, or after an error of the store. The caller owns
 * the job.
 */
struct mx_job *mx_lane_make_job(
	struct mx_sender *sender, struct mx_lane *lane, enum bot_error *error);

/* Puts the job's row aside if its step can be, and if it is not aside yet. */
void mx_lane_put_aside(struct mx_job *job);

/* Puts the rows aside whose steps have taken too long. */
void mx_lanes_put_slow_aside(struct mx_sender *sender);

/* If the lane's row is put aside, it goes on in the lane of its room or user. */
void mx_lane_rejoin(struct mx_sender *sender, struct mx_lane *lane);

/* Frees all lanes and their jobs. */
void mx_lanes_finish(struct mx_sender *sender);

/* Returns the lane as an entry of the fair queue. The lane has a first row. */
struct mx_queue_entry mx_lane_queue_entry(struct mx_lane *lane);

/*
 * Returns whether a lane waits until the bot has handled more than `handled` batches. A lane waits
 * in this way after a failed request to create a private room: the batches show whether the
 * homeserver has created the room nevertheless.
 */
bool mx_lane_awaits_batch(const struct mx_sender *sender, unsigned handled);

/* Returns whether a request to create a private room for the user is in flight. */
bool mx_lane_creates_room(const struct mx_sender *sender, const char *user);

#endif
