#include "adapters/matrix/send/message_step.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_print.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/e2ee/encrypted_events.h"
#include "adapters/matrix/e2ee/room_keys.h"
#include "adapters/matrix/login/account.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/room_inspection.h"
#include "adapters/matrix/send/sender.h"
#include "bot/base/attempt.h"
#include "bot/base/clock.h"
#include "bot/base/log.h"
#include "bot/base/metrics.h"
#include "bot/store/events.h"
#include "bot/store/outbox_rows.h"

#include <stdlib.h>
#include <string.h>

/* the most entries of `told_withheld`; at this number the bot forgets all entries */
#define ROOMS_KNOWN  4000
#define TIMEOUT      5000 /* milliseconds */
#define CHECKED_MOST 1000 /* at this number the bot forgets all rows, and asks again */

static bool is_replaced(const struct mx_job *job)
{
	return mx_room_keys_identity_is_replaced(job->sender->crypto, job->to);
}

/*
 * After a rollback the bot does not try again in this process. The store remembers the users who
 * were told that no device may read (e2ee/encrypted_events.h), so a second process does not repeat
 * that.
 */
static void tell(struct mx_job *job)
{
	json_t *told = job->sender->told_withheld;
	bool replaced = is_replaced(job);

	if (json_object_size(told) >= ROOMS_KNOWN)
		json_object_clear(told);
	(void)json_object_set_new(told, job->room, json_boolean(replaced));
	if (replaced)
		bot_must(
			bot_host_identity_replaced(job->sender->account->host, job->room, job->to));
	else
		mx_encrypted_events_tell(
			job->sender->crypto, job->room, job->to, BOT_FAULT_WITHHELD);
}

static const struct mx_step step_tell = {.budget = MX_BUDGET_NONE, .done = tell, .refused = tell};

/*
 * Returns the step that sends the notice before the job's message, or NULL if this process has sent
 * it in this room.
 */
static const struct mx_step *withheld_notice_step(const struct mx_job *job)
{
	const json_t *told = json_object_get(job->sender->told_withheld, job->room);

	return told && json_is_true(told) == is_replaced(job) ? NULL : &step_tell;
}

void mx_message_step_confirm_identity(struct mx_sender *sender, const char *room, const char *user)
{
	if (!json_is_true(json_object_get(sender->told_withheld, room)))
		return;
	(void)json_object_del(sender->told_withheld, room);
	mx_room_keys_accept_identity(sender->crypto, user);
}

/* Returns whether the bot must ask before it sends the job's message, and has not asked yet. */
static bool member_check_is_due(const struct mx_job *job)
{
	return *job->challenged && !json_object_get(job->sender->checked, job->txn);
}

static void fill_check(const struct mx_job *job, struct mx_http_request *request)
{
	request->method = MX_HTTP_GET;
	request->path = mx_url_format(
		"/_matrix/client/v3/rooms/%/state/m.room.member/%", job->room, job->challenged);
	request->timeout = TIMEOUT;
}

/* The row stays in the outbox, and its next step is to send the message. */
static void let_pass(struct mx_job *job)
{
	if (json_object_size(job->sender->checked) >= CHECKED_MOST)
		json_object_clear(job->sender->checked);
	(void)json_object_set_new(job->sender->checked, job->txn, json_true());
}

static void report_outside(struct mx_job *job)
{
	mx_job_finish_row(job);
	bot_must(bot_host_user_outside(job->sender->account->host, job->match));
}

static void read_membership(struct mx_job *job)
{
	if (mx_json_text_is(job->answer.json, "membership", "join"))
		let_pass(job);
	else
		report_outside(job);
}

/*
 * The homeserver knows the room's members, so M_NOT_FOUND means that the user never was in the
 * room. Any other refusal or failure says nothing about the user.
 */
static void check_refused(struct mx_job *job)
{
	bool never = job->answer.status == 404 &&
		     strcmp(mx_answer_code(&job->answer), "M_NOT_FOUND") == 0;

	if (never)
		report_outside(job);
	else
		let_pass(job);
}

/* The step that asks. If the user is not in the room, the bot drops the row and tells the host. */
static const struct mx_step step_check_member = {
	.budget = MX_BUDGET_NONE,
	.dispensable = true,
	.only_reads = true,
	.fill_request = fill_check,
	.done = read_membership,
	.refused = check_refused,
};

#define PADDED_SIZE  2048 /* bytes */
#define UPLOADS_MOST 1000 /* how many uploads the bot remembers whose message it has not sent */

/*
 * Returns the content that the bot encrypts. A homeserver sees the size of an encrypted message,
 * and a list with more choices is longer. So in a private room the size is a multiple of a number
 * that nearly all hands are below.
 */
