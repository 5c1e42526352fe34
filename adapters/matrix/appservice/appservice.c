#include "adapters/matrix/appservice/appservice.h"

#include "adapters/matrix/appservice/transaction.h"
#include "adapters/matrix/client/json_stream.h"
#include "bot/base/log.h"

#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define API "/_matrix/app/v1/"

/* Enough for a hundred events of 64 KiB, with escapes that double their size, and other fields. */
#define BODY_MOST ((size_t)32 << 20)

/* Fills the reply. Without `code` the body is an empty object. */
static void answer(struct http_reply *reply, unsigned status, const char *code, const char *text)
{
	json_t *body = json_pack("{s:s*, s:s*}", "errcode", code, "error", text);

	reply->status = status;
	reply->type = "application/json";
	reply->body = json_dumps(body, JSON_COMPACT);
	reply->size = reply->body ? strlen(reply->body) : 0;
	json_decref(body);
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
		 * The homeserver would repeat a refused transaction for ever, so the bot accepts
		 * it. The bot gets the events from /sync.
		 */
		mx_account_note_dropped(service->account, "transaction", dropped + !body);
		service->receiver->demand.wanted = true;
	}
	if (!*id || (body && !json_is_array(json_object_get(body, "events")))) {
		answer(reply, 400, "M_BAD_JSON", "a transaction has an id and events");
	} else if (!whole || mx_transaction_handle(service->receiver, id, body)) {
		answer(reply, 200, NULL, NULL);
	} else {
		answer(reply, 503, "M_UNKNOWN", "it could not be stored: send it again");
		mx_ping_check(&service->ping);
	}
	json_decref(body);
}

static void on_ping(struct mx_appservice *service, const char *rest,
	const struct http_request *request, struct http_reply *reply)
{
	(void)service, (void)rest, (void)request;
	answer(reply, 200, NULL, NULL);
}

static void on_user(struct mx_appservice *service, const char *user,
	const struct http_request *request, struct http_reply *reply)
{
	(void)request;
	if (strcmp(user, service->account->me) == 0)
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
	bool is_prefix; /* the path goes on; `answer` gets the rest */
	void (*answer)(struct mx_appservice *service, const char *rest,
		const struct http_request *request, struct http_reply *reply);
} routes[] = {
	{"PUT", API "transactions/", true, on_transaction},
	{"POST", API "ping", false, on_ping},
	{"GET", API "users/", true, on_user},
	{"GET", API "rooms/", true, on_alias},
};

/* The route of a path; NULL: there is none. */
static const struct route *find_route(const char *path)
{
	for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
		size_t length = strlen(routes[i].path);

		if (strncmp(path, routes[i].path, length) == 0 &&
			(routes[i].is_prefix || !path[length]))
			return &routes[i];
	}
	return NULL;
}

/* Compares hashes, so that the time tells nothing about the token or its length. */
static bool is_homeserver(const struct mx_appservice *service, const char *token)
{
	const char *const tokens[] = {service->account->secrets->hs_token, token};
	unsigned char hashes[2][crypto_generichash_BYTES];

	for (int i = 0; i < 2; i++)
		crypto_generichash(hashes[i], sizeof hashes[i], (const unsigned char *)tokens[i],
			strlen(tokens[i]), NULL, 0);
	return sodium_memcmp(hashes[0], hashes[1], sizeof hashes[0]) == 0;
}

/* Checks a request by its header, before its body is read: a stranger's body costs nothing. */
static bool admit(void *self, const struct http_request *request, struct http_reply *reply)
{
	const struct mx_appservice *service = self;
	const struct route *route = find_route(request->path);

	if (!route)
		answer(reply, 404, "M_UNRECOGNIZED", "there is nothing there");
	else if (strcmp(request->method, route->method) != 0)
		answer(reply, 405, "M_UNRECOGNIZED", "not by this method");
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

	assert(route); /* the request was admitted */
	route->answer(self, request->path + strlen(route->path), request, reply);
}

/* The homeserver may have stopped and lost events, so the bot asks /sync. */
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
	};

	*service = (struct mx_appservice){
		.account = account, .receiver = receiver, .ping = {.session = receiver->session}};
	if (!account->secrets->hs_token)
		return;
	errno = 0;
	mx_demand_begin(&receiver->demand);
	if (http_server_create(&options, &service->server) != HTTP_OK) {
		account->fatal = MX_CANNOT_LISTEN;
		bot_log_write(BOT_LOG_ERROR, "cannot_listen",
			BOT_LOG_FIELDS({"at", .text = options.address},
				{"why", .text = errno ? strerror(errno)
						      : "it is no address here"}));
		return;
	}
	service->ping.on = true;
	mx_http_add_loop_source(account->http, http_server_loop_source(service->server));
	bot_log_write(BOT_LOG_INFO, "listening",
		BOT_LOG_FIELDS({"for", .text = account->config->matrix.homeserver},
			{"port", .number = http_server_port(service->server)}));
}

void mx_appservice_finish(struct mx_appservice *service)
{
	http_server_destroy(service->server);
}
