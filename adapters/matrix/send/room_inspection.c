#include "adapters/matrix/send/room_inspection.h"

#include "adapters/matrix/client/url.h"
#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/room/room_rights.h"
#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/outbox_row.h"
#include "adapters/matrix/send/sender.h"
#include "bot/base/attempt.h"
#include "bot/base/log.h"
#include "bot/store/person.h"

#include <string.h>

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
static void plan_encryption(struct mx_job *job)
{
	json_t *tried = job->sender->encrypting;

	if (json_object_get(tried, job->room))
		mx_inspection_forget_room(job, true);
	else
		(void)json_object_set_new(tried, job->room, json_true());
}

static void fill_encrypt(const struct mx_job *job, struct mx_http_request *request)
{
	request->method = MX_HTTP_PUT;
	request->path =
		mx_url_format("/_matrix/client/v3/rooms/%/state/m.room.encryption/", job->room);
	request->body = mx_event_encryption_content();
}

/*
 * The result of the request does not matter: the next inspection shows whether the room is
 * encrypted.
 */
static void note_encryption_asked(struct mx_job *job)
{
	(void)json_object_set_new(job->sender->encrypting, job->room, json_false());
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
 * Trusts the room, and notes whether the user has joined it, or is only invited. The homeserver's
 * answer is newer than what the bot knows, for example after a gap that it has given up.
 */
static void use_room(struct mx_job *job, bool encrypted)
{
	const struct mx_account *account = job->sender->account;

	trust_room(job, encrypted);
	if (mx_room_rights_has_joined(job->answer.json, job->to))
		bot_must(bot_host_user_joined(account->host, job->to));
	else
		bot_store_set_joined(account->store, job->to, false);
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
static void give_up_encrypted(struct mx_job *job)
{
	mx_inspection_forget_room(job, true);
	mx_inspection_report_unreachable(job, BOT_SERVER_ENCRYPTS);
}

/* Finds out whether the bot can use the room, or what it does instead. */
static void classify(struct mx_job *job, bool made_plain)
{
	struct mx_sender *sender = job->sender;
	const char *me = sender->account->user;
	enum mx_privacy privacy =
		mx_room_rights_classify(job->answer.json, me, job->to, mx_crypto_is_built_in());

	if (privacy == MX_SERVER_ENCRYPTED || (privacy == MX_PRIVATE_ENCRYPTED && made_plain))
		log_server_encrypts(sender);
	switch (privacy) {
	case MX_PRIVATE:
		if (mx_inspection_makes_encrypted(job) &&
			mx_room_rights_is_own(job->answer.json, me, job->to))
			plan_encryption(job);
		else
			use_room(job, false);
		break;
	case MX_PRIVATE_ENCRYPTED:
		if (made_plain && mx_inspection_needs_plain(job))
			give_up_encrypted(job);
		else
			use_room(job, true);
		break;
	case MX_SERVER_ENCRYPTED:
		give_up_encrypted(job);
		break;
	case MX_ALONE:
		mx_inspection_forget_room(job, true);
		break;
	case MX_ENCRYPTED:
	case MX_NOT_PRIVATE:
		mx_inspection_forget_room(job, false);
		break;
	}
}

/*
 * Ends the inspection. Returns whether its answer counts: the room has not changed meanwhile, and
 * the user has opened no other one. Otherwise the bot inspects what is their private room by now.
 */
static bool end_inspection(struct mx_job *job)
{
	struct mx_sender *sender = job->sender;
	bool changed = json_is_true(json_object_get(sender->inspecting, job->room));
	char known[BOT_ID_SIZE];

	(void)json_object_del(sender->inspecting, job->room);
	return !changed && bot_store_private_room(sender->account->store, job->to, known) &&
	       strcmp(known, job->room) == 0;
}

static void store_inspection(struct mx_job *job)
{
	struct mx_sender *sender = job->sender;
	bool made_plain;

	if (!end_inspection(job))
		return;
	if (job->lane->doubt.refusals > 0 &&
		mx_room_rights_is_muted(
			job->answer.json, sender->account->user, mx_crypto_is_built_in())) {
		mx_inspection_give_room_up(job);
		return;
	}
	/* The user, too, may have encrypted the room. That says nothing about the homeserver. */
	made_plain = json_object_get(sender->made_plain, job->room) &&
		     mx_room_rights_is_encrypted_by(job->answer.json, sender->account->user);
	(void)json_object_del(sender->made_plain, job->room);
	classify(job, made_plain);
}

static void inspect_refused(struct mx_job *job)
{
	if (end_inspection(job))
		mx_inspection_forget_room(job, false);
}

const struct mx_step mx_step_inspect = {
	.budget = MX_BUDGET_NONE,
	.only_reads = true,
	.wants_list = true,
	.fill_request = fill_inspect,
	.done = store_inspection,
	.refused = inspect_refused,
};

bool mx_inspection_is_encrypted(const struct mx_account *account, enum bot_private_form form)
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

bool mx_inspection_makes_encrypted(const struct mx_job *job)
{
	return mx_crypto_is_built_in() &&
	       mx_inspection_is_encrypted(job->sender->account, find_form(job));
}

bool mx_inspection_needs_plain(const struct mx_job *job)
{
	return !mx_crypto_is_built_in() || find_form(job) == BOT_FORM_CLEAR;
}

void mx_inspection_forget_room(struct mx_job *job, bool leave)
{
	struct bot_store *store = job->sender->account->store;

	bot_store_set_private_room(store, job->to, NULL);
	bot_log_write(BOT_LOG_INFO, "private_room_lost",
		BOT_LOG_FIELDS({"room", .text = job->room}, {"user", .text = job->to}));
	if (leave)
		mx_outbox_row_add(store, BOT_OUT_LEAVE, job->room, NULL);
}

bool mx_inspection_is_own_room(const struct mx_job *job)
{
	return mx_room_load(job->sender->account->store, job->room)->made_for != NULL;
}

void mx_inspection_give_room_up(struct mx_job *job)
{
	mx_inspection_forget_room(job, false);
	if (!mx_inspection_is_own_room(job) && job->match == 0)
		mx_job_drop_row(job);
}

void mx_inspection_report_unreachable(struct mx_job *job, enum bot_unreachable why)
{
	bot_must(bot_host_user_unreachable(job->sender->account->host, job->to, why));
	mx_job_drop_row(job);
}
