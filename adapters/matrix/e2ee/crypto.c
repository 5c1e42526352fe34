#include "adapters/matrix/e2ee/crypto.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/wait.h"
#include "adapters/matrix/e2ee/cross_signing.h"
#include "adapters/matrix/e2ee/crypto_state.h"
#include "adapters/matrix/e2ee/device_keys.h"
#include "adapters/matrix/e2ee/encrypted_events.h"
#include "adapters/matrix/e2ee/key_files.h"
#include "adapters/matrix/e2ee/key_requests.h"
#include "adapters/matrix/e2ee/verification.h"
#include "bot/base/clock.h"
#include "bot/base/memory.h"

#include <stdlib.h>
#include <string.h>

/* after this many failures the bot does not wait any more until its keys are uploaded */
#define UPLOAD_TRIES 2

bool mx_crypto_is_built_in(void)
{
	return true;
}

struct mx_crypto *mx_crypto_create(struct mx_session *session, const struct mx_crypto_hooks *hooks)
{
	struct mx_crypto *crypto = bot_calloc(1, sizeof(*crypto));

	crypto->account = session->account;
	crypto->session = session;
	crypto->hooks = *hooks;
	mx_key_queue_init(crypto);
	crypto->messages = json_array();
	crypto->members = json_object();
	crypto->failed_rooms = json_object();
	crypto->trust.secrets = json_object();
	return crypto;
}

void mx_crypto_destroy(struct mx_crypto *crypto)
{
	if (!crypto)
		return;
	mx_machine_close(crypto->machine);
	mx_key_queue_finish(crypto);
	json_decref(crypto->messages);
	json_decref(crypto->members);
	json_decref(crypto->failed_rooms);
	json_decref(crypto->trust.secrets);
	free(crypto->trust.auth_session);
	free(crypto);
}

bool mx_crypto_set_keys_aside(struct mx_crypto *crypto)
{
	return mx_device_keys_set_aside(crypto);
}

bool mx_crypto_is_open(const struct mx_crypto *crypto)
{
	return mx_crypto_has_keys(crypto) && !crypto->account->fatal;
}

/*
 * Returns whether the bot may take the next step towards a signed device. First it uploads the
 * device's keys. If the upload fails again and again, the homeserver may have them already. A query
 * of changed lists, which may include the account, must not overlap: its answer may be older than
 * an identity that the bot has just made, and then the library forgets the identity's private keys.
 */
static bool may_advance_trust(const struct mx_crypto *crypto)
{
	const struct mx_key_queue *upload = &crypto->queues[MX_KEY_QUEUE_UPLOAD];
	bool has_uploaded = !upload->under_way && (json_array_size(upload->requests) == 0 ||
							  upload->backoff.failures >= UPLOAD_TRIES);

	return crypto->trust.stage != MX_TRUST_SETTLED && !crypto->may_have_requests &&
	       has_uploaded && crypto->unlisted_answers == 0 &&
	       json_array_size(crypto->queues[MX_KEY_QUEUE_LISTS].requests) == 0 &&
	       mx_key_queue_is_idle(crypto, MX_KEY_QUEUE_OWN) &&
	       crypto->session->state == MX_LOGGED_IN;
}

/*
 * The requests about keys that no message waits for: the uploads of the bot's own keys, and queries
 * about users whose devices have changed.
 */

static enum mx_key_queue_id queue_of(const json_t *request)
{
	const char *kind = mx_json_text(request, "kind");

	if (strcmp(kind, "upload") == 0)
		return MX_KEY_QUEUE_UPLOAD;
	return strcmp(kind, "claim") == 0 ? MX_KEY_QUEUE_LISTS_ELSEWHERE : MX_KEY_QUEUE_OWN;
}

/*
 * Adds the machine's requests to their queues. Until the bot has the answer, the machine repeats an
 * upload or a claim. So these requests must not join a queue that is not idle.
 */
static bool add_to_queues(struct mx_crypto *crypto, const json_t *requests)
{
	json_t *request;
	size_t i;
	bool some = false;

	/* The array has all that the machine wants now: it may want less than before. */
	for (i = 0; requests && i < MX_KEY_QUEUES; i++)
		crypto->queues[i].is_wanted = false;
	json_array_foreach (requests, i, request) {
		enum mx_key_queue_id id = queue_of(request);
		struct mx_key_queue *queue = &crypto->queues[id];

		queue->is_wanted = id != MX_KEY_QUEUE_OWN && !mx_key_queue_is_idle(crypto, id);
		if (queue->is_wanted)
			continue;
		(void)json_array_append(queue->requests, request);
		some = true;
	}
	return some;
}

