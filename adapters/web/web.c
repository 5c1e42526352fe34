#include "adapters/web/web.h"

#include "adapters/web/act.h"
#include "adapters/web/live.h"
#include "adapters/web/replay.h"
#include "adapters/web/site.h"
#include "bot/base/clock.h"
#include "bot/base/memory.h"
#include "bot/base/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BODY_TIME 10000 /* ms to send the body of a request */
#define TAPS_MOST 32    /* taps in one pass of the loop, one of each player */
#define TAPS_IDLE 16    /* those of people who have no match with somebody */

/* How many of the connections may be streams: of the usual 2,100, these are 1,500 and 500. */
#define BOARDS(connections) ((connections)*5 / 7)
#define TABLES(connections) ((connections)*5 / 21)
#define MEMORY              ((size_t)8 << 10) /* bytes for each connection */

struct web {
	struct http_server *server;
	struct web_site *site;
	struct web_live *live;
	const struct bot_host_access *access; /* NULL while there is no host */
	enum bot_phase phase;
	struct web_replays *replays;
	char tapped[TAPS_MOST][BOT_ID_SIZE]; /* the players who have tapped in this pass */
	unsigned taps;
};

/* A request with a token. */
struct call {
	struct web *web;
	const struct http_request *request;
	struct http_reply *reply;
	struct bot_web_link link;
	struct bot_web_player player; /* only of a table */
};

static void say(struct http_reply *reply, unsigned status, const char *text)
{
	reply->status = status;
	reply->type = "text/plain; charset=utf-8";
	reply->fixed = text;
	reply->size = strlen(text);
}

static void say_unavailable(struct http_reply *reply, const char *text)
{
	say(reply, 503, text);
	http_reply_add_header(reply, "Retry-After", "5");
}

static void say_unauthorized(struct http_reply *reply, const char *text)
{
	say(reply, 401, text);
	http_reply_add_header(reply, "WWW-Authenticate", "Bearer");
}

static void say_store_failed(struct http_reply *reply)
{
	say_unavailable(
		reply, "the bot can't reach its data at the moment; nothing is lost: try again\n");
}

static void answer_stream(const struct call *call, enum web_state_kind kind, const char *subject)
{
	struct http_reply *reply = call->reply;

	reply->stream =
		web_live_open(call->web->live, kind, subject, &call->player, call->request->token);
	if (!reply->stream) {
		say_unavailable(reply, "too many people are watching: try again later\n");
		return;
	}
	reply->status = 200;
	reply->type = "application/x-ndjson";
	http_reply_add_header(reply, "X-Accel-Buffering", "no"); /* for nginx */
}

static void answer_live(const struct call *call)
{
	if (call->link.kind == BOT_WEB_LINK_TABLE)
		answer_stream(call, WEB_STATE_TABLE, call->link.user);
	else
		answer_stream(call, WEB_STATE_BOARD, call->link.room);
}

static void answer_night(const struct call *call)
{
	answer_stream(call, WEB_STATE_NIGHT, call->link.room);
}

static void answer_season(const struct call *call)
{
	answer_stream(call, WEB_STATE_SEASON, call->link.room);
}

/*
 * Returns whether the player may tap in this pass of the loop. Each tap is a transaction, so many
 * connections of one player could hold up the chat.
 */
static bool take_tap(struct web *web, const char *user, bool plays)
{
	for (unsigned i = 0; i < web->taps; i++)
		if (strcmp(web->tapped[i], user) == 0)
			return false;
	if (web->taps >= (plays ? TAPS_MOST : TAPS_IDLE))
		return false;
	snprintf(web->tapped[web->taps++], BOT_ID_SIZE, "%s", user);
	return true;
}

static void answer_act(const struct call *call)
{
	struct web *web = call->web;

	if (web->phase != BOT_CONNECTED)
		say_unavailable(call->reply,
			"the bot is not connected to the chat at the moment, so the "
			"match waits: try again\n");
	else if (!take_tap(web, call->link.user, call->player.plays))
		say_unavailable(call->reply, "too many taps at once: try again\n");
	else if (!web_act(web->access, call->link.user, call->request, call->reply))
		say_store_failed(call->reply);
	web_live_refresh(web->live, call->link.user);
}

