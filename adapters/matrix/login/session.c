#include "adapters/matrix/login/session.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/login/appservice_login.h"
#include "adapters/matrix/login/device.h"
#include "adapters/matrix/login/oauth.h"
#include "adapters/matrix/login/session_store.h"
#include "adapters/matrix/login/token_refresh.h"
#include "bot/base/log.h"

#include <stdlib.h>
#include <string.h>

#define TIMEOUT            30000
#define ANSWER_LIMIT       65536
#define RENEWAL_INTERVAL   5000 /* between renewals if the homeserver refuses even new tokens */
#define LOGIN_INTERVAL     (INT64_C(10) * 60 * 1000) /* Synapse allows 0.003 log-ins a second */
#define DEVICE_LOSSES_MOST 5 /* the wait between log-ins stops growing here */
#define LOSS_FORGOTTEN     (INT64_C(24) * 3600 * 1000)
#define LOCKED_WAIT        (INT64_C(5) * 60 * 1000)
#define WHOAMI_INTERVAL    10000

void mx_session_give_up(
	struct mx_session *session, enum mx_error error, const char *event, const char *why)
{
	session->account->fatal = error;
	bot_log_write(BOT_LOG_ERROR, event,
		BOT_LOG_FIELDS({"user", .text = session->account->me}, {"why", .text = why}));
}

void mx_session_start(struct mx_session *session)
{
	char *user = NULL, *token = NULL;
	enum bot_error error = bot_store_begin(session->account->store);

	if (!error)
		error = mx_session_store_start(
			session->account->store, session->account->me, &user, &token);
	if (!error)
		error = mx_device_start(session);
	if (!mx_account_commit(session->account, error, "start")) {
		session->account->fatal = MX_STORE_FAILED;
		goto out;
	}
	if (user && strcmp(user, session->account->me) != 0) {
		mx_session_give_up(session, MX_BAD_CONFIG, "wrong_account",
			"the store belongs to another account");
		goto out;
	}
	if (session->account->secrets->access_token || !mx_oauth_is_token(token))
		goto out;
	mx_http_set_token(session->account->http, token);
	session->state = MX_LOGGED_IN;
	if (session->account->config->matrix.login == CFG_LOGIN_OAUTH)
		mx_token_refresh_start(session);
out:
	free(user);
	mx_secret_free(token);
}

static enum bot_error write_session(
	struct mx_session *session, const char *device, const char *token)
{
	enum bot_error error = bot_store_begin(session->account->store);

	return error ? error : mx_session_store_write(session->account->store, device, token, NULL);
}

void mx_session_forget(struct mx_session *session)
{
	if (!mx_account_commit(session->account, write_session(session, NULL, NULL), "login"))
		session->account->fatal = MX_STORE_FAILED;
}

/* Explains an error code of the homeserver in a sentence for the log. */
static const char *refusal(const struct mx_session *session, const char *code)
{
	static const struct {
		const char *code, *text;
	} known[] = {
		{"M_FORBIDDEN", "the homeserver does not accept the user name and password"},
		{"M_USER_DEACTIVATED", "the account is deactivated"},
		{"M_UNKNOWN_TOKEN", "the homeserver does not know the access token"},
		{"M_UNKNOWN", "the homeserver does not allow to log in by password"},
		{"M_UNRECOGNIZED", "the homeserver does not allow to log in by password"},
	};

	if (session->account->secrets->hs_token)
		return mx_appservice_login_refusal(code);
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i].code, code) == 0)
			return known[i].text;
	return code;
}

static void take_login(struct mx_session *session, const struct mx_answer *answer)
{
	const char *user = mx_json_text(answer->json, "user_id");
	const char *device = mx_json_text(answer->json, "device_id");
	const char *token = mx_json_text(answer->json, "access_token");
	bool by_password = !session->account->secrets->access_token;

	if (user && strcmp(user, session->account->me) != 0) {
		mx_session_give_up(session, MX_BAD_CONFIG, "wrong_account",
			"the homeserver says that this is another account");
		return;
	}
	if (!user || (by_password && !mx_oauth_is_token(token))) {
		mx_answer_log("login_failed", session->account->me, answer);
		mx_backoff_fail(&session->backoff);
		return;
	}
	if (by_password)
		mx_http_set_token(session->account->http, token);
	if (session->account->secrets->hs_token)
		mx_appservice_login_set_device(session, device);
	/* If the store fails here, the session still works until the process ends. */
	mx_account_commit(session->account,
		write_session(session, device, by_password ? token : NULL), "login");
	session->state = MX_LOGGED_IN;
	mx_backoff_reset(&session->backoff);
	bot_log_write(
		BOT_LOG_INFO, "logged_in", BOT_LOG_FIELDS({"user", .text = session->account->me}));
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
		mx_session_give_up(session, MX_LOGIN_REFUSED, "login_refused",
			refusal(session, mx_answer_code(answer)));
		return;
	case MX_ANSWER_ACCOUNT_LOCKED:
		wait = LOCKED_WAIT;
		break;
	case MX_ANSWER_RATE_LIMITED:
	case MX_ANSWER_RETRY:
		break;
	}
	mx_answer_log("login_failed", session->account->me, answer);
	mx_backoff_fail(&session->backoff);
	mx_backoff_extend(&session->backoff, wait);
}

