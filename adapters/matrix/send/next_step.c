#include "adapters/matrix/send/next_step.h"

#include "adapters/matrix/client/url.h"
#include "adapters/matrix/room/room_counts.h"
#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/message_step.h"
#include "adapters/matrix/send/private_room.h"
#include "adapters/matrix/send/sender.h"
#include "bot/base/attempt.h"
#include "bot/store/outbox_rows.h"

#include <string.h>

static void fill_join(const struct mx_job *job, struct mx_http_request *request)
{
	request->method = MX_HTTP_POST;
	request->body = json_object();
	/* Version 1.12 of the specification renamed the parameter `server_name` to `via`. */
	request->path = job->via ? mx_url_format("/_matrix/client/v3/join/%?via=%&server_name=%",
					   job->room, job->via, job->via)
				 : mx_url_format("/_matrix/client/v3/join/%", job->room);
	/* milliseconds; long, because it takes long to join a big room of another server */
	request->timeout = 120000;
}

/*
 * Stores at once that the bot has joined, because somebody may remove the bot before /sync shows
 * the join. From now on, the bot treats an invitation to this room as a new invitation.
 */
static void store_joined(struct mx_job *job)
{
	struct bot_store *store = job->sender->account->store;
	struct mx_room *room = mx_room_load(store, job->room);

	if (room->standing == MX_JOINING) {
		room->standing = MX_ADMITTED;
		bot_must(mx_room_save(room, store, job->room));
	}
	mx_job_finish_row(job);
}

static void join_refused(struct mx_job *job)
{
	struct bot_store *store = job->sender->account->store;

	if (!bot_outbox_has(store, job->row))
		return;
	struct mx_room *room = mx_room_load(store, job->room);
	if (room->standing == MX_JOINING) {
		mx_room_leave(room, store);
		bot_must(mx_room_save(room, store, job->room));
	}
	/* Only a join of the room that replaces the match's room has a match. */
	if (job->match != 0)
		bot_must(bot_host_successor_refused(job->sender->account->host, job->match));
	mx_job_drop_row(job);
}

/* Joins a room, and notes in the room's state whether that worked. */
static const struct mx_step step_join = {
	.budget = MX_BUDGET_JOIN,
	.tries = 12,
	.remote = true,
	.fill_request = fill_join,
	.done = store_joined,
	.refused = join_refused,
};

static void fill_leave(const struct mx_job *job, struct mx_http_request *request)
{
	request->method = MX_HTTP_POST;
	request->body = json_object();
	request->path = mx_url_format("/_matrix/client/v3/rooms/%/leave", job->room);
}

/*
 * Leaves a room. If the homeserver refuses the request, the bot is not in the room, so the row is
 * done. The step is remote because other servers in the room may delay the answer.
 */
static const struct mx_step step_leave = {
	.budget = MX_BUDGET_LEAVE,
	.tries = 20, /* 20 tries take about an hour */
	.remote = true,
	.fill_request = fill_leave,
	.done = mx_job_finish_row,
	.refused = mx_job_finish_row,
};

/* Declines an invitation. Nobody misses the answer if the inviter's server never takes it. */
static const struct mx_step step_decline = {
	.budget = MX_BUDGET_LEAVE,
	.tries = 6,
	.remote = true,
	.fill_request = fill_leave,
	.done = mx_job_finish_row,
	.refused = mx_job_finish_row,
};

/* Removes an optional row from the outbox. */
static const struct mx_step step_skip = {
	.budget = MX_BUDGET_NONE, .done = mx_job_finish_row, .refused = mx_job_finish_row};

/* Returns the next step of a row with a text, in a user's private room or in another room. */
static const struct mx_step *choose_text_step(struct mx_job *job)
{
	if (job->lane->private)
		return mx_private_room_choose_step(job);
	stpcpy(job->room, job->to);
	return mx_message_step_choose(job);
}

/* Whether the step sends the row, or changes nothing. */
static bool is_harmless(const struct mx_step *step)
{
	return step == &mx_step_send || step == &mx_step_remove || step->only_reads;
}

/*
 * For an optional row the bot never makes or changes a private room: if the room is not ready for
 * messages, the bot drops the row. But it may inspect the room, as it must after the player has
 * joined. It also drops a row that an earlier device may have sent, because the homeserver would
 * not recognize the row's transaction id.
 */
static const struct mx_step *choose_optional_step(struct mx_job *job)
{
	const struct mx_step *step = choose_text_step(job);
	bool old = job->made <= job->sender->session->replaced_at;

	return old || (step && !is_harmless(step)) ? &step_skip : step;
}

static const struct mx_step *choose(struct mx_job *job)
{
	if (job->optional)
		return choose_optional_step(job);
	switch (job->kind) {
	case BOT_OUT_REACH:
		return mx_private_room_choose_step(job);
	case BOT_OUT_MESSAGE:
	case BOT_OUT_EDIT:
	case BOT_OUT_REMOVE:
	case BOT_OUT_FILE:
		return choose_text_step(job);
	case BOT_OUT_JOIN:
	case BOT_OUT_LEAVE:
		break;
	}
	stpcpy(job->room, job->to);
	return job->kind == BOT_OUT_JOIN ? &step_join : job->via ? &step_decline : &step_leave;
}

enum bot_error mx_next_step_choose(struct mx_job *job, const struct mx_step **step)
{
	BOT_ATTEMPT(*step = choose(job));
}
