#include "adapters/matrix/login/session_life.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/login/discovery.h"
#include "adapters/matrix/login/oauth.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/login/session_store.h"
#include "bot/base/clock.h"
#include "bot/base/log.h"

#include <stdlib.h>
#include <string.h>

#define WHOAMI_INTERVAL 10000 /* the least ms between two requests to whoami */

#define SILENT_TRIES 6 /* failures in a row; with their waits, half a minute */

void mx_session_start(struct mx_session *session)
{
	char *user = NULL, *token = NULL;
	enum bot_error error = bot_store_begin(session->account->store);

	if (!error)
		error = mx_session_store_start(
			session->account->store, session->account->user, &user, &token);
	if (!error)
		error = mx_device_read_doubt(session);
	if (!mx_account_commit(session->account, error, "start")) {
		session->account->fatal = MX_STORE_FAILED;
		goto out;
	}
	if (user && strcmp(user, session->account->user) != 0) {
		mx_account_reject_user(session->account, "the store belongs to", user);
		goto out;
	}
	if (session->account->secrets->access_token || !mx_oauth_is_token(token))
		goto out;
	mx_http_set_token(session->account->http, token);
	session->state = MX_LOGGED_IN;
	if (session->account->config->matrix.login == CFG_LOGIN_OAUTH)
		mx_oauth_start(session);
out:
	free(user);
	mx_secret_free(token);
}

void mx_session_forget(struct mx_session *session)
{
	if (!mx_session_write(session, NULL, NULL, NULL))
		session->account->fatal = MX_STORE_FAILED;
}

static void on_whoami(void *self, const struct mx_answer *answer)
{
	struct mx_session *session = self;
	enum mx_answer_verdict verdict = mx_session_watch(session, answer, MX_AUTHOR_SESSION);

	session->check_is_under_way = false;
	if (verdict == MX_ANSWER_RETRY || verdict == MX_ANSWER_RATE_LIMITED)
		mx_backoff_extend(&session->check_backoff, mx_answer_wait(answer));
	else
		session->must_check = false;
}

/*
 * How the bot logs in: by password, with an access token, or as an application service. The first
 * log-in with OAuth 2.0 needs a person (log_in.h). After that, the bot renews its token
 * (oauth.h).
 *
 * An application service first registers its account, unless the account exists. Then it makes its
 * device. Finally it asks the homeserver whether it may use the account and the device. The account
 * is one of the users in the registration's namespaces, and not the registration's sender: Synapse
 * allows the sender many requests, but not /sync. After a crash of the bot or of the homeserver,
 * the bot may send a message again, with the same transaction id. The homeserver recognises the
 * repeated message only if it comes from the same device. Without a device, homeservers forget
 * transaction ids when they restart, or never store them.
 */

/* Explains an error code of the homeserver in a sentence for the log. */
static const char *explain_refusal(const struct mx_session *session, const char *code)
{
	static const struct {
		const char *code;
		const char *user;
		const char *service; /* the text if the bot is an application service */
	} known[] = {
		{"M_FORBIDDEN", "the homeserver does not accept the user name and password",
			"the registration's namespaces do not contain the bot's user"},
		{"M_EXCLUSIVE", NULL,
			"the registration's namespaces do not contain the bot's user"},
		{"M_USER_DEACTIVATED", "the account is deactivated", "the account is deactivated"},
		{"M_UNKNOWN_TOKEN", "the homeserver does not know the access token",
			"the homeserver does not know this registration: name the file in its "
			"configuration (Synapse: app_service_config_files), and restart it"},
		{"M_UNKNOWN", "the homeserver offers no log-in by password", NULL},
		{"M_UNRECOGNIZED", "the homeserver offers no log-in by password", NULL},
	};
	const char *text = NULL;

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (strcmp(known[i].code, code) == 0)
			text = session->account->secrets->hs_token ? known[i].service
								   : known[i].user;
	return text ? text : code;
}

/* Goes on without a device, which the homeserver does not let this application service have. */
static void go_on_deviceless(struct mx_session *session)
{
	session->deviceless = true;
	mx_http_act_as(session->account->http, session->account->user, NULL);
	bot_log_write(BOT_LOG_WARNING, "no_device",
		BOT_LOG_FIELDS({"why",
			.text = "the homeserver gives the bot no device: people may see a message "
				"twice after a restart. Update the homeserver, or write the "
				"registration again"}));
}

