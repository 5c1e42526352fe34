/*
 * The filters of /sync and /messages: they make the homeserver send only the events that the
 * adapter reads. The homeserver stores the filter of /sync, which is about a thousand bytes long.
 * So each request contains only the filter's id.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_FILTER_H
#define ADAPTERS_MATRIX_RECEIVE_FILTER_H

#include "adapters/matrix/client/wait.h"

/* How often the bot can lower the limit of /sync: see mx_filter_for_sync. */
#define MX_FILTER_LOWERED_MOST 2

struct mx_session;
struct mx_answer;

/* Before the first use, all fields but `session` are zero. */
struct mx_filter {
	struct mx_session *session;
	/*
	 * MX_FILTER_SETTLED means that the homeserver has answered, and the bot does not ask again.
	 */
	enum { MX_FILTER_NEW, MX_FILTER_ASKED, MX_FILTER_SETTLED } state;
	/* the id that the homeserver gave the filter of /sync, or NULL if it gave no id */
	char *id;
	/* account->batches at the last failure: the bot tries again only after another batch */
	unsigned batches_at_failure;
	struct mx_backoff backoff; /* the pauses between the attempts */
};

/* Frees what the filter holds, not the struct. */
void mx_filter_finish(struct mx_filter *filter);

/*
 * Asks the homeserver to store the filter. After a failure, asks again only after a pause, when the
 * bot has handled another batch. Until the homeserver has stored the filter, each /sync contains
 * the whole filter.
 */
void mx_filter_store(struct mx_filter *filter);

/*
 * Returns the filter parameter of /sync: the filter's id, or the filter itself. The text is valid
 * until the next call of another function here. `too_big` says how many answers in a row were too
 * big, from 0 to MX_FILTER_LOWERED_MOST. The more answers were too big, the fewer events of a room
 * the filter allows; the bot reads the other events as a gap.
 */
const char *mx_filter_for_sync(const struct mx_filter *filter, unsigned too_big);

/* Returns the filter parameter of /messages, a constant. */
const char *mx_filter_for_messages(void);

/*
 * Handles a failure of /sync. After a backup was restored, the homeserver may not know the filter's
 * id, or may have given this id to another filter. So the next requests send the whole filter.
 * Later the bot asks the homeserver to store the filter again, unless the homeserver refused the
 * /sync request. Does nothing after a rate limit or if the account is locked.
 */
void mx_filter_doubt(struct mx_filter *filter, const struct mx_answer *answer);

#endif
