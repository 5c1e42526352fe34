#include "adapters/matrix/send/job_result.h"

#include "adapters/matrix/send/retry.h"
#include "adapters/matrix/send/sender.h"
#include "bot/base/attempt.h"

/* How many milliseconds the result of a sent message may wait before the bot stores it. */
#define MARK_WAIT 50
/* After this many failures of optional rows one after another, the next failure drops a row. */
#define OPTIONAL_TRIES 5
/* After this many rate limits of the same optional row it is dropped: something limits its room. */
#define OPTIONAL_LIMITS 8

static void reset_failures(struct mx_lane *lane)
{
	mx_backoff_reset(&lane->backoff);
	lane->unreachable = lane->rate_limits = 0;
}

/* Counts a rate limit of an optional row. Returns whether the row has had too many. */
static bool is_always_limited(const struct mx_job *job)
{
	struct mx_sender *sender = job->sender;

	if (sender->limited.row != job->row)
		sender->limited.times = 0;
	sender->limited.row = job->row;
	return ++sender->limited.times >= OPTIONAL_LIMITS;
}

/*
 * Handles the failure of an optional row. The row stays, unless the homeserver refuses it, or it
 * has failed too often. The lane does not have to wait: its other rows do not notice the failure,
 * unless all messages have to wait.
 */
static void handle_optional(struct mx_job *job)
{
	struct mx_backoff *wait = &job->sender->optional_wait;

	if (mx_retry_obey_limit(job)) {
		if (job->verdict != MX_ANSWER_RATE_LIMITED || !is_always_limited(job))
			return;
	} else if (job->verdict != MX_ANSWER_REFUSED && wait->failures < OPTIONAL_TRIES) {
		mx_backoff_fail(wait);
		return;
	}
	mx_backoff_reset(wait);
	mx_job_finish_row(job);
}

static void store_done(struct mx_job *job)
{
	struct mx_sender *sender = job->sender;

	sender->limits.budgets[job->step->budget].failures = 0;
	if (job->step->budget == MX_BUDGET_SEND)
		mx_fair_queue_end_slot(&sender->queue);
	reset_failures(job->lane);
	if (job->step->sends_text)
		job->lane->change_since = 0;
	if (job->optional)
		mx_backoff_reset(&sender->optional_wait);
	job->step->done(job);
}

static void store_failure(struct mx_job *job)
{
	mx_lane_put_aside(job);
	if (mx_retry_finds_doubt(job)) {
		mx_retry_plan_in_doubt(job);
	} else if (job->verdict == MX_ANSWER_REFUSED || mx_retry_is_over(job)) {
		reset_failures(job->lane);
		job->step->refused(job);
	} else {
		mx_retry_plan(job);
	}
}

static void store(struct mx_job *job)
{
	bot_cause_enter(job->sender->account->store, MX_CAUSE_RESULT, job->txn, 0);
	if (job->verdict == MX_ANSWER_DONE)
		store_done(job);
	else if (job->optional)
		handle_optional(job);
	else
		store_failure(job);
}

static enum bot_error store_result(struct mx_job *job)
{
	BOT_ATTEMPT(store(job));
}

static void end_job(struct mx_job *job)
{
	job->lane->job = NULL;
	mx_job_destroy(job);
}

void mx_job_result_add(struct mx_job *job)
{
	struct mx_sender *sender = job->sender;
	bool sent = job->step->sends_text && job->verdict == MX_ANSWER_DONE;
	struct mx_job **list = sent ? &sender->sent : &sender->finished;

	if (sent && !sender->sent)
		mx_backoff_extend(&sender->mark_wait, MARK_WAIT);
	job->next = *list;
	*list = job;
}

enum bot_error mx_job_results_store_sent(struct mx_sender *sender)
{
	struct mx_account *account = sender->account;
	enum bot_error error = BOT_OK;

	/* The host's time stands still while the bot receives nothing. */
	if (mx_account_is_connected(account))
		error = bot_host_update_time(account->host);
	/*
	 * After an error, the rows of the other jobs stay in the outbox, and the bot sends them
	 * again.
	 */
	while (sender->sent) {
		struct mx_job *job = sender->sent;

		if (!error)
			error = store_result(job);
		sender->sent = job->next;
		end_job(job);
	}
	return error;
}

/*
 * Returns whether the results of sent messages can't wait for the transaction of the next batch:
 * another row waits behind the row of such a message, the homeserver would probably refuse a
 * message now, or the results have waited for MARK_WAIT.
 */
static bool must_store_sent(const struct mx_sender *sender)
{
	const struct mx_job *job = sender->sent;

	while (job && !job->followed)
		job = job->next;
	return job || (sender->sent && (mx_limits_has_rate_limit(&sender->limits) ||
					       mx_backoff_is_over(&sender->mark_wait)));
}

/*
 * Uses the cheaper kind of transaction, which a crash may undo. That does no harm: the bot sends
 * the messages again, and the homeserver recognizes their transaction ids.
 */
static void store_sent(struct mx_sender *sender)
{
	enum bot_error error = bot_store_begin_lightly(sender->account->store);

	if (!error)
		error = mx_job_results_store_sent(sender);
	mx_account_commit(sender->account, error, "outbox");
	/* The clock of a turn starts when its hand was sent. */
	sender->account->timers_due = 0;
}

static void store_finished(struct mx_sender *sender)
{
	enum bot_error error = bot_store_begin(sender->account->store);
	bool committed;

	for (struct mx_job *job = sender->finished; job && !error; job = job->next)
		error = store_result(job);
	committed = mx_account_commit(sender->account, error, "outbox");
	while (sender->finished) {
		struct mx_job *job = sender->finished;

		/*
		 * If the commit failed, the store does not know the new room. A second request
		 * would make a second room. So the bot first waits until /sync shows the room.
		 */
		if (!committed && job->step->makes_room)
			job->lane->create_after = sender->account->batches + 2;
		sender->finished = job->next;
		end_job(job);
	}
	sender->account->timers_due = 0;
}

/*
 * After a failure of the store, the results of sent messages wait like everything else. If the
 * store can't be reached, the results would otherwise keep the loop busy.
 */
void mx_job_results_store(struct mx_sender *sender, bool all)
{
	bool may_store = mx_backoff_is_over(&sender->account->store_backoff);

	if ((may_store && must_store_sent(sender)) || (all && sender->sent))
		store_sent(sender);
	if (sender->finished)
		store_finished(sender);
}
