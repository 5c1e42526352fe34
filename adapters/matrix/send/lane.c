#include "adapters/matrix/send/lane.h"

#include "adapters/matrix/send/job.h"
#include "adapters/matrix/send/outbox_row.h"
#include "adapters/matrix/send/party.h"
#include "adapters/matrix/send/sender_state.h"
#include "adapters/matrix/send/step.h"
#include "bot/base/memory.h"
#include "bot/store/lanes.h"
#include "bot/store/outbox.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

/* Compares two lanes for the tree of lanes, by a fixed order. */
static int compare(const void *left, const void *right)
{
	const struct mx_lane *a = left, *b = right;

	return a->private != b->private ? a->private - b->private : strcmp(a->to, b->to);
}

struct mx_lane *mx_lane_find(const struct mx_sender *sender, bool private, const char *to)
{
	struct mx_lane key, *const *found;

	key.private = private;
	stpcpy(key.to, to);
	found = tfind(&key, &sender->lane_tree, compare);
	return found ? *found : NULL;
}

/* Notes that the first row of a lane may have changed. Makes the lane if it does not exist. */
static void note_lane(void *self, bool private, const char *to)
{
	struct mx_sender *sender = self;
	struct mx_lane *lane = mx_lane_find(sender, private, to);

	if (!lane) {
		lane = bot_calloc(1, sizeof(*lane));
		lane->private = private;
		stpcpy(lane->to, to);
		lane->service.last = sender->queue.services;
		lane->next = sender->lanes;
		sender->lanes = lane;
		bot_memory_or_exit(tsearch(lane, &sender->lane_tree, compare));
	}
	lane->stale = true;
}

/* What take_first fills while the sender reads the first row of a lane. */
struct reading {
	struct mx_sender *sender;
	struct mx_lane *lane;
	struct mx_job **job; /* where to put the row's job; NULL to make none */
};

static enum mx_rank find_rank(const struct mx_party *party, const struct bot_outbox_row *row)
{
	if (party->home)
		return MX_RANK_HOME;
	return row->match != 0 && !row->practice ? MX_RANK_MATCH : MX_RANK_STRANGER;
}

static bool take_first(void *self, const struct bot_outbox_row *row)
{
	struct reading *reading = self;
	struct mx_lane *lane = reading->lane;

	if (!lane->party)
		lane->party = mx_party_enter(reading->sender, row);
	lane->first.row = row->id;
	lane->first.made = row->made;
	lane->first.priority = mx_outbox_row_priority(row);
	lane->first.rank = find_rank(lane->party, row);
	lane->first.is_text = bot_outbox_is_text(row->kind);
	lane->first.optional = row->optional;
	if (lane->job && !row->optional)
		lane->job->followed = row->followed || row->id != lane->job->row;
	if (reading->job)
		*reading->job = mx_job_create(reading->sender, lane, row);
	return false;
}

/* Reads the lane's first row. If `job` is not NULL, makes its job, too. */
static enum bot_error read_first(
	struct mx_sender *sender, struct mx_lane *lane, struct mx_job **job)
{
	struct reading reading = {sender, lane, job};
	enum bot_error error;

	lane->first.row = 0;
	error = bot_outbox_first(
		sender->account->store, lane->private, lane->to, take_first, &reading);
	lane->stale = error != BOT_OK;
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

enum bot_error mx_lanes_update(struct mx_sender *sender)
{
	bool all;
	enum bot_error error = bot_lanes_changed(sender->account->store, note_lane, sender, &all);
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