static void take_login(struct mx_session *session, const struct mx_answer *answer)
{
	const char *user = mx_json_text(answer->json, "user_id");
	const char *device = mx_json_text(answer->json, "device_id");
	const char *token = mx_json_text(answer->json, "access_token");
	bool by_password = !session->account->secrets->access_token;

	if (strcmp(user, session->account->user) != 0) {
		mx_account_reject_user(session->account, "the homeserver logs the bot in as", user);
		return;
	}
	if (by_password && !mx_oauth_is_token(token)) {
		mx_answer_log("login_failed", session->account->user, answer);
		mx_discovery_ask_for_hint(session, answer);
		mx_backoff_fail(&session->backoff);
		return;
	}
	if (by_password)
		mx_http_set_token(session->account->http, token);
	/* Dendrite names a device that is not the bot's even if it has refused the bot's device */
	if (session->account->secrets->hs_token && (session->deviceless || !device)) {
		go_on_deviceless(session);
		device = NULL;
	}
	/* If the store fails here, the bot can still use the session until the process ends. */
	(void)mx_session_write(session, device, by_password ? token : NULL, NULL);
	session->state = MX_LOGGED_IN;
	mx_backoff_reset(&session->backoff);
	bot_log_write(BOT_LOG_INFO, "logged_in",
		BOT_LOG_FIELDS({"user", .text = session->account->user}));
}

/* The log has the reason of each failure, but not the address, which may have a typing error. */
static void report_silence(const struct mx_session *session)
{
	bot_log_write(BOT_LOG_ERROR, "homeserver_silent",
		BOT_LOG_FIELDS({"address", .text = session->account->config->matrix.homeserver},
			{"why", .text = "nothing answers there; look at "
					"matrix.homeserver (its spelling and its port), and "
					"whether this machine can reach it; the bot goes on "
					"trying"}));
}

static void on_login(void *self, const struct mx_answer *answer)
{
	struct mx_session *session = self;
	int64_t wait = mx_answer_wait(answer);

	session->state = MX_LOGGED_OFF;
	switch (mx_answer_verdict(answer)) {
	case MX_ANSWER_DONE:
		take_login(session, answer);
		mx_oauth_wipe_tokens(answer);
		return;
	case MX_ANSWER_REFUSED:
	case MX_ANSWER_NO_SESSION:
		mx_account_give_up(session->account, MX_LOGIN_REFUSED, "login_refused",
			explain_refusal(session, mx_answer_code(answer)));
		return;
	case MX_ANSWER_ACCOUNT_HELD:
		wait = MX_LOCKED_WAIT;
		break;
	case MX_ANSWER_RATE_LIMITED:
	case MX_ANSWER_RETRY:
		break;
	}
	mx_answer_log("login_failed", session->account->user, answer);
	mx_backoff_fail(&session->backoff);
	mx_backoff_extend(&session->backoff, wait);
	mx_discovery_ask_for_hint(session, answer);
	if (answer->status == 0 && session->backoff.failures == SILENT_TRIES)
		report_silence(session);
}

/* Asks the homeserver which user and device the bot's token belongs to. */
static void ask_whoami(
	struct mx_session *session, void (*done)(void *self, const struct mx_answer *answer))
{
	struct mx_http_request request = {
		.method = MX_HTTP_GET,
		.path = mx_url_format("/_matrix/client/v3/account/whoami"),
	};

	mx_http_start(session->account->http, &request, done, session);
}

/*
 * Returns the body of the log-in request, or NULL if the password is not valid UTF-8. The bot asks
 * for no refresh token: with the password it can log in at any time.
 */
static json_t *login_body(const struct mx_session *session, const char *device)
{
	return json_pack("{s:s, s:{s:s, s:s}, s:s, s:s, s:s*}", "type", "m.login.password",
		"identifier", "type", "m.id.user", "user", session->account->user, "password",
		session->account->secrets->password, "device_id", device,
		"initial_device_display_name", session->account->config->matrix.device_name);
}

static bool log_in_by_password(struct mx_session *session)
{
	struct mx_http_request request = {.method = MX_HTTP_POST};
	char *device = NULL;

	if (mx_session_store_device(session->account->store, &device) != BOT_OK)
		return false;
	request.body = login_body(session, device);
	free(device);
	if (!request.body) {
		mx_account_give_up(session->account, MX_BAD_CONFIG, "bad_password",
			"the password is not valid UTF-8: write its file again, in UTF-8");
		return true;
	}
	request.path = mx_url_format("/_matrix/client/v3/login");
	mx_http_set_token(session->account->http, NULL);
	mx_http_start(session->account->http, &request, on_login, session);
	session->state = MX_LOGGING_IN;
	session->last_attempt = bot_clock_steady();
	return true;
}

