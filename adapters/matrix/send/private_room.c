#include "adapters/matrix/send/private_room.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/e2ee/room_keys.h"
#include "adapters/matrix/room/person.h"
#include "adapters/matrix/room/room_privacy.h"
#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/outbox_row.h"
#include "adapters/matrix/send/sender.h"
#include "adapters/matrix/send/step.h"
#include "bot/base/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The bot makes at most three rooms for a user without a pause, and then one more in each
 * ROOM_SHARE milliseconds.
 */
#define ROOM_SHARE (INT64_C(20) * 60 * 1000)
#define ROOMS_SPAN (3 * ROOM_SHARE)
/* the most entries of `room_buckets`; at this number the bot forgets all entries */
#define USERS_KNOWN 10000
/* the most entries of `trusted`; at this number the bot forgets all entries */
#define ROOMS_KNOWN 4000
/* the most bytes of a room's state; if the state is longer, the bot makes another room */
#define STATE_LIMIT ((size_t)1 << 20)

/*
 * The size of a store key that consists of MX_UNSIGNED_KEY and a user id. The store has this key if
 * the user had no device that may have the room keys.
 */
#define UNSIGNED_KEY_SIZE (sizeof MX_UNSIGNED_KEY + BOT_ID_SIZE)

static const struct mx_step step_create, step_inspect, step_encrypt, step_reached, step_unsigned,
	step_give_up;

static const char *unsigned_key(const char *user, char key[UNSIGNED_KEY_SIZE])
{
	snprintf(key, UNSIGNED_KEY_SIZE, MX_UNSIGNED_KEY "%s", user);
	return key;
}

/*
 * Forgets the users whose bucket is full again (bucket_full_at). A user without an entry counts as
 * having a full bucket.
 */
static void drop_full_buckets(json_t *buckets)
{
	const char *user;
	json_t *until;
	void *next;

	json_object_foreach_safe(buckets, next, user, until)
	{
		if (json_integer_value(until) <= mx_clock_steady())
			json_object_del(buckets, user);
	}
}

/*
 * Returns the steady time when the user's bucket is full. Each user has a token bucket of rooms
 * that the bot may make for them: in a full bucket none of the three rooms is used. The sender
 * keeps only the time when the bucket will be full again. Each new room moves this time by
 * ROOM_SHARE into the future, to at most ROOMS_SPAN from now.
 */
static int64_t bucket_full_at(const struct mx_sender *sender, const char *user)
{
	int64_t until = json_integer_value(json_object_get(sender->room_buckets, user));

	return until > mx_clock_steady() ? until : mx_clock_steady();
}

static bool may_make_room(const struct mx_sender *sender, const char *user)
{
	return bucket_full_at(sender, user) + ROOM_SHARE <= mx_clock_steady() + ROOMS_SPAN;
}

/* Takes a room out of the user's bucket, or puts a room back if `share` is negative. */
static void charge_bucket(struct mx_sender *sender, const char *user, int64_t share)
{
	json_t *until = json_integer(bucket_full_at(sender, user) + share);

	if (!json_object_get(sender->room_buckets, user)) {
		drop_full_buckets(sender->room_buckets);
		if (json_object_size(sender->room_buckets) >= USERS_KNOWN)
			json_object_clear(sender->room_buckets);
	}
	(void)json_object_set_new(sender->room_buckets, user, until);
}

/* Returns whether a bot with encryption makes a private room of this form encrypted. */
static bool is_encrypted_form(const struct mx_account *account, enum bot_private_form form)
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

/* Returns whether the bot makes the private room of the job's user encrypted. */
static bool makes_encrypted(const struct mx_job *job)
{
	return mx_crypto_is_built_in() && is_encrypted_form(job->sender->account, find_form(job));
}

/*
 * Returns whether a plain private room must stay plain: the bot can't read encrypted rooms, or the
 * user has asked for a plain room because they can't.
 */