static json_t *content_to_encrypt(const struct mx_job *job)
{
	char *text, padding[PADDED_SIZE + 1];
	json_t *content;
	size_t size;

	if (!job->lane->private)
		return json_incref(job->content);
	text = mx_json_print(job->content);
	size = PADDED_SIZE - strlen(text) % PADDED_SIZE;
	free(text);
	memset(padding, ' ', size);
	padding[size] = '\0';
	content = json_copy(job->content);
	(void)json_object_set_new(content, "engarde_bot.padding", json_string(padding));
	return content;
}

static json_t *encrypt(const struct mx_job *job)
{
	json_t *content = content_to_encrypt(job);
	json_t *encrypted =
		mx_room_keys_encrypt(job->sender->crypto, job->room, job->type, content);

	json_decref(content);
	return encrypted;
}

static void fill_send(const struct mx_job *job, struct mx_http_request *request)
{
	request->method = MX_HTTP_PUT;
	request->path = mx_url_format("/_matrix/client/v3/rooms/%/send/%/%", job->room,
		job->encrypted ? "m.room.encrypted" : job->type, job->txn);
	request->body = job->encrypted ? encrypt(job) : json_incref(job->content);
	if (job->encrypted && request->body)
		(void)json_object_set_new(request->body, MX_EVENT_ROW_ID, json_string(job->txn));
}

/* Counts the sent message in the metrics. */
static void count_sent(const struct mx_job *job)
{
	bot_metrics_count(job->kind == BOT_OUT_EDIT   ? BOT_SENT_EDIT
			  : job->kind == BOT_OUT_FILE ? BOT_SENT_FILE
						      : BOT_SENT_MESSAGE);
	if (job->made && !job->optional)
		bot_metrics_observe(BOT_TIME_OUTBOX, (double)(bot_clock_wall() - job->made) / 1000);
}

static void store_sent(struct mx_job *job)
{
	const char *event = mx_json_text(job->answer.json, "event_id");

	count_sent(job);
	if (event)
		mx_background_add_reactions(&job->sender->background, job, event);
	mx_job_forget_row(job);
	bot_outbox_done(job->sender->account->store, job->row, event);
}

/*
 * Handles a message that the homeserver refuses. If the homeserver does not know the private room
 * any more, because it was restored from an older backup, the bot makes another one. A room where
 * the bot may not write has not passed the inspection before.
 */
static void send_refused(struct mx_job *job)
{
	if (job->lane->private && strcmp(mx_answer_code(&job->answer), "M_NOT_FOUND") == 0)
		mx_inspection_give_room_up(job);
	else
		mx_job_drop_row(job);
}

const struct mx_step mx_step_send = {
	.budget = MX_BUDGET_SEND,
	.sends_text = true,
	.fill_request = fill_send,
	.done = store_sent,
	.refused = send_refused,
};

/* Removals are never encrypted, not even in encrypted rooms. */
static void fill_remove(const struct mx_job *job, struct mx_http_request *request)
{
	request->method = MX_HTTP_PUT;
	request->path = mx_url_format(
		"/_matrix/client/v3/rooms/%/redact/%/%", job->room, job->removes, job->txn);
	request->body = json_object();
}

static void store_removed(struct mx_job *job)
{
	bot_outbox_done(
		job->sender->account->store, job->row, mx_json_text(job->answer.json, "event_id"));
}

const struct mx_step mx_step_remove = {
	.budget = MX_BUDGET_SEND,
	.fill_request = fill_remove,
	.done = store_removed,
	.refused = mx_job_drop_row,
};

static void fill_upload(const struct mx_job *job, struct mx_http_request *request)
{
	request->method = MX_HTTP_POST;
	request->path = job->file_key ? mx_url_format("/_matrix/media/v3/upload")
				      : mx_url_format("/_matrix/media/v3/upload?filename=%",
						job->file.name);
	request->file = &job->file;
}

/* Makes the bot send the text of the message without the file. */
static void upload_refused(struct mx_job *job)
{
	bot_log_write(BOT_LOG_WARNING, "upload_failed",
		BOT_LOG_FIELDS({"to", .text = job->to}, {"row", .number = job->row},
			{"what", .text = "the homeserver takes no file, so the bot sends the text "
					 "alone: look at the homeserver's media repository, and "
					 "at the proxy before it"}));
	(void)json_object_set_new(job->sender->uploads, job->txn, json_object());
	mx_lane_rejoin(job->sender, job->lane);
}

