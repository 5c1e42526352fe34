#include "adapters/matrix/send/retry.h"

#include "adapters/matrix/room/room_rights.h"
#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/job.h"
#include "adapters/matrix/send/private_room.h"
#include "adapters/matrix/send/sender.h"

#include <sodium.h>

/*
 * A rate limit that may come from another server delays the other requests of its budget for at
 * most this many milliseconds.
 */
#define SHARED_WAIT 3000
/* After this many successive rate limits, a remote request counts as refused. That takes hours. */
#define LIMITS_MOST 50

/*
 * After this many successive refusals the bot believes a doubtful one (mx_answer_is_doubtful). That
 * takes at least seven seconds.
 */
#define DOUBTS_MOST 5
/* The same if nothing that the bot sends is accepted. That takes about an hour. */
#define DOUBTS_OF_ALL_MOST 20

/*
 * Waits for a rate limit. A rate limit on messages always comes from the bot's own homeserver, so
 * all messages wait. A rate limit on a remote request may come from another server. Then this lane
 * waits for the whole time, and other requests of the same budget wait only briefly.
 */
static void obey_rate_limit(struct mx_job *job)
{
	struct mx_backoff *budget = &job->sender->limits.budgets[job->step->budget];
	int64_t wait = mx_answer_wait(&job->answer), lane_wait;

	mx_job_mark_unsent(job);
	if (job->step->budget == MX_BUDGET_SEND) {
		struct mx_queue_entry entry = mx_lane_queue_entry(job->lane);

		entry.priority = job->priority; /* the lane may have another first row by now */
		mx_fair_queue_refuse(&job->sender->queue, &entry);
		mx_limits_obey(&job->sender->limits, wait);
		return;
	}
	/*
	 * Waits even if the answer asks for no wait. Otherwise the bot would repeat the request at
	 * once.
	 */
	lane_wait = mx_backoff_delay(job->lane->rate_limits++ / 2, randombytes_random());
	lane_wait = wait > lane_wait ? wait : lane_wait;
	mx_backoff_extend(&job->lane->backoff, lane_wait);
	if (job->step->remote)
		mx_backoff_extend(budget, lane_wait < SHARED_WAIT ? lane_wait : SHARED_WAIT);
}

/*
 * Returns whether an error about the account is probably true, although another server may have
 * chosen it: the bot's own homeserver says the same of other requests, or a user of this homeserver
 * has invited the bot. Then the bot never gives the request up.
 */
static bool is_held_at_home(const struct mx_job *job)
{
	const struct mx_account *account = job->sender->account;

	return job->verdict == MX_ANSWER_ACCOUNT_HELD &&
	       (mx_hold_lasts(&account->hold) ||
		       (job->via && mx_account_is_home(account, job->via)));
}

/*
 * Waits because the homeserver refuses what the account does. The pauses grow, and one request
 * after another finds out whether the hold is over. If another server says so, it may be a lie: the
 * bot waits as for a rate limit, and gives up some day.
 */
static void wait_while_held(struct mx_job *job)
{
	struct mx_sender *sender = job->sender;
	struct mx_backoff *budget = &sender->limits.budgets[job->step->budget];

	if (mx_job_is_remote(job)) {
		obey_rate_limit(job);
		return;
	}
	mx_job_mark_unsent(job);
	/* Requests that were in flight together are one failure. */
	if (mx_backoff_is_over(budget))
		mx_backoff_fail(budget);
}

bool mx_retry_obey_limit(struct mx_job *job)
{
	if (job->verdict == MX_ANSWER_RATE_LIMITED)
		obey_rate_limit(job);
	else if (job->verdict == MX_ANSWER_ACCOUNT_HELD)
		wait_while_held(job);
	else
		return false;
	return true;
}

/*
 * Returns whether a proxy has answered in the place of the homeserver. Where another server or
 * program takes part, a strange answer may be theirs.
 */
static bool is_from_proxy(const struct mx_job *job)
{
	return !*mx_answer_code(&job->answer) && !job->answer.lacks && !mx_job_is_remote(job) &&
	       !job->step->is_delegable;
}

/* Returns whether a step failed because the homeserver was unreachable, so that it says nothing. */
static bool is_unreachable(const struct mx_job *job)
{
	const struct mx_answer *answer = &job->answer;

	if (job->verdict != MX_ANSWER_RETRY)
		return false;
	return job->sender->account->sync_backoff.failures > 0 || is_from_proxy(job) ||
	       (job->step->is_delegable ? answer->unreached : mx_answer_is_from_nobody(answer));
}

/* Returns whether a proxy has kept the request from the homeserver. */
static bool is_kept_by_proxy(const struct mx_job *job)
{
	return is_from_proxy(job) && job->answer.status >= 300 && job->answer.status < 500;
}

/*
 * Returns whether a request that failed made no room. If another server says that the account may
 * not invite, the homeserver has made the room before.
 */
static bool is_surely_not_made(const struct mx_job *job)
{
	if (job->verdict == MX_ANSWER_ACCOUNT_HELD && mx_job_is_remote(job))
		return is_held_at_home(job);
	return job->verdict != MX_ANSWER_RETRY || job->answer.unreached || is_kept_by_proxy(job);
}

