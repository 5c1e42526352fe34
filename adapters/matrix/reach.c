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

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rooms for one user, whatever happens to them: three at once, and then one in so long a time. */
#define ROOM_SHARE  (INT64_C(20) * 60 * 1000)
#define ROOMS_SPAN  (3 * ROOM_SHARE)
#define USERS_KNOWN 10000
#define ROOMS_KNOWN 4000 /* the others are looked at again when something is sent there */

/* Users who had no device that may read what is encrypted, when they were last to be reached. */
#define UNSIGNED_KEY      "matrix.unsigned."
#define UNSIGNED_KEY_SIZE (sizeof UNSIGNED_KEY + BOT_ID_SIZE)

static const struct mx_step step_seal, step_unsigned;

static const char *unsigned_key(const char *user, char key[UNSIGNED_KEY_SIZE])
{
	snprintf(key, UNSIGNED_KEY_SIZE, UNSIGNED_KEY "%s", user);
	return key;
}

/* Drops the users for whom all may be made again. */
static void drop_old(json_t *made)
{
	const char *user;
	json_t *until;
	void *next;

	json_object_foreach_safe(made, next, user, until)
	{
		if (json_integer_value(until) <= mx_clock_now())
			json_object_del(made, user);
	}
}

/*
 * A bucket, kept as the instant when it will be full: a room that is made puts that off by its
 * share of the span, and never to more than a span from now.
 */
static int64_t full_at(const struct mx_drain *drain, const char *user)
{
	int64_t until = json_integer_value(json_object_get(drain->made, user));

	return until > mx_clock_now() ? until : mx_clock_now();
}

static bool may_make(const struct mx_drain *drain, const char *user)
{
	return full_at(drain, user) + ROOM_SHARE <= mx_clock_now() + ROOMS_SPAN;
}

/* Notes that a room is made, or, by a negative share, that it was not. */
static void note_made(struct mx_drain *drain, const char *user, int64_t share)
{
	json_t *until = json_integer(full_at(drain, user) + share);

	if (!json_object_get(drain->made, user)) {
		drop_old(drain->made);
		if (json_object_size(drain->made) >= USERS_KNOWN)
			json_object_clear(drain->made);
	}
	(void)json_object_set_new(drain->made, user, until);
}

static const struct mx_step *may_create(struct mx_job *job)
{
	struct mx *mx = job->mx;

	if (mx->drain.server_encrypts || !may_make(&mx->drain, job->to))
		return &mx_step_give_up;
	return mx->sync.handled >= mx->drain.create_after ? &mx_step_create : NULL;
}

/* Whoever can't read what is encrypted is not reached by it. */
static const struct mx_step *reaching(struct mx_job *job)
{
	struct mx *mx = job->mx;

	if (!json_is_true(json_object_get(mx->drain.trusted, job->room)))
		return &mx_step_reached;
	switch (mx_crypto_prepare(mx, job->room, job->to)) {
	case MX_SEAL_READY:
		return &mx_step_reached;
	case MX_SEAL_NOBODY:
		return &step_unsigned;
	case MX_SEAL_WAIT:
		break;
	}
	return NULL;
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
	if (json_is_true(json_object_get(mx->drain.unsealed, job->room)))
		*step = &step_seal;
	else if (!json_object_get(mx->drain.trusted, job->room))
		*step = &mx_step_inspect;
	else
		*step = job->kind == BOT_OUT_REACH ? reaching(job) : &mx_step_send;
	return BOT_OK;
}

static enum bot_error unreachable(struct mx_job *job, enum bot_unreachable why)
{
	enum bot_error error = bot_host_unreachable(job->mx->host, job->to, why);

	return error ? error : mx_step_drop(job);
}

static enum bot_error unsigned_user(struct mx_job *job)
{
	char key[UNSIGNED_KEY_SIZE];
	enum bot_error error = bot_store_set(job->mx->store, unsigned_key(job->to, key), "");

	return error ? error : unreachable(job, BOT_UNSIGNED);
}

static const struct mx_step step_unsigned = {MX_BUDGET_NONE, 0, NULL, unsigned_user, unsigned_user};

void mx_reach_again(struct mx *mx, const char *user)
{
	char key[UNSIGNED_KEY_SIZE], *value = NULL;
	enum bot_error error = bot_store_begin(mx->store);

	unsigned_key(user, key);
	if (!error)
		error = bot_store_get(mx->store, key, &value);
	free(value);
	if (!error)
		error = bot_store_set(mx->store, key, NULL);
	if (!error)
		error = mx_order(mx, BOT_OUT_REACH, user, NULL);
	mx_commit(mx, error == BOT_NOT_FOUND ? BOT_OK : error, "reach");
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

/* Whether the private rooms that the bot makes are to be encrypted. */
static bool makes_sealed(const struct mx *mx)
{
	return mx_crypto_is_there() &&
	       mx->config->encryption.private_rooms == CFG_PRIVATE_ENCRYPTED;
}

static void ask_create(const struct mx_job *job, struct mx_request *request)
{
	request->method = MX_POST;
	request->path = mx_url("/_matrix/client/v3/createRoom");
	request->body = mx_private_create(job->to, makes_sealed(job->mx));
	request->timeout = 120000; /* the user's server is asked too */
	note_made(&job->mx->drain, job->to, ROOM_SHARE);
}

void mx_reach_not_made(struct mx_job *job)
{
	note_made(&job->mx->drain, job->to, -ROOM_SHARE);
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

/* A room of the bot's own from before it could encrypt is encrypted now, or given up. */
static enum bot_error unsealed(struct mx_job *job)
{
	json_t *tried = job->mx->drain.unsealed;

	if (json_object_get(tried, job->room))
		return forget(job, true);
	(void)json_object_set_new(tried, job->room, json_true());
	return BOT_OK;
}

static void ask_seal(const struct mx_job *job, struct mx_request *request)
{
	request->method = MX_PUT;
	request->path = mx_url("/_matrix/client/v3/rooms/%/state/m.room.encryption/", job->room);
	request->body = mx_private_encryption();
}

/* Whatever came of it, the next look decides. */
static enum bot_error sealed(struct mx_job *job)
{
	(void)json_object_set_new(job->mx->drain.unsealed, job->room, json_false());
	return BOT_OK;
}

static const struct mx_step step_seal = {MX_BUDGET_SEND, 0, ask_seal, sealed, sealed};

/* Until something changes there. */
static void trust(const struct mx_job *job, bool encrypted)
{
	json_t *trusted = job->mx->drain.trusted;

	if (json_object_size(trusted) >= ROOMS_KNOWN)
		json_object_clear(trusted);
	(void)json_object_set_new(trusted, job->room, json_boolean(encrypted));
}

static enum bot_error inspected(struct mx_job *job)
{
	struct mx *mx = job->mx;

	if (job->changes != mx->drain.changes)
		return BOT_OK; /* something has happened since: the next look decides */
	switch (mx_private_judge(job->answer.json, mx->me, job->to, mx_crypto_is_there())) {
	case MX_PRIVATE:
		if (makes_sealed(mx) && mx_private_is_own(job->answer.json, mx->me, job->to))
			return unsealed(job);
		trust(job, false);
		return BOT_OK;
	case MX_PRIVATE_SEALED:
		trust(job, true);
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
