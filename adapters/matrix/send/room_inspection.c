#include "adapters/matrix/send/room_inspection.h"

#include "adapters/matrix/client/url.h"
#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/room/room_privacy.h"
#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/room/state_content.h"
#include "adapters/matrix/send/outbox_row.h"
#include "adapters/matrix/send/sender_state.h"
#include "bot/base/log.h"

/* the most entries of `trusted`; at this number the bot forgets all entries */
#define ROOMS_KNOWN 4000
/* the most bytes of a room's state; if the state is longer, the bot makes another room */
#define STATE_LIMIT ((size_t)1 << 20)

static void fill_inspect(const struct mx_job *job, struct mx_http_request *request)
{
	request->method = MX_HTTP_GET;
	request->path = mx_url_format("/_matrix/client/v3/rooms/%/state", job->room);
	request->limit = STATE_LIMIT;
	(void)json_object_set_new(job->sender->inspecting, job->room, json_false());
}

/*
 * Encrypts a room that the bot made while its configuration did not encrypt private rooms. If the
 * bot has already tried this without success, it gives the room up.
 */
static enum bot_error plan_encryption(struct mx_job *job)
{
	json_t *tried = job->sender->encrypting;

	if (json_object_get(tried, job->room))
		return mx_private_loss_forget_room(job, true);
	(void)json_object_set_new(tried, job->room, json_true());
	return BOT_OK;
}

static void fill_encrypt(const struct mx_job *job, struct mx_http_request *request)
{
	request->method = MX_HTTP_PUT;
	request->path =
		mx_url_format("/_matrix/client/v3/rooms/%/state/m.room.encryption/", job->room);
	request->body = mx_private_encryption_content();
}

/*
 * The result of the request does not matter: the next inspection shows whether the room is
 * encrypted.
 */
static enum bot_error note_encryption_asked(struct mx_job *job)
{
	(void)json_object_set_new(job->sender->encrypting, job->room, json_false());
	return BOT_OK;
}

const struct mx_step mx_step_encrypt = {.budget = MX_BUDGET_SEND,
	.fill_request = fill_encrypt,
	.done = note_encryption_asked,
	.refused = note_encryption_asked};

/* From now on the bot uses the room as a private room, until something changes in the room. */
static void trust_room(const struct mx_job *job, bool encrypted)
{
	json_t *trusted = job->sender->trusted;

	if (json_object_size(trusted) >= ROOMS_KNOWN)
		json_object_clear(trusted);
	(void)json_object_set_new(trusted, job->room, json_boolean(encrypted));
}

/*
 * Notes whether the user has joined the room, or is only invited. The homeserver's answer is newer
 * than what the bot knows, for example after a gap that it has given up.
 */
static enum bot_error note_joined(struct mx_job *job)
{
	struct mx_sender *sender = job->sender;

	if (mx_private_has_joined(job->answer.json, job->to))
		return bot_host_user_joined(sender->account->host, job->to);
	return bot_store_set_joined(sender->account->store, job->to, false);
}

/*
 * Tells the operator, once, that the homeserver encrypts the private rooms that the bot makes
 * plain.
 */
static void log_server_encrypts(struct mx_sender *sender)
{
	if (!sender->server_encrypts)
		bot_log_write(BOT_LOG_WARNING, "server_encrypts_rooms",
			BOT_LOG_FIELDS({"what",
				.text = mx_crypto_is_built_in()
						? "the homeserver encrypts the private rooms that "
						  "the bot makes plain, so the bot uses them "
						  "encrypted: for plain rooms, remove "
						  "encryption_enabled_by_default_for_room_type "
						  "from Synapse's configuration"
						: "the homeserver encrypts the private rooms that "
						  "the bot makes, and this build can't read them, "
						  "so players get no cards there: install a build "
						  "with encryption, or remove "
						  "encryption_enabled_by_default_for_room_type "
						  "from Synapse's configuration"}));
	sender->server_encrypts = true;
}

/* Gives up an encrypted room that had to stay plain, and does not make another one. */
static enum bot_error give_up_encrypted(struct mx_job *job)
{
	enum bot_error error = mx_private_loss_forget_room(job, true);

	return error ? error : mx_private_loss_report_unreachable(job, BOT_SERVER_ENCRYPTS);
}

static enum bot_error store_inspection(struct mx_job *job)
{
	struct mx_sender *sender = job->sender;
	bool made_plain, changed = json_is_true(json_object_get(sender->inspecting, job->room));

