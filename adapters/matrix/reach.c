/* The way to a user's private room: make it, see that it is private, use it. */
#include "adapters/matrix/clock.h"
#include "adapters/matrix/context.h"
#include "adapters/matrix/id.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/private.h"
#include "adapters/matrix/room.h"
#include "adapters/matrix/step.h"
#include "adapters/matrix/url.h"
#include "bot/log.h"

#include <string.h>

/* So many rooms for one user in so long a time, whatever happens to them. */
#define ROOMS_MOST  3
#define ROOMS_SPAN  (INT64_C(3600) * 1000)
#define USERS_KNOWN 10000

/* Drops what is older than the span, and returns the list of the user; NULL: no memory. */
static json_t *rooms_made(struct mx_drain *drain, const char *user)
{
	json_t *list = json_object_get(drain->made, user);

	if (!list) {
		if (json_object_size(drain->made) >= USERS_KNOWN)
			json_object_clear(drain->made);
		(void)json_object_set_new(drain->made, user, json_array());
		list = json_object_get(drain->made, user);
	}
	while (json_array_size(list) > 0 &&
		json_integer_value(json_array_get(list, 0)) + ROOMS_SPAN < mx_clock_now())
		json_array_remove(list, 0);
	return list;
}

static const struct mx_step *may_create(struct mx_job *job)
{
	struct mx *mx = job->mx;

	if (mx->drain.server_encrypts ||
		json_array_size(rooms_made(&mx->drain, job->to)) >= ROOMS_MOST)
		return &mx_step_give_up;
	return mx->sync.handled >= mx->drain.create_after ? &mx_step_create : NULL;
}

enum bot_error mx_reach_step(struct mx_job *job, const struct mx_step **step)
{
	struct mx *mx = job->mx;
	enum bot_error error = bot_store_private_room(mx->store, job->to, job->room);

	if (error == BOT_NOT_FOUND) {
		*step = may_create(job);
		return BOT_OK;
	}
	if (error)
		return error;
	if (!json_object_get(mx->drain.trusted, job->room))
		*step = &mx_step_inspect;
	else
		*step = job->kind == BOT_OUT_REACH ? &mx_step_reached : &mx_step_send;
	return BOT_OK;
}

static enum bot_error unreachable(struct mx_job *job, enum bot_unreachable why)
{
	enum bot_error error = bot_host_unreachable(job->mx->host, job->to, why);

	return error ? error : mx_step_drop(job);
}

static enum bot_error forget(struct mx_job *job, bool leave)
{
	struct mx *mx = job->mx;
	enum bot_error error = bot_store_set_private_room(mx->store, job->to, NULL);

	bot_log_write(BOT_LOG_INFO, "private_room_lost",
		BOT_LOG_FIELDS({"room", .text = job->room}, {"user", .text = job->to}));
	if (error || !leave)
		return error;
	return mx_order(mx, BOT_OUT_LEAVE, job->room, NULL);
}

static void ask_create(const struct mx_job *job, struct mx_request *request)
{
	request->method = MX_POST;
	request->path = mx_url("/_matrix/client/v3/createRoom");
	request->body = mx_private_create(job->to);
	request->timeout = 120000; /* the user's server is asked too */
	(void)json_array_append_new(
		rooms_made(&job->mx->drain, job->to), json_integer(mx_clock_now()));
}

void mx_reach_not_made(struct mx_job *job)
{
	json_t *list = rooms_made(&job->mx->drain, job->to);

	if (json_array_size(list) > 0)
		json_array_remove(list, json_array_size(list) - 1);
}

static enum bot_error created(struct mx_job *job)
{
	const char *room = mx_json_text(job->answer.json, "room_id");
	struct mx *mx = job->mx;
	enum bot_error error = bot_store_private_room(mx->store, job->to, job->room);

	if (error && error != BOT_NOT_FOUND)
		return error;
	if (!mx_id_is_room(room))
		return unreachable(job, BOT_REFUSED);
	if (!error && strcmp(job->room, room) != 0) /* meanwhile the user has opened one */
		return mx_order(mx, BOT_OUT_LEAVE, room, NULL);
	mx_direct_add(mx, job->to, room);
	return bot_store_set_private_room(mx->store, job->to, room);
}

/* Whether the bot made the job's room itself. */
static enum bot_error is_own(const struct mx_job *job, bool *own)
{
	struct mx_room room;
	enum bot_error error = mx_room_init(&room, job->mx->store, job->room);

	if (error)
		return error;
	*own = room.made_for != NULL;
	mx_room_finish(&room);
	return BOT_OK;
}

static enum bot_error create_refused(struct mx_job *job)
{
	static const char *const unknown[] = {"M_NOT_FOUND", "M_INVALID_PARAM"};
	enum bot_unreachable why = BOT_REFUSED;
	bool own = false;
	enum bot_error error = bot_store_private_room(job->mx->store, job->to, job->room);

	/* The room may have been made, and seen by /sync, before inviting the user failed. */
	if (error == BOT_OK)
		error = is_own(job, &own);
	if (error == BOT_OK && !own)
		return BOT_OK; /* meanwhile the user has opened one */
	if (error == BOT_OK)
		error = forget(job, true);
	if (error && error != BOT_NOT_FOUND)
		return error;
	for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
		if (strcmp(mx_answer_code(&job->answer), unknown[i]) == 0)
			why = BOT_UNKNOWN_USER;
	return unreachable(job, why);
}

const struct mx_step mx_step_create = {MX_BUDGET_CREATE, 6, ask_create, created, create_refused};

static void ask_inspect(const struct mx_job *job, struct mx_request *request)
{
	request->method = MX_GET;
	request->path = mx_url("/_matrix/client/v3/rooms/%/state", job->room);
}

static enum bot_error inspected(struct mx_job *job)
{
	struct mx *mx = job->mx;

	if (job->changes != mx->drain.changes)
		return BOT_OK; /* something has happened since: the next look decides */
	switch (mx_private_judge(job->answer.json, mx->me, job->to)) {
	case MX_PRIVATE:
		(void)json_object_set_new(mx->drain.trusted, job->room, json_true());
		return BOT_OK;
	case MX_SERVER_ENCRYPTED: {
		enum bot_error error = forget(job, true);

		mx->drain.server_encrypts = true;
		return error ? error : unreachable(job, BOT_ENCRYPTED);
	}
	case MX_ALONE:
		return forget(job, true);
	case MX_ENCRYPTED:
	case MX_NOT_PRIVATE:
		break;
	}
	return forget(job, false);
}

static enum bot_error inspect_refused(struct mx_job *job)
{
	return forget(job, false);
}

const struct mx_step mx_step_inspect = {MX_BUDGET_NONE, 0, ask_inspect, inspected, inspect_refused};

static enum bot_error reached(struct mx_job *job)
{
	enum bot_error error = bot_host_reached(job->mx->host, job->to);

	return error ? error : bot_outbox_done(job->mx->store, job->row, NULL);
}

const struct mx_step mx_step_reached = {MX_BUDGET_NONE, 0, NULL, reached, reached};

static enum bot_error gave_up(struct mx_job *job)
{
	return unreachable(job, job->mx->drain.server_encrypts ? BOT_ENCRYPTED : BOT_REFUSED);
}

const struct mx_step mx_step_give_up = {MX_BUDGET_NONE, 0, NULL, gave_up, gave_up};
