#include "adapters/matrix/send/private_room.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/e2ee/room_keys.h"
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/room/person.h"
#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/limits.h"
#include "adapters/matrix/send/message_step.h"
#include "adapters/matrix/send/outbox_row.h"
#include "adapters/matrix/send/room_inspection.h"
#include "adapters/matrix/send/sender.h"
#include "bot/base/attempt.h"
#include "bot/store/outbox_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The size of a store key that consists of MX_UNSIGNED_KEY and a user id. The store has this key if
 * the user had no device that may have the room keys.
 */
#define UNSIGNED_KEY_SIZE (sizeof(MX_UNSIGNED_KEY) + BOT_ID_SIZE)

static const struct mx_step step_create, step_reached, step_unsigned, step_give_up;

static const char *unsigned_key(const char *user, char key[UNSIGNED_KEY_SIZE])
{
	snprintf(key, UNSIGNED_KEY_SIZE, MX_UNSIGNED_KEY "%s", user);
	return key;
}

static const struct mx_step *choose_create_step(struct mx_job *job)
{
	struct mx_sender *sender = job->sender;

	if ((sender->server_encrypts && mx_inspection_needs_plain(job)) ||
		!mx_room_bucket_has_room(sender->room_buckets, job->to))
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

const struct mx_step *mx_private_room_choose_step(struct mx_job *job)
{
	struct mx_sender *sender = job->sender;

	if (!bot_store_private_room(sender->account->store, job->to, job->room))
		return choose_create_step(job);
	if (json_is_true(json_object_get(sender->encrypting, job->room)))
		return &mx_step_encrypt;
	if (!json_object_get(sender->trusted, job->room))
		return &mx_step_inspect;
	return job->kind == BOT_OUT_REACH ? choose_reach_step(job) : mx_message_step_choose(job);
}

static void report_no_device(struct mx_job *job)
{
	char key[UNSIGNED_KEY_SIZE];

	bot_must(bot_store_set(job->sender->account->store, unsigned_key(job->to, key), ""));
	mx_inspection_report_unreachable(job, BOT_NO_TRUSTED_DEVICE);
}

static const struct mx_step step_unsigned = {
	.budget = MX_BUDGET_NONE, .done = report_no_device, .refused = report_no_device};

/* A user whom the bot tries to reach again. */
struct again {
	struct bot_store *store;
	const char *user;
};

static void reach_again(void *self)
{
	const struct again *again = self;
	char key[UNSIGNED_KEY_SIZE], *value = NULL;

	if (!bot_found(bot_store_get(again->store, unsigned_key(again->user, key), &value)))
		return;
	free(value);
	bot_must(bot_store_set(again->store, key, NULL));
	bot_cause_enter(again->store, "reach again", again->user, 0);
	mx_outbox_row_add(again->store, BOT_OUT_REACH, again->user, NULL);
}

void mx_private_room_reach_again(struct mx_sender *sender, const char *user)
{
	mx_account_attempt(sender->account, "reach", reach_again,
		&(struct again){sender->account->store, user});
}

static void fill_create(const struct mx_job *job, struct mx_http_request *request)
{
	char topic[BOT_TOPIC_SIZE];

	/* If the store fails, it fails again when the bot stores the room. */
	if (bot_host_private_topic(job->sender->account->host, job->to, topic))
		*topic = '\0';
	request->method = MX_HTTP_POST;
	request->path = mx_url_format("/_matrix/client/v3/createRoom");
	request->body =
		mx_event_private_room_request(job->to, topic, mx_inspection_makes_encrypted(job));
	/* milliseconds; long, because the homeserver also asks the user's server */
	request->timeout = 120000;
	mx_room_bucket_take(job->sender->room_buckets, job->to);
}

void mx_private_room_note_not_made(struct mx_job *job)
{
	mx_room_bucket_put_back(job->sender->room_buckets, job->to);
}

/*
 * Stores the new room, unless nobody needs it any more: meanwhile the user has opened another room,
 * or was forgotten together with all messages that waited for them.
 */
static void store_created(struct mx_job *job)
{
	const char *room = mx_json_text(job->answer.json, "room_id");
	struct mx_sender *sender = job->sender;
	struct bot_store *store = sender->account->store;
	size_t waiting = 0;
	bool needed;

	if (bot_store_private_room(store, job->to, job->room)) {
		needed = strcmp(job->room, room) == 0;
	} else {
		waiting = bot_outbox_lane_size(store, true, job->to);
		needed = waiting > 0;
	}
	if (!needed) {
		mx_outbox_row_add(store, BOT_OUT_LEAVE, room, NULL);
		return;
	}
	if (!mx_inspection_makes_encrypted(job))
		(void)json_object_set_new(sender->made_plain, room, json_true());
	mx_background_add_direct_chat(&sender->background, job->to, room);
	bot_store_set_private_room(store, job->to, room);
}

static void create_refused(struct mx_job *job)
{
	static const char *const unknown[] = {"M_NOT_FOUND", "M_INVALID_PARAM"};
	enum bot_unreachable why = BOT_REFUSED;

	/*
	 * The homeserver may have made the room, and shown it in /sync, before the invitation
	 * failed.
	 */
	if (bot_store_private_room(job->sender->account->store, job->to, job->room)) {
		if (!mx_inspection_is_own_room(job))
			return; /* meanwhile the user has opened this room */
		mx_inspection_forget_room(job, true);
	}
	for (size_t i = 0; i < sizeof(unknown) / sizeof(*unknown); i++)
		if (strcmp(mx_answer_code(&job->answer), unknown[i]) == 0)
			why = BOT_UNKNOWN_USER;
	mx_inspection_report_unreachable(job, why);
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

static void tell_reached(struct mx_account *account, const char *user)
{
	bool joined = bot_store_has_joined(account->store, user);
	bot_must(bot_host_user_reached(account->host, user, joined));
}

void mx_private_room_was_reached(struct mx_account *account, const char *user)
{
	char txn[BOT_TXN_SIZE] = "";
	struct bot_cause outer;

	if (!bot_outbox_take_reach(account->store, user, txn))
		return;
	outer = bot_cause_enter(account->store, MX_CAUSE_RESULT, txn, 0);
	tell_reached(account, user);
	bot_cause_leave(account->store, &outer);
}

static void report_reached(struct mx_job *job)
{
	struct mx_account *account = job->sender->account;

	if (bot_outbox_has(account->store, job->row))
		tell_reached(account, job->to);
	mx_job_finish_row(job);
}

static const struct mx_step step_reached = {
	.budget = MX_BUDGET_NONE, .done = report_reached, .refused = report_reached};

static void report_given_up(struct mx_job *job)
{
	mx_inspection_report_unreachable(
		job, job->sender->server_encrypts ? BOT_SERVER_ENCRYPTS : BOT_REFUSED);
}

static const struct mx_step step_give_up = {
	.budget = MX_BUDGET_NONE, .done = report_given_up, .refused = report_given_up};

void mx_private_room_distrust(struct mx_sender *sender, const char *room)
{
	if (json_object_get(sender->inspecting, room))
		(void)json_object_set_new(sender->inspecting, room, json_true());
	json_object_del(sender->trusted, room);
}

/* A store that fails now fails again when the host writes to it. */
enum bot_protection mx_private_room_protection(
	const struct mx_sender *sender, const char *user, enum bot_private_form form)
{
	const struct mx_account *account = sender->account;
	bool encrypted = mx_inspection_is_encrypted(account, form);
	char id[BOT_ID_SIZE];
	struct mx_room room;

	if (bot_store_private_room(account->store, user, id) &&
		mx_room_init(&room, account->store, id) == BOT_OK) {
		encrypted = room.encrypted || json_is_true(json_object_get(sender->trusted, id));
		mx_room_finish(&room);
	}
	if (!encrypted)
		return BOT_PLAIN;
	if (mx_crypto_is_open(sender->crypto) &&
		mx_room_keys_identity_is_replaced(sender->crypto, user))
		return BOT_UNCONFIRMED;
	return mx_crypto_is_open(sender->crypto) && mx_room_keys_has_device(sender->crypto, user)
		       ? BOT_PROTECTED
		       : BOT_WITHHOLDING;
}
