#include "adapters/matrix/drain.h"

#include "adapters/matrix/content.h"
#include "adapters/matrix/context.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/seal.h"
#include "adapters/matrix/step.h"
#include "bot/log.h"

#include <stdlib.h>
#include <string.h>

#define WIDTH_MOST 64
#define HELD_WAIT  (INT64_C(5) * 60 * 1000)

bool mx_drain_init(struct mx_drain *drain)
{
	*drain = (struct mx_drain){
		.width = WIDTH_MOST,
		.trusted = json_object(),
		.unsealed = json_object(),
		.uploads = json_object(),
		.made = json_object(),
		.create_after = 1,
	};
	return drain->trusted && drain->unsealed && drain->uploads && drain->made;
}

/* Into one piece of memory. False: there is none. */
static bool file_copy(struct mx_job *job, const struct bot_file *file)
{
	size_t name = strlen(file->name) + 1, media = strlen(file->media) + 1;
	char *copy = malloc(name + media + file->size);

	if (!copy)
		return false;
	memcpy(copy, file->name, name);
	memcpy(copy + name, file->media, media);
	memcpy(copy + name + media, file->data, file->size);
	job->file = (struct bot_file){copy, copy + name, copy + name + media, file->size};
	job->file_memory = copy;
	job->file_data = copy + name + media;
	return true;
}

static void job_destroy(struct mx_job *job)
{
	if (!job)
		return;
	free(job->file_memory);
	free(job->via);
	json_decref(job->content);
	json_decref(job->file_key);
	json_decref(job->answer.json);
	free(job);
}

