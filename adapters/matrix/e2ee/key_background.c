#include "adapters/matrix/e2ee/key_background.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/e2ee/crypto_state.h"
#include "adapters/matrix/e2ee/key_queue.h"

#include <string.h>

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
	int64_t now = mx_clock_steady(), *at = &crypto->lists_at[elsewhere];
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

void mx_key_background_add(struct mx_crypto *crypto)
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

void mx_key_background_limit_timeout(const struct mx_crypto *crypto, int64_t *timeout)
{
	if (!crypto->machine || crypto->session->state != MX_LOGGED_IN)
		return;
	if (must_ask_machine(crypto))
		*timeout = 0;
	for (size_t i = 0; i < 2; i++) {
		int64_t left = crypto->lists_at[i] - mx_clock_steady();

		if (crypto->lists_at[i] != INT64_MAX && left < *timeout &&
			may_query(crypto, i == 1))
			*timeout = left > 0 ? left : 0;
	}
}