	(void)json_object_del(sender->inspecting, job->room);
	if (changed)
		return BOT_OK; /* the answer may be out of date: the bot inspects the room again */
	if (job->lane->doubt.refusals > 0 &&
		mx_private_is_muted(
			job->answer.json, sender->account->user, mx_crypto_is_built_in()))
		return mx_private_loss_give_room_up(job);
	/* The user, too, may have encrypted the room. That says nothing about the homeserver. */
	made_plain = json_object_get(sender->made_plain, job->room) &&
		     mx_private_is_encrypted_by(job->answer.json, sender->account->user);
	(void)json_object_del(sender->made_plain, job->room);
	switch (mx_private_classify(
		job->answer.json, sender->account->user, job->to, mx_crypto_is_built_in())) {
	case MX_PRIVATE:
		if (mx_private_form_makes_encrypted(job) &&
			mx_private_is_own(job->answer.json, sender->account->user, job->to))
			return plan_encryption(job);
		trust_room(job, false);
		return note_joined(job);
	case MX_PRIVATE_ENCRYPTED:
		if (made_plain)
			log_server_encrypts(sender);
		if (made_plain && mx_private_form_needs_plain(job))
			return give_up_encrypted(job);
		trust_room(job, true);
		return note_joined(job);
	case MX_SERVER_ENCRYPTED:
		log_server_encrypts(sender);
		return give_up_encrypted(job);
	case MX_ALONE:
		return mx_private_loss_forget_room(job, true);
	case MX_ENCRYPTED:
	case MX_NOT_PRIVATE:
		break;
	}
	return mx_private_loss_forget_room(job, false);
}

static enum bot_error inspect_refused(struct mx_job *job)
{
	(void)json_object_del(job->sender->inspecting, job->room);
	return mx_private_loss_forget_room(job, false);
}

const struct mx_step mx_step_inspect = {
	.budget = MX_BUDGET_NONE,
	.only_reads = true,
	.wants_list = true,
	.fill_request = fill_inspect,
	.done = store_inspection,
	.refused = inspect_refused,
};

bool mx_private_form_is_encrypted(const struct mx_account *account, enum bot_private_form form)
{
	if (form == BOT_FORM_CONFIGURED)
		return account->config->encryption.private_rooms == CFG_PRIVATE_ENCRYPTED;
	return form == BOT_FORM_ENCRYPTED;
}

/*
 * Returns the form that the job's user has chosen. If the store fails, it fails again when the bot
 * stores the room.
 */
static enum bot_private_form find_form(const struct mx_job *job)
{
	enum bot_private_form form;

	if (bot_host_private_form(job->sender->account->host, job->to, &form))
		return BOT_FORM_CONFIGURED;
	return form;
}

bool mx_private_form_makes_encrypted(const struct mx_job *job)
{
	return mx_crypto_is_built_in() &&
	       mx_private_form_is_encrypted(job->sender->account, find_form(job));
}

bool mx_private_form_needs_plain(const struct mx_job *job)
{
	return !mx_crypto_is_built_in() || find_form(job) == BOT_FORM_CLEAR;
}

enum bot_error mx_private_loss_forget_room(struct mx_job *job, bool leave)
{
	struct mx_sender *sender = job->sender;
	enum bot_error error = bot_store_set_private_room(sender->account->store, job->to, NULL);

	bot_log_write(BOT_LOG_INFO, "private_room_lost",
		BOT_LOG_FIELDS({"room", .text = job->room}, {"user", .text = job->to}));
	if (error || !leave)
		return error;
	return mx_outbox_row_add(sender->account->store, BOT_OUT_LEAVE, job->room, NULL);
}

enum bot_error mx_private_loss_is_own_room(const struct mx_job *job, bool *own)
{
	struct mx_room room;
	enum bot_error error = mx_room_init(&room, job->sender->account->store, job->room);

	if (error)
		return error;
	*own = room.made_for != NULL;
	mx_room_finish(&room);
	return BOT_OK;
}

enum bot_error mx_private_loss_give_room_up(struct mx_job *job)
{
	bool own = false;
	enum bot_error error = mx_private_loss_forget_room(job, false);

	if (!error)
		error = mx_private_loss_is_own_room(job, &own);
	return error || own || job->match != 0 ? error : mx_job_drop_row(job);
}

enum bot_error mx_private_loss_report_unreachable(struct mx_job *job, enum bot_unreachable why)
{
	enum bot_error error = bot_host_user_unreachable(job->sender->account->host, job->to, why);

	return error ? error : mx_job_drop_row(job);
}