void mx_retry_plan(struct mx_job *job)
{
	if (job->step->makes_room && is_surely_not_made(job))
		mx_private_room_note_not_made(job);
	if (job->step->makes_room && job->verdict != MX_ANSWER_RATE_LIMITED)
		bot_outbox_delayed(job->sender->account->store, job->row);
	if (mx_retry_obey_limit(job))
		return;
	job->lane->unreachable += is_unreachable(job);
	mx_backoff_fail(&job->lane->backoff);
	/*
	 * The homeserver may have made the room nevertheless. The next two batches will show this.
	 */
	if (job->step->makes_room)
		job->lane->create_after = job->sender->account->batches + 2;
}

/* Returns whether a program beside the homeserver says that the request will never succeed. */
static bool is_final(const struct mx_job *job)
{
	long status = job->answer.status;

	return job->verdict == MX_ANSWER_RETRY && !*mx_answer_code(&job->answer) && status >= 400 &&
	       status < 500 && status != 408 && status != 425;
}

bool mx_retry_is_over(const struct mx_job *job)
{
	const struct mx_step *step = job->step;

	if (step->dispensable)
		return true;
	if (step->is_delegable && is_final(job))
		return true;
	/* People have made the room's state too big, and it does not become smaller. */
	if (step->wants_list && job->answer.too_big)
		return true;
	if (is_held_at_home(job))
		return false;
	if (job->verdict == MX_ANSWER_RATE_LIMITED || job->verdict == MX_ANSWER_ACCOUNT_HELD)
		return step->remote && job->lane->rate_limits + 1 >= LIMITS_MOST;
	if ((job->verdict != MX_ANSWER_RETRY && !step->remote) || is_unreachable(job))
		return false;
	return step->tries > 0 &&
	       job->lane->backoff.failures - job->lane->unreachable + 1 >= step->tries;
}

/* Returns whether the bot has sent something since the first doubtful refusal of the lane's row. */
static bool others_are_accepted(const struct mx_job *job)
{
	return job->sender->accepted_requests != job->lane->doubt.accepted_requests;
}

/* Returns whether rows of other lanes are refused in the same way. */
static bool others_are_refused(const struct mx_job *job)
{
	for (const struct mx_lane *lane = job->sender->lanes; lane; lane = lane->next)
		if (lane != job->lane && lane->first.row != 0 &&
			lane->doubt.row == lane->first.row && lane->doubt.refusals > 0)
			return true;
	return false;
}

/*
 * Returns how many doubtful refusals in a row the bot takes for a passing trouble. If it can send
 * nothing else either, the trouble is probably the account's, and lasts longer.
 */
static unsigned doubts_most(const struct mx_job *job)
{
	bool all = !others_are_accepted(job) && (job->step->sends_text || others_are_refused(job));

	return all ? DOUBTS_OF_ALL_MOST : DOUBTS_MOST;
}

/*
 * Returns whether a refusal in the room is no surprise: the bot knows that it is not in the room,
 * or that it may not write there. If somebody has removed the bot and invited it again before it
 * noticed, messages stand before the request to join.
 */
static bool is_expected(const struct mx_job *job)
{
	const char *me = job->sender->account->user;

	if (job->lane->private)
		return false;
	const struct mx_room *room = mx_room_load(job->sender->account->store, job->room);
	return room->standing == MX_OUTSIDE ||
	       (job->step->sends_text && room->standing == MX_JOINING) ||
	       (job->step->sends_text && mx_room_is_muted(room, me, mx_crypto_is_built_in()));
}

/* A question has no content that a refusal could be about, so every refusal of it may pass. */
static bool is_doubtful(const struct mx_job *job)
{
	return job->step->only_reads || mx_answer_is_doubtful(&job->answer);
}

bool mx_retry_finds_doubt(struct mx_job *job)
{
	struct mx_lane *lane = job->lane;

	if (job->verdict != MX_ANSWER_REFUSED || job->step->dispensable ||
		job->step->is_delegable || !is_doubtful(job) || is_expected(job))
		return false;
	if (lane->doubt.row != job->row || lane->doubt.refusals == 0) {
		lane->doubt.row = job->row;
		lane->doubt.accepted_requests = job->sender->accepted_requests;
	}
	if (++lane->doubt.refusals < doubts_most(job))
		return true;
	lane->doubt.refusals = 0;
	return false;
}

void mx_retry_plan_in_doubt(struct mx_job *job)
{
	struct mx_lane *lane = job->lane;
	/*
	 * A request that is refused may have made a room nevertheless. There are few tries for
	 * rooms, so they are further apart.
	 */
	unsigned grown = lane->doubt.refusals - 1 + (job->step->makes_room ? 2 : 0);

	mx_job_mark_unsent(job);
	mx_backoff_extend(&lane->backoff, mx_backoff_delay(grown, randombytes_random()));
	if (lane->private && job->step->sends_text)
		(void)json_object_del(job->sender->trusted, job->room);
	if (!job->step->makes_room)
		return;
	bot_outbox_delayed(job->sender->account->store, job->row);
	lane->create_after = job->sender->account->batches + 2;
	if (!mx_job_is_remote(job))
		mx_private_room_note_not_made(job);
}