static bool must_ask_machine(const struct mx_crypto *crypto)
{
	bool due = crypto->may_have_requests;

	for (unsigned i = 0; i < MX_KEY_QUEUES && !due; i++)
		due = crypto->queues[i].is_wanted && mx_key_queue_is_idle(crypto, i);
	return due && mx_key_queue_is_idle(crypto, MX_KEY_QUEUE_OWN) &&
	       crypto->session->state == MX_LOGGED_IN;
}

/*
 * Returns whether the bot may ask for changed lists. Those of this homeserver may include the bot's
 * own account, so they wait until the cross-signing is settled (see may_advance_trust).
 */
static bool may_query(const struct mx_crypto *crypto, bool elsewhere)
{
	enum mx_key_queue_id queue = elsewhere ? MX_KEY_QUEUE_LISTS_ELSEWHERE : MX_KEY_QUEUE_LISTS;

	return (elsewhere || crypto->trust.stage == MX_TRUST_SETTLED) &&
	       mx_key_queue_is_idle(crypto, queue);
}

static void query_changed_lists(struct mx_crypto *crypto, bool elsewhere)
{
	enum mx_key_queue_id queue = elsewhere ? MX_KEY_QUEUE_LISTS_ELSEWHERE : MX_KEY_QUEUE_LISTS;
	int64_t now = bot_clock_steady(), *at = &crypto->lists_at[elsewhere];
	char *text;
	enum mx_machine_status status;
	json_t *answer, *request;
	const json_t *wait;

	if (*at > now || !may_query(crypto, elsewhere))
		return;
	status = mx_machine_query_changed(crypto->machine, elsewhere, &text);
	answer = mx_crypto_result(status, text, "requests");
	request = json_object_get(answer, "request");
	wait = json_object_get(answer, "wait");
	crypto->lists_asked_at[elsewhere] = now;
	if (json_is_object(request))
		(void)json_array_append(crypto->queues[queue].requests, request);
	*at = INT64_MAX;
	if (json_is_integer(wait) || !answer)
		*at = now + (json_integer_value(wait) > MX_LISTS_INTERVAL ? json_integer_value(wait)
									  : MX_LISTS_INTERVAL);
	json_decref(answer);
}

/* Adds the requests that the machine wants to send to their queues, if the queues are idle. */
static void add_background_requests(struct mx_crypto *crypto)
{
	if (must_ask_machine(crypto)) {
		json_t *requests = mx_key_queue_from_machine(crypto, NULL);

		if (!requests)
			mx_backoff_fail(&crypto->queues[MX_KEY_QUEUE_OWN].backoff);
		crypto->may_have_requests = add_to_queues(crypto, requests);
		json_decref(requests);
	}
	if (crypto->session->state != MX_LOGGED_IN)
		return;
	query_changed_lists(crypto, false);
	query_changed_lists(crypto, true);
}

void mx_crypto_do_due_work(struct mx_crypto *crypto)
{
	if (crypto->machine && !mx_crypto_has_keys(crypto))
		mx_device_keys_reopen(crypto);
	if (crypto->account->store_is_older)
		crypto->keys_are_older = mx_older_keys_are_noted(crypto->account->store);
	if (crypto->keys_are_older && mx_crypto_is_open(crypto) &&
		crypto->session->state == MX_LOGGED_IN &&
		mx_backoff_is_over(&crypto->account->store_backoff))
		mx_device_keys_replace_older(crypto);
	if (crypto->session->state == MX_LOGGED_IN && !crypto->machine && !crypto->account->fatal)
		mx_device_keys_open(crypto);
	if (!crypto->machine)
		return;
	mx_machine_set_time(crypto->machine, bot_clock_steady());
	if (crypto->retry_at != 0 && crypto->retry_at <= bot_clock_steady())
		crypto->has_new_keys = true;
	if (crypto->has_new_keys)
		mx_encrypted_events_retry(crypto);
	if (crypto->may_have_requests && mx_key_queue_is_idle(crypto, MX_KEY_QUEUE_OWN) &&
		crypto->session->state == MX_LOGGED_IN)
		mx_verification_advance(crypto);
	add_background_requests(crypto);
	mx_cross_signing_check_listed(crypto);
	if (may_advance_trust(crypto))
		mx_cross_signing_advance(crypto);
	mx_verification_send(crypto);
	mx_key_requests_send(crypto);
}
void mx_crypto_plan_wake(const struct mx_crypto *crypto)
{
	const struct mx_session *session = crypto->session;

	if (session->state == MX_LOGGED_OFF && mx_backoff_is_over(&session->backoff))
		mx_wake_at(0); /* the bot may log in at once, as a new device */
	if (!crypto->machine || session->state != MX_LOGGED_IN)
		return;
	if (must_ask_machine(crypto) || may_advance_trust(crypto))
		mx_wake_at(0);
	if (crypto->retry_at != 0)
		mx_wake_at(crypto->retry_at);
	for (size_t i = 0; i < 2; i++)
		if (may_query(crypto, i == 1))
			mx_wake_at(crypto->lists_at[i]);
}
