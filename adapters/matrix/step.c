#include "adapters/matrix/step.h"

#include "adapters/matrix/clock.h"
#include "adapters/matrix/context.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/room.h"
#include "adapters/matrix/url.h"
#include "bot/log.h"
#include "bot/meter.h"

#include <string.h>

enum bot_error mx_step_drop(struct mx_job *job)
{
	(void)json_object_del(job->mx->drain.uploads, job->txn);
	bot_meter_count(BOT_DROPPED);
	bot_log_write(BOT_LOG_WARNING, "row_dropped",
		BOT_LOG_FIELDS({"to", .text = job->to}, {"row", .number = job->row}));
	return bot_outbox_done(job->mx->store, job->row, NULL);
}

static enum bot_error finish(struct mx_job *job)
{
	return bot_outbox_done(job->mx->store, job->row, NULL);
}

static void ask_send(const struct mx_job *job, struct mx_request *request)
{
	request->method = MX_PUT;
	request->path = mx_url("/_matrix/client/v3/rooms/%/send/%/%", job->room,
		job->sealed ? "m.room.encrypted" : job->type, job->txn);
	request->body = job->sealed ? mx_crypto_encrypt(job->mx, job->room, job->type, job->content)
				    : json_incref(job->content);
}

/* For those who watch from outside. */
static void measure(const struct mx_job *job)
{
	bot_meter_count(job->kind == BOT_OUT_EDIT   ? BOT_SENT_EDIT
			: job->kind == BOT_OUT_FILE ? BOT_SENT_FILE
						    : BOT_SENT_MESSAGE);
	if (job->made)
		bot_meter_observe(BOT_TIME_OUTBOX, (double)(mx_clock_date() - job->made) / 1000);
}

static enum bot_error sent(struct mx_job *job)
{
	measure(job);
	(void)json_object_del(job->mx->drain.uploads, job->txn);
	return bot_outbox_done(
		job->mx->store, job->row, mx_json_text(job->answer.json, "event_id"));
}

/* The bot is not in the private room any more, or may not speak there: it takes another. */
static enum bot_error send_refused(struct mx_job *job)
{
	if (job->lane->private && strcmp(mx_answer_code(&job->answer), "M_FORBIDDEN") == 0)
		return bot_store_set_private_room(job->mx->store, job->to, NULL);
	return mx_step_drop(job);
}

const struct mx_step mx_step_send = {MX_BUDGET_SEND, 0, ask_send, sent, send_refused};

static void ask_upload(const struct mx_job *job, struct mx_request *request)
{
	request->method = MX_POST;
	request->path = job->file_key
				? mx_url("/_matrix/media/v3/upload")
				: mx_url("/_matrix/media/v3/upload?filename=%", job->file.name);
	request->file = &job->file;
}

/* What is said beside the file is sent without it. */
static enum bot_error upload_refused(struct mx_job *job)
{
	(void)json_object_set_new(job->mx->drain.uploads, job->txn, json_object());
	return BOT_OK;
}

/* The row stays: next it is sent. Uploading again after a crash leaves a file that nobody sees. */
static enum bot_error uploaded(struct mx_job *job)
{
	const char *uri = mx_json_text(job->answer.json, "content_uri");

	json_t *upload = job->file_key ? json_incref(job->file_key) : json_object();

	if (!uri || strncmp(uri, "mxc://", strlen("mxc://")) != 0 || strlen(uri) >= BOT_ID_SIZE) {
		json_decref(upload);
		return upload_refused(job);
	}
	(void)json_object_set_new(upload, "url", json_string(uri));
	(void)json_object_set_new(job->mx->drain.uploads, job->txn, upload);
	return BOT_OK;
}

const struct mx_step mx_step_upload = {MX_BUDGET_NONE, 5, ask_upload, uploaded, upload_refused};

static void ask_join(const struct mx_job *job, struct mx_request *request)
{
	request->method = MX_POST;
	request->body = json_object();
	/* The parameter's name changed with version 1.12 of the specification. */
	request->path = job->via ? mx_url("/_matrix/client/v3/join/%?via=%&server_name=%",
					   job->room, job->via, job->via)
				 : mx_url("/_matrix/client/v3/join/%", job->room);
	request->timeout = 120000; /* a big room on another server takes its time */
}

/* Where the bot was about to be let in, it now stands so instead. */
static enum bot_error decide(struct mx_job *job, enum mx_standing standing)
{
	struct bot_store *store = job->mx->store;
	struct mx_room room;
	enum bot_error error = mx_room_init(&room, store, job->room);

	if (error)
		return error;
	if (room.standing == MX_JOINING) {
		room.standing = standing;
		if (standing == MX_OUTSIDE)
			error = mx_room_count(&room, store, false);
		if (!error)
			error = mx_room_save(&room, store, job->room);
	}
	mx_room_finish(&room);
	return error;
}

/* An invitation from now on is a new one: the bot may be removed before that is ever synced. */
static enum bot_error joined(struct mx_job *job)
{
	enum bot_error error = decide(job, MX_ADMITTED);

	return error ? error : finish(job);
}

static enum bot_error join_refused(struct mx_job *job)
{
	enum bot_error error = decide(job, MX_OUTSIDE);

	return error ? error : mx_step_drop(job);
}

const struct mx_step mx_step_join = {MX_BUDGET_JOIN, 12, ask_join, joined, join_refused};

static void ask_leave(const struct mx_job *job, struct mx_request *request)
{
	request->method = MX_POST;
	request->body = json_object();
	request->path = mx_url("/_matrix/client/v3/rooms/%/leave", job->room);
}

/* A refusal means that the bot is not there. */
const struct mx_step mx_step_leave = {MX_BUDGET_JOIN, 0, ask_leave, finish, finish};
