#include "adapters/matrix/e2ee/key_requests.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/e2ee/crypto_state.h"
#include "bot/base/log.h"

#include <stdlib.h>
#include <string.h>

#define TIMEOUT      60000
#define ANSWER_LIMIT ((size_t)16 << 20)

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
	bool some = json_array_size(requests) > 0 && !json_array_extend(crypto->queue, requests);

	json_decref(requests);
	return some;
}

bool mx_key_requests_add_get(struct mx_crypto *crypto, const char *kind, const char *id, char *path)
{
	json_t *request = json_pack(
		"{s:s, s:s, s:s, s:s*}", "kind", kind, "id", id, "method", "GET", "path", path);
	bool fine = path && request && !json_array_append(crypto->queue, request);

	json_decref(request);
	free(path);
	return fine;
}

/* Returns the body of a request, with the account's password if the homeserver demands it. */
static json_t *body_of(const struct mx_crypto *crypto, const json_t *request)
{
	json_t *body = json_object_get(request, "body");
	const struct mx_trust *trust = &crypto->trust;

	if (!trust->auth_session || strcmp(mx_json_text(request, "kind"), "signing_keys") != 0)
		return json_incref(body);
	body = json_copy(body);
	(void)json_object_set_new(body, "auth",
		json_pack("{s:s, s:{s:s, s:s}, s:s, s:s}", "type", "m.login.password", "identifier",
			"type", "m.id.user", "user", crypto->account->me, "password",
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
	request.path = strdup(mx_json_text(first, "path"));
	request.body = body_of(crypto, first);
	mx_http_start(crypto->account->http, &request, crypto->on_answer, crypto);
	crypto->request_is_under_way = true;
}
