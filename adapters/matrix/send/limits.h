/*
 * Limits: how many requests may be in flight, and when the homeserver's rate limits allow the next
 * one. After a rate limit, the bot sends one message at a time until the homeserver has accepted
 * some. If the bot sent two, chance would decide which of them the homeserver accepts.
 */
#ifndef MX_LIMITS_H
#define MX_LIMITS_H

#include "adapters/matrix/client/answer.h"
#include "adapters/matrix/client/backoff.h"

#include <stdbool.h>
#include <stdint.h>

/* Groups of requests. A homeserver limits each separately, or another server may delay it. */
enum mx_budget {
	MX_BUDGET_NONE, /* all other requests */
	MX_BUDGET_SEND, /* events of all kinds */
	MX_BUDGET_CREATE,
	MX_BUDGET_JOIN,
	MX_BUDGET_LEAVE,
	MX_BUDGETS
};

#define MX_REQUESTS_MOST 64 /* the most requests in flight */

struct mx_limits {
	unsigned in_flight;                       /* all requests for outbox rows in flight */
	unsigned in_flight_by_budget[MX_BUDGETS]; /* the same, by budget */
	unsigned messages_most; /* the most messages in flight; 1 after a rate limit */
	unsigned accepted;      /* messages that were accepted since the last rate limit */
	struct mx_backoff budgets[MX_BUDGETS];
};

void mx_limits_init(struct mx_limits *limits);

/*
 * Returns whether a request may start now. Requests that another server may delay never take all
 * places: the last quarter of the places is for messages.
 */
bool mx_limits_has_place(const struct mx_limits *limits, enum mx_budget budget);

/* Counts a request that has started. */
void mx_limits_begin(struct mx_limits *limits, enum mx_budget budget);

/*
 * Counts a request that has ended. The verdict on a message changes `messages_most`: a rate limit
 * lowers it to 1, and each accepted message from the fifth on raises it by 1.
 */
void mx_limits_end(struct mx_limits *limits, enum mx_budget budget, enum mx_answer_verdict verdict);

/*
 * Returns whether a rate limit on messages lasts: `messages_most` has not come back to
 * MX_REQUESTS_MOST since.
 */
bool mx_limits_is_limited(const struct mx_limits *limits);

/*
 * Notes that the homeserver limited a message that is not in the outbox. `wait`: the milliseconds
 * that the homeserver asked to wait; 0: it did not say.
 */
void mx_limits_note_rate_limit(struct mx_limits *limits, int64_t wait);

/* Shortens *timeout, milliseconds from now, to the end of a budget's back-off. */
void mx_limits_bound(const struct mx_limits *limits, int64_t *timeout);

#endif
