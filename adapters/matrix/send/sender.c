#include "adapters/matrix/send/sender.h"

#include "adapters/matrix/client/wait.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/send/job_result.h"
#include "adapters/matrix/send/next_step.h"
#include "bot/base/clock.h"

#include <stdlib.h>

/*
 * The limit of an answer, in bytes. Many answers may be in memory at a time, and other servers
 * choose the text of their errors.
 */
#define ANSWER_LIMIT ((size_t)256 << 10)
/*
 * The most rows of the priority MX_PRIORITY_LATER in flight. The other rows of this priority wait:
 * newer edits can replace them, and more urgent messages find a place.
 */
#define LATER_MOST (MX_REQUESTS_MOST / 4)
/*
 * Under a rate limit, a change of a message in a room waits until the bucket has this many tokens,
 * but at most this many milliseconds.
 */
#define CHANGE_TOKENS 8
#define CHANGE_WAIT   30000
/* How many milliseconds a board waits in a room without followers, with or without a limit. */
#define UNSEEN_WAIT   90000
#define OPTIONAL_MOST 16  /* the most optional rows in flight */
#define OPTIONAL_WAIT 250 /* how many milliseconds an optional row waits */
/* For this many milliseconds, the player probably still looks at the room of an optional row. */
#define OPTIONAL_FRESH 60000

void mx_sender_init(struct mx_sender *sender, struct mx_session *session, struct mx_crypto *crypto)
{
	*sender = (struct mx_sender){
		.account = session->account,
		.session = session,
		.crypto = crypto,
		.trusted = json_object(),
		.inspecting = json_object(),
		.encrypting = json_object(),
		.told_withheld = json_object(),
		.made_plain = json_object(),
		.uploads = json_object(),
		.checked = json_object(),
		.room_buckets = json_object(),
	};
	mx_limits_init(&sender->limits);
	mx_background_init(&sender->background);
}

void mx_sender_finish(struct mx_sender *sender)
{
	mx_lanes_finish(sender);
	mx_background_finish(&sender->background);
	json_decref(sender->trusted);
	json_decref(sender->inspecting);
	json_decref(sender->encrypting);
	json_decref(sender->told_withheld);
	json_decref(sender->made_plain);
	json_decref(sender->uploads);
	json_decref(sender->checked);
	json_decref(sender->room_buckets);
}

/*
 * The lanes that come first: the fair queue says which, or if their rows are optional, these are
 * the newest rows.
 */
struct pick {
	const struct mx_sender *sender;
	bool optional;
	struct mx_lane *lanes[MX_REQUESTS_MOST]; /* in this order */
	unsigned count, most; /* how many lanes are picked, and how many may be picked */
	unsigned started;     /* how many rows have started */
	int64_t wait; /* how many milliseconds the first of the other rows must wait, or 0 */
};

/*
 * Returns whether the lane's first row is a change in a room that must still wait: under a rate
 * limit, or if it is a board that nobody follows. A newer edit may replace it, so that one message
 * shows several actions. The newer one waits no longer than the one that it replaces. The loop
 * wakes when the change need not wait any more.
 */
static bool change_waits(const struct mx_sender *sender, const struct mx_lane *lane)
{
	int64_t most = lane->has_followers ? CHANGE_WAIT : UNSEEN_WAIT, left;

	if (!lane->first.is_change)
		return false;
	left = lane->change_since + most - bot_clock_wall();
	if (left > most) /* the wall clock was set back */
		return false;
	if (lane->has_followers) {
		int64_t tokens = mx_limits_spare_wait(&sender->limits, CHANGE_TOKENS);

		left = tokens < left ? tokens : left;
	}
	if (left > 0)
		mx_wake_at(bot_clock_steady() + left);
	return left > 0;
}

/* Returns whether a request for the lane's first row may start now. */
static bool may_start(struct mx_sender *sender, const struct mx_lane *lane)
{
	return lane->first.row && !lane->job && mx_backoff_is_over(&lane->backoff) &&
	       (lane->first.priority != MX_PRIORITY_LATER || sender->limits.later < LATER_MOST) &&
	       !change_waits(sender, lane) &&
	       (!lane->first.is_text || mx_limits_has_place(&sender->limits, MX_BUDGET_SEND,
						lane->first.rank, lane->party));
}

static bool comes_before(const struct pick *pick, struct mx_lane *lane, struct mx_lane *other)
{
	if (pick->optional)
		return lane->first.row > other->first.row;
	const struct mx_queue_entry a = mx_lane_queue_entry(lane), b = mx_lane_queue_entry(other);

	return mx_fair_queue_before(&pick->sender->queue, &a, &b);
}

