#include "adapters/matrix/send/lane.h"

#include "adapters/matrix/client/wait.h"
#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/fair_queue.h"
#include "adapters/matrix/send/job.h"
#include "adapters/matrix/send/outbox_row.h"
#include "adapters/matrix/send/sender.h"
#include "bot/base/attempt.h"
#include "bot/base/memory.h"
#include "bot/store/outbox.h"
#include "bot/store/outbox_rows.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

/* How many milliseconds the rows of a lane wait for a step that can be put aside. */
#define PATIENCE 2000

/* Compares two lanes for the tree of lanes, by a fixed order. */
static int compare(const void *left, const void *right)
{
	const struct mx_lane *a = left, *b = right;

	if (a->aside != b->aside)
		return a->aside < b->aside ? -1 : 1;
	return a->private != b->private ? a->private - b->private : strcmp(a->to, b->to);
}

static struct mx_lane *find(
	const struct mx_sender *sender, bool private, const char *to, int64_t aside)
{
	struct mx_lane key, *const *found;

	key.private = private;
	key.aside = aside;
	stpcpy(key.to, to);
	found = tfind(&key, &sender->lane_tree, compare);
	return found ? *found : NULL;
}

struct mx_lane *mx_lane_find(const struct mx_sender *sender, bool private, const char *to)
{
	return find(sender, private, to, 0);
}

/*
 * Notes that the first row of a lane may have changed. Makes the lane if it does not exist. Returns
 * the lane.
 */
static struct mx_lane *note(struct mx_sender *sender, bool private, const char *to, int64_t aside)
{
	struct mx_lane *lane = find(sender, private, to, aside);

	if (!lane) {
		lane = bot_calloc(1, sizeof(*lane));
		lane->private = private;
		lane->aside = aside;
		stpcpy(lane->to, to);
		lane->service.last = sender->queue.services;
		lane->next = sender->lanes;
		sender->lanes = lane;
		bot_memory_or_exit(tsearch(lane, &sender->lane_tree, compare));
	}
	lane->stale = true;
	lane->over = false;
	return lane;
}

static void note_lane(void *self, bool private, const char *to)
{
	(void)note(self, private, to, 0);
}

void mx_lane_put_aside(struct mx_job *job)
{
	struct mx_lane *lane = job->lane, *aside;

	if (!job->step->aside || lane->aside)
		return;
	aside = note(job->sender, lane->private, lane->to, job->row);
	if (!aside->party)
		lane->party->lanes++;
	aside->party = lane->party;
	aside->job = job;
	job->lane = aside;
	lane->job = NULL;
	lane->stale = true;
}

void mx_lanes_put_slow_aside(struct mx_sender *sender)
{
	for (struct mx_lane *lane = sender->lanes; lane; lane = lane->next) {
		struct mx_job *job = lane->job;

		if (job && job->in_flight && job->step->aside && !lane->aside &&
			mx_time_has_come(job->started + PATIENCE))
			mx_lane_put_aside(job);
	}
}

void mx_lane_rejoin(struct mx_sender *sender, struct mx_lane *lane)
{
	if (!lane->aside)
		return;
	(void)note(sender, lane->private, lane->to, 0);
	lane->over = sender->rejoined = true;
}

/* What take_first fills while the sender reads the first row of a lane. */
struct reading {
	struct mx_sender *sender;
	struct mx_lane *lane;
	struct mx_job **job; /* where to put the row's job; NULL to make none */
	int64_t wanted;      /* the optional row to make a job of; 0 if the row is not optional */
	json_t *passed;      /* the messages that the passed rows change, as a set; NULL if none was
				passed */
};

/* Notes which message a row changes: rows behind it that change this message, too, must wait. */
static void note_passed(struct reading *reading, const struct bot_outbox_row *row)
{
	if (!reading->passed)
		reading->passed = json_object();
	if (row->edits)
		(void)json_object_set_new(reading->passed, row->edits, json_true());
}

/*
 * Returns whether to pass the row, because it is put aside, or because it changes what an older
 * row changes, too.
 */
static bool passes(struct reading *reading, const struct bot_outbox_row *row)
{
	const struct mx_lane *aside = find(reading->sender, row->private, row->to, row->id);

	if (!aside || aside->over)
		return reading->passed && row->edits &&
		       json_object_get(reading->passed, row->edits);
	note_passed(reading, row);
	return true;
}

static enum mx_rank find_rank(const struct mx_party *party, const struct bot_outbox_row *row)
{
	if (party->home)
		return MX_RANK_HOME;
	return row->match != 0 && !row->practice ? MX_RANK_MATCH : MX_RANK_STRANGER;
}

/*
 * Takes the first row of a lane. If this row is optional, all rows behind it are optional, too.
 * Then takes the newest of them, but skips a row if an older one changes the same message.
 */