/*
 * Keeps the address of the uploaded file. The row stays in the outbox, and its next step is to send
 * the message. After a crash the bot uploads the file again, and nobody sees the first upload.
 */
static void store_upload(struct mx_job *job)
{
	const char *uri = mx_json_text(job->answer.json, "content_uri");
	json_t *upload = job->file_key ? json_incref(job->file_key) : json_object();

	(void)json_object_set_new(upload, "url", json_string(uri));
	/* If a newer row replaces a row after its upload, nobody needs the upload any more. */
	if (json_object_size(job->sender->uploads) >= UPLOADS_MOST)
		json_object_clear(job->sender->uploads);
	(void)json_object_set_new(job->sender->uploads, job->txn, upload);
	mx_lane_rejoin(job->sender, job->lane);
}

static const struct mx_step step_upload = {
	.budget = MX_BUDGET_NONE,
	.tries = 5,
	.is_delegable = true,
	.aside = true,
	.fill_request = fill_upload,
	.done = store_upload,
	.refused = upload_refused,
};

/* Drops a message for an encrypted room, because the bot can't encrypt it. */
static const struct mx_step step_withhold = {
	.budget = MX_BUDGET_NONE, .done = mx_job_drop_row, .refused = mx_job_drop_row};

/*
 * Finds out whether the job's room is encrypted. For a private room, the sender has already asked
 * the homeserver. For other rooms, /sync reports the encryption.
 */
static bool is_encrypted(const struct mx_job *job)
{
	struct mx_sender *sender = job->sender;
	bool encrypted = false;

	if (job->lane->private)
		return json_is_true(json_object_get(sender->trusted, job->room));
	bot_must(mx_room_is_encrypted(sender->account->store, job->room, &encrypted));
	return encrypted && !job->clear;
}

static bool encrypt_file(struct mx_job *job)
{
	job->file_key = mx_room_keys_encrypt_file(job->file_data, job->file.size);
	job->file.media = "application/octet-stream";
	return job->file_key != NULL;
}

/* Chooses the step that sends the message to the encrypted room job->room, when its keys are ready.
 */
static const struct mx_step *choose_encrypted_step(struct mx_job *job)
{
	enum mx_room_keys_state state = mx_room_keys_prepare(
		job->sender->crypto, job->room, job->lane->private ? job->to : NULL);

	job->encrypted = true;
	switch (state) {
	case MX_ROOM_KEYS_WAIT:
		return NULL;
	case MX_ROOM_KEYS_REFUSED:
		return &step_withhold;
	case MX_ROOM_KEYS_NOBODY:
		if (!job->optional && withheld_notice_step(job))
			return withheld_notice_step(job);
		break;
	case MX_ROOM_KEYS_READY:
		break;
	}
	return &mx_step_send;
}

/*
 * Chooses the step that sends the message or uploads its file, into the room job->room. A build
 * without encryption sends only messages that may be in clear to an encrypted room, such as the
 * notice that the bot can't read encrypted rooms.
 */
static const struct mx_step *choose_send_step(struct mx_job *job)
{
	const struct mx_step *plain = job->content ? &mx_step_send : &step_upload;
	bool encrypted = is_encrypted(job);

	/*
	 * Somebody may have encrypted the room while the bot was down. So the bot waits for the
	 * first batch, which shows whether the room is encrypted.
	 */
	if (!job->lane->private && job->sender->account->batches == 0)
		return NULL;
	if (!encrypted)
		return plain;
	if (!mx_crypto_is_built_in())
		return job->lane->private ? plain : &step_withhold;
	if (!job->content)
		return encrypt_file(job) ? plain : NULL;
	return choose_encrypted_step(job);
}

/*
 * Returns whether an earlier device, or a newer copy of the store, may have sent the job's message,
 * and the message's event may be in a gap of the room. Then the row must wait until the bot has
 * read the gap or has given it up.
 */
static bool is_in_doubt(const struct mx_job *job)
{
	const struct mx_session *session = job->sender->session;
	struct bot_gap gap;

	if (!job->sender->account->store_is_older &&
		(job->made > session->replaced_at || !mx_device_is_in_doubt(session)))
		return false;
	if (!bot_gap_get(session->account->store, job->room, &gap))
		return false;
	bot_gap_finish(&gap);
	return true;
}

const struct mx_step *mx_message_step_choose(struct mx_job *job)
{
	if (is_in_doubt(job))
		return NULL;
	if (job->kind == BOT_OUT_REMOVE)
		return &mx_step_remove;
	const struct mx_step *step = choose_send_step(job);
	return step == &mx_step_send && member_check_is_due(job) ? &step_check_member : step;
}
