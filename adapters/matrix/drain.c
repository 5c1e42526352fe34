#include "adapters/matrix/drain.h"

#include "adapters/matrix/context.h"
#include "adapters/matrix/job.h"
#include "adapters/matrix/seal.h"
#include "adapters/matrix/step.h"

#include <stdlib.h>
#include <string.h>

#define LIMIT_OVER 5 /* so many messages that are taken mean that a rate limit is over */

bool mx_drain_init(struct mx_drain *drain)
{
	*drain = (struct mx_drain){
		.width = MX_WIDTH_MOST,
		.trusted = json_object(),
		.unsealed = json_object(),
		.uploads = json_object(),
		.made = json_object(),
		.create_after = 1,
	};
	return drain->trusted && drain->unsealed && drain->uploads && drain->made;
}

void mx_drain_finish(struct mx_drain *drain)
{
	while (drain->lanes) {
		struct mx_lane *lane = drain->lanes;

		drain->lanes = lane->next;
		mx_job_destroy(lane->job);
		free(lane);
	}
	json_decref(drain->trusted);
	json_decref(drain->unsealed);
	json_decref(drain->uploads);
	json_decref(drain->made);
}

static struct mx_lane *find_lane(const struct mx_drain *drain, bool private, const char *to)
{
	struct mx_lane *lane = drain->lanes;

	while (lane && (lane->private != private || strcmp(lane->to, to) != 0))
		lane = lane->next;
	return lane;
}

static struct mx_lane *open_lane(struct mx_drain *drain, bool private, const char *to)
{
	struct mx_lane *lane = find_lane(drain, private, to);

	if (lane)
		return lane;
	lane = calloc(1, sizeof *lane);
	if (!lane)
		return NULL;
	lane->private = private;
	stpcpy(lane->to, to);
	lane->next = drain->lanes;
	drain->lanes = lane;
	return lane;
}

/* Forgets the lanes in which nothing happens and nothing has failed. */
static void close_lanes(struct mx_drain *drain)
{
	struct mx_lane **link = &drain->lanes;

	while (*link) {
		struct mx_lane *lane = *link;

		if (lane->job || lane->pause.tries > 0 || !mx_pause_over(&lane->pause)) {
			link = &lane->next;
			continue;
		}
		*link = lane->next;
		free(lane);
	}
}

void mx_drain_distrust(struct mx_drain *drain, const char *room)
{
	drain->changes++;
	json_object_del(drain->trusted, room);
}

bool mx_drain_creates(const struct mx_drain *drain, const char *user)
{
	const struct mx_lane *lane = find_lane(drain, true, user);

	return lane && lane->job && lane->job->step == &mx_step_create;
}

/* Rows taken while the store is being read, in their turn, to be started when it is not. */
struct pick {
	struct mx *mx;
	struct mx_job *first;
	unsigned count, most;
};

static struct mx_head head_of(const struct mx_job *job)
{
	return (struct mx_head){job->urgency, job->lane->private, job->to};
}

/* Where a row belongs among those taken; NULL: it is none of the first ones. */
static struct mx_job **find_place(struct pick *pick, const struct bot_outbox_row *row)
{
	const struct mx_head head = {mx_job_urgency(row), row->private, row->to};
	struct mx_job **link = &pick->first;

