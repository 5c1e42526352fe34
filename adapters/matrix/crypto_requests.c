/* What is asked of the homeserver about keys, one request after the other. */
#include "adapters/matrix/context.h"
#include "adapters/matrix/crypto_state.h"
#include "adapters/matrix/id.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/step.h"
#include "bot/log.h"

#include <stdlib.h>
#include <string.h>

#define TIMEOUT      60000
#define ANSWER_LIMIT ((size_t)16 << 20)

bool mx_crypto_is_idle(const struct mx_crypto *crypto)
{
	return crypto->olm && !crypto->asked && json_array_size(crypto->queue) == 0 &&
	       mx_pause_over(&crypto->pause);
}

/* Asks the machine what it wants asked; NULL: it failed. */
json_t *mx_crypto_ask(struct mx *mx, const char *circle)
{
	struct mx_crypto *crypto = mx->crypto;
	char *text;
	enum mx_olm_status status = mx_olm_requests(crypto->olm, circle, &text);
	json_t *all = mx_crypto_result(status, text, "requests");

	if (!all)
		mx_pause_fail(&crypto->pause);
	return all;
}

bool mx_crypto_enqueue(struct mx_crypto *crypto, json_t *requests)
{
	bool some = json_array_size(requests) > 0 && !json_array_extend(crypto->queue, requests);

	json_decref(requests);
	return some;
}

bool mx_crypto_enqueue_get(struct mx_crypto *crypto, const char *kind, const char *id, char *path)
{
	json_t *request = json_pack(
		"{s:s, s:s, s:s, s:s*}", "kind", kind, "id", id, "method", "GET", "path", path);
	bool fine = path && request && !json_array_append(crypto->queue, request);

	json_decref(request);
	free(path);
	return fine;
}

/* The body of a request, with the proof of who asks where the homeserver wants one. */
static json_t *body_of(const struct mx *mx, const json_t *request)
{
	json_t *body = json_object_get(request, "body");
	const struct mx_trust *trust = &mx->crypto->trust;

	if (!trust->session || strcmp(mx_json_text(request, "kind"), "signing_keys") != 0)
		return json_incref(body);
	body = json_copy(body);
	(void)json_object_set_new(body, "auth",
		json_pack("{s:s, s:{s:s, s:s}, s:s, s:s}", "type", "m.login.password", "identifier",
			"type", "m.id.user", "user", mx->me, "password", mx->secrets->password,
			"session", trust->session));
	return body;
}

static void on_answer(void *self, const struct mx_answer *answer);

void mx_crypto_send(struct mx *mx)
{
	static const struct {
		const char *name;
		enum mx_method method;
	} methods[] = {{"GET", MX_GET}, {"PUT", MX_PUT}, {"POST", MX_POST}};
	struct mx_crypto *crypto = mx->crypto;
	const json_t *first = json_array_get(crypto->queue, 0);
	const char *method = mx_json_text(first, "method");
	struct mx_request request = {.timeout = TIMEOUT, .limit = ANSWER_LIMIT};

	if (!first || crypto->asked || mx->session.state != MX_LOGGED_IN ||
		!mx_pause_over(&crypto->pause))
		return;
	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
		if (strcmp(methods[i].name, method) == 0)
			request.method = methods[i].method;
	request.path = strdup(mx_json_text(first, "path"));
	request.body = body_of(mx, first);
	if (mx_http_start(mx->http, &request, on_answer, mx) == MX_OK)
		crypto->asked = true;
	else
		mx_pause_fail(&crypto->pause);
}

/* What the adapter asks for itself is its own; the rest is the machine's. */
static void take(struct mx *mx, const json_t *request, const struct mx_answer *answer)
{
	struct mx_crypto *crypto = mx->crypto;
	const char *kind = mx_json_text(request, "kind"), *id = mx_json_text(request, "id");
	char *body, *text;
	enum mx_olm_status status;
	const char *user;
	json_t *unused;

	if (strcmp(kind, "members") == 0) {
		mx_crypto_take_members(mx, request, answer);
		return;
	}
	if (strcmp(kind, "secret") == 0) {
		mx_crypto_trust_secret(mx, id, answer->json);
		return;
	}
	if (strcmp(kind, "message") == 0)
		return;
	body = json_dumps(answer->json, JSON_COMPACT);
	status = mx_olm_answered(crypto->olm, id, kind, body, &text);
	free(body);
	json_decref(mx_crypto_result(status, text, kind));
	if (strcmp(kind, "query") != 0)
		return;
	mx_crypto_trust_published(mx, answer->json);
	crypto->news = true;
	json_object_foreach (json_object_get(answer->json, "device_keys"), user, unused)
		if (mx_id_is_user(user) && strcmp(user, mx->me) != 0 &&
			mx_crypto_has_device(mx, user))
			mx_reach_again(mx, user);
}

static void refused(struct mx *mx, const json_t *request, const struct mx_answer *answer)
{
	struct mx_crypto *crypto = mx->crypto;
	const char *kind = mx_json_text(request, "kind");
	static const char *const trusting[] = {"signing_keys", "signatures", "account_data"};

	if (strcmp(kind, "members") == 0 || strcmp(kind, "secret") == 0) {
		/* The bot is not in the room any more, which sending will find out, too. */
		take(mx, request, &(struct mx_answer){0});
		return;
	}
	mx_log_answer("encryption_refused", kind, answer);
	if (strcmp(kind, "message") == 0)
		return;
	json_array_clear(crypto->queue);
	mx_pause_fail(&crypto->pause);
	for (size_t i = 0; i < sizeof trusting / sizeof *trusting; i++)
		if (strcmp(kind, trusting[i]) == 0 && crypto->trust.stage != MX_TRUST_SETTLED)
			mx_crypto_trust_failed(mx, "the homeserver does not allow it");
}

/* Whether the homeserver wants to know, for the first time, that it is the account's owner. */
static bool wants_proof(struct mx *mx, const json_t *request, const struct mx_answer *answer)
{
	const char *session = mx_json_text(answer->json, "session");
	struct mx_trust *trust = &mx->crypto->trust;

	if (answer->status != 401 || !session ||
		strcmp(mx_json_text(request, "kind"), "signing_keys") != 0)
		return false;
	if (trust->session || !mx->secrets->password) {
		json_array_clear(mx->crypto->queue);
		mx_crypto_trust_failed(mx, "the homeserver wants the account's password for it");
		return true;
	}
	trust->session = strdup(session);
	return true;
}

static void on_answer(void *self, const struct mx_answer *answer)
{
	struct mx *mx = self;
	struct mx_crypto *crypto = mx->crypto;
	json_t *request = json_incref(json_array_get(crypto->queue, 0));
	enum mx_verdict verdict = mx_session_watch(mx, answer);

	crypto->asked = false;
	if (verdict == MX_NO_SESSION || wants_proof(mx, request, answer)) {
		json_decref(request);
		return;
	}
	crypto->stale = true;
	if (verdict == MX_DONE || verdict == MX_REFUSED) {
		mx_pause_clear(&crypto->pause);
		json_array_remove(crypto->queue, 0);
		(verdict == MX_DONE ? take : refused)(mx, request, answer);
	} else {
		mx_log_answer("encryption_delayed", mx_json_text(request, "kind"), answer);
		mx_pause_fail(&crypto->pause);
		mx_pause_wait(&crypto->pause, mx_answer_wait(answer));
	}
	json_decref(request);
}