static bool needs_plain(const struct mx_job *job)
{
	return !mx_crypto_is_built_in() || find_form(job) == BOT_FORM_CLEAR;
}

static const struct mx_step *choose_create_step(struct mx_job *job)
{
	struct mx_sender *sender = job->sender;

	if ((sender->server_encrypts && needs_plain(job)) || !may_make_room(sender, job->to))
		return &step_give_up;
	if (sender->account->batches == 0 || sender->account->batches < job->lane->create_after)
		return NULL;
	return &step_create;
}

/*
 * Chooses the step that notes whether the bot has reached the user in their room. In an encrypted
 * room the bot reaches only a user who has a device that may have the keys.
 */
static const struct mx_step *choose_reach_step(struct mx_job *job)
{
	struct mx_sender *sender = job->sender;

	if (!json_is_true(json_object_get(sender->trusted, job->room)))
		return &step_reached;
	switch (mx_room_keys_prepare(sender->crypto, job->room, job->to)) {
	case MX_ROOM_KEYS_READY:
		return &step_reached;
	case MX_ROOM_KEYS_NOBODY:
		return &step_unsigned;
	case MX_ROOM_KEYS_REFUSED:
	case MX_ROOM_KEYS_WAIT:
		break;
	}
	return NULL;
}

enum bot_error mx_private_room_choose_step(struct mx_job *job, const struct mx_step **step)
{
	struct mx_sender *sender = job->sender;
	enum bot_error error = bot_store_private_room(sender->account->store, job->to, job->room);

	if (error == BOT_NOT_FOUND) {
		*step = choose_create_step(job);
		return BOT_OK;
	}
	if (error)
		return error;
	if (json_is_true(json_object_get(sender->encrypting, job->room)))
		*step = &step_encrypt;
	else if (!json_object_get(sender->trusted, job->room))
		*step = &step_inspect;
	else
		*step = job->kind == BOT_OUT_REACH ? choose_reach_step(job) : &mx_step_send;
	return BOT_OK;
}

static enum bot_error report_unreachable(struct mx_job *job, enum bot_unreachable why)
{
	enum bot_error error = bot_host_user_unreachable(job->sender->account->host, job->to, why);

	return error ? error : mx_step_drop(job);
}

static enum bot_error report_no_device(struct mx_job *job)
{
	char key[UNSIGNED_KEY_SIZE];
	enum bot_error error =
		bot_store_set(job->sender->account->store, unsigned_key(job->to, key), "");

	return error ? error : report_unreachable(job, BOT_NO_TRUSTED_DEVICE);
}

static const struct mx_step step_unsigned = {
	.budget = MX_BUDGET_NONE, .done = report_no_device, .refused = report_no_device};

void mx_private_room_reach_again(struct mx_sender *sender, const char *user)
{
	struct mx_account *account = sender->account;
	char key[UNSIGNED_KEY_SIZE], *value = NULL;
	enum bot_error error = bot_store_begin(account->store);

	unsigned_key(user, key);
	if (!error)
		error = bot_store_get(account->store, key, &value);
	free(value);
	if (!error)
		error = bot_store_set(account->store, key, NULL);
	if (!error)
		error = mx_outbox_row_add(account->store, BOT_OUT_REACH, user, NULL);
	mx_account_commit(account, error == BOT_NOT_FOUND ? BOT_OK : error, "reach");
}

/*
 * Notes that the room is no longer the user's private room. If `leave` is true, the bot also leaves
 * the room.
 */
static enum bot_error forget_room(struct mx_job *job, bool leave)
{
	struct mx_sender *sender = job->sender;
	enum bot_error error = bot_store_set_private_room(sender->account->store, job->to, NULL);

	bot_log_write(BOT_LOG_INFO, "private_room_lost",
		BOT_LOG_FIELDS({"room", .text = job->room}, {"user", .text = job->to}));
	if (error || !leave)
		return error;
	return mx_outbox_row_add(sender->account->store, BOT_OUT_LEAVE, job->room, NULL);
}