typedef bool write_replay(struct web_replays *replays, const struct bot_host_access *access,
	const struct bot_web_link *link, const struct http_request *request,
	struct http_reply *reply);

static void answer_with(const struct call *call, write_replay *write)
{
	struct web *web = call->web;

	if (!write(web->replays, web->access, &call->link, call->request, call->reply))
		say_store_failed(call->reply);
	else if (call->reply->status == 503)
		say_unavailable(call->reply, "too many people want a replay: try again\n");
}

static void answer_replay(const struct call *call)
{
	answer_with(call, web_replay);
}

static void answer_record(const struct call *call)
{
	answer_with(call, web_record);
}

#define BIT(kind) (1U << (kind))

static const struct route {
	const char *path, *method;
	unsigned kinds; /* the kinds of links that open the path */
	void (*answer)(const struct call *call);
} routes[] = {
	{"/api/live", "GET", BIT(BOT_WEB_LINK_TABLE) | BIT(BOT_WEB_LINK_BOARD), answer_live},
	{"/api/night", "GET", BIT(BOT_WEB_LINK_BOARD), answer_night},
	{"/api/season", "GET", BIT(BOT_WEB_LINK_BOARD), answer_season},
	{"/api/act", "POST", BIT(BOT_WEB_LINK_TABLE), answer_act},
	{"/api/replay", "GET", BIT(BOT_WEB_LINK_TABLE) | BIT(BOT_WEB_LINK_REPLAY), answer_replay},
	{"/api/record", "GET", BIT(BOT_WEB_LINK_TABLE) | BIT(BOT_WEB_LINK_REPLAY), answer_record},
};

static const struct route *find_route(const char *path)
{
	for (size_t i = 0; i < sizeof(routes) / sizeof(*routes); i++)
		if (strcmp(routes[i].path, path) == 0)
			return &routes[i];
	return NULL;
}

/* The link that a transaction looks for, by its token. */
struct lookup {
	const char *token;
	struct bot_web_link link;
	struct bot_web_player player;
	bool found;
};

static enum bot_error look_up(void *worker, struct bot_host *host)
{
	struct lookup *lookup = worker;
	enum bot_error error = bot_host_open_web_link(host, lookup->token, &lookup->link);

	lookup->found = !error;
	if (!error && lookup->link.kind == BOT_WEB_LINK_TABLE)
		error = bot_host_find_web_player(host, lookup->link.user, &lookup->player);
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

/* Finds the link with this token. Returns false if the store has failed. */
static bool find_link(const struct bot_host_access *access, struct lookup *lookup)
{
	if (!access->read(access->self, "link", look_up, lookup))
		return false;
	/* Reading notes nothing, so a link whose use must be noted is opened again. */
	if (lookup->found && time(NULL) * 1000 - lookup->link.used >= BOT_WEB_LINK_NOTED_EACH)
		(void)access->transact(access->self, "link", look_up, lookup);
	return true;
}

/*
 * Checks that the request may use the route, and finds its link. Otherwise fills in the reply and
 * returns false. The reply to a wrong token is delayed, so nobody can try many tokens; good tokens
 * don't wait.
 */
static bool authorize(struct call *call, const struct route *route)
{
	const struct bot_host_access *access = call->web->access;
	struct lookup lookup = {.token = call->request->token};

	if (strcmp(call->request->method, route->method) != 0) {
		say(call->reply, 405, "this path needs the method in the header Allow\n");
		http_reply_add_header(call->reply, "Allow", route->method);
	} else if (!lookup.token) {
		say_unauthorized(call->reply, "the link's token is missing\n");
	} else if (!access) {
		say_unavailable(call->reply, "the bot is starting or stopping: try again\n");
	} else if (!find_link(access, &lookup)) {
		say_store_failed(call->reply);
	} else if (!lookup.found) {
		say_unauthorized(call->reply, "this link has ended: ask the bot for a new one\n");
		call->reply->delayed = true;
	} else if (!(route->kinds & BIT(lookup.link.kind))) {
		say(call->reply, 404, "this link does not open this path\n");
	} else {
		call->link = lookup.link;
		call->player = lookup.player;
		return true;
	}
	return false;
}

static void count_outcome(const struct http_reply *reply)
{
	bot_metrics_count(reply->status < 400    ? BOT_WEB_DONE
			  : reply->status == 401 ? BOT_WEB_UNKNOWN_LINK
			  : reply->status < 500  ? BOT_WEB_REFUSED
						 : BOT_WEB_FAILED);
}

/*
 * Decides about a request by its header. A tap is refused here already if its link is not good, so
 * that a stranger can't make the bot wait for the body of a tap. `answer` does the rest.
 */
static bool admit(void *self, const struct http_request *request, struct http_reply *reply)
{
	const struct route *route = find_route(request->path);
	struct call call = {.web = self, .request = request, .reply = reply};
	bool reads = strcmp(request->method, "GET") == 0 || strcmp(request->method, "HEAD") == 0;
	bool posts = strcmp(request->method, "POST") == 0;

	if (route ? !posts || authorize(&call, route) : reads)
		return true;
	if (!route) {
		say(reply, 405, "this path can only be read\n");
		http_reply_add_header(reply, "Allow", "GET, HEAD");
	}
	web_site_add_headers(reply);
	count_outcome(reply);
	return false;
}

static void answer(void *self, const struct http_request *request, struct http_reply *reply)
{
	struct web *web = self;
	const struct route *route = find_route(request->path);
	struct call call = {.web = web, .request = request, .reply = reply};

	if (route && authorize(&call, route))
		route->answer(&call);
	else if (!route && !web_site_answer(web->site, request, reply))
		say(reply, 404, "there is no such page\n");
	web_site_add_headers(reply);
	count_outcome(reply);
}

enum http_error web_create(const char *address, unsigned connections, struct web **web)
{
	struct web *made = bot_calloc(1, sizeof(*made));
	const struct http_server_options options = {
		.address = address,
		.body_most = WEB_ACT_MOST,
		.answer = answer,
		.self = made,
		.admit = admit,
		.body_time = BODY_TIME,
		.connections = connections,
		.makes_room = true,
		.memory = MEMORY,
	};
	enum http_error error = http_server_create(&options, &made->server);