/*
 * Returns the stored device id, which the caller frees. If the store can't be read now, ends this
 * log-in as failed and returns NULL.
 */
static char *read_device(struct mx_session *session)
{
	char *device = NULL;

	if (mx_session_store_device(session->account->store, &device) == BOT_OK)
		return device;
	on_login(session, &(struct mx_answer){.trouble = "the store can't be read"});
	return NULL;
}

static void on_device(void *self, const struct mx_answer *answer)
{
	struct mx_session *session = self;
	enum mx_answer_verdict verdict = mx_answer_verdict(answer);
	char *device;

	if (verdict != MX_ANSWER_DONE && verdict != MX_ANSWER_REFUSED) {
		on_login(session, answer);
		return;
	}
	device = read_device(session);
	if (!device)
		return;
	session->deviceless = verdict == MX_ANSWER_REFUSED;
	mx_http_act_as(session->account->http, session->account->user,
		session->deviceless ? NULL : device);
	free(device);
	ask_whoami(session, on_login);
}

/*
 * Makes the device of the application service:
 * https://spec.matrix.org/latest/application-service-api/#device-management
 */
static void make_device(struct mx_session *session)
{
	char *device = read_device(session);
	struct mx_http_request request = {.method = MX_HTTP_PUT};

	if (!device)
		return;
	request.path = mx_url_format("/_matrix/client/v3/devices/%", device);
	request.body =
		json_pack("{s:s}", "display_name", session->account->config->matrix.device_name);
	free(device);
	mx_http_start(session->account->http, &request, on_device, session);
}

static void on_account(void *self, const struct mx_answer *answer)
{
	struct mx_session *session = self;

	if (mx_answer_verdict(answer) != MX_ANSWER_DONE &&
		strcmp(mx_answer_code(answer), "M_USER_IN_USE") != 0) {
		on_login(session, answer);
		return;
	}
	mx_http_act_as(session->account->http, session->account->user, NULL);
	make_device(session);
}

static void register_account(struct mx_session *session)
{
	const char *name = session->account->user + 1;
	struct mx_http_request request = {
		.method = MX_HTTP_POST,
		.path = mx_url_format("/_matrix/client/v3/register"),
		.body = json_pack("{s:s, s:s%, s:b}", "type", "m.login.application_service",
			"username", name, strcspn(name, ":"), "inhibit_login", 1),
	};

	mx_http_start(session->account->http, &request, on_account, session);
}

/*
 * Starts to log in or to renew the token, and sets the session's state to MX_LOGGING_IN. The answer
 * will set the state to MX_LOGGED_IN or MX_LOGGED_OFF. If the log-in can never succeed, ends the
 * run. Returns false if the store can't be read now.
 */
static bool log_in(struct mx_session *session)
{
	const struct cfg_secrets *secrets = session->account->secrets;

	if (session->account->config->matrix.login == CFG_LOGIN_OAUTH)
		return mx_oauth_renew(session);
	if (!secrets->access_token)
		return log_in_by_password(session);
	mx_http_set_token(session->account->http, secrets->access_token);
	session->state = MX_LOGGING_IN;
	if (secrets->hs_token) {
		session->last_attempt = bot_clock_steady();
		register_account(session);
	} else
		ask_whoami(session, on_login);
	return true;
}

static void check_session(struct mx_session *session)
{
	if (!session->must_check || session->check_is_under_way || session->state != MX_LOGGED_IN ||
		!mx_backoff_is_over(&session->check_backoff))
		return;
	mx_backoff_extend(&session->check_backoff, WHOAMI_INTERVAL);
	ask_whoami(session, on_whoami);
	session->check_is_under_way = true;
}

void mx_session_start_requests(struct mx_session *session)
{
	bool due = session->state == MX_LOGGED_OFF ||
		   (session->state == MX_LOGGED_IN && mx_oauth_renewal_is_due(session));

	check_session(session);
	if (!due || !mx_backoff_is_over(&session->backoff))
		return;
	if (session->device_lost && !mx_device_replace(session)) {
		mx_backoff_fail(&session->backoff);
		return;
	}
	session->device_lost = false;
	if (!log_in(session))
		mx_backoff_fail(&session->backoff);
}