/*
 * Asks for no refresh token: with the password the bot can log in at any time. NULL: the password
 * is not valid UTF-8.
 */
static json_t *login_body(const struct mx_session *session, const char *device)
{
	return json_pack("{s:s, s:{s:s, s:s}, s:s, s:s, s:s*}", "type", "m.login.password",
		"identifier", "type", "m.id.user", "user", session->account->me, "password",
		session->account->secrets->password, "device_id", device,
		"initial_device_display_name", session->account->config->matrix.device_name);
}

/*
 * Starts the log-in or the renewal of the token. If that can never succeed, ends the run. Returns
 * false if the store can't be read now.
 */
static bool log_in(struct mx_session *session)
{
	struct mx_http_request request = {.timeout = TIMEOUT, .limit = ANSWER_LIMIT};
	char *device = NULL;

	if (session->account->config->matrix.login == CFG_LOGIN_OAUTH)
		return mx_token_refresh_send(session);
	if (session->account->secrets->access_token) {
		mx_http_set_token(session->account->http, session->account->secrets->access_token);
		session->state = MX_LOGGING_IN;
		if (session->account->secrets->hs_token) {
			mx_appservice_login_start(session, on_login);
			return true;
		}
		request.method = MX_HTTP_GET;
		request.path = mx_url_format("/_matrix/client/v3/account/whoami");
		mx_http_start(session->account->http, &request, on_login, session);
		return true;
	}
	mx_http_set_token(session->account->http, NULL);
	if (mx_session_store_device(session->account->store, &device) != BOT_OK)
		return false;
	request.body = login_body(session, device);
	free(device);
	if (!request.body) {
		mx_session_give_up(session, MX_BAD_CONFIG, "bad_password",
			"the password is not valid UTF-8: write its file again, in UTF-8");
		return true;
	}
	session->state = MX_LOGGING_IN;
	session->last_attempt = mx_clock_steady();
	request.method = MX_HTTP_POST;
	request.path = mx_url_format("/_matrix/client/v3/login");
	mx_http_start(session->account->http, &request, on_login, session);
	return true;
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

static void ask_whoami(struct mx_session *session)
{
	struct mx_http_request request = {
		.method = MX_HTTP_GET, .timeout = TIMEOUT, .limit = ANSWER_LIMIT};

	if (!session->must_check || session->check_is_under_way || session->state != MX_LOGGED_IN ||
		!mx_backoff_is_over(&session->check_backoff))
		return;
	mx_backoff_extend(&session->check_backoff, WHOAMI_INTERVAL);
	request.path = mx_url_format("/_matrix/client/v3/account/whoami");
	mx_http_start(session->account->http, &request, on_whoami, session);
	session->check_is_under_way = true;
}

void mx_session_bound(const struct mx_session *session, int64_t *timeout)
{
	mx_backoff_limit_timeout(&session->locked_backoff, timeout);
	if (session->must_check && !session->check_is_under_way)
		mx_backoff_limit_timeout(&session->check_backoff, timeout);
}

void mx_session_turn(struct mx_session *session)
{
	bool due = session->state == MX_LOGGED_OFF ||
		   (session->state == MX_LOGGED_IN && mx_token_refresh_is_due(session));

	ask_whoami(session);
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

/*
 * Returns how many milliseconds to wait before the next log-in: 0 after the first lost device, then
 * longer after each further loss, since something keeps deleting the devices.
 */
static int64_t wait_after_loss(struct mx_session *session)
{
	int64_t age = mx_clock_steady() - session->last_attempt;

	if (session->last_attempt == 0 || age > LOSS_FORGOTTEN)
		session->device_losses = 0;
	if (session->device_losses < DEVICE_LOSSES_MOST)
		session->device_losses++;
	return session->device_losses == 1 ? 0 : LOGIN_INTERVAL << (session->device_losses - 2);
}

void mx_session_replace_device(struct mx_session *session, const char *event, const char *why)
{
	if (session->account->config->matrix.login == CFG_LOGIN_OAUTH ||
		session->account->secrets->access_token) {
		mx_session_give_up(session, MX_LOGGED_OUT, event, why);
		return;
	}
	bot_log_write(BOT_LOG_WARNING, event,
		BOT_LOG_FIELDS({"user", .text = session->account->me}, {"why", .text = why}));
	session->state = MX_LOGGED_OFF;
	session->device_lost = true;
	mx_backoff_extend(&session->backoff, wait_after_loss(session));
}

static void end_session(struct mx_session *session, const struct mx_answer *answer)
{
	if (answer->session != mx_http_session(session->account->http) ||
		session->state != MX_LOGGED_IN)
		return; /* the answer belongs to an earlier session */
	session->state = MX_LOGGED_OFF;
	session->must_check = false;
	if (session->account->config->matrix.login == CFG_LOGIN_OAUTH) {
		session->token_refused = true; /* a refused refresh then ends the run */
		mx_backoff_extend(&session->backoff,
			session->last_attempt + RENEWAL_INTERVAL - mx_clock_steady());
		return;
	}
	if (session->account->secrets->access_token) {
		mx_session_give_up(session, MX_LOGGED_OUT, "logged_out",
			session->account->secrets->hs_token
				? "the homeserver does not know this registration any more"
				: "the access token is not valid any more: put a new one in its "
				  "file");
		return;
	}
	if (!mx_answer_soft_logout(answer)) {
		mx_session_replace_device(session, "logged_out",
			"the homeserver has ended the session and deleted the device: logging in "
			"again as another");
		return;
	}
	bot_log_write(BOT_LOG_WARNING, "logged_out_softly", NULL);
	if (session->last_attempt != 0)
		mx_backoff_extend(&session->backoff,
			session->last_attempt + LOGIN_INTERVAL - mx_clock_steady());
}

static bool is_locked(const struct mx_answer *answer)
{
	return strcmp(mx_answer_code(answer), "M_USER_LOCKED") == 0;
}

static void log_locked(const struct mx_session *session, const struct mx_answer *answer)
{
	bot_log_write(BOT_LOG_ERROR, "account_held",
		BOT_LOG_FIELDS({"user", .text = session->account->me},
			{"why", .text = is_locked(answer)
						? "the homeserver's administrators have locked the "
						  "account; waiting until they unlock it"
						: "the homeserver's administrators have suspended "
						  "the account; waiting until they let it "
						  "write"}));
}

/* Applies what an answer to /sync or whoami says about the session. */
static void apply_verdict(
	struct mx_session *session, const struct mx_answer *answer, enum mx_answer_verdict verdict)
{
	if (verdict == MX_ANSWER_NO_SESSION)
		end_session(session, answer);
	if (verdict == MX_ANSWER_DONE)
		mx_backoff_reset(&session->locked_backoff);
	if (verdict == MX_ANSWER_ACCOUNT_LOCKED) {
		log_locked(session, answer);
		mx_backoff_extend(&session->locked_backoff, LOCKED_WAIT);
	}
}

/*
 * Returns whether the bot must ask whoami to check what the answer says. Suspension is no reason to
 * ask, since a suspended account may still use /sync and whoami.
 */
static bool must_ask_whoami(const struct mx_answer *answer, enum mx_answer_verdict verdict)
{
	return verdict == MX_ANSWER_NO_SESSION ||
	       (verdict == MX_ANSWER_ACCOUNT_LOCKED && is_locked(answer));
}

enum mx_answer_verdict mx_session_watch(
	struct mx_session *session, const struct mx_answer *answer, enum mx_author author)
{
	enum mx_answer_verdict verdict = mx_answer_verdict(answer);

	if (author == MX_AUTHOR_SESSION)
		apply_verdict(session, answer, verdict);
	else if (must_ask_whoami(answer, verdict)) {
		session->must_check |= answer->session == mx_http_session(session->account->http);
		return MX_ANSWER_NO_SESSION;
	} else if (verdict == MX_ANSWER_ACCOUNT_LOCKED && author == MX_AUTHOR_HOMESERVER)
		log_locked(session, answer);
	return verdict;
}
