#include "adapters/matrix/send/limits.h"

#include "adapters/matrix/client/http.h"
#include "adapters/matrix/client/wait.h"
#include "adapters/matrix/send/fair_queue.h"
#include "adapters/matrix/send/job.h"
#include "adapters/matrix/send/sender.h"
#include "bot/base/clock.h"

#include <stdint.h>

/*
 * How many milliseconds a request may be in flight while another one waits for its place: the first
 * try, and each later one. A later try has longer, so that a slow homeserver can answer it.
 */
#define CUT_FIRST 5000
#define CUT_LATER 10000
/* The most milliseconds that messages wait for one rate limit, whatever the homeserver says. */
#define LIMIT_MOST (INT64_C(5) * 60 * 1000)
/* After this many rate limits one after another, the waits grow, whatever the homeserver says. */
#define LIMITS_BELIEVED 4

#define ROOM_TIME (INT64_C(20) * 60 * 1000) /* ms until one room comes back into a bucket */
#define FULL_TIME (3 * ROOM_TIME)           /* ms until an empty bucket is full again */
#define USERS_MOST                                                                                 \
	10000 /* the most users with a bucket; at this number all buckets become full              \
	       */

/*
 * The places of each budget. `most` is how many requests of a rank and of the less important ranks
 * may be in flight together. A quarter of all places is only for messages.
 */
static const struct {
	unsigned most[MX_RANKS];
	unsigned party; /* how many requests of one party may be in flight */
} places[MX_BUDGETS + 1] = {
	[MX_BUDGET_NONE] = {{20, 15, 10}, 5},
	[MX_BUDGET_SEND] = {{MX_REQUESTS_MOST, 48, 32}, 16},
	[MX_BUDGET_CREATE] = {{12, 9, 6}, 3},
	[MX_BUDGET_JOIN] = {{12, 9, 6}, 3},
	[MX_BUDGET_LEAVE] = {{4, 3, 2}, 1},
	[MX_BUDGETS] = {{MX_REQUESTS_MOST, 56, 44}, MX_REQUESTS_MOST},
};

void mx_limits_init(struct mx_limits *limits)
{
	*limits = (struct mx_limits){0};
	mx_bucket_init(&limits->bucket);
	for (size_t i = 0; i <= MX_BUDGETS; i++)
		limits->waits[i] = MX_RANKS;
}

/* Returns how many requests of this rank and of the less important ones are in flight. */
static unsigned count_from(const unsigned by_rank[MX_RANKS], enum mx_rank rank)
{
	unsigned count = 0;

	for (size_t i = rank; i < MX_RANKS; i++)
		count += by_rank[i];
	return count;
}

unsigned mx_limits_in_flight(const struct mx_limits *limits, enum mx_budget budget)
{
	return count_from(limits->by_budget[budget], MX_RANK_HOME);
}

/* Returns how many messages may be in flight. */
static unsigned messages_most(const struct mx_limits *limits)
{
	unsigned tokens = mx_bucket_tokens(&limits->bucket, bot_clock_steady());

	if (!limits->bucket.is_limited)
		return MX_REQUESTS_MOST;
	return tokens > 1 ? tokens : 1;
}

static bool is_full(const struct mx_limits *limits, enum mx_budget budget, enum mx_rank rank)
{
	const unsigned *by_rank = limits->by_budget[budget];

	return count_from(by_rank, rank) >= places[budget].most[rank] ||
	       (budget == MX_BUDGET_SEND &&
		       mx_limits_in_flight(limits, budget) >= messages_most(limits));
}

/* Notes that a request of this rank waits for a place of the budget. Returns false. */
static bool wait_for(struct mx_limits *limits, enum mx_budget budget, enum mx_rank rank)
{
	limits->any_waits = true;
	if (rank < limits->waits[budget])
		limits->waits[budget] = rank;
	return false;
}

bool mx_limits_has_place(
	struct mx_limits *limits, enum mx_budget budget, enum mx_rank rank, struct mx_party *party)
{
	/* The parties of the own homeserver get twice as many places. */
	unsigned most = places[budget].party * (party->home ? 2 : 1);

	if (!mx_backoff_is_over(&limits->budgets[budget]))
		return false;
	if (is_full(limits, budget, rank))
		return wait_for(limits, budget, rank);
	if (count_from(limits->by_rank, rank) >= places[MX_BUDGETS].most[rank])
		return wait_for(limits, MX_BUDGETS, rank);
	if (party->in_flight[budget] < most)
		return true;
	party->waits[budget] = limits->any_waits = true;
	return false;
}

void mx_limits_note_answer(
	struct mx_limits *limits, enum mx_answer_verdict verdict, int64_t wait, int64_t started)
{
	int64_t now = bot_clock_steady();

	if (verdict == MX_ANSWER_DONE)
		mx_bucket_accept(&limits->bucket, now, started);
	if (verdict == MX_ANSWER_RATE_LIMITED)
		mx_bucket_refuse(
			&limits->bucket, now, wait, mx_limits_in_flight(limits, MX_BUDGET_SEND));
	if (verdict == MX_ANSWER_ACCOUNT_HELD)
		mx_bucket_drain(&limits->bucket, now);
}

void mx_limits_obey(struct mx_limits *limits, int64_t wait)
{
	struct mx_backoff *backoff = &limits->budgets[MX_BUDGET_SEND];
	int64_t least = 0;

	/* Requests that were in flight together are one failure. */
	if (mx_backoff_is_over(backoff))
		backoff->failures++;
	if (wait == 0)
		least = mx_backoff_delay(backoff->failures - 1, 0);
	else if (backoff->failures > LIMITS_BELIEVED)
		least = mx_backoff_delay(backoff->failures - LIMITS_BELIEVED - 1, 0);
	if (wait < least)
		wait = least;
	mx_backoff_extend(backoff, wait < LIMIT_MOST ? wait : LIMIT_MOST);
}

