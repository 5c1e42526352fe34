#include "adapters/matrix/appservice/appservice.h"

#include "adapters/matrix/appservice/transaction.h"
#include "adapters/matrix/client/json_stream.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/client/wait.h"
#include "bot/base/clock.h"
#include "bot/base/log.h"

#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define API "/_matrix/app/v1/"

/*
 * The most bytes of a request. This is enough for a hundred events of 64 KiB, which escapes can
 * make twice as long, and for the transaction's other fields.
 */
#define BODY_MOST ((size_t)32 << 20)

#define PING_INTERVAL (INT64_C(60) * 1000)
#define PING_TIMEOUT  60000

/* Fills the reply. If `code` and `text` are NULL, the body is an empty object. */
static void answer(struct http_reply *reply, unsigned status, const char *code, const char *text)
{
	json_t *body = json_pack("{s:s*, s:s*}", "errcode", code, "error", text);

	reply->status = status;
	reply->type = "application/json";
	reply->body = json_dumps(body, JSON_COMPACT);
	reply->size = strlen(reply->body);
	json_decref(body);
}

/*
 * Lets the bot send a ping as soon as it can use the store. After a ping, the homeserver sends the
 * refused transactions again.
 */
static void make_ping_due(struct mx_appservice *service)
{
	service->next_ping = service->account->store_backoff.until;
}

static void on_transaction(struct mx_appservice *service, const char *id,
	const struct http_request *request, struct http_reply *reply)
{
	unsigned dropped;
	bool overflowed;
	json_t *body = mx_json_stream_parse(request->body, request->size, &dropped, &overflowed);
	bool whole = body && dropped == 0 && !overflowed;

	if (!whole) {
		/*
		 * If the bot refused this transaction, the homeserver would send it again and
		 * again. So the bot accepts the transaction, and reads the events from /sync.
		 */
		mx_account_note_dropped(service->account, "transaction", dropped + !body);
		service->receiver->demand.wanted = true;
	}
	if (!*id || (body && !json_is_array(json_object_get(body, "events")))) {
		answer(reply, 400, "M_BAD_JSON",
			"a transaction must have an id and a list of events");
	} else if (!whole || mx_transaction_handle(service->receiver, id, body)) {
		answer(reply, 200, NULL, NULL);
	} else {
		answer(reply, 503, "M_UNKNOWN",
			"the bot could not store the transaction: send it again");
		make_ping_due(service);
	}
	json_decref(body);
}

static void on_ping_request(struct mx_appservice *service, const char *rest,
	const struct http_request *request, struct http_reply *reply)
{
	(void)service, (void)rest, (void)request;
	answer(reply, 200, NULL, NULL);
}

static void on_user(struct mx_appservice *service, const char *user,
	const struct http_request *request, struct http_reply *reply)
{
	(void)request;
	if (strcmp(user, service->account->user) == 0)
		answer(reply, 200, NULL, NULL);
	else
		answer(reply, 404, "M_NOT_FOUND", "there is no such user");
}

static void on_alias(struct mx_appservice *service, const char *alias,
	const struct http_request *request, struct http_reply *reply)
{
	(void)service, (void)alias, (void)request;
	answer(reply, 404, "M_NOT_FOUND", "there is no such room");
}

static const struct route {
	const char *method, *path;
	/* the route also has the longer paths that begin with `path`; `answer` gets what follows */
	bool is_prefix;
	void (*answer)(struct mx_appservice *service, const char *rest,
		const struct http_request *request, struct http_reply *reply);
} routes[] = {
	{"PUT", API "transactions/", true, on_transaction},
	{"POST", API "ping", false, on_ping_request},
	{"GET", API "users/", true, on_user},
	{"GET", API "rooms/", true, on_alias},
};

/* Returns the route of a path, or NULL if no route has this path. */
static const struct route *find_route(const char *path)
{
	for (size_t i = 0; i < sizeof(routes) / sizeof(*routes); i++) {
		size_t length = strlen(routes[i].path);

		if (strncmp(path, routes[i].path, length) == 0 &&
			(routes[i].is_prefix || !path[length]))
			return &routes[i];
	}
	return NULL;
}

/*
 * Returns whether the token is the homeserver's token. Compares hashes: the time of this comparison
 * tells an attacker nothing about the token or its length.
 */
static bool is_homeserver(const struct mx_appservice *service, const char *token)
{
	const char *const tokens[] = {service->account->secrets->hs_token, token};
	unsigned char hashes[2][crypto_generichash_BYTES];

	for (int i = 0; i < 2; i++)
		crypto_generichash(hashes[i], sizeof(hashes[i]), (const unsigned char *)tokens[i],
			strlen(tokens[i]), NULL, 0);
	return sodium_memcmp(hashes[0], hashes[1], sizeof(hashes[0])) == 0;
}

/*
 * Checks a request by its header, so that the bot does not read the body of a stranger's request.
 */
static bool admit(void *self, const struct http_request *request, struct http_reply *reply)
{
	const struct mx_appservice *service = self;
	const struct route *route = find_route(request->path);

	if (!route)
		answer(reply, 404, "M_UNRECOGNIZED", "the bot has no such path");
	else if (strcmp(request->method, route->method) != 0)
		answer(reply, 405, "M_UNRECOGNIZED", "the path has another method");
	else if (!request->token)
		answer(reply, 401, "M_UNAUTHORIZED", "the homeserver's token is missing");
	else if (!is_homeserver(service, request->token))
		answer(reply, 403, "M_FORBIDDEN", "this is not the homeserver's token");
	else
		return true;
	return false;
}

