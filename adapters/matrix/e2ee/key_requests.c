#include "adapters/matrix/e2ee/key_requests.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/e2ee/crypto_state.h"
#include "adapters/matrix/e2ee/key_answers.h"
#include "bot/base/memory.h"

#include <string.h>

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

/* Returns whether the bot may send the queue's first request now. */
static bool is_due(const struct mx_key_queue *queue)
{
	return json_array_size(queue->requests) > 0 && !queue->under_way &&
	       mx_backoff_is_over(&queue->backoff);
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
	mx_http_start(queue->crypto->account->http, &request, mx_key_answers_take, queue);
}

void mx_key_requests_send(struct mx_crypto *crypto)
{
	for (size_t i = 0; i < MX_KEY_QUEUES && crypto->session->state == MX_LOGGED_IN; i++)
		send_first(&crypto->queues[i]);
}

void mx_key_requests_limit_timeout(const struct mx_crypto *crypto, int64_t *timeout)
{
	for (size_t i = 0; i < MX_KEY_QUEUES; i++) {
		mx_backoff_limit_timeout(&crypto->queues[i].backoff, timeout);
		if (crypto->session->state == MX_LOGGED_IN && is_due(&crypto->queues[i]))
			*timeout = 0;
	}
}
