#include "adapters/matrix/e2ee/key_requests.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_print.h"
#include "adapters/matrix/e2ee/cross_signing.h"
#include "adapters/matrix/e2ee/crypto_state.h"
#include "adapters/matrix/e2ee/key_upload.h"
#include "adapters/matrix/e2ee/room_keys.h"
#include "bot/base/clock.h"
#include "bot/base/memory.h"

#include <stdlib.h>
#include <string.h>

/*
 * After this many failures in a row, the bot may go on without the answer to the request. If the
 * answer may wait for other servers, it goes on after the first failure.
 */
#define TRIES 2

#define TIMEOUT 60000 /* milliseconds */
/* for answers that may wait for other servers; the homeserver waits for them for eight seconds */
#define TIMEOUT_ELSEWHERE 15000
#define ANSWER_LIMIT      ((size_t)16 << 20) /* bytes */

/*
 * Returns the body of a request. If the homeserver demands the account's password, the body
 * includes the password.
 */
static json_t *body_of(const struct mx_crypto *crypto, const json_t *request)
{
	json_t *body = json_object_get(request, "body");
	const struct mx_trust *trust = &crypto->trust;

	if (!trust->auth_session || strcmp(mx_json_text(request, "kind"), "signing_keys") != 0)
		return json_incref(body);
	body = json_copy(body);
	(void)json_object_set_new(body, "auth",
		json_pack("{s:s, s:{s:s, s:s}, s:s, s:s}", "type", "m.login.password", "identifier",
			"type", "m.id.user", "user", crypto->account->user, "password",
			crypto->account->secrets->password, "session", trust->auth_session));
	return body;
}

/*
 * Returns whether the bot may send the queue's first request now. If a wait holds it up, the loop
 * wakes when the wait ends.
 */
static bool is_due(const struct mx_key_queue *queue)
{
	return json_array_size(queue->requests) > 0 && !queue->under_way &&
	       mx_backoff_is_over(&queue->backoff);
}

static void take_query(struct mx_crypto *crypto, const json_t *result, const json_t *answer)
{
	const char *user;
	json_t *unused;

	mx_cross_signing_take_published(crypto, answer, json_object_get(result, "listed"));
	json_object_foreach (json_object_get(answer, "device_keys"), user, unused)
		if (mx_id_is_user(user) && strcmp(user, crypto->account->user) != 0 &&
			mx_room_keys_has_device(crypto, user))
			crypto->hooks.has_device(crypto->hooks.self, user);
}

/*
 * Handles the answer to a request that succeeded. The adapter keeps the answers to its own
 * requests, and passes all others to the machine. Returns false if the machine can't use the
 * answer.
 */
static bool take_answer(
	struct mx_crypto *crypto, const json_t *request, const struct mx_answer *answer)
{
	const char *kind = mx_json_text(request, "kind");
	char *body;
	json_t *result;
	bool fine;

	if (strcmp(kind, "members") == 0) {
		mx_room_keys_take_members(crypto, request, answer);
		return true;
	}
	if (strcmp(kind, "secret") == 0) {
		mx_cross_signing_take_secret(crypto, mx_json_text(request, "id"), answer->json);
		return true;
	}
	if (strcmp(kind, "message") == 0 || strcmp(kind, MX_DEVICE_UPLOAD) == 0)
		return true;
	body = mx_json_print(answer->json);
	result = mx_key_queue_pass(crypto, request, body);
	free(body);
	fine = result != NULL;
	if (fine && strcmp(kind, "query") == 0)
		take_query(crypto, result, answer->json);
	json_decref(result);
	return fine;
}

static bool is_one_of(const char *kind, const char *const kinds[], size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(kind, kinds[i]) == 0)
			return true;
	return false;
}

/*
 * Goes on without an answer that the bot can't get. Other people may be the cause: perhaps a user
 * has more devices than fit into an answer, or a room has too many members. Returns false if the
 * bot can't go on without this answer.
 */
static bool skip_answer(struct mx_key_queue *queue, const json_t *request)
{
	static const char *const kinds[] = {"query", "claim", "to_device"};
	const char *kind = mx_json_text(request, "kind");

	if (strcmp(kind, "members") == 0)
		mx_room_keys_refuse(queue->crypto, mx_json_text(request, "id"));
	else if (is_one_of(kind, kinds, sizeof(kinds) / sizeof(*kinds)))
		json_decref(mx_key_queue_pass(queue->crypto, request, "{}"));
	else
		return false;
	mx_backoff_reset(&queue->backoff);
	json_array_remove(queue->requests, 0);
	return true;
}

static void take_refusal(
	struct mx_key_queue *queue, const json_t *request, const struct mx_answer *answer)
{
	const char *kind = mx_json_text(request, "kind");
	static const char *const own[] = {"members", "secret"};

	if (queue == &queue->crypto->queues[MX_KEY_QUEUE_UPLOAD]) {
		mx_key_upload_refused(queue, request, answer);
		return;
	}
	if (is_one_of(kind, own, 2)) {
		/*
		 * For "members", the bot is no longer in the room; its next message to the room
		 * will show this too. For "secret", the account has no such data.
		 */
		json_array_remove(queue->requests, 0);
		(void)take_answer(queue->crypto, request, &(struct mx_answer){0});
		return;
	}
	mx_answer_log("encryption_refused", kind, answer);
	if (strcmp(kind, "message") == 0)
		json_array_remove(queue->requests, 0);
	if (strcmp(kind, "message") == 0 || skip_answer(queue, request))
		return;
	/* a request for the bot's identity */
	json_array_clear(queue->requests);
	mx_key_upload_wait(queue);
	mx_cross_signing_refused(queue->crypto);
}

