#include "adapters/matrix/send/job.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/send/content.h"
#include "adapters/matrix/send/doubt.h"
#include "adapters/matrix/send/outbox_row.h"
#include "adapters/matrix/send/private_room.h"
#include "adapters/matrix/send/sender_state.h"
#include "adapters/matrix/send/widget.h"
#include "bot/base/memory.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/*
 * A rate limit that may come from another server delays the other requests of its budget for at
 * most this time. All times here are in milliseconds.
 */
#define SHARED_WAIT 3000
/* After this many successive rate limits, a remote request counts as refused. That takes hours. */
#define LIMITS_MOST 50
/* How long the result of a sent message may wait before the bot stores it. */
#define MARK_WAIT 50

/* Copies the file and its strings into one allocation. */
static void copy_file(struct mx_job *job, const struct bot_file *file)
{
	size_t name = strlen(file->name) + 1, media = strlen(file->media) + 1;
	char *copy = bot_malloc(name + media + file->size);

	memcpy(copy, file->name, name);
	memcpy(copy + name, file->media, media);
	memcpy(copy + name + media, file->data, file->size);
	job->file = (struct bot_file){copy, copy + name, copy + name + media, file->size};
	job->file_memory = copy;
	job->file_data = copy + name + media;
}

void mx_job_destroy(struct mx_job *job)
{
	if (!job)
		return;
	free(job->file_memory);
	free(job->via);
	free(job->reactions);
	json_decref(job->content);
	json_decref(job->file_key);
	json_decref(job->answer.json);
	free(job);
}

/* Builds the content of the row's event, which names its row. */
static json_t *make_content(const struct mx_sender *sender, const struct bot_outbox_row *row)
{
	json_t *content = mx_outbox_row_content(sender, row);

	(void)json_object_set_new(content, MX_EVENT_ROW_ID, json_string(row->txn));
	return content;
}

struct mx_job *mx_job_create(
	struct mx_sender *sender, struct mx_lane *lane, const struct bot_outbox_row *row)
{
	struct mx_job *job = bot_calloc(1, sizeof *job);

	job->sender = sender;
	job->lane = lane;
	job->priority = lane->first.priority;
	job->rank = lane->first.rank;
	job->row = row->id;
	job->kind = row->kind;
	job->followed = row->followed;
	job->optional = row->optional;
	job->clear = row->clear;
	job->made = row->made;
	job->match = row->match;
	stpcpy(job->to, row->to);
	stpcpy(job->txn, row->txn);
	stpcpy(job->challenged, row->challenged ? row->challenged : "");
	job->via = row->via ? bot_strdup(row->via) : NULL;
	job->reactions = row->reactions ? bot_strdup(row->reactions) : NULL;
	job->type = mx_content_type(row);
	if (row->file.name && !json_object_get(sender->uploads, row->txn))
		copy_file(job, &row->file);
	else if (bot_outbox_is_text(row->kind))
		job->content = make_content(sender, row);
	else if (row->kind == BOT_OUT_WIDGET)
		job->content = mx_widget_content(row->body, sender->account->user);
	return job;
}

void mx_job_mark_unsent(const struct mx_job *job)
{
	if (job->lane->backoff.failures == 0)
		bot_outbox_not_sent(job->sender->account->store, job->row);
}

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
		mx_backoff_extend(
			budget, wait > 0 ? wait : mx_backoff_delay(budget->failures++, 0));
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

