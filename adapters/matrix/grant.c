#include "adapters/matrix/grant.h"

#include "adapters/matrix/clock.h"
#include "adapters/matrix/context.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/kept.h"
#include "adapters/matrix/oauth.h"
#include "adapters/matrix/url.h"
#include "bot/log.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define TIMEOUT      30000
#define ANSWER_LIMIT ((size_t)1 << 18)
#define SLOWEST      60000
#define SLOWER       5000 /* RFC 8628, 3.5 */

struct grant {
	struct mx *mx;
	int stop;
	bool clear; /* the homeserver is this machine's, and may be spoken to without TLS */
	struct mx_oauth_server server;
	char client[MX_CLIENT_SIZE];
	struct mx_device_grant code;
	struct mx_answer answer; /* the last one; its json is owned */
	bool answered;
};

static bool refuse(struct grant *grant, enum mx_error error, const char *why)
{
	if (!grant->mx->fatal)
		mx_session_give_up(grant->mx, error, "login_refused", why);
	return false;
}

static void drop_answer(struct grant *grant)
{
	mx_oauth_wipe_tokens(&grant->answer);
	mx_json_wipe(grant->answer.json, "device_code");
	json_decref(grant->answer.json);
	grant->answer = (struct mx_answer){0};
}

static void on_answer(void *self, const struct mx_answer *answer)
{
	struct grant *grant = self;

	drop_answer(grant);
	grant->answer = *answer;
	json_incref(grant->answer.json);
	grant->answer.trouble = answer->trouble ? "no answer" : NULL;
	grant->answered = true;
}

/* False: interrupted. */
static bool wait_until(struct grant *grant, int64_t until, const bool *done)
{
	while (!*done && mx_clock_now() < until)
		if (mx_http_wait(grant->mx->http, until - mx_clock_now(), grant->stop)) {
			grant->mx->fatal = MX_INTERRUPTED;
			return false;
		}
	return true;
}

/* Asks, and waits for the answer; false: mx->fatal says why there is none. */
static bool ask(struct grant *grant, struct mx_request request)
{
	drop_answer(grant);
	grant->answered = false;
	request.timeout = TIMEOUT;
	request.limit = ANSWER_LIMIT;
	grant->mx->fatal = mx_http_start(grant->mx->http, &request, on_answer, grant);
	return !grant->mx->fatal && wait_until(grant, INT64_MAX, &grant->answered);
}

/* The same, where there has to be an answer that is right. */
static bool ask_for(struct grant *grant, struct mx_request request, const char *what)
{
	if (!ask(grant, request))
		return false;
	if (grant->answer.status >= 200 && grant->answer.status < 300 && grant->answer.json)
		return true;
	bot_log_write(BOT_LOG_ERROR, "login_failed",
		BOT_LOG_FIELDS({"at", .text = what}, {"status", .number = grant->answer.status},
			{"why", .text = grant->answer.trouble ? grant->answer.trouble
							      : mx_oauth_error(&grant->answer)}));
	grant->mx->fatal = MX_NO_ANSWER;
	return false;
}

static bool find_server(struct grant *grant)
{
	struct mx_request request = {
		.method = MX_GET, .path = mx_url("/_matrix/client/v1/auth_metadata")};
	const char *why;

	if (!ask_for(grant, request, "metadata"))
		return false;
	why = mx_oauth_read_server(grant->answer.json, grant->clear, &grant->server);
	return !why || refuse(grant, MX_BAD_CONFIG, why);
}

/*
 * The program has no page of its own on the web, which a client is to name: the homeserver's
 * address is the one that there is.
 */
static bool register_client(struct grant *grant)
{
	const struct cfg_matrix *matrix = &grant->mx->config->matrix;
	struct mx_request request = {
		.method = MX_POST,
		.url = grant->server.registration,
		.body = json_pack("{s:s, s:s, s:s, s:s, s:[ss], s:[]}", "client_name",
			matrix->device_name, "client_uri", matrix->homeserver, "application_type",
			"native", "token_endpoint_auth_method", "none", "grant_types",
			"urn:ietf:params:oauth:grant-type:device_code", "refresh_token",
			"response_types"),
	};

	if (!request.body) {
		grant->mx->fatal = MX_NO_MEMORY;
		return false;
	}
	return ask_for(grant, request, "registration") &&
	       (mx_oauth_read_client(grant->answer.json, grant->client) ||
		       refuse(grant, MX_BAD_CONFIG, "the server registers the bot under no name"));
}

static bool ask_for_code(struct grant *grant)
{
	struct mx_request request = {.method = MX_POST, .url = grant->server.device};
	char *device = NULL;

	if (mx_kept_device(grant->mx->store, &device) == BOT_OK && device)
		request.form = mx_url("client_id=%&scope=%%", grant->client,
			"urn:matrix:client:api:* urn:matrix:client:device:", device);
	free(device);
	return ask_for(grant, request, "device_authorization") &&
	       (mx_oauth_read_grant(grant->answer.json, grant->clear, &grant->code) ||
		       refuse(grant, MX_BAD_CONFIG, "the server gives no link and code to show"));
}

