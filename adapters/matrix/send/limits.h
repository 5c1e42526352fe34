/*
 * How many requests may be in flight at a time, and how many private rooms the bot makes.
 *
 * Another server can make most requests that concern it take minutes. So strangers never get all
 * the places of a budget: some are kept for matches between people, and some for users of the bot's
 * own homeserver. A party (fair_queue.h) gets only a part of the strangers' places. If a request
 * waits for a place, the bot cuts short a request that has been in flight for some seconds, and
 * sends that one again later.
 *
 * Each user has a token bucket with three rooms, into which one room comes back every 20 minutes.
 * `buckets` is a JSON object that is empty at the beginning. For each user whose bucket is not
 * full, it has the steady time when the bucket is full again.
 */
#ifndef ADAPTERS_MATRIX_SEND_LIMITS_H
#define ADAPTERS_MATRIX_SEND_LIMITS_H

#include "adapters/matrix/client/answer.h"
#include "adapters/matrix/client/wait.h"
#include "adapters/matrix/send/bucket.h"

#include <jansson.h>
#include <stdbool.h>

struct mx_party;
struct mx_sender;
struct mx_job;

#define MX_REQUESTS_MOST 64 /* the most requests in flight */

/*
 * Groups of requests that are slow for a reason of their own: a rate limit of the homeserver, or
 * another server that delays them.
 */
enum mx_budget {
	MX_BUDGET_NONE, /* all other requests */
	MX_BUDGET_SEND, /* requests that send events of all kinds */
	MX_BUDGET_CREATE,
	MX_BUDGET_JOIN,
	MX_BUDGET_LEAVE,
	MX_BUDGETS
};

/* Whose request it is, the most important first. */
enum mx_rank {
	MX_RANK_HOME,     /* a party of the bot's own homeserver */
	MX_RANK_MATCH,    /* another party, about a match between two people */
	MX_RANK_STRANGER, /* another party */
	MX_RANKS,
};

/* What is in flight, and when rate limits allow the next request. */
struct mx_limits {
	unsigned in_flight;         /* how many requests for outbox rows are in flight */
	unsigned by_rank[MX_RANKS]; /* how many of these requests each rank has */
	/* how many requests each rank has in each budget */
	unsigned by_budget[MX_BUDGETS][MX_RANKS];
	/* how many of these requests send a row of the priority MX_PRIORITY_LATER */
	unsigned later;
	struct mx_bucket bucket; /* the homeserver's limit on messages */
	struct mx_backoff budgets[MX_BUDGETS];
	/*
	 * For each budget, the most important rank of which a request waits for a place; MX_RANKS
	 * if none does. The last entry is about the places of all budgets together.
	 */
	enum mx_rank waits[MX_BUDGETS + 1];
	bool any_waits; /* some request waits, also because of its party's places */
};

void mx_limits_init(struct mx_limits *limits);

/*
 * Returns whether a request may start now. If it may not because others are in flight, notes that
 * it waits.
 */
bool mx_limits_has_place(
	struct mx_limits *limits, enum mx_budget budget, enum mx_rank rank, struct mx_party *party);

/* Returns how many requests of the budget are in flight. */
unsigned mx_limits_in_flight(const struct mx_limits *limits, enum mx_budget budget);

/* Counts a request of the job that starts or has ended. */
void mx_limits_count_start(struct mx_limits *limits, const struct mx_job *job);
void mx_limits_count_end(struct mx_limits *limits, const struct mx_job *job);

/*
 * Notes how the homeserver answered a request that sent a message and began at `started`. `wait` is
 * the time in milliseconds that the homeserver asked the bot to wait, or 0 if it named no time.
 * After a rate limit, or while the account may not write, only as many messages may be in flight as
 * the homeserver will probably accept, but always one.
 */
void mx_limits_note_answer(
	struct mx_limits *limits, enum mx_answer_verdict verdict, int64_t wait, int64_t started);

/* Makes all messages wait for a rate limit on one of them. `wait` is as above. */
void mx_limits_obey(struct mx_limits *limits, int64_t wait);

/*
 * Returns how many milliseconds the homeserver needs for each message in the long run, as far as
 * the bot has learned: 5,000 with Synapse's default limit. Returns 0 once the homeserver has
 * accepted far more messages than the learned limit allows.
 */
int64_t mx_limits_interval(const struct mx_limits *limits);

/* Returns whether the homeserver would probably refuse a message now. */
bool mx_limits_has_rate_limit(const struct mx_limits *limits);

/*
 * Returns how many milliseconds a message that can wait must wait: until the homeserver would
 * probably accept `tokens` messages more than those in flight. 0: the bot may send it now.
 */
int64_t mx_limits_spare_wait(const struct mx_limits *limits, unsigned tokens);

/* Forgets which requests wait for a place. */
void mx_limits_forget_waits(struct mx_sender *sender);

/*
 * If a request waits for a place, and another one of no more important rank has been in flight for
 * too long, cuts that one short and returns true. Otherwise the loop wakes when it may do that.
 */
bool mx_limits_make_place(struct mx_sender *sender);

/* Returns whether the bot may make a room for the user now. */
bool mx_room_bucket_has_room(const json_t *buckets, const char *user);

/* Takes a room out of the user's bucket. */
void mx_room_bucket_take(json_t *buckets, const char *user);

/* Puts a room back, because the bot did not make it. */
void mx_room_bucket_put_back(json_t *buckets, const char *user);

#endif
