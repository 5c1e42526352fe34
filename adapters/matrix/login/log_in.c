#include "adapters/matrix/login/log_in.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/login/account.h"
#include "adapters/matrix/login/oauth.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/login/session_life.h"
#include "adapters/matrix/login/session_store.h"
#include "bot/base/clock.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define WAIT_MOST     30000             /* the longest wait for an answer, in milliseconds */
#define QUERY_LIMIT   ((size_t)1 << 20) /* bytes; the account may have many devices */
#define ANSWER_LIMIT  ((size_t)1 << 18) /* bytes */
#define INTERVAL_MOST 60000             /* ms */
#define SLOWDOWN      5000              /* ms; RFC 8628, 3.5 */

static void wait_for_session(struct mx_session *session, int stop)
{
	struct mx_account *account = session->account;
	bool stopped = false;

	while (!account->fatal && session->state != MX_LOGGED_IN) {
		mx_session_start_requests(session);
		stopped = mx_http_wait(
			account->http, session->backoff.failures > 0 ? 0 : WAIT_MOST, stop);
		if (!account->fatal && stopped)
			account->fatal = MX_INTERRUPTED;
		if (!account->fatal && session->backoff.failures > 0)
			account->fatal = MX_NO_ANSWER;
	}
}

/* The question for the account's published keys. */
struct query {
	const char *user;
	bool is_answered;
	bool has_identity;
};

static void take_keys(void *self, const struct mx_answer *answer)
{
	struct query *query = self;
	const json_t *keys = json_object_get(answer->json, "master_keys");

	query->is_answered = true;
	query->has_identity = answer->status == 200 && json_object_get(keys, query->user);
}

static bool ask_for_identity(struct mx_account *account, int stop)
{
	struct query query = {.user = account->user};
	const struct mx_http_request request = {
		.method = MX_HTTP_POST,
		.path = bot_strdup("/_matrix/client/v3/keys/query"),
		.body = json_pack("{s:{s:[]}}", "device_keys", account->user),
		.timeout = WAIT_MOST,
		.limit = QUERY_LIMIT,
	};

	mx_http_start(account->http, &request, take_keys, &query);
	while (!query.is_answered && !account->fatal)
		if (mx_http_wait(account->http, WAIT_MOST, stop))
			account->fatal = MX_INTERRUPTED;
	return query.has_identity;
}

struct grant {
	struct mx_session *session;
	int stop;
	bool clear; /* the homeserver's own address uses http (see mx_oauth_read_server) */
	struct mx_oauth_server server;
	char client[MX_CLIENT_SIZE];
	struct mx_device_grant code;
	struct mx_answer answer; /* the last answer; this struct owns answer.json */
	bool answered;
};