/* Asks until there are tokens, which are borrowed from grant->answer. */
static bool poll_for_tokens(struct grant *grant, struct mx_tokens *tokens)
{
	int64_t end = mx_clock_now() + grant->code.lifetime, interval = grant->code.interval;
	static const bool never = false;

	while (mx_clock_now() < end) {
		struct mx_request request = {.method = MX_POST, .url = grant->server.token};

		if (!wait_until(grant, mx_clock_now() + interval, &never))
			return false;
		request.form = mx_url("grant_type=%&client_id=%&device_code=%",
			"urn:ietf:params:oauth:grant-type:device_code", grant->client,
			grant->code.code);
		if (!ask(grant, request))
			return false;
		switch (mx_oauth_read_tokens(&grant->answer, tokens)) {
		case MX_TOKEN_GIVEN:
			return true;
		case MX_TOKEN_PENDING:
			break;
		case MX_TOKEN_SLOWER:
		case MX_TOKEN_AGAIN:
			interval = interval < SLOWEST ? interval + SLOWER : SLOWEST;
			break;
		case MX_TOKEN_DENIED:
			return refuse(grant, MX_LOGIN_REFUSED, "who opened the link said no");
		case MX_TOKEN_EXPIRED:
			return refuse(grant, MX_LOGIN_REFUSED, "nobody said yes in time");
		case MX_TOKEN_REFUSED:
			return refuse(grant, MX_LOGIN_REFUSED, mx_oauth_error(&grant->answer));
		}
	}
	return refuse(grant, MX_LOGIN_REFUSED, "nobody said yes in time");
}

/* A session that is not to be used is not left lying about; whether that works, it is over. */
static void give_back(struct grant *grant, const char *refresh)
{
	enum mx_error fatal = grant->mx->fatal;
	struct mx_request request = {.method = MX_POST, .url = grant->server.revocation};

	if (!*grant->server.revocation)
		return;
	request.form =
		mx_url("token_type_hint=refresh_token&client_id=%&token=%", grant->client, refresh);
	(void)ask(grant, request);
	grant->mx->fatal = fatal;
}

/* Whose the token is. */
static bool is_the_account(struct grant *grant)
{
	struct mx_request request = {
		.method = MX_GET, .path = mx_url("/_matrix/client/v3/account/whoami")};
	const char *user;

	if (!ask_for(grant, request, "whoami"))
		return false;
	user = mx_json_text(grant->answer.json, "user_id");
	if (user && strcmp(user, grant->mx->me) == 0)
		return true;
	return refuse(grant, MX_BAD_CONFIG,
		"who opened the link was logged in there as another account: log out there, or use "
		"a private window");
}

static bool keep(struct grant *grant, const char *access, const struct mx_renewal *renewal)
{
	struct mx *mx = grant->mx;
	const char *device = mx_json_text(grant->answer.json, "device_id");
	enum bot_error error = bot_store_begin(mx->store);

	if (!error)
		error = mx_keep(mx->store, device, access, renewal);
	if (!mx_commit(mx, error, "login"))
		mx->fatal = MX_STORE_FAILED;
	return !mx->fatal;
}

static void take(struct grant *grant, const struct mx_tokens *tokens)
{
	struct mx *mx = grant->mx;
	char *access = strdup(tokens->access);
	struct mx_renewal renewal = {
		.client = strdup(grant->client),
		.endpoint = strdup(grant->server.token),
		.refresh = tokens->refresh ? strdup(tokens->refresh) : NULL,
		.due = tokens->lifetime ? mx_clock_date() + mx_oauth_renewal(tokens->lifetime) : 0,
	};

	if (!tokens->refresh)
		refuse(grant, MX_BAD_CONFIG, "the server gives no refresh token");
	else if (!access || !renewal.client || !renewal.endpoint || !renewal.refresh ||
		 mx_http_set_token(mx->http, access) != MX_OK)
		mx->fatal = MX_NO_MEMORY;
	else if (!is_the_account(grant))
		give_back(grant, renewal.refresh);
	else if (keep(grant, access, &renewal))
		mx->session.state = MX_LOGGED_IN;
	mx_wipe(access);
	mx_renewal_finish(&renewal);
}

void mx_grant(struct mx *mx, struct mx_show show, int stop)
{
	struct grant grant = {
		.mx = mx,
		.stop = stop,
		.clear = strncmp(mx->config->matrix.homeserver, "http:", 5) == 0,
	};
	struct mx_tokens tokens;

	if (find_server(&grant) && register_client(&grant) && ask_for_code(&grant)) {
		show.call(show.self, grant.code.link, grant.code.user_code, grant.code.complete);
		if (poll_for_tokens(&grant, &tokens))
			take(&grant, &tokens);
	}
	drop_answer(&grant);
	sodium_memzero(&grant, sizeof grant);
}
