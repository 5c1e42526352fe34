/*
 * The requests to /sync: when the bot sends the next one, and what it does with the answer before
 * it handles the batch (receiver.h).
 *
 * The homeserver may answer /sync, but bring the bot no further. It may refuse the sync token for
 * good: its database was put back or replaced, or another homeserver stands in its place. Without a
 * new token the bot would be deaf for ever. After some refusals the bot asks now and then without
 * the token, and uses nothing of the answer. If the homeserver answers that, but still refuses the
 * token, the bot forgets the token: it goes on from now, as in its first run. The matches stay, but
 * the bot does not get what people wrote since the last answer.
 *
 * Or the homeserver, or a proxy before it, may answer at once again and again although nothing has
 * happened. Then the bot asks more slowly.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_SYNC_REQUEST_H
#define ADAPTERS_MATRIX_RECEIVE_SYNC_REQUEST_H

#include "adapters/matrix/client/wait.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mx_receiver;

/* What the bot knows of refusals of its token; all zero if there were none. */
struct mx_refused_token {
	unsigned refusals; /* how many answers in a row refused the token */
	/* how the homeserver answered a request without the token since the last refusal */
	enum { MX_NOT_PROBED, MX_PROBE_PASSED, MX_PROBE_FAILED } probe;
};

/* The requests to /sync, and the batch that arrived last. */
struct mx_sync {
	enum { MX_SYNC_IDLE, MX_SYNC_ASKED, MX_SYNC_ARRIVED } state;
	/* in the state MX_SYNC_ARRIVED, the answer that the bot must handle; else NULL */
	json_t *batch;
	/* the HTTP session (mx_http_session) in which the bot asked for the batch */
	unsigned session;
	/* the batch is the first one of this process, or the first one after a failure */
	bool first;
	bool polls;             /* the homeserver was asked to wait for events */
	unsigned hasty;         /* how many answers in a row came at once and brought nothing */
	struct mx_backoff pace; /* the wait after such answers until the next request */
	unsigned too_big;       /* how many answers in a row were too big */
	char *since; /* the sync token of the last handled batch, or NULL before the first batch */
	struct mx_refused_token token;
	int64_t asked;     /* steady time when the bot asked for the batch */
	int64_t arrived;   /* when the batch arrived, by bot_clock_steady_ns */
	unsigned commands; /* how many commands of the batch the bot has handled */
	unsigned parts;    /* how many parts of the batch the bot has handled in this process */
	/*
	 * what they have handled (progress.h), or, before the first part, what an earlier process
	 * has. NULL if that is nothing, so while it is not NULL, the bot is amid a batch.
	 */
	json_t *progress;
};

/*
 * The reasons for a request to /sync. If the homeserver pushes no events, all fields are zero, and
 * the bot always asks for the next batch.
 */
struct mx_demand {
	bool pushed;   /* the homeserver pushes events */
	json_t *rooms; /* the set of rooms whose events the next answer must bring */
	json_t *asked; /* the set of rooms whose events the request under way must bring */
	bool wanted;   /* the bot needs a request for another reason */
	int64_t timer; /* steady time of the host's next timer, or -1 if the host has no timer */
	int64_t last_handled; /* steady time when the bot asked for the last handled batch */
};

/* Notes that the homeserver pushes events from now on. The caller must call this at most once. */
void mx_sync_begin_push(struct mx_receiver *receiver);

/* Asks for the next batch, if no request is under way and a request is due. */
void mx_sync_ask(struct mx_receiver *receiver);

/*
 * Returns whether the host's timers must wait until the bot has handled another answer to /sync.
 * If they need not yet, the loop wakes when the next timer is due.
 */
bool mx_sync_holds_timers(const struct mx_receiver *receiver);

#endif
