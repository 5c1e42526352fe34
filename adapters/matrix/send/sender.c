#include "adapters/matrix/send/sender.h"

#include "adapters/matrix/login/device.h"
#include "adapters/matrix/send/earlier_device.h"
#include "adapters/matrix/send/job.h"
#include "adapters/matrix/send/lane.h"
#include "adapters/matrix/send/message_step.h"
#include "adapters/matrix/send/private_room.h"
#include "adapters/matrix/send/results.h"
#include "adapters/matrix/send/steps.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of an answer. Many may be in memory at a time, and other servers choose their errors. */
#define ANSWER_LIMIT ((size_t)256 << 10)

bool mx_sender_init(struct mx_sender *sender, struct mx_session *session, struct mx_crypto *crypto)
{
	*sender = (struct mx_sender){
		.account = session->account,
		.session = session,
		.crypto = crypto,
		.direct_chats = {.session = session},
		.trusted = json_object(),
		.encrypting = json_object(),
		.uploads = json_object(),
		.room_buckets = json_object(),
	};
	mx_limits_init(&sender->limits);
	return mx_courtesies_init(&sender->courtesies) && sender->trusted && sender->encrypting &&
	       sender->uploads && sender->room_buckets;
}

void mx_sender_finish(struct mx_sender *sender)
{
	while (sender->lanes) {
		struct mx_lane *lane = sender->lanes;

		sender->lanes = lane->next;
		mx_job_destroy(lane->job);
		free(lane);
	}
	mx_courtesies_finish(&sender->courtesies);
	mx_direct_chats_finish(&sender->direct_chats);
	json_decref(sender->trusted);
	json_decref(sender->encrypting);
	json_decref(sender->uploads);
	json_decref(sender->room_buckets);
}

/*
 * The rows that the fair queue puts first. They are picked while the store is being read, when
 * nothing may change the store. They are started afterwards.
 */
struct pick {
	struct mx_sender *sender;
	struct mx_job *first; /* owned */
	unsigned count, most; /* jobs: how many there are, and may be */
};

static struct mx_lane_head get_head(const struct mx_job *job)
{
	return (struct mx_lane_head){job->priority, job->lane->private, job->to};
}

/* Finds the place of a row among the picked jobs. NULL: `most` other rows come before it. */
static struct mx_job **find_place(struct pick *pick, const struct bot_outbox_row *row)
{
	const struct mx_lane_head head = {mx_job_priority(row), row->private, row->to};
	struct mx_job **link = &pick->first;

	for (unsigned i = 0; i < pick->most; i++, link = &(*link)->next) {
		struct mx_lane_head other = *link ? get_head(*link) : head;

		if (!*link || mx_fair_queue_before(&pick->sender->queue, &head, &other))
			return link;
	}
	return NULL;
}

static void drop_last(struct pick *pick)
{
	struct mx_job **link = &pick->first;

	while ((*link)->next)
		link = &(*link)->next;
	mx_job_destroy(*link);
	*link = NULL;
}

static bool pick_row(void *self, const struct bot_outbox_row *row)
{
	struct pick *pick = self;
	struct mx_sender *sender = pick->sender;
	struct mx_lane *lane = mx_lane_find(sender, row->private, row->to);
	struct mx_job **link, *job;

	if (lane && lane->job)
		lane->job->followed = row->followed || row->id != lane->job->row;
	if (lane && (lane->job || !mx_backoff_is_over(&lane->backoff) ||
			    lane->skipped_in == sender->loop_turn))
		return true;
	if (bot_outbox_is_text(row->kind) && !mx_limits_has_place(&sender->limits, MX_BUDGET_SEND))
		return true;
	link = find_place(pick, row);
	if (!link)
		return true;
	job = mx_job_create(pick->sender, mx_lane_open(sender, row->private, row->to), row);
	if (!job)
		return false;
	job->next = *link;
	*link = job;
	if (pick->count == pick->most)
		drop_last(pick);
	else
		pick->count++;
	return true;
}

static void on_answer(void *self, const struct mx_answer *answer)
{
	struct mx_job *job = self;
	struct mx_sender *sender = job->sender;

	job->verdict = mx_session_watch(job->sender->session, answer,
		job->step->remote ? MX_AUTHOR_REMOTE : MX_AUTHOR_HOMESERVER);
	if (job->verdict == MX_ANSWER_DONE && job->step->wants_list &&
		json_array_size(answer->json) == 0)
		job->verdict = MX_ANSWER_RETRY;
	if (job->verdict != MX_ANSWER_DONE && job->verdict != MX_ANSWER_NO_SESSION)
		mx_answer_log("request_failed", job->to, answer);
	job->answer = *answer;
	job->answer.trouble = NULL;
	json_incref(answer->json);
	mx_limits_end(&sender->limits, job->step->budget, job->verdict);
	mx_results_add(job);
}