void mx_drain_finish(struct mx_drain *drain)
{
	while (drain->lanes) {
		struct mx_lane *lane = drain->lanes;

		drain->lanes = lane->next;
		job_destroy(lane->job);
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

/* What the row says; of a file that is not uploaded yet, the file. False: no memory. */
static bool job_fill(struct mx_job *job, const struct bot_outbox_row *row)
{
	json_t *upload;

	if (!bot_outbox_is_text(row->kind))
		return true;
	if (row->kind != BOT_OUT_FILE) {
		job->content = mx_content(row);
		return job->content != NULL;
	}
	upload = json_object_get(job->mx->drain.uploads, row->txn);
	if (!upload)
		return file_copy(job, &row->file);
	job->content =
		json_object_size(upload) > 0 ? mx_content_file(row, upload) : mx_content(row);
	return job->content != NULL;
}

static enum mx_urgency urgency(const struct bot_outbox_row *row)
{
	if (row->kind == BOT_OUT_EDIT && !row->followed)
		return MX_REVISED;
	return bot_outbox_is_text(row->kind) && row->match == 0 ? MX_CHATTER : MX_NEWS;
}

static struct mx_job *job_create(struct mx *mx, const struct bot_outbox_row *row)
{
	struct mx_job *job = calloc(1, sizeof *job);

	if (!job)
		return NULL;
	job->mx = mx;
	job->row = row->id;
	job->kind = row->kind;
	job->urgency = urgency(row);
	job->made = row->made;
	stpcpy(job->to, row->to);
	stpcpy(job->txn, row->txn);
	job->via = row->via ? strdup(row->via) : NULL;
	job->type = mx_content_type(row);
	job->lane = open_lane(&mx->drain, row->private, row->to);
	if (!job_fill(job, row) || (row->via && !job->via) || !job->lane) {
		job_destroy(job);
		return NULL;
	}
	return job;
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
	const struct mx_head head = {urgency(row), row->private, row->to};
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
	job_destroy(*link);
	*link = NULL;
}

static bool pick_row(void *self, const struct bot_outbox_row *row)
{
	struct pick *pick = self;
	struct mx_drain *drain = &pick->mx->drain;
	const struct mx_lane *lane = find_lane(drain, row->private, row->to);
	struct mx_job **link, *job;

	if (lane && (lane->job || !mx_pause_over(&lane->pause)))
		return true;
	if (bot_outbox_is_text(row->kind) && !mx_pause_over(&drain->budgets[MX_BUDGET_SEND]))
		return true;
	link = find_place(pick, row);
	if (!link)
		return true;
	job = job_create(pick->mx, row);
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
	job->next = drain->finished;
	drain->finished = job;
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

/* It was not sent, unless an earlier request for it was left without an answer. */
static void take_back(const struct mx_job *job)
{
	if (job->lane->pause.tries == 0)
		bot_outbox_not_sent(job->mx->store, job->row);
}

/* Starts the job's next step; false: not now, or not at all. */
static bool start(struct mx_job *job)
{
	struct mx *mx = job->mx;
	struct mx_drain *drain = &mx->drain;
	struct mx_request request = {.timeout = 30000, .limit = (size_t)16 << 20};

	if (choose(job, &job->step) != BOT_OK || !job->step)
		return false;
	if (!mx_pause_over(&drain->budgets[job->step->budget]))
		return false;
	job->changes = drain->changes;
	if (!job->step->ask) {
		job->verdict = MX_DONE;
		job->next = drain->finished;
		drain->finished = job;
		job->lane->job = job;
		return true;
	}
	if (drain->flying >= drain->width)
		return false;
	if (job->kind == BOT_OUT_EDIT && bot_outbox_sending(mx->store, job->row) != BOT_OK)
		return false;
	job->step->ask(job, &request);
	if (mx_http_start(mx->http, &request, on_answer, job) != MX_OK) {
		take_back(job);
		mx_pause_fail(&job->lane->pause);
		return false;
	}
	drain->flying++;
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
		drain->flying >= drain->width)
		return;
	pick.most = drain->width - drain->flying;
	error = bot_outbox_heads(mx->store, pick_row, &pick);
	if (error)
		mx_store_failed(mx, error, "outbox");
	while (pick.first) {
		struct mx_job *job = pick.first;
		struct mx_head head;

		pick.first = job->next;
		job->next = NULL;
		if (!start(job)) {
			job_destroy(job);
			continue;
		}
		head = head_of(job);
		mx_turns_serve(&drain->turns, &head);
	}
}

/* The step did not happen, or not surely: when is it tried again? */
static void delay(struct mx_job *job)
{
	struct mx_drain *drain = &job->mx->drain;
	struct mx_pause *budget = &drain->budgets[job->step->budget];
	int64_t wait = mx_answer_wait(&job->answer);

	if (job->verdict == MX_LIMITED) {
		take_back(job);
		if (job->step == &mx_step_create)
			mx_reach_not_made(job);
		drain->width = 1;
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
	if (drain->width < WIDTH_MOST)
		drain->width++;
	drain->budgets[job->step->budget].tries = 0;
	if (job->step->budget == MX_BUDGET_SEND)
		mx_turns_next(&drain->turns);
	mx_pause_clear(&job->lane->pause);
	return job->step->done(job);
}

/* What the homeserver has taken it takes again as the same, should that be forgotten. */
static bool only_sent(const struct mx_job *job)
{
	while (job && job->step == &mx_step_send && job->verdict == MX_DONE)
		job = job->next;
	return !job;
}

void mx_drain_settle(struct mx *mx)
{
	struct mx_drain *drain = &mx->drain;
	enum bot_error error;
	bool kept;

	if (!drain->finished)
		return;
	error = only_sent(drain->finished) ? bot_store_begin_lightly(mx->store)
					   : bot_store_begin(mx->store);
	for (struct mx_job *job = drain->finished; job && !error; job = job->next)
		error = settle(job);
	/* If this fails the rows are still there, and are sent again as the same requests. */
	kept = mx_commit(mx, error, "outbox");
	while (drain->finished) {
		struct mx_job *job = drain->finished;

		/* But a room would be another one: /sync will tell of the one that was made. */
		if (!kept && job->step == &mx_step_create)
			drain->create_after = mx->sync.handled + 2;
		drain->finished = job->next;
		job->lane->job = NULL;
		job_destroy(job);
	}
	mx->tick = 0;
}

void mx_drain_bound(const struct mx_drain *drain, int64_t *timeout)
{
	for (int i = 0; i < MX_BUDGETS; i++)
		mx_pause_bound(&drain->budgets[i], timeout);
	for (const struct mx_lane *lane = drain->lanes; lane; lane = lane->next)
		mx_pause_bound(&lane->pause, timeout);
	if (drain->finished)
		*timeout = 0;
}