	for (unsigned i = 0; i < pick->most; i++, link = &(*link)->next) {
		struct mx_head other = *link ? head_of(*link) : head;

		if (!*link || mx_turns_before(&pick->mx->drain.turns, &head, &other))
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
	struct mx_drain *drain = &pick->mx->drain;
	struct mx_lane *lane = find_lane(drain, row->private, row->to);
	struct mx_job **link, *job;

	if (lane && lane->job)
		lane->job->followed = row->followed || row->id != lane->job->row;
	if (lane && (lane->job || !mx_pause_over(&lane->pause)))
		return true;
	if (bot_outbox_is_text(row->kind) && !mx_pause_over(&drain->budgets[MX_BUDGET_SEND]))
		return true;
	link = find_place(pick, row);
	if (!link)
		return true;
	job = mx_job_create(pick->mx, open_lane(drain, row->private, row->to), row);
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

/*
 * How many messages may be under way at a time. While a limit lasts one is taken in each interval:
 * were two sent, it would be chance that took the one or the other.
 */
static void pace(struct mx_drain *drain, enum mx_verdict verdict)
{
	if (verdict == MX_LIMITED) {
		drain->width = 1;
		drain->taken = 0;
	}
	if (verdict == MX_DONE && drain->width < MX_WIDTH_MOST && ++drain->taken >= LIMIT_OVER)
		drain->width++;
}

static void on_answer(void *self, const struct mx_answer *answer)
{
	struct mx_job *job = self;
	struct mx_drain *drain = &job->mx->drain;

	job->verdict = mx_session_watch(job->mx, answer);
	/* What is no list of state, or of none, says nothing about the room. */
	if (job->verdict == MX_DONE && job->step == &mx_step_inspect &&
		json_array_size(answer->json) == 0)
		job->verdict = MX_AGAIN;
	if (job->verdict != MX_DONE && job->verdict != MX_NO_SESSION)
		mx_log_answer("request_failed", job->to, answer);
	job->answer = *answer;
	job->answer.trouble = NULL;
	json_incref(answer->json);
	drain->flying--;
	if (job->step->budget == MX_BUDGET_SEND) {
		drain->sending--;
		pace(drain, job->verdict);
	}
	mx_drain_ended(job);
}

static enum bot_error choose(struct mx_job *job, const struct mx_step **step)
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
		return mx_reach_step(job, step);
	case BOT_OUT_MESSAGE:
	case BOT_OUT_EDIT:
	case BOT_OUT_FILE:
		if (job->lane->private) {
			error = mx_reach_step(job, step);
			if (!error && *step == &mx_step_send)
				error = mx_seal_step(job, step);
			return error;
		}
		stpcpy(job->room, job->to);
		return mx_seal_step(job, step);
	}
	stpcpy(job->room, job->to);
	return BOT_OK;
}

/* Starts the job's next step; false: not now, or not at all. */
static bool start(struct mx_job *job)
{
	struct mx *mx = job->mx;
	struct mx_drain *drain = &mx->drain;
	struct mx_request request = {.timeout = 30000, .limit = (size_t)16 << 20};
	bool is_message;

	if (choose(job, &job->step) != BOT_OK || !job->step)
		return false;
	if (!mx_pause_over(&drain->budgets[job->step->budget]))
		return false;
	is_message = job->step->budget == MX_BUDGET_SEND;
	job->changes = drain->changes;
	if (!job->step->ask) {
		job->verdict = MX_DONE;
		job->lane->job = job;
		mx_drain_ended(job);
		return true;
	}
	if (drain->flying >= MX_WIDTH_MOST || (is_message && drain->sending >= drain->width))
		return false;
	if (job->kind == BOT_OUT_EDIT && bot_outbox_sending(mx->store, job->row) != BOT_OK)
		return false;
	job->step->ask(job, &request);
	if (mx_http_start(mx->http, &request, on_answer, job) != MX_OK) {
		mx_job_take_back(job);
		if (job->step == &mx_step_create)
			mx_reach_not_made(job);
		mx_pause_fail(&job->lane->pause);
		return false;
	}
	drain->flying++;
	drain->sending += is_message;
	job->lane->job = job;
	return true;
}

void mx_drain_turn(struct mx *mx)
{
	struct mx_drain *drain = &mx->drain;
	struct pick pick = {.mx = mx};
	enum bot_error error;

	close_lanes(drain);
	if (mx->session.state != MX_LOGGED_IN || !mx_pause_over(&mx->lull) ||
		drain->flying >= MX_WIDTH_MOST)
		return;
	pick.most = MX_WIDTH_MOST - drain->flying;
	error = bot_outbox_heads(mx->store, pick_row, &pick);
	if (error)
		mx_store_failed(mx, error, "outbox");
	while (pick.first) {
		struct mx_job *job = pick.first;
		struct mx_head head;

		pick.first = job->next;
		job->next = NULL;
		if (!start(job)) {
			mx_job_destroy(job);
			continue;
		}
		head = head_of(job);
		mx_turns_serve(&drain->turns, &head);
	}
}

void mx_drain_bound(const struct mx_drain *drain, int64_t *timeout)
{
	for (int i = 0; i < MX_BUDGETS; i++)
		mx_pause_bound(&drain->budgets[i], timeout);
	for (const struct mx_lane *lane = drain->lanes; lane; lane = lane->next)
		mx_pause_bound(&lane->pause, timeout);
	if (drain->sent)
		mx_pause_bound(&drain->mark, timeout);
	if (drain->finished || (drain->sent && mx_pause_over(&drain->mark)))
		*timeout = 0;
}