bool mx_job_is_remote(const struct mx_job *job)
{
	if (!job->step->makes_room)
		return job->step->remote;
	return !mx_account_is_home(job->sender->account, mx_id_server(job->to));
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

/*
 * Returns whether a proxy has answered in the place of the homeserver. Where another server or
 * program takes part, a strange answer may be theirs.
 */
static bool is_from_proxy(const struct mx_job *job)
{
	return !*mx_answer_code(&job->answer) && !job->answer.lacks && !mx_job_is_remote(job) &&
	       !job->step->is_delegable;
}

/* Returns whether a step failed because the homeserver was away, so that it says nothing. */
static bool is_away(const struct mx_job *job)
{
	return job->verdict == MX_ANSWER_RETRY &&
	       (mx_answer_is_from_nobody(&job->answer) || is_from_proxy(job) ||
		       job->sender->account->sync_backoff.failures > 0);
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

/* Decides when to repeat a step that failed, or whose answer was lost. */
static void plan_retry(struct mx_job *job)
{
	if (job->step->makes_room && is_surely_not_made(job))
		mx_private_room_note_not_made(job);
	if (job->verdict == MX_ANSWER_RATE_LIMITED) {
		obey_rate_limit(job);
		return;
	}
	if (job->step->makes_room)
		bot_outbox_delayed(job->sender->account->store, job->row);
	if (job->verdict == MX_ANSWER_ACCOUNT_HELD) {
		wait_while_held(job);
		return;
	}
	job->lane->away += is_away(job);
	mx_backoff_fail(&job->lane->backoff);
	/*
	 * The homeserver may have made the room nevertheless. The next two batches will show this.
	 */
	if (job->step->makes_room)
		job->lane->create_after = job->sender->account->batches + 2;
}

/* Returns whether the request has failed so often that it counts as refused. */
static bool has_failed_too_often(const struct mx_job *job)
{
	const struct mx_step *step = job->step;

	if (step->dispensable)
		return true;
	/* People have made the room's state too big, and it does not become smaller. */
	if (step->wants_list && job->answer.too_big)
		return true;
	if (is_held_at_home(job))
		return false;
	if (job->verdict == MX_ANSWER_RATE_LIMITED || job->verdict == MX_ANSWER_ACCOUNT_HELD)
		return step->remote && job->lane->rate_limits + 1 >= LIMITS_MOST;
	if ((job->verdict != MX_ANSWER_RETRY && !step->remote) || is_away(job))
		return false;
	return step->tries > 0 && job->lane->backoff.failures - job->lane->away + 1 >= step->tries;
}

static void reset_failures(struct mx_lane *lane)
{
	mx_backoff_reset(&lane->backoff);
	lane->away = lane->rate_limits = 0;
}

/*
 * Drops an optional row that was not sent. The lane does not have to wait, so the next row of the
 * lane does not notice the failure, unless all messages have to wait.
 */
static enum bot_error drop_optional(struct mx_job *job)
{
	if (job->verdict == MX_ANSWER_RATE_LIMITED)
		obey_rate_limit(job);
	else if (job->verdict == MX_ANSWER_ACCOUNT_HELD)
		wait_while_held(job);
	return bot_outbox_done(job->sender->account->store, job->row, NULL);
}

static enum bot_error store_result(struct mx_job *job)
{
	struct mx_sender *sender = job->sender;
	enum bot_error error;
	bool doubts;

	bot_cause_enter(sender->account->store, MX_CAUSE_RESULT, job->txn, 0);
	if (job->verdict == MX_ANSWER_DONE) {
		sender->limits.budgets[job->step->budget].failures = 0;
		if (job->step->budget == MX_BUDGET_SEND)
			mx_fair_queue_end_round(&sender->queue);
		reset_failures(job->lane);
		return job->step->done(job);
	}
	if (job->optional)
		return drop_optional(job);
	error = mx_doubt_find(job, &doubts);
	if (error)
		return error;
	if (doubts) {
		mx_doubt_plan_retry(job);
		return BOT_OK;
	}
	if (job->verdict == MX_ANSWER_REFUSED || has_failed_too_often(job)) {
		reset_failures(job->lane);
		return job->step->refused(job);
	}
	plan_retry(job);
	return BOT_OK;
}

static void end_job(struct mx_job *job)
{
	job->lane->job = NULL;
	mx_job_destroy(job);
}

void mx_job_add_result(struct mx_job *job)
{
	struct mx_sender *sender = job->sender;
	bool sent = job->step->sends_text && job->verdict == MX_ANSWER_DONE;
	struct mx_job **list = sent ? &sender->sent : &sender->finished;

	if (sent && !sender->sent)
		mx_backoff_extend(&sender->mark_wait, MARK_WAIT);
	job->next = *list;
	*list = job;
}

enum bot_error mx_job_mark_sent(struct mx_sender *sender)
{
	enum bot_error error = BOT_OK;

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
 * another row waits behind the row of such a message, a rate limit lasts, or the results have
 * waited for MARK_WAIT.
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
		error = mx_job_mark_sent(sender);
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

void mx_job_store_results(struct mx_sender *sender, bool all)
{
	if (must_store_sent(sender) || (all && sender->sent))
		store_sent(sender);
	if (sender->finished)
		store_finished(sender);
}
