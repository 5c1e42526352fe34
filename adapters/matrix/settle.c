/* What becomes of the outbox when requests have ended. */
#include "adapters/matrix/context.h"
#include "adapters/matrix/drain.h"
#include "adapters/matrix/job.h"
#include "adapters/matrix/step.h"

#include <string.h>

#define HELD_WAIT (INT64_C(5) * 60 * 1000)
#define MARK_WAIT 50

/* The step did not happen, or not surely: when is it tried again? */
static void delay(struct mx_job *job)
{
	struct mx_drain *drain = &job->mx->drain;
	struct mx_pause *budget = &drain->budgets[job->step->budget];
	int64_t wait = mx_answer_wait(&job->answer);

	if (job->step == &mx_step_create && job->verdict != MX_AGAIN)
		mx_reach_not_made(job);
	if (job->verdict == MX_LIMITED) {
		mx_job_take_back(job);
		mx_pause_wait(budget, wait > 0 ? wait : mx_pause_length(budget->tries++, 0));
		return;
	}
	if (job->verdict == MX_HELD) {
		for (int i = 0; i < MX_BUDGETS; i++)
			mx_pause_wait(&drain->budgets[i], HELD_WAIT);
		return;
	}
	if (job->verdict == MX_AGAIN)
		mx_pause_fail(&job->lane->pause);
	/* The room may have been made for all that: the next batches will tell. */
	if (job->step == &mx_step_create)
		drain->create_after = job->mx->sync.handled + 2;
}

static enum bot_error settle(struct mx_job *job)
{
	struct mx_drain *drain = &job->mx->drain;

	bool hopeless = job->verdict == MX_AGAIN && job->step->tries > 0 &&
			job->lane->pause.tries + 1 >= job->step->tries;

	if (job->verdict == MX_REFUSED || hopeless) {
		mx_pause_clear(&job->lane->pause);
		return job->step->refused(job);
	}
	if (job->verdict != MX_DONE) {
		delay(job);
		return BOT_OK;
	}
	drain->budgets[job->step->budget].tries = 0;
	if (job->step->budget == MX_BUDGET_SEND)
		mx_turns_next(&drain->turns);
	mx_pause_clear(&job->lane->pause);
	return job->step->done(job);
}

static void end(struct mx_job *job)
{
	job->lane->job = NULL;
	mx_job_destroy(job);
}

void mx_drain_ended(struct mx_job *job)
{
	struct mx_drain *drain = &job->mx->drain;
	bool sent = job->step == &mx_step_send && job->verdict == MX_DONE;
	struct mx_job **list = sent ? &drain->sent : &drain->finished;

	if (sent && !drain->sent)
		mx_pause_wait(&drain->mark, MARK_WAIT);
	job->next = *list;
	*list = job;
}

enum bot_error mx_drain_mark(struct mx *mx)
{
	struct mx_drain *drain = &mx->drain;
	enum bot_error error = BOT_OK;

	/* What is not marked is still there, and is sent again as the same requests. */
	while (drain->sent) {
		struct mx_job *job = drain->sent;

		if (!error)
			error = settle(job);
		drain->sent = job->next;
		end(job);
	}
	return error;
}

/* Whether the next transaction is too late for what was sent: something waits for it, or did. */
static bool must_mark(const struct mx_drain *drain)
{
	const struct mx_job *job = drain->sent;

	while (job && !job->followed)
		job = job->next;
	return job ||
	       (drain->sent && (drain->width < MX_WIDTH_MOST || mx_pause_over(&drain->mark)));
}

/* What the homeserver has taken it takes again as the same, should that be forgotten. */
static void mark(struct mx *mx)
{
	enum bot_error error = bot_store_begin_lightly(mx->store);

	if (!error)
		error = mx_drain_mark(mx);
	mx_commit(mx, error, "outbox");
}

static void settle_all(struct mx *mx)
{
	struct mx_drain *drain = &mx->drain;
	enum bot_error error = bot_store_begin(mx->store);
	bool kept;

	for (struct mx_job *job = drain->finished; job && !error; job = job->next)
		error = settle(job);
	kept = mx_commit(mx, error, "outbox");
	while (drain->finished) {
		struct mx_job *job = drain->finished;

		/* But a room would be another one: /sync will tell of the one that was made. */
		if (!kept && job->step == &mx_step_create)
			drain->create_after = mx->sync.handled + 2;
		drain->finished = job->next;
		end(job);
	}
	mx->tick = 0;
}

void mx_drain_settle(struct mx *mx, bool all)
{
	struct mx_drain *drain = &mx->drain;

	if (must_mark(drain) || (all && drain->sent))
		mark(mx);
	if (drain->finished)
		settle_all(mx);
}