static void on_request(void *self, const struct http_request *request, struct http_reply *reply)
{
	const struct route *route = find_route(request->path);

	assert(route); /* admit has found a route for this path */
	route->answer(self, request->path + strlen(route->path), request, reply);
}

/*
 * Makes the bot ask /sync after the homeserver's connection has ended, since the homeserver may
 * have stopped and lost events.
 */
static void on_disconnect(void *self)
{
	struct mx_appservice *service = self;

	service->receiver->demand.wanted = true;
}

void mx_appservice_start(struct mx_appservice *service, struct mx_receiver *receiver)
{
	struct mx_account *account = receiver->account;
	const struct http_server_options options = {
		.address = account->config->service.listen,
		.body_most = BODY_MOST,
		.answer = on_request,
		.self = service,
		.admit = admit,
		.disconnected = on_disconnect,
		.keeps_connections = true,
		.makes_room = true,
	};

	*service = (struct mx_appservice){
		.account = account, .session = receiver->session, .receiver = receiver};
	if (!account->secrets->hs_token)
		return;
	errno = 0;
	mx_sync_begin_push(receiver);
	if (http_server_create(&options, &service->server) != HTTP_OK) {
		account->fatal = MX_CANNOT_LISTEN;
		bot_log_write(BOT_LOG_ERROR, "cannot_listen",
			BOT_LOG_FIELDS({"at", .text = options.address},
				{"why", .text = errno ? strerror(errno)
						      : "it is no address of this machine"}));
		return;
	}
	mx_http_add_loop_source(account->http, http_server_loop_source(service->server));
	bot_log_write(BOT_LOG_INFO, "listening",
		BOT_LOG_FIELDS({"for", .text = account->config->matrix.homeserver},
			{"port", .number = http_server_port(service->server)}));
}

void mx_appservice_finish(struct mx_appservice *service)
{
	http_server_destroy(service->server);
}

/* Returns why a ping failed, as a text for the log. */
static const char *advice(const struct mx_answer *answer)
{
	static const struct {
		const char *code, *text;
	} known[] = {
		{"M_CONNECTION_FAILED",
			"the homeserver can't connect to the url in its registration of the bot: "
			"the url must lead from there to the address where the bot listens"},
		{"M_CONNECTION_TIMEOUT",
			"nothing answers in time at the url in the homeserver's registration of "
			"the bot"},
		{"M_BAD_STATUS",
			"the url in the homeserver's registration of the bot leads to another "
			"program, or the registration's hs_token is another one: give the "
			"homeserver the file that the bot reads, and restart the homeserver"},
		{"M_URL_NOT_SET", "the homeserver's registration of the bot has no url"},
		{"M_FORBIDDEN", "the homeserver's registration of the bot has another id"},
	};

	if (answer->trouble)
		return answer->trouble;
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (strcmp(known[i].code, mx_answer_code(answer)) == 0)
			return known[i].text;
	return mx_answer_code(answer);
}

static void note_reached(struct mx_appservice *service)
{
	if (!service->is_reached)
		bot_log_write(BOT_LOG_INFO, "reached_by_homeserver", NULL);
	service->is_reached = true;
	service->next_ping = bot_clock_steady() + PING_INTERVAL;
	mx_backoff_reset(&service->ping_backoff);
}

static void on_ping_answer(void *self, const struct mx_answer *answer)
{
	struct mx_appservice *service = self;
	enum mx_answer_verdict verdict =
		mx_session_watch(service->session, answer, MX_AUTHOR_HOMESERVER);

	service->ping_is_under_way = false;
	if (verdict == MX_ANSWER_DONE) {
		note_reached(service);
		return;
	}
	if (strcmp(mx_answer_code(answer), "M_UNRECOGNIZED") == 0) {
		service->has_no_ping = true;
		return;
	}
	service->is_reached = false;
	mx_backoff_fail(&service->ping_backoff);
	mx_backoff_extend(&service->ping_backoff, mx_answer_wait(answer));
	bot_log_write(BOT_LOG_ERROR, "not_reached_by_homeserver",
		BOT_LOG_FIELDS(
			{"status", .number = answer->status}, {"why", .text = advice(answer)}));
}

/*
 * Makes a ping due if /sync works again after a failure, since the homeserver may have restarted.
 */
static void notice_recovery(struct mx_appservice *service)
{
	bool fails = service->account->sync_backoff.failures > 0;

	if (service->sync_failed && !fails)
		make_ping_due(service);
	service->sync_failed = fails;
}

void mx_appservice_ping(struct mx_appservice *service)
{
	struct mx_http_request request = {.method = MX_HTTP_POST, .timeout = PING_TIMEOUT};

	if (!service->server)
		return;
	notice_recovery(service);
	if (service->ping_is_under_way || service->has_no_ping ||
		service->session->state != MX_LOGGED_IN || !mx_time_has_come(service->next_ping) ||
		!mx_backoff_is_over(&service->ping_backoff))
		return;
	request.path = mx_url_format(
		"/_matrix/client/v1/appservice/%/ping", service->account->secrets->service);
	request.body = json_object();
	mx_http_start(service->account->http, &request, on_ping_answer, service);
	service->ping_is_under_way = true;
}
