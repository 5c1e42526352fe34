/*
 * What the bot does if the homeserver answers /sync, but brings it no further.
 *
 * It may refuse the sync token for good: its database was put back or replaced, or another
 * homeserver stands in its place. Without a new token the bot would be deaf for ever. After some
 * refusals the bot asks now and then without the token, and uses nothing of the answer. If the
 * homeserver answers that, but still refuses the token, the bot forgets the token: it goes on from
 * now, as in its first run. The matches stay, but the bot does not get what people wrote since the
 * last answer.
 *
 * Or it, or a proxy before it, may answer at once again and again although nothing has happened.
 * Then the bot asks more slowly.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_SYNC_TROUBLE_H
#define ADAPTERS_MATRIX_RECEIVE_SYNC_TROUBLE_H

#include "adapters/matrix/client/answer.h"

#include <jansson.h>
#include <stdbool.h>

struct mx_receiver;
struct mx_sync;

/* What the bot knows of refusals of its token; all zero if there were none. */
struct mx_refused_token {
	unsigned refusals; /* how many answers in a row refused the token */
	/* how the homeserver answered a request without the token since the last refusal */
	enum { MX_NOT_PROBED, MX_PROBE_PASSED, MX_PROBE_FAILED } probe;
};

/* Notes a failure of /sync. Forgets the token if the homeserver surely refuses it for good. */
void mx_refused_token_note(struct mx_receiver *receiver, const struct mx_answer *answer);

/* Notes that the homeserver has accepted the token. */
void mx_refused_token_end(struct mx_receiver *receiver);

/*
 * If the next request must go without the token, sends it and returns true. sync->state is
 * MX_SYNC_ASKED until it ends.
 */
bool mx_refused_token_probe(struct mx_receiver *receiver);

/*
 * Delays the next request if the homeserver, or a proxy before it, answers at once again and again
 * although nothing has happened. Without the delay the bot would ask as fast as it can. Call it
 * with each batch that arrives.
 */
void mx_sync_pace_note(struct mx_sync *sync, const json_t *batch);

#endif