/* Picks a lane, unless pick->most lanes come before it. */
static void pick_lane(struct pick *pick, struct mx_lane *lane)
{
	unsigned low = 0, high = pick->count;

	while (low < high) {
		unsigned middle = (low + high) / 2;

		if (comes_before(pick, lane, pick->lanes[middle]))
			high = middle;
		else
			low = middle + 1;
	}
	if (low == pick->most)
		return;
	if (pick->count < pick->most)
		pick->count++;
	for (unsigned i = pick->count - 1; i > low; i--)
		pick->lanes[i] = pick->lanes[i - 1];
	pick->lanes[low] = lane;
}

void mx_sender_note_return(struct mx_sender *sender)
{
	for (struct mx_lane *lane = sender->lanes; lane; lane = lane->next)
		if (lane->unreachable > 0)
			lane->backoff.until = 0;
}

/* Notes whether the homeserver lets the account do what the job's step does. */
static void note_hold(const struct mx_job *job, const struct mx_answer *answer)
{
	struct mx_account *account = job->sender->account;
	unsigned group = 1 + (unsigned)job->step->budget;

	_Static_assert(1 + MX_BUDGETS <= MX_HOLD_GROUPS, "each budget has a group");
	if (job->verdict == MX_ANSWER_DONE && !job->step->only_reads) {
		job->sender->accepted_requests++;
		mx_hold_note_accepted(&account->hold, group);
	}
	if (job->verdict == MX_ANSWER_ACCOUNT_HELD && !mx_job_is_remote(job))
		mx_hold_note_refused(&account->hold, group, account->user, answer);
}

static void on_answer(void *self, const struct mx_answer *answer)
{
	struct mx_job *job = self;

	job->verdict = mx_session_watch(job->sender->session, answer,
		mx_job_is_remote(job) ? MX_AUTHOR_REMOTE : MX_AUTHOR_HOMESERVER);
	if (job->verdict == MX_ANSWER_DONE && job->step->wants_list &&
		json_array_size(answer->json) == 0)
		job->verdict = MX_ANSWER_RETRY;
	note_hold(job, answer);
	/* Of a hold, the log has a line of its own. */
	if (job->verdict != MX_ANSWER_DONE && job->verdict != MX_ANSWER_NO_SESSION &&
		!(job->verdict == MX_ANSWER_ACCOUNT_HELD && !mx_job_is_remote(job)))
		mx_answer_log("request_failed", job->to, answer);
	job->answer = *answer;
	job->answer.trouble = NULL;
	json_incref(answer->json);
	job->in_flight = false;
	mx_limits_count_end(&job->sender->limits, job);
	if (job->step->budget == MX_BUDGET_SEND)
		mx_limits_note_answer(
			&job->sender->limits, job->verdict, mx_answer_wait(answer), job->started);
	mx_job_result_add(job);
}

/*
 * Starts the job's next step. Returns false if the step can't start now; then the caller still owns
 * the job.
 */
static bool start_job(struct mx_job *job)
{
	struct mx_sender *sender = job->sender;
	struct mx_http_request request = {.limit = ANSWER_LIMIT};

	if (mx_next_step_choose(job, &job->step) != BOT_OK || !job->step)
		return false;
	if (job->lane->aside && !job->step->aside) {
		mx_lane_rejoin(sender, job->lane);
		return false;
	}
	if (!job->step->fill_request) {
		job->verdict = MX_ANSWER_DONE;
		job->lane->job = job;
		mx_job_result_add(job);
		mx_wake_at(0);
		return true;
	}
	if (!mx_limits_has_place(&sender->limits, job->step->budget, job->rank, job->lane->party))
		return false;
	if (job->step->sends_text)
		bot_outbox_sending(sender->account->store, job->row);
	job->step->fill_request(job, &request);
	if (job->step->sends_text && !request.body) {
		/* The bot could not encrypt the message. */
		free(request.path);
		mx_job_mark_unsent(job);
		mx_backoff_fail(&job->lane->backoff);
		return false;
	}
	mx_http_start(sender->account->http, &request, on_answer, job);
	mx_limits_count_start(&sender->limits, job);
	job->in_flight = true;
	job->started = bot_clock_steady();
	job->lane->job = job;
	if (job->step->aside) /* the next pass notes when the row is put aside */
		mx_wake_at(0);
	return true;
}

/*
 * Starts the first row of a lane. Sets *started to whether that was possible. Returns errors of the
 * store.
 */
static enum bot_error start_lane(struct mx_sender *sender, struct mx_lane *lane, bool *started)
{
	struct mx_job *job = NULL;
	enum bot_error error = BOT_OK;

	if (may_start(sender, lane))
		job = mx_lane_make_job(sender, lane, &error);
	*started = job && start_job(job);
	if (!*started) {
		lane->skipped_in = sender->attempts;
		mx_job_destroy(job);
	}
	if (error)
		mx_account_store_failed(sender->account, error, "outbox");
	return error;
}

/* Returns how many milliseconds an optional row must still wait at a wall clock time, or 0. */
static int64_t time_left(const struct mx_lane *lane, int64_t now)
{
	int64_t left = lane->first.made + OPTIONAL_WAIT - now;

	/* If the row seems to be made in the future, the wall clock was set back. */
	return left > 0 && left <= OPTIONAL_WAIT ? left : 0;
}

