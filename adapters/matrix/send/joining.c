#include "adapters/matrix/send/joining.h"

#include "adapters/matrix/client/url.h"
#include "adapters/matrix/room/room_counts.h"
#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/sender_state.h"
#include "bot/store/outbox_counts.h"

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

/* Stores whether the bot is now in a room that it wanted to join. */
static enum bot_error set_standing(struct mx_job *job, enum mx_standing standing)
{
	struct bot_store *store = job->sender->account->store;
	struct mx_room room;
	enum bot_error error = mx_room_init(&room, store, job->room);

	if (error)
		return error;
	if (room.standing == MX_JOINING) {
		room.standing = standing;
		if (standing == MX_OUTSIDE)
			error = mx_room_set_counted(&room, store, false);
		if (!error)
			error = mx_room_save(&room, store, job->room);
	}
	mx_room_finish(&room);
	return error;
}

/*
 * Stores at once that the bot has joined, because somebody may remove the bot before /sync shows
 * the join. From now on, the bot treats an invitation to this room as a new invitation.
 */
static enum bot_error store_joined(struct mx_job *job)
{
	enum bot_error error = set_standing(job, MX_ADMITTED);

	return error ? error : mx_job_finish_row(job);
}

static enum bot_error join_refused(struct mx_job *job)
{
	bool waits = false;
	enum bot_error error = bot_outbox_has(job->sender->account->store, job->row, &waits);

	if (error || !waits)
		return error;
	error = set_standing(job, MX_OUTSIDE);
	/* Only a join of the room that replaces the match's room has a match. */
	if (!error && job->match != 0)
		error = bot_host_successor_refused(job->sender->account->host, job->match);
	return error ? error : mx_job_drop_row(job);
}

const struct mx_step mx_step_join = {
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
 * If the homeserver refuses the request, the bot is not in the room, so the row is done. The step
 * is remote because other servers in the room may delay the answer.
 */
const struct mx_step mx_step_leave = {
	.budget = MX_BUDGET_LEAVE,
	.tries = 20, /* 20 tries take about an hour */
	.remote = true,
	.fill_request = fill_leave,
	.done = mx_job_finish_row,
	.refused = mx_job_finish_row,
};

const struct mx_step mx_step_decline = {
	.budget = MX_BUDGET_LEAVE,
	.tries = 6,
	.remote = true,
	.fill_request = fill_leave,
	.done = mx_job_finish_row,
	.refused = mx_job_finish_row,
};