static bool refuse(struct grant *grant, enum mx_error error, const char *why)
{
	if (!grant->session->account->fatal)
		mx_account_give_up(grant->session->account, error, "login_refused", why);
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

/*
 * Waits until steady time `until`, or until *done is true. If `stop` interrupts the wait, sets
 * `fatal` to MX_INTERRUPTED and returns false.
 */
static bool wait_until(struct grant *grant, int64_t until, const bool *done)
{
	while (!*done && bot_clock_steady() < until)
		if (mx_http_wait(grant->session->account->http, until - bot_clock_steady(),
			    grant->stop)) {
			grant->session->account->fatal = MX_INTERRUPTED;
			return false;
		}
	return true;
}

/*
 * Sends a request and waits for the answer. If `stop` interrupts the wait, sets `fatal` and returns
 * false.
 */
static bool ask(struct grant *grant, struct mx_http_request request)
{
	drop_answer(grant);
	grant->answered = false;
	request.limit = ANSWER_LIMIT;
	mx_http_start(grant->session->account->http, &request, on_answer, grant);
	return wait_until(grant, INT64_MAX, &grant->answered);
}

/*
 * Sends a request like `ask`, and accepts only a successful answer with JSON. Otherwise logs that
 * `what` failed, and returns false.
 */
static bool ask_for(struct grant *grant, struct mx_http_request request, const char *what)
{
	if (!ask(grant, request))
		return false;
	if (grant->answer.status >= 200 && grant->answer.status < 300 && grant->answer.json)
		return true;
	bot_log_write(BOT_LOG_ERROR, "login_failed",
		BOT_LOG_FIELDS({"at", .text = what}, {"status", .number = grant->answer.status},
			{"why", .text = grant->answer.trouble ? grant->answer.trouble
							      : mx_oauth_error(&grant->answer)}));
	grant->session->account->fatal = MX_NO_ANSWER;
	return false;
}

static bool find_server(struct grant *grant)
{
	struct mx_http_request request = {
		.method = MX_HTTP_GET, .path = mx_url_format("/_matrix/client/v1/auth_metadata")};
	const char *why;

	if (!ask_for(grant, request, "metadata"))
		return false;
	why = mx_oauth_read_server(grant->answer.json, grant->clear, &grant->server);
	return !why || refuse(grant, MX_BAD_CONFIG, why);
}

/*
 * Registers the bot as an OAuth 2.0 client. A client must name its web page (client_uri). The bot
 * has no web page, so it names the homeserver's address.
 */
static bool register_client(struct grant *grant)
{
	const struct cfg_matrix *matrix = &grant->session->account->config->matrix;
	struct mx_http_request request = {
		.method = MX_HTTP_POST,
		.url = grant->server.registration,
		.body = json_pack("{s:s, s:s, s:s, s:s, s:[ss], s:[]}", "client_name",
			matrix->device_name, "client_uri", matrix->homeserver, "application_type",
			"native", "token_endpoint_auth_method", "none", "grant_types",
			MX_OAUTH_DEVICE_GRANT, "refresh_token", "response_types"),
	};

	return ask_for(grant, request, "registration") &&
	       (mx_oauth_read_client(grant->answer.json, grant->client) ||
		       refuse(grant, MX_BAD_CONFIG,
			       "the OAuth 2.0 server registers the bot without a client id"));
}

static bool ask_for_code(struct grant *grant)
{
	struct mx_http_request request = {.method = MX_HTTP_POST, .url = grant->server.device};
	char *device = NULL;

	if (mx_session_store_device(grant->session->account->store, &device) != BOT_OK) {
		grant->session->account->fatal = MX_STORE_FAILED;
		return false;
	}
	request.form = mx_url_format("client_id=%&scope=%%", grant->client,
		"urn:matrix:client:api:* urn:matrix:client:device:", device);
	free(device);
	return ask_for(grant, request, "device_authorization") &&
	       (mx_oauth_read_grant(grant->answer.json, grant->clear, &grant->code) ||
		       refuse(grant, MX_BAD_CONFIG,
			       "the OAuth 2.0 server gives no valid link and code"));
}

/*
 * Asks the server again and again until it gives tokens. The tokens are borrowed from
 * grant->answer.
 */
static bool poll_for_tokens(struct grant *grant, struct mx_tokens *tokens)
{
	int64_t end = bot_clock_steady() + grant->code.lifetime, interval = grant->code.interval;
	static const bool never = false;

	while (bot_clock_steady() < end) {
		struct mx_http_request request = {
			.method = MX_HTTP_POST, .url = grant->server.token};

		if (!wait_until(grant, bot_clock_steady() + interval, &never))
			return false;
		request.form = mx_url_format("grant_type=%&client_id=%&device_code=%",
			MX_OAUTH_DEVICE_GRANT, grant->client, grant->code.code);
		if (!ask(grant, request))
			return false;
		switch (mx_oauth_read_tokens(&grant->answer, tokens)) {
		case MX_TOKEN_GIVEN:
			return true;
		case MX_TOKEN_PENDING:
			break;
		case MX_TOKEN_SLOWER:
		case MX_TOKEN_AGAIN:
			interval = interval < INTERVAL_MOST ? interval + SLOWDOWN : INTERVAL_MOST;
			break;
		case MX_TOKEN_DENIED:
			return refuse(
				grant, MX_LOGIN_REFUSED, "the person who opened the link refused");
		case MX_TOKEN_EXPIRED:
			return refuse(grant, MX_LOGIN_REFUSED,
				"nobody opened the link and agreed in time");
		case MX_TOKEN_REFUSED:
			return refuse(grant, MX_LOGIN_REFUSED, mx_oauth_error(&grant->answer));
		}
	}
	return refuse(grant, MX_LOGIN_REFUSED, "nobody opened the link and agreed in time");
}

/*
 * Ends a session that the bot must not use, by revoking its refresh token. The log-in has failed
 * already, so the bot ignores a failure here.
 */
static void revoke(struct grant *grant, const char *refresh)
{
	enum mx_error fatal = grant->session->account->fatal;
	struct mx_http_request request = {.method = MX_HTTP_POST, .url = grant->server.revocation};

	if (!*grant->server.revocation)
		return;
	request.form = mx_url_format(
		"token_type_hint=refresh_token&client_id=%&token=%", grant->client, refresh);
	(void)ask(grant, request);
	grant->session->account->fatal = fatal;
}

/* Asks the homeserver whether the new token belongs to the configured account. */
static bool is_the_account(struct grant *grant)
{
	struct mx_http_request request = {
		.method = MX_HTTP_GET, .path = mx_url_format("/_matrix/client/v3/account/whoami")};
	const char *user;

	if (!ask_for(grant, request, "whoami"))
		return false;
	user = mx_json_text(grant->answer.json, "user_id");
	if (user && strcmp(user, grant->session->account->user) == 0)
		return true;
	return refuse(grant, MX_BAD_CONFIG,
		"the person who opened the link was logged in there with another account: log out "
		"there, or open the link in a private window");
}

static bool store_session(struct grant *grant, const char *access, const struct mx_renewal *renewal)
{
	const char *device = mx_json_text(grant->answer.json, "device_id");

	if (!mx_session_write(grant->session, device, access, renewal))
		grant->session->account->fatal = MX_STORE_FAILED;
	return !grant->session->account->fatal;
}

static void use_tokens(struct grant *grant, const struct mx_tokens *tokens)
{
	struct mx_session *session = grant->session;
	char *access;
	struct mx_renewal renewal = {
		.due = tokens->lifetime
			       ? bot_clock_wall() + mx_oauth_renewal_delay(tokens->lifetime)
			       : 0};

	if (!tokens->refresh) {
		refuse(grant, MX_BAD_CONFIG, "the OAuth 2.0 server gives no refresh token");
		return;
	}
	access = bot_strdup(tokens->access);
	renewal.client = bot_strdup(grant->client);
	renewal.endpoint = bot_strdup(grant->server.token);
	renewal.refresh = bot_strdup(tokens->refresh);
	mx_http_set_token(session->account->http, access);
	if (!is_the_account(grant))
		revoke(grant, renewal.refresh);
	else if (store_session(grant, access, &renewal))
		session->state = MX_LOGGED_IN;
	mx_secret_free(access);
	mx_renewal_finish(&renewal);
}

/*
 * Logs in, and waits until the log-in ends. On success, stores the session and sets its state to
 * MX_LOGGED_IN. On failure, sets session->account->fatal and logs the reason. If the file
 * descriptor `stop` becomes readable, this interrupts the wait. `stop` is -1 if the caller has no
 * such descriptor.
 */
static void log_in_by_grant(
	struct mx_session *session, struct mx_device_code_display display, int stop)
{
	struct grant grant = {
		.session = session,
		.stop = stop,
		.clear = strncmp(session->account->config->matrix.homeserver, "http:", 5) == 0,
	};
	struct mx_tokens tokens;

	if (find_server(&grant) && register_client(&grant) && ask_for_code(&grant)) {
		display.show(display.self, grant.code.verification_uri, grant.code.user_code,
			grant.code.complete);
		if (poll_for_tokens(&grant, &tokens))
			use_tokens(&grant, &tokens);
	}
	drop_answer(&grant);
	sodium_memzero(&grant, sizeof(grant));
}

enum mx_error mx_log_in(const struct cfg *config, const struct cfg_secrets *secrets,
	struct bot_store *store, struct mx_device_code_display display, int stop,
	bool *has_identity)
{
	struct mx_account account = {
		.config = config, .secrets = secrets, .user = config->matrix.user, .store = store};
	struct mx_session session = {.account = &account};

	account.fatal = mx_account_create_http(&account);
	if (account.fatal)
		return account.fatal;
	/*
	 * With OAuth 2.0 a person may refuse to let the bot in. So the bot keeps the old session
	 * until it has a new one.
	 */
	if (config->matrix.login != CFG_LOGIN_OAUTH)
		mx_session_forget(&session);
	if (!account.fatal)
		mx_session_start(&session);
	if (!account.fatal && config->matrix.login == CFG_LOGIN_OAUTH)
		log_in_by_grant(&session, display, stop);
	else if (!account.fatal)
		wait_for_session(&session, stop);
	if (!account.fatal)
		*has_identity = ask_for_identity(&account, stop);
	mx_http_destroy(account.http);
	return account.fatal;
}
