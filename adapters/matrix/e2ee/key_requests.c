#include "adapters/matrix/e2ee/key_requests.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_print.h"
#include "adapters/matrix/e2ee/cross_signing.h"
#include "adapters/matrix/e2ee/crypto_state.h"
#include "adapters/matrix/e2ee/room_keys.h"
#include "bot/base/memory.h"

#include <stdlib.h>
#include <string.h>

#define TIMEOUT      60000              /* milliseconds */
#define ANSWER_LIMIT ((size_t)16 << 20) /* bytes */
/* after this many failures in a row, the bot may go on without the answer to the request */
#define TRIES 2

bool mx_key_requests_is_idle(const struct mx_crypto *crypto)
{
	return crypto->olm && !crypto->request_is_under_way &&
	       json_array_size(crypto->queue) == 0 && mx_backoff_is_over(&crypto->backoff);
}

json_t *mx_key_requests_from_machine(struct mx_crypto *crypto, const char *recipients)
{
	char *text;
	enum mx_olm_status status = mx_olm_requests(crypto->olm, recipients, &text);

	return mx_crypto_result(status, text, "requests");
}

bool mx_key_requests_add(struct mx_crypto *crypto, json_t *requests)
{
	bool some = json_array_size(requests) > 0;

	if (some)
		(void)json_array_extend(crypto->queue, requests);
	json_decref(requests);
	return some;
}

void mx_key_requests_add_get(struct mx_crypto *crypto, const char *kind, const char *id, char *path)
{
	(void)json_array_append_new(
		crypto->queue, json_pack("{s:s, s:s, s:s, s:s}", "kind", kind, "id", id, "method",
				       "GET", "path", path));
	free(path);
}

/*
 * Passes an answer to the machine. Returns a new reference to the machine's result, or NULL if the
 * call failed.
 */
static json_t *pass_to_machine(struct mx_crypto *crypto, const json_t *request, const char *answer)
{
	char *question = mx_json_print(request), *text;
	enum mx_olm_status status = mx_olm_take_answer(crypto->olm, question, answer, &text);
	json_t *result;

	free(question);
	result = mx_crypto_result(status, text, mx_json_text(request, "kind"));
	if (!result)
		mx_backoff_fail(&crypto->backoff);
	crypto->may_have_requests = true;
	return result;
}

static void take_query(struct mx_crypto *crypto, const json_t *result, const json_t *answer)
{
	const char *user;
	json_t *unused;

	mx_cross_signing_take_published(crypto, answer, json_object_get(result, "listed"));
	crypto->has_new_keys = true;
	json_object_foreach (json_object_get(answer, "device_keys"), user, unused)
		if (mx_id_is_user(user) && strcmp(user, crypto->account->user) != 0 &&
			mx_room_keys_has_device(crypto, user))
			crypto->hooks.has_device(crypto->hooks.self, user);
}

/*
 * Handles the answer to a request that succeeded. The adapter keeps the answers to its own
 * requests, and passes all others to the machine.
 */
static void take_answer(
	struct mx_crypto *crypto, const json_t *request, const struct mx_answer *answer)
{
	const char *kind = mx_json_text(request, "kind");
	char *body;
	json_t *result;

	if (strcmp(kind, "members") == 0) {
		mx_room_keys_take_members(crypto, request, answer);
		return;
	}
	if (strcmp(kind, "secret") == 0) {
		mx_cross_signing_take_secret(crypto, mx_json_text(request, "id"), answer->json);
		return;
	}
	if (strcmp(kind, "message") == 0)
		return;
	body = mx_json_print(answer->json);
	result = pass_to_machine(crypto, request, body);
	free(body);
	if (result && strcmp(kind, "query") == 0)
		take_query(crypto, result, answer->json);
	json_decref(result);
}

static bool is_one_of(const char *kind, const char *const kinds[], size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(kind, kinds[i]) == 0)
			return true;
	return false;
}

/*
 * Removes half of the users from the request. The machine will ask for the devices of these users
 * again later. Returns false if the request has only one user.
 */
static bool halve_query(const json_t *request)
{
	json_t *users = json_object_get(json_object_get(request, "body"), "device_keys");
	size_t count = json_object_size(users);
	void *at = json_object_iter(users), *next;

	for (size_t i = 0; i < count / 2; i++, at = next) {
		next = json_object_iter_next(users, at);
		json_object_del(users, json_object_iter_key(at));
	}
	return count > 1;
}

/*
 * Goes on without an answer that the bot can't get. Other people may be the cause: perhaps a user
 * has more devices than fit into an answer, or a room has too many members. Returns false if the
 * bot can't go on without this answer.
 */
static bool skip_answer(struct mx_crypto *crypto, const json_t *request)
{
	static const char *const kinds[] = {"query", "claim", "to_device"};
	const char *kind = mx_json_text(request, "kind");

	mx_backoff_reset(&crypto->backoff);
	if (strcmp(kind, "query") == 0 && halve_query(request))
		return true;
	if (strcmp(kind, "members") == 0)
		mx_room_keys_refuse(crypto, mx_json_text(request, "id"));
	else if (is_one_of(kind, kinds, sizeof kinds / sizeof *kinds))
		json_decref(pass_to_machine(crypto, request, "{}"));
	else
		return false;
	json_array_remove(crypto->queue, 0);
	return true;
}