	if (error) {
		free(made);
		return error;
	}
	made->site = web_site_create();
	made->replays = web_replays_create();
	made->live = web_live_create(BOARDS(connections), TABLES(connections));
	*web = made;
	return HTTP_OK;
}

void web_destroy(struct web *web)
{
	if (!web)
		return;
	http_server_destroy(web->server);
	web_live_destroy(web->live);
	web_replays_destroy(web->replays);
	web_site_destroy(web->site);
	free(web);
}

unsigned web_port(const struct web *web)
{
	return http_server_port(web->server);
}

static int64_t timeout(void *self)
{
	struct web *web = self;
	struct bot_loop_source server = http_server_loop_source(web->server);
	int64_t wait = server.timeout(server.self), live = -1;

	if (web->access)
		live = web_live_timeout(web->live, web->access, bot_clock_steady());
	return wait < 0 || (live >= 0 && live < wait) ? live : wait;
}

static void dispatch(void *self)
{
	struct web *web = self;
	struct bot_loop_source server = http_server_loop_source(web->server);

	web->taps = 0;
	web_replays_begin_pass(web->replays);
	server.dispatch(server.self);
	if (web->access) {
		web_live_update(web->live, web->access, bot_clock_steady());
		server.dispatch(server.self); /* sends the lines of the update */
	}
	bot_metrics_set_gauge(BOT_WEB_CONNECTIONS, http_server_connections(web->server));
	bot_metrics_set_gauge(BOT_WEB_STREAMS, web_live_count(web->live));
}

static void phase_changed(void *self, enum bot_phase phase)
{
	struct web *web = self;

	web->phase = phase;
}

static bool is_open(void *self, const char *user)
{
	const struct web *web = self;

	return web_live_shows_table(web->live, user);
}

static void host_changed(void *self, const struct bot_host_access *access)
{
	struct web *web = self;

	web->access = access;
	if (!access)
		return;
	bot_store_watch(access->store, true);
	bot_host_watch_open_tables(
		access->host, (struct bot_open_tables){.self = web, .is_open = is_open});
}

struct bot_loop_source web_loop_source(struct web *web)
{
	struct bot_loop_source server = http_server_loop_source(web->server);

	return (struct bot_loop_source){
		.self = web,
		.descriptor = server.descriptor,
		.timeout = timeout,
		.dispatch = dispatch,
		.phase_changed = phase_changed,
		.host_changed = host_changed,
	};
}