/*
 * Returns how many milliseconds the lane's optional row must still wait: for OPTIONAL_WAIT, and
 * until the homeserver would probably accept it. A row that is not fresh leaves one more token.
 */
static int64_t optional_row_wait(
	const struct mx_sender *sender, const struct mx_lane *lane, int64_t now)
{
	bool fresh = now - lane->first.made < OPTIONAL_FRESH;
	int64_t token = mx_limits_spare_wait(&sender->limits, fresh ? 1 : 2),
		left = time_left(lane, now);

	return token > left ? token : left;
}

static void shorten(int64_t *wait, int64_t left)
{
	if (*wait == 0 || left < *wait)
		*wait = left;
}

/*
 * Starts the rows of the picked lanes. Returns true if the caller must pick again, because some of
 * these rows could not start, and other rows may start in their place.
 */
static bool start_picked(struct mx_sender *sender, struct pick *pick)
{
	bool skipped = false;

	for (unsigned i = 0; i < pick->count; i++) {
		struct mx_queue_entry entry = mx_lane_queue_entry(pick->lanes[i]);
		/* Each row that starts takes a token from the next one. */
		int64_t left = pick->optional
				       ? optional_row_wait(sender, pick->lanes[i], bot_clock_wall())
				       : 0;
		bool started;

		if (left > 0) {
			shorten(&pick->wait, left);
			continue;
		}
		if (start_lane(sender, pick->lanes[i], &started))
			return false;
		if (started && !pick->optional)
			mx_fair_queue_serve(&sender->queue, &entry);
		pick->started += started;
		skipped = skipped || !started;
	}
	return skipped && pick->count == pick->most;
}

/* Starts as many rows as possible. Returns true if the caller must call this function again. */
static bool start_jobs(struct mx_sender *sender)
{
	struct pick pick = {.sender = sender, .most = MX_REQUESTS_MOST - sender->limits.in_flight};

	for (struct mx_lane *lane = sender->lanes; lane; lane = lane->next)
		if (lane->first.row && !lane->first.optional &&
			lane->skipped_in != sender->attempts && may_start(sender, lane))
			pick_lane(&pick, lane);
	return start_picked(sender, &pick);
}

/* Picks the lanes with the newest optional rows that may start now. */
static void pick_optional(struct mx_sender *sender, struct pick *pick)
{
	int64_t now = bot_clock_wall();

	for (struct mx_lane *lane = sender->lanes; lane; lane = lane->next) {
		int64_t left;

		if (!lane->first.optional || lane->skipped_in == sender->attempts ||
			!may_start(sender, lane))
			continue;
		left = optional_row_wait(sender, lane, now);
		if (left > 0)
			shorten(&pick->wait, left);
		else
			pick_lane(pick, lane);
	}
}

/* Starts optional rows if the sender has nothing else to send. */
static void start_optional_rows(struct mx_sender *sender)
{
	struct pick pick = {.sender = sender, .optional = true};

	if (mx_limits_in_flight(&sender->limits, MX_BUDGET_SEND) > 0 ||
		!mx_backoff_is_over(&sender->optional_wait) ||
		!mx_backoff_is_over(&sender->limits.budgets[MX_BUDGET_SEND]))
		return;
	do {
		pick.count = 0;
		pick.most = OPTIONAL_MOST - pick.started;
		pick_optional(sender, &pick);
	} while (start_picked(sender, &pick));
	/* A newer row may be sent earlier than the one that waited so far. */
	if (pick.wait > 0)
		mx_wake_at(bot_clock_steady() + pick.wait);
}

/*
 * Starts no requests before the first batch. The batch has the transaction ids of the messages that
 * an earlier process sent without getting the answer. Dendrite does not recognise such an id if the
 * client went away before the answer, so the message would appear twice.
 */
void mx_sender_start_requests(struct mx_sender *sender)
{
	enum bot_error error;

	if (sender->session->state != MX_LOGGED_IN || sender->account->batches == 0 ||
		!mx_backoff_is_over(&sender->session->locked_backoff) ||
		!mx_backoff_is_over(&sender->account->store_backoff) ||
		mx_device_awaits_batch(sender->session))
		return;
	mx_lanes_put_slow_aside(sender);
	do {
		error = mx_lanes_update(sender);
		if (error) {
			mx_account_store_failed(sender->account, error, "outbox");
			return;
		}
		mx_limits_forget_waits(sender);
		sender->attempts++;
		sender->rejoined = false;
		while (sender->limits.in_flight < MX_REQUESTS_MOST && start_jobs(sender))
			;
	} while (sender->rejoined || mx_limits_make_place(sender));
	start_optional_rows(sender);
}

int64_t mx_sender_interval(const struct mx_sender *sender)
{
	return mx_limits_interval(&sender->limits);
}