static bool take_first(void *self, const struct bot_outbox_row *row)
{
	struct reading *reading = self;
	struct mx_lane *lane = reading->lane;

	if (lane->aside && row->id != lane->aside)
		return row->id < lane->aside;
	if (!lane->aside && passes(reading, row))
		return true;
	if (row->optional && reading->job && row->id != reading->wanted)
		return true;
	if (!lane->party)
		lane->party = mx_party_enter(reading->sender, row);
	lane->first.row = row->id;
	lane->first.made = row->made;
	lane->first.priority = mx_outbox_row_priority(row);
	lane->first.rank = find_rank(lane->party, row);
	lane->first.is_text = bot_outbox_is_text(row->kind);
	lane->first.optional = row->optional;
	lane->first.is_change =
		!row->private && !row->optional && lane->first.priority == MX_PRIORITY_LATER;
	lane->first.is_board = row->board;
	if (lane->job && !row->optional)
		lane->job->followed = row->followed || row->id != lane->job->row;
	if (reading->job)
		*reading->job = mx_job_create(reading->sender, lane, row);
	if (!row->optional || reading->job)
		return false;
	note_passed(reading, row);
	return true;
}

/*
 * Notes since when the change waits, and whether its room may have followers. An application
 * service does not know how many members a room has.
 */
static enum bot_error note_change(struct mx_sender *sender, struct mx_lane *lane)
{
	if (lane->change_since == 0)
		lane->change_since = lane->first.made;
	lane->has_followers = true;
	if (!lane->first.is_board || sender->account->config->service.registration_file)
		return BOT_OK;
	return mx_room_has_followers(sender->account->store, lane->to, &lane->has_followers);
}

static enum bot_error take_rows(struct reading *reading)
{
	const struct mx_lane *lane = reading->lane;

	BOT_ATTEMPT(bot_outbox_first(
		reading->sender->account->store, lane->private, lane->to, take_first, reading));
}

/* Reads the lane's first row. If `job` is not NULL, makes its job, too. */
static enum bot_error read_first(
	struct mx_sender *sender, struct mx_lane *lane, struct mx_job **job)
{
	struct reading reading = {
		sender, lane, job, lane->first.optional ? lane->first.row : 0, NULL};
	enum bot_error error;

	lane->first.row = 0;
	error = take_rows(&reading);
	json_decref(reading.passed);
	if (!lane->first.row)
		lane->change_since = 0;
	else if (!error && lane->first.is_change)
		error = note_change(sender, lane);
	lane->stale = error != BOT_OK || (job && !lane->first.row);
	return error;
}

struct mx_job *mx_lane_make_job(
	struct mx_sender *sender, struct mx_lane *lane, enum bot_error *error)
{
	struct mx_job *job = NULL;

	*error = read_first(sender, lane, &job);
	return job;
}

static bool is_idle(const struct mx_lane *lane, unsigned handled)
{
	if (lane->aside)
		return !lane->job && (lane->over || (!lane->first.row && !lane->stale));
	return !lane->first.row && !lane->stale && !lane->job && lane->backoff.failures == 0 &&
	       lane->rate_limits == 0 && lane->create_after <= handled &&
	       mx_backoff_is_over(&lane->backoff);
}

static void free_lane(struct mx_sender *sender, struct mx_lane *lane)
{
	tdelete(lane, &sender->lane_tree, compare);
	mx_party_leave(lane->party);
	mx_job_destroy(lane->job);
	free(lane);
}

static enum bot_error note_lanes(struct mx_sender *sender, bool *all)
{
	BOT_ATTEMPT(*all = bot_lanes_changed(sender->account->store, note_lane, sender));
}

enum bot_error mx_lanes_update(struct mx_sender *sender)
{
	bool all = true; /* if the store fails, too */
	enum bot_error error = note_lanes(sender, &all);
	struct mx_lane **link = &sender->lanes;

	while (*link) {
		struct mx_lane *lane = *link;

		lane->stale = lane->stale || all;
		if (lane->stale && !error)
			error = read_first(sender, lane, NULL);
		if (!is_idle(lane, sender->account->batches)) {
			link = &lane->next;
			continue;
		}
		*link = lane->next;
		free_lane(sender, lane);
	}
	return error;
}

void mx_lanes_finish(struct mx_sender *sender)
{
	while (sender->lanes) {
		struct mx_lane *lane = sender->lanes;

		sender->lanes = lane->next;
		free_lane(sender, lane);
	}
	mx_parties_finish(&sender->parties);
}

struct mx_queue_entry mx_lane_queue_entry(struct mx_lane *lane)
{
	return (struct mx_queue_entry){
		lane->first.priority, lane->private, lane->to, lane->party, &lane->service};
}

bool mx_lane_awaits_batch(const struct mx_sender *sender, unsigned handled)
{
	const struct mx_lane *lane = sender->lanes;

	while (lane && lane->create_after <= handled)
		lane = lane->next;
	return lane;
}

bool mx_lane_creates_room(const struct mx_sender *sender, const char *user)
{
	const struct mx_lane *lane = mx_lane_find(sender, true, user);

	return lane && lane->job && lane->job->step->makes_room;
}