int64_t mx_limits_interval(const struct mx_limits *limits)
{
	return limits->bucket.is_generous ? 0 : limits->bucket.interval;
}

bool mx_limits_has_rate_limit(const struct mx_limits *limits)
{
	return mx_limits_spare_wait(limits, 1) > 0;
}

int64_t mx_limits_spare_wait(const struct mx_limits *limits, unsigned tokens)
{
	if (!limits->bucket.is_limited)
		return 0;
	return mx_bucket_wait(&limits->bucket, bot_clock_steady(),
		tokens + mx_limits_in_flight(limits, MX_BUDGET_SEND));
}

/* Rows that first need a private room don't count: another server may delay this for minutes. */
static bool is_later(const struct mx_job *job)
{
	return job->priority == MX_PRIORITY_LATER && job->step->budget == MX_BUDGET_SEND;
}

void mx_limits_count_start(struct mx_limits *limits, const struct mx_job *job)
{
	limits->in_flight++;
	limits->by_rank[job->rank]++;
	limits->by_budget[job->step->budget][job->rank]++;
	job->lane->party->in_flight[job->step->budget]++;
	limits->later += is_later(job);
}

void mx_limits_count_end(struct mx_limits *limits, const struct mx_job *job)
{
	limits->in_flight--;
	limits->by_rank[job->rank]--;
	limits->by_budget[job->step->budget][job->rank]--;
	job->lane->party->in_flight[job->step->budget]--;
	limits->later -= is_later(job);
}

void mx_limits_forget_waits(struct mx_sender *sender)
{
	if (!sender->limits.any_waits)
		return;
	sender->limits.any_waits = false;
	for (size_t i = 0; i <= MX_BUDGETS; i++)
		sender->limits.waits[i] = MX_RANKS;
	for (struct mx_party *party = sender->parties.first; party; party = party->next)
		for (size_t i = 0; i < MX_BUDGETS; i++)
			party->waits[i] = false;
}

/*
 * Returns whether the end of the job's request would make a place for a request that waits.
 * Requests of the own homeserver are never in the way: if they take long, all requests take long.
 */
static bool is_in_the_way(const struct mx_limits *limits, const struct mx_job *job)
{
	enum mx_budget budget = job->step->budget;

	if (job->rank == MX_RANK_HOME)
		return false;
	return limits->waits[budget] <= job->rank || limits->waits[MX_BUDGETS] <= job->rank ||
	       job->lane->party->waits[budget];
}

/* Returns whether to cut short the request of `job` rather than that of `other`. */
static bool is_worse(const struct mx_job *job, const struct mx_job *other)
{
	unsigned of_party = job->lane->party->in_flight[job->step->budget];
	unsigned of_other = other->lane->party->in_flight[other->step->budget];

	if (job->rank != other->rank)
		return job->rank > other->rank;
	return of_party != of_other ? of_party > of_other : job->started < other->started;
}

/* Returns the steady time when the bot may cut the job's request short. */
static int64_t find_cut(const struct mx_job *job)
{
	return job->started + (job->lane->backoff.failures > 0 ? CUT_LATER : CUT_FIRST);
}

bool mx_limits_make_place(struct mx_sender *sender)
{
	struct mx_limits *limits = &sender->limits;
	struct mx_job *worst = NULL;

	if (!limits->any_waits)
		return false;
	for (struct mx_lane *lane = sender->lanes; lane; lane = lane->next) {
		struct mx_job *job = lane->job;

		if (!job || !job->in_flight || !is_in_the_way(limits, job))
			continue;
		if (mx_time_has_come(find_cut(job)) && (!worst || is_worse(job, worst)))
			worst = job;
	}
	if (!worst)
		return false;
	mx_http_cut_short(sender->account->http, worst);
	return true;
}

/*
 * Drops the full buckets each time the number of users has doubled, because each call reads all
 * buckets.
 */
static void drop_full_buckets(json_t *buckets)
{
	size_t size = json_object_size(buckets);
	const char *user;
	json_t *until;
	void *next;

	if ((size & (size - 1)) != 0 && size < USERS_MOST)
		return;
	json_object_foreach_safe(buckets, next, user, until)
	{
		if (json_integer_value(until) <= bot_clock_steady())
			json_object_del(buckets, user);
	}
}

/* Returns the steady time when the user's bucket is full; not earlier than now. */
static int64_t full_at(const json_t *buckets, const char *user)
{
	int64_t until = json_integer_value(json_object_get(buckets, user));

	return until > bot_clock_steady() ? until : bot_clock_steady();
}

bool mx_room_bucket_has_room(const json_t *buckets, const char *user)
{
	return full_at(buckets, user) + ROOM_TIME <= bot_clock_steady() + FULL_TIME;
}

/* Moves the time when the bucket is full. */
static void move(json_t *buckets, const char *user, int64_t by)
{
	json_t *until = json_integer(full_at(buckets, user) + by);

	if (!json_object_get(buckets, user)) {
		drop_full_buckets(buckets);
		if (json_object_size(buckets) >= USERS_MOST)
			json_object_clear(buckets);
	}
	(void)json_object_set_new(buckets, user, until);
}

void mx_room_bucket_take(json_t *buckets, const char *user)
{
	move(buckets, user, ROOM_TIME);
}

void mx_room_bucket_put_back(json_t *buckets, const char *user)
{
	move(buckets, user, -ROOM_TIME);
}