static void fill_create(const struct mx_job *job, struct mx_http_request *request)
{
	char topic[BOT_TOPIC_SIZE];

	/* If the store fails, it fails again when the bot stores the room. */
	if (bot_host_private_topic(job->sender->account->host, job->to, topic))
		*topic = '\0';
	request->method = MX_HTTP_POST;
	request->path = mx_url_format("/_matrix/client/v3/createRoom");
	request->body = mx_private_create_request(job->to, topic, makes_encrypted(job));
	/* milliseconds; long, because the homeserver also asks the user's server */
	request->timeout = 120000;
	charge_bucket(job->sender, job->to, ROOM_SHARE);
}

void mx_private_room_note_not_made(struct mx_job *job)
{
	charge_bucket(job->sender, job->to, -ROOM_SHARE);
}

/*
 * Stores the new room, unless nobody needs it any more: meanwhile the user has opened another room,
 * or was forgotten together with all messages that waited for them.
 */
static enum bot_error store_created(struct mx_job *job)
{
	const char *room = mx_json_text(job->answer.json, "room_id");
	struct mx_sender *sender = job->sender;
	struct bot_store *store = sender->account->store;
	enum bot_error error = bot_store_private_room(store, job->to, job->room);
	size_t waiting = 0;

	if (error && error != BOT_NOT_FOUND)
		return error;
	if (!mx_id_is_room(room))
		return report_unreachable(job, BOT_REFUSED);
	bool needed = !error && strcmp(job->room, room) == 0;
	if (error) {
		error = bot_outbox_lane_size(store, true, job->to, &waiting);
		needed = waiting > 0;
	}
	if (error)
		return error;
	if (!needed)
		return mx_outbox_row_add(store, BOT_OUT_LEAVE, room, NULL);
	if (!makes_encrypted(job))
		(void)json_object_set_new(sender->made_plain, room, json_true());
	mx_background_add_direct_chat(&sender->background, job->to, room);
	return bot_store_set_private_room(store, job->to, room);
}

/* Sets *own to whether the bot made the job's room itself. */
static enum bot_error is_own(const struct mx_job *job, bool *own)
{
	struct mx_room room;
	enum bot_error error = mx_room_init(&room, job->sender->account->store, job->room);

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
	enum bot_error error =
		bot_store_private_room(job->sender->account->store, job->to, job->room);

	/*
	 * The homeserver may have made the room, and shown it in /sync, before the invitation
	 * failed.
	 */
	if (error == BOT_OK)
		error = is_own(job, &own);
	if (error == BOT_OK && !own)
		return BOT_OK; /* meanwhile the user has opened this room */
	if (error == BOT_OK)
		error = forget_room(job, true);
	if (error && error != BOT_NOT_FOUND)
		return error;
	for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
		if (strcmp(mx_answer_code(&job->answer), unknown[i]) == 0)
			why = BOT_UNKNOWN_USER;
	return report_unreachable(job, why);
}

static const struct mx_step step_create = {
	.budget = MX_BUDGET_CREATE,
	.tries = 6,
	.remote = true, /* the homeserver asks the invited user's server */
	.makes_room = true,
	.fill_request = fill_create,
	.done = store_created,
	.refused = create_refused,
};

static void fill_inspect(const struct mx_job *job, struct mx_http_request *request)
{
	request->method = MX_HTTP_GET;
	request->path = mx_url_format("/_matrix/client/v3/rooms/%/state", job->room);
	request->limit = STATE_LIMIT;
}

/*
 * Encrypts a room that the bot made while its configuration did not encrypt private rooms. If the
 * bot has already tried this without success, it gives the room up.
 */
static enum bot_error plan_encryption(struct mx_job *job)
{
	json_t *tried = job->sender->encrypting;