/* Chooses the next step of a row that has a text. The job's room is known. */
static enum bot_error choose_message_step(struct mx_job *job, const struct mx_step **step)
{
	bool in_doubt = false;
	enum bot_error error = mx_earlier_device_row_in_doubt(job, &in_doubt);

	*step = NULL;
	return error || in_doubt ? error : mx_message_step(job, step);
}

static enum bot_error choose_step(struct mx_job *job, const struct mx_step **step)
{
	enum bot_error error;

	switch (job->kind) {
	case BOT_OUT_JOIN:
		*step = &mx_step_join;
		break;
	case BOT_OUT_LEAVE:
		*step = &mx_step_leave;
		break;
	case BOT_OUT_REACH:
		return mx_private_room_step(job, step);
	case BOT_OUT_MESSAGE:
	case BOT_OUT_EDIT:
	case BOT_OUT_FILE:
		if (job->lane->private) {
			error = mx_private_room_step(job, step);
			if (!error && *step == &mx_step_send)
				error = choose_message_step(job, step);
			return error;
		}
		stpcpy(job->room, job->to);
		return choose_message_step(job, step);
	}
	stpcpy(job->room, job->to);
	return BOT_OK;
}

/* Starts the job's next step. False: it can't start now; the caller still owns the job. */
static bool start_job(struct mx_job *job)
{
	struct mx_sender *sender = job->sender;
	struct mx_http_request request = {.timeout = 30000, .limit = ANSWER_LIMIT};

	if (choose_step(job, &job->step) != BOT_OK || !job->step)
		return false;
	if (!job->step->fill_request) {
		job->verdict = MX_ANSWER_DONE;
		job->lane->job = job;
		mx_results_add(job);
		return true;
	}
	if (!mx_limits_has_place(&sender->limits, job->step->budget))
		return false;
	job->room_changes = sender->room_changes;
	if (job->kind == BOT_OUT_EDIT)
		bot_outbox_sending(sender->account->store, job->row);
	job->step->fill_request(job, &request);
	if (request.method != MX_HTTP_GET && !request.body && !request.file) {
		/* The message could not be encrypted. */
		free(request.path);
		mx_job_mark_unsent(job);
		mx_backoff_fail(&job->lane->backoff);
		return false;
	}
	mx_http_start(sender->account->http, &request, on_answer, job);
	mx_limits_begin(&sender->limits, job->step->budget);
	job->lane->job = job;
	return true;
}

/*
 * Starts as many rows as it can. Returns whether to call it again: some of the picked rows could
 * not start, and there may be others that can.
 */
static bool start_jobs(struct mx_sender *sender)
{
	struct pick pick = {.sender = sender, .most = MX_REQUESTS_MOST - sender->limits.in_flight};
	enum bot_error error = bot_outbox_heads(sender->account->store, pick_row, &pick);
	bool skipped = false;

	if (error)
		mx_account_store_failed(sender->account, error, "outbox");
	while (pick.first) {
		struct mx_job *job = pick.first;
		struct mx_lane_head head;

		pick.first = job->next;
		job->next = NULL;
		if (!start_job(job)) {
			job->lane->skipped_in = sender->loop_turn;
			mx_job_destroy(job);
			skipped = true;
			continue;
		}
		head = get_head(job);
		mx_fair_queue_serve(&sender->queue, &head);
	}
	return !error && skipped && pick.count == pick.most;
}

void mx_sender_turn(struct mx_sender *sender)
{
	mx_lane_close_idle(sender, sender->account->batches);
	if (sender->session->state != MX_LOGGED_IN ||
		!mx_backoff_is_over(&sender->session->locked_backoff) ||
		!mx_backoff_is_over(&sender->account->store_backoff) ||
		mx_device_awaits_batch(sender->session))
		return;
	sender->loop_turn++;
	while (sender->limits.in_flight < MX_REQUESTS_MOST && start_jobs(sender))
		;
}

void mx_sender_bound(const struct mx_sender *sender, int64_t *timeout)
{
	mx_limits_bound(&sender->limits, timeout);
	for (const struct mx_lane *lane = sender->lanes; lane; lane = lane->next)
		mx_backoff_limit_timeout(&lane->backoff, timeout);
	if (sender->sent)
		mx_backoff_limit_timeout(&sender->mark_wait, timeout);
	if (sender->finished || (sender->sent && mx_backoff_is_over(&sender->mark_wait)))
		*timeout = 0;
}