static void take_refusal(
	struct mx_crypto *crypto, const json_t *request, const struct mx_answer *answer)
{
	const char *kind = mx_json_text(request, "kind");
	static const char *const trusting[] = {"signing_keys", "signatures", "account_data"};
	static const char *const own[] = {"members", "secret"};

	if (is_one_of(kind, own, 2)) {
		/*
		 * For "members", the bot is no longer in the room; its next message to the room
		 * will show this too. For "secret", the account has no such data.
		 */
		json_array_remove(crypto->queue, 0);
		take_answer(crypto, request, &(struct mx_answer){0});
		return;
	}
	mx_answer_log("encryption_refused", kind, answer);
	if (strcmp(kind, "message") == 0)
		json_array_remove(crypto->queue, 0);
	if (strcmp(kind, "message") == 0 || skip_answer(crypto, request))
		return;
	json_array_clear(crypto->queue);
	mx_backoff_fail(&crypto->backoff);
	if (is_one_of(kind, trusting, sizeof trusting / sizeof *trusting) &&
		crypto->trust.stage != MX_TRUST_SETTLED)
		mx_cross_signing_fail(crypto, "the homeserver does not allow it");
}

/*
 * Returns whether it is of no use to ask again: the answer is malformed, or the request fails again
 * and again although /sync works.
 */
static bool is_hopeless(const struct mx_crypto *crypto, const struct mx_answer *answer)
{
	return answer->status == 200 ||
	       (crypto->backoff.failures >= TRIES && crypto->account->sync_backoff.failures == 0);
}

static void plan_retry(struct mx_crypto *crypto, const json_t *request,
	const struct mx_answer *answer, enum mx_answer_verdict verdict)
{
	struct mx_backoff *backoff = &crypto->backoff;

	mx_answer_log("encryption_delayed", mx_json_text(request, "kind"), answer);
	if (verdict == MX_ANSWER_RETRY && is_hopeless(crypto, answer) &&
		skip_answer(crypto, request))
		return;
	mx_backoff_fail(backoff);
	mx_backoff_extend(backoff, mx_answer_wait(answer));
}

/*
 * Returns whether the homeserver demands the account's password for the signing keys. If so, makes
 * sure that the next request includes the password. If the bot has no password, or the homeserver
 * has refused the password, gives up the cross-signing.
 */
static bool wants_password(
	struct mx_crypto *crypto, const json_t *request, const struct mx_answer *answer)
{
	const char *session = mx_json_text(answer->json, "session");
	struct mx_trust *trust = &crypto->trust;

	if (answer->status != 401 || !session ||
		strcmp(mx_json_text(request, "kind"), "signing_keys") != 0)
		return false;
	if (trust->auth_session || !crypto->account->secrets->password) {
		json_array_clear(crypto->queue);
		mx_cross_signing_fail(crypto, "the homeserver wants the account's password for it");
		return true;
	}
	trust->auth_session = bot_strdup(session);
	return true;
}

static void on_answer(void *self, const struct mx_answer *answer)
{
	struct mx_crypto *crypto = self;
	json_t *request = json_incref(json_array_get(crypto->queue, 0));
	enum mx_answer_verdict verdict =
		mx_session_watch(crypto->session, answer, MX_AUTHOR_HOMESERVER);

	crypto->request_is_under_way = false;
	/* If the queue is empty, the bot has replaced its device since it sent the request. */
	if (!request || wants_password(crypto, request, answer)) {
		json_decref(request);
		return;
	}
	crypto->may_have_requests = true;
	if (verdict == MX_ANSWER_DONE) {
		mx_backoff_reset(&crypto->backoff);
		json_array_remove(crypto->queue, 0);
		take_answer(crypto, request, answer);
	} else if (verdict == MX_ANSWER_REFUSED)
		take_refusal(crypto, request, answer);
	else
		plan_retry(crypto, request, answer, verdict);
	json_decref(request);
}

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

void mx_key_requests_send(struct mx_crypto *crypto)
{
	static const struct {
		const char *name;
		enum mx_http_method method;
	} methods[] = {{"GET", MX_HTTP_GET}, {"PUT", MX_HTTP_PUT}, {"POST", MX_HTTP_POST}};
	const json_t *first = json_array_get(crypto->queue, 0);
	const char *method = mx_json_text(first, "method");
	struct mx_http_request request = {.timeout = TIMEOUT, .limit = ANSWER_LIMIT};

	if (!first || crypto->request_is_under_way || crypto->session->state != MX_LOGGED_IN ||
		!mx_backoff_is_over(&crypto->backoff))
		return;
	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
		if (strcmp(methods[i].name, method) == 0)
			request.method = methods[i].method;
	request.path = bot_strdup(mx_json_text(first, "path"));
	request.body = body_of(crypto, first);
	mx_http_start(crypto->account->http, &request, on_answer, crypto);
	crypto->request_is_under_way = true;
}