	if (json_object_get(tried, job->room))
		return forget_room(job, true);
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

static const struct mx_step step_encrypt = {.budget = MX_BUDGET_SEND,
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
 * Tells the host of the bot, once, that the homeserver encrypts the private rooms that the bot
 * makes plain.
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
	enum bot_error error = forget_room(job, true);

	return error ? error : report_unreachable(job, BOT_SERVER_ENCRYPTS);
}

static enum bot_error store_inspection(struct mx_job *job)
{
	struct mx_sender *sender = job->sender;
	bool made_plain;

	if (job->room_changes != sender->room_changes)
		return BOT_OK; /* the answer may be out of date: the bot inspects the room again */
	/* The user, too, may have encrypted the room. That says nothing about the homeserver. */
	made_plain = json_object_get(sender->made_plain, job->room) &&
		     mx_private_is_encrypted_by(job->answer.json, sender->account->user);
	(void)json_object_del(sender->made_plain, job->room);
	switch (mx_private_classify(
		job->answer.json, sender->account->user, job->to, mx_crypto_is_built_in())) {
	case MX_PRIVATE:
		if (makes_encrypted(job) &&
			mx_private_is_own(job->answer.json, sender->account->user, job->to))
			return plan_encryption(job);
		trust_room(job, false);
		return note_joined(job);
	case MX_PRIVATE_ENCRYPTED:
		if (made_plain)
			log_server_encrypts(sender);
		if (made_plain && needs_plain(job))
			return give_up_encrypted(job);
		trust_room(job, true);
		return note_joined(job);
	case MX_SERVER_ENCRYPTED:
		log_server_encrypts(sender);
		return give_up_encrypted(job);
	case MX_ALONE:
		return forget_room(job, true);
	case MX_ENCRYPTED:
	case MX_NOT_PRIVATE:
		break;
	}
	return forget_room(job, false);
}

static enum bot_error inspect_refused(struct mx_job *job)
{
	return forget_room(job, false);
}

static const struct mx_step step_inspect = {
	.budget = MX_BUDGET_NONE,
	.only_reads = true,
	.wants_list = true,
	.fill_request = fill_inspect,
	.done = store_inspection,
	.refused = inspect_refused,
};

static enum bot_error report_reached(struct mx_job *job)
{
	struct mx_account *account = job->sender->account;
	bool joined = false;
	enum bot_error error = bot_store_has_joined(account->store, job->to, &joined);

	if (!error)
		error = bot_host_user_reached(account->host, job->to, joined);
	return error ? error : bot_outbox_done(account->store, job->row, NULL);
}

static const struct mx_step step_reached = {
	.budget = MX_BUDGET_NONE, .done = report_reached, .refused = report_reached};

static enum bot_error report_given_up(struct mx_job *job)
{
	return report_unreachable(
		job, job->sender->server_encrypts ? BOT_SERVER_ENCRYPTS : BOT_REFUSED);
}

static const struct mx_step step_give_up = {
	.budget = MX_BUDGET_NONE, .done = report_given_up, .refused = report_given_up};

void mx_private_room_distrust(struct mx_sender *sender, const char *room)
{
	sender->room_changes++;
	json_object_del(sender->trusted, room);
}

/* A store that fails now fails again when the host writes to it. */
enum bot_protection mx_private_room_protection(
	const struct mx_sender *sender, const char *user, enum bot_private_form form)
{
	const struct mx_account *account = sender->account;
	bool encrypted = is_encrypted_form(account, form);
	char id[BOT_ID_SIZE];
	struct mx_room room;

	if (bot_store_private_room(account->store, user, id) == BOT_OK &&
		mx_room_init(&room, account->store, id) == BOT_OK) {
		encrypted = room.encrypted || json_is_true(json_object_get(sender->trusted, id));
		mx_room_finish(&room);
	}
	if (!encrypted)
		return BOT_PLAIN;
	return mx_crypto_is_open(sender->crypto) && mx_room_keys_has_device(sender->crypto, user)
		       ? BOT_PROTECTED
		       : BOT_WITHHOLDING;
}