/*
 * Returns whether it is of no use to ask again: the answer is malformed, or the request fails again
 * and again although /sync works.
 */
static bool is_hopeless(
	const struct mx_key_queue *queue, const json_t *request, const struct mx_answer *answer)
{
	unsigned tries = json_is_true(json_object_get(request, "elsewhere")) ? 0 : TRIES;

	return answer->status == 200 || (queue->backoff.failures >= tries &&
						queue->crypto->account->sync_backoff.failures == 0);
}

static void plan_retry(struct mx_key_queue *queue, const json_t *request,
	const struct mx_answer *answer, enum mx_answer_verdict verdict)
{
	bool hopeless = verdict == MX_ANSWER_RETRY && is_hopeless(queue, request, answer);

	/* perhaps a proxy refuses the upload, which sends no error code */
	if (hopeless && queue == &queue->crypto->queues[MX_KEY_QUEUE_UPLOAD] &&
		answer->status >= 200 && answer->status < 500) {
		mx_key_upload_refused(queue, request, answer);
		return;
	}
	mx_answer_log("encryption_delayed", mx_json_text(request, "kind"), answer);
	if (hopeless && skip_answer(queue, request))
		return;
	mx_backoff_fail(&queue->backoff);
	mx_backoff_extend(&queue->backoff, mx_answer_wait(answer));
}

/*
 * Returns whether the homeserver demands the account's password for the signing keys. If so, makes
 * sure that the next request includes the password. If the bot has no password, or the homeserver
 * has refused the password, gives up the cross-signing.
 */
static bool wants_password(
	struct mx_key_queue *queue, const json_t *request, const struct mx_answer *answer)
{
	const char *session = mx_json_text(answer->json, "session");
	struct mx_crypto *crypto = queue->crypto;
	struct mx_trust *trust = &crypto->trust;

	if (answer->status != 401 || !session ||
		strcmp(mx_json_text(request, "kind"), "signing_keys") != 0)
		return false;
	if (trust->auth_session || !crypto->account->secrets->password) {
		json_array_clear(queue->requests);
		mx_cross_signing_fail(crypto, "the homeserver wants the account's password for it");
		return true;
	}
	trust->auth_session = bot_strdup(session);
	return true;
}

static void take_success(
	struct mx_key_queue *queue, const json_t *request, const struct mx_answer *answer)
{
	json_array_remove(queue->requests, 0);
	if (!take_answer(queue->crypto, request, answer)) {
		mx_backoff_fail(&queue->backoff);
		return;
	}
	mx_backoff_reset(&queue->backoff);
	if (queue == &queue->crypto->queues[MX_KEY_QUEUE_UPLOAD])
		mx_key_upload_accepted(queue, request);
}

/*
 * Handles the answer to the request that a queue has under way. `self` is the struct mx_key_queue.
 * If the bot has replaced its device meanwhile, drops the answer.
 */
static void on_answer(void *self, const struct mx_answer *answer)
{
	struct mx_key_queue *queue = self;
	json_t *request = queue->under_way;
	enum mx_answer_verdict verdict =
		mx_session_watch(queue->crypto->session, answer, MX_AUTHOR_HOMESERVER);
	/* If the queue has other requests, the bot has replaced its device meanwhile. */
	bool is_current = json_array_get(queue->requests, 0) == request;

	queue->under_way = NULL;
	if (!is_current || !queue->crypto->machine || wants_password(queue, request, answer)) {
		json_decref(request);
		return;
	}
	mx_machine_set_time(queue->crypto->machine, bot_clock_steady());
	queue->crypto->may_have_requests = true;
	if (verdict == MX_ANSWER_DONE)
		take_success(queue, request, answer);
	else if (verdict == MX_ANSWER_REFUSED)
		take_refusal(queue, request, answer);
	else
		plan_retry(queue, request, answer, verdict);
	json_decref(request);
}

static void send_first(struct mx_key_queue *queue)
{
	static const struct {
		const char *name;
		enum mx_http_method method;
	} methods[] = {{"GET", MX_HTTP_GET}, {"PUT", MX_HTTP_PUT}, {"POST", MX_HTTP_POST}};
	json_t *first = json_array_get(queue->requests, 0);
	const char *method = mx_json_text(first, "method");
	struct mx_http_request request = {.timeout = TIMEOUT, .limit = ANSWER_LIMIT};

	if (!is_due(queue))
		return;
	if (json_is_true(json_object_get(first, "elsewhere")))
		request.timeout = TIMEOUT_ELSEWHERE;
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
		if (strcmp(methods[i].name, method) == 0)
			request.method = methods[i].method;
	request.path = bot_strdup(mx_json_text(first, "path"));
	request.body = body_of(queue->crypto, first);
	queue->under_way = json_incref(first);
	mx_http_start(queue->crypto->account->http, &request, on_answer, queue);
}

void mx_key_requests_send(struct mx_crypto *crypto)
{
	for (size_t i = 0; i < MX_KEY_QUEUES && crypto->session->state == MX_LOGGED_IN; i++)
		send_first(&crypto->queues[i]);
}
