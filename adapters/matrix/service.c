#include "adapters/matrix/service.h"

#include "adapters/matrix/context.h"
#include "adapters/matrix/json.h"
#include "bot/log.h"

#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define API "/_matrix/app/v1/"

/* A hundred events of 64 KiB, twice as long in JSON as they are, and what comes along with them. */
#define BODY_MOST ((size_t)32 << 20)

/* An empty object where there is no code. */
static void answer(struct http_reply *reply, unsigned status, const char *code, const char *text)
{
	json_t *body = json_pack("{s:s*, s:s*}", "errcode", code, "error", text);

	reply->status = status;
	reply->type = "application/json";
	reply->body = json_dumps(body, JSON_COMPACT);
	reply->size = reply->body ? strlen(reply->body) : 0;
	json_decref(body);
}

static void on_transaction(
	struct mx *mx, const char *id, const struct http_request *request, struct http_reply *reply)
{
	json_t *body = mx_json_parse(request->body, request->size);

	if (!body) {
		answer(reply, 400, "M_NOT_JSON", "the body is no JSON");
	} else if (!*id || !json_is_array(json_object_get(body, "events"))) {
		answer(reply, 400, "M_BAD_JSON", "a transaction has an id and events");
	} else if (mx_transaction_handle(mx, id, body)) {
		answer(reply, 200, NULL, NULL);
	} else {
		answer(reply, 503, "M_UNKNOWN", "it could not be stored: send it again");
		mx_service_check(mx);
	}
	json_decref(body);
}

static void on_ping(struct mx *mx, const char *rest, const struct http_request *request,
	struct http_reply *reply)
{
	(void)mx, (void)rest, (void)request;
	answer(reply, 200, NULL, NULL);
}

static void on_user(struct mx *mx, const char *user, const struct http_request *request,
	struct http_reply *reply)
{
	(void)request;
	if (strcmp(user, mx->me) == 0)
		answer(reply, 200, NULL, NULL);
	else
		answer(reply, 404, "M_NOT_FOUND", "there is no such user");
}

static void on_alias(struct mx *mx, const char *alias, const struct http_request *request,
	struct http_reply *reply)
{
	(void)mx, (void)alias, (void)request;
	answer(reply, 404, "M_NOT_FOUND", "there is no such room");
}

static const struct route {
	const char *method, *path;
	bool more; /* the path goes on: what follows is given to the function */
	void (*answer)(struct mx *mx, const char *rest, const struct http_request *request,
		struct http_reply *reply);
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

		if (strncmp(path, routes[i].path, length) == 0 && (routes[i].more || !path[length]))
			return &routes[i];
	}
	return NULL;
}

/* In a time that says nothing of the token, nor of its length. */
static bool is_homeserver(const struct mx *mx, const char *token)
{
	const char *const tokens[] = {mx->secrets->hs_token, token};
	unsigned char hashes[2][crypto_generichash_BYTES];

	for (int i = 0; i < 2; i++)
		crypto_generichash(hashes[i], sizeof hashes[i], (const unsigned char *)tokens[i],
			strlen(tokens[i]), NULL, 0);
	return sodium_memcmp(hashes[0], hashes[1], sizeof hashes[0]) == 0;
}

/* What a stranger sends costs no more than its fields. */
static bool admit(void *self, const struct http_request *request, struct http_reply *reply)
{
	const struct mx *mx = self;
	const struct route *route = find_route(request->path);

	if (!route)
		answer(reply, 404, "M_UNRECOGNIZED", "there is nothing there");
	else if (strcmp(request->method, route->method) != 0)
		answer(reply, 405, "M_UNRECOGNIZED", "not by this method");
	else if (!request->token)
		answer(reply, 401, "M_UNAUTHORIZED", "the homeserver's token is missing");
	else if (!is_homeserver(mx, request->token))
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

/* The homeserver may have been stopped. */
static void parted(void *self)
{
	struct mx *mx = self;

	mx->service.left.wanted = true;
}

void mx_service_start(struct mx *mx)
{
	struct mx_service *service = &mx->service;
	const struct http_options options = {
		.address = mx->config->service.listen,
		.body_most = BODY_MOST,
		.answer = on_request,
		.self = mx,
		.admit = admit,
		.parted = parted,
	};

	if (!mx->secrets->hs_token)
		return;
	errno = 0;
	if (!mx_left_init(&service->left)) {
		mx->fatal = MX_NO_MEMORY;
		return;
	}
	if (http_server_create(&options, &service->server) != HTTP_OK) {
		mx->fatal = MX_CANNOT_LISTEN;
		bot_log_write(BOT_LOG_ERROR, "cannot_listen",
			BOT_LOG_FIELDS({"at", .text = options.address},
				{"why", .text = errno ? strerror(errno)
						      : "it is no address here"}));
		return;
	}
	mx_http_add_guest(mx->http, http_server_guest(service->server));
	bot_log_write(BOT_LOG_INFO, "listening",
		BOT_LOG_FIELDS({"for", .text = mx->config->matrix.homeserver},
			{"port", .number = http_server_port(service->server)}));
}

void mx_service_finish(struct mx_service *service)
{
	http_server_destroy(service->server);
	mx_left_finish(&service->left);
}

bool mx_service_is_on(const struct mx *mx)
{
	return mx->service.server != NULL;
}
