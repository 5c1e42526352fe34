#include "adapters/matrix/session.h"

#include "adapters/matrix/clock.h"
#include "adapters/matrix/context.h"
#include "adapters/matrix/enrol.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/kept.h"
#include "adapters/matrix/oauth.h"
#include "adapters/matrix/refresh.h"
#include "adapters/matrix/url.h"
#include "bot/log.h"

#include <stdlib.h>
#include <string.h>

#define TIMEOUT          30000
#define ANSWER_LIMIT     65536
#define RENEWAL_INTERVAL 5000                      /* of tokens that are no good even when new */
#define LOGIN_INTERVAL   (INT64_C(10) * 60 * 1000) /* Synapse allows 0.003 log-ins a second */
#define HELD_WAIT        (INT64_C(5) * 60 * 1000)

void mx_session_give_up(struct mx *mx, enum mx_error error, const char *event, const char *why)
{
	mx->fatal = error;
	bot_log_write(BOT_LOG_ERROR, event,
		BOT_LOG_FIELDS({"user", .text = mx->me}, {"why", .text = why}));
}

void mx_session_start(struct mx *mx)
{
	char *user = NULL, *token = NULL;
	enum bot_error error = bot_store_begin(mx->store);

	if (!error)
		error = mx_kept_begin(mx->store, mx->me, &user, &token);
	if (!mx_commit(mx, error, "start")) {
		mx->fatal = MX_STORE_FAILED;
		goto out;
	}
	if (user && strcmp(user, mx->me) != 0) {
		mx_session_give_up(
			mx, MX_BAD_CONFIG, "wrong_account", "the store belongs to another account");
		goto out;
	}
	if (mx->secrets->access_token || !mx_is_token(token))
		goto out;
	if (mx_http_set_token(mx->http, token) != MX_OK) {
		mx->fatal = MX_NO_MEMORY;
		goto out;
	}
	mx->session.state = MX_LOGGED_IN;
	if (mx->config->matrix.login == CFG_LOGIN_OAUTH)
		mx_refresh_start(mx);
out:
	free(user);
	mx_wipe(token);
}

static enum bot_error keep(struct mx *mx, const char *device, const char *token)
{
	enum bot_error error = bot_store_begin(mx->store);

	return error ? error : mx_keep(mx->store, device, token, NULL);
}

void mx_session_forget(struct mx *mx)
{
	if (!mx_commit(mx, keep(mx, NULL, NULL), "login"))
		mx->fatal = MX_STORE_FAILED;
}

/* Why the homeserver refuses, in words for the log. */
static const char *refusal(const struct mx *mx, const char *code)
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

	if (mx->secrets->hs_token)
		return mx_enrol_refusal(code);
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i].code, code) == 0)
			return known[i].text;
	return code;
}

static void enter(struct mx *mx, const struct mx_answer *answer)
{
	const char *user = mx_json_text(answer->json, "user_id");
	const char *device = mx_json_text(answer->json, "device_id");
	const char *token = mx_json_text(answer->json, "access_token");
	bool by_password = !mx->secrets->access_token;

	if (!user || strcmp(user, mx->me) != 0) {
		mx_session_give_up(mx, MX_BAD_CONFIG, "wrong_account",
			"the homeserver says that this is another account");
		return;
	}
	if (by_password && !mx_is_token(token)) {
		mx_log_answer("login_failed", mx->me, answer);
		mx_pause_fail(&mx->session.pause);
		return;
	}
	if (by_password && mx_http_set_token(mx->http, token) != MX_OK) {
		mx_pause_fail(&mx->session.pause);
		return;
	}
	if (mx->secrets->hs_token)
		mx_enrol_device(mx, device);
	/* Should the store fail now, the session lasts as long as the process. */
	mx_commit(mx, keep(mx, device, by_password ? token : NULL), "login");
	mx->session.state = MX_LOGGED_IN;
	mx_pause_clear(&mx->session.pause);
	bot_log_write(BOT_LOG_INFO, "logged_in", BOT_LOG_FIELDS({"user", .text = mx->me}));
}

static void on_login(void *self, const struct mx_answer *answer)
{
	struct mx *mx = self;
	int64_t wait = mx_answer_wait(answer);

	mx->session.state = MX_LOGGED_OFF;
	switch (mx_answer_verdict(answer)) {
	case MX_DONE:
		enter(mx, answer);
		mx_oauth_wipe_tokens(answer);
		return;
	case MX_REFUSED:
	case MX_NO_SESSION:
		mx_session_give_up(
			mx, MX_LOGIN_REFUSED, "login_refused", refusal(mx, mx_answer_code(answer)));
		return;
	case MX_HELD:
		wait = HELD_WAIT;
		break;
	case MX_LIMITED:
	case MX_AGAIN:
		break;
	}
	mx_log_answer("login_failed", mx->me, answer);
	mx_pause_fail(&mx->session.pause);
	mx_pause_wait(&mx->session.pause, wait);
}

/* No refresh token is asked for: with the password at hand it would be for nothing. */
static json_t *login_body(const struct mx *mx, const char *device)
{
	return json_pack("{s:s, s:{s:s, s:s}, s:s, s:s, s:s*}", "type", "m.login.password",
		"identifier", "type", "m.id.user", "user", mx->me, "password",
		mx->secrets->password, "device_id", device, "initial_device_display_name",
		mx->config->matrix.device_name);
}

static enum mx_error log_in(struct mx *mx)
{
	struct mx_request request = {.timeout = TIMEOUT, .limit = ANSWER_LIMIT};
	char *device = NULL;
	enum mx_error error;

	if (mx->config->matrix.login == CFG_LOGIN_OAUTH)
		return mx_refresh(mx);
	if (mx->secrets->access_token) {
		if (mx_http_set_token(mx->http, mx->secrets->access_token))
			return MX_NO_MEMORY;
		if (mx->secrets->hs_token)
			return mx_enrol(mx, on_login);
		request.method = MX_GET;
		request.path = mx_url("/_matrix/client/v3/account/whoami");
		return mx_http_start(mx->http, &request, on_login, mx);
	}
	if (mx_http_set_token(mx->http, NULL) || mx_kept_device(mx->store, &device))
		return MX_NO_MEMORY;
	mx->session.attempt = mx_clock_now();
	request.method = MX_POST;
	request.path = mx_url("/_matrix/client/v3/login");
	request.body = login_body(mx, device);
	error = mx_http_start(mx->http, &request, on_login, mx);
	free(device);
	return error;
}

void mx_session_turn(struct mx *mx)
{
	struct mx_session *session = &mx->session;
	bool due = session->state == MX_LOGGED_OFF ||
		   (session->state == MX_LOGGED_IN && mx_refresh_is_due(mx));

	if (!due || !mx_pause_over(&session->pause))
		return;
	if (log_in(mx) != MX_OK) {
		mx_pause_fail(&session->pause);
		return;
	}
	session->state = MX_LOGGING_IN;
}

static void lose(struct mx *mx, const struct mx_answer *answer)
{
	struct mx_session *session = &mx->session;

	if (answer->session != mx_http_session(mx->http) || session->state != MX_LOGGED_IN)
		return; /* the answer to a request of an earlier session */
	session->state = MX_LOGGED_OFF;
	if (mx->config->matrix.login == CFG_LOGIN_OAUTH) {
		session->refused = true; /* which only the next answer to a refresh makes final */
		mx_pause_wait(
			&session->pause, session->attempt + RENEWAL_INTERVAL - mx_clock_now());
		return;
	}
	if (mx->secrets->access_token) {
		mx_session_give_up(mx, MX_LOGGED_OUT, "logged_out",
			mx->secrets->hs_token
				? "the homeserver does not know this registration any more"
				: "the access token is not valid any more: put a new one in its "
				  "file");
		return;
	}
	if (!mx_answer_soft_logout(answer)) {
		mx_commit(mx, keep(mx, NULL, NULL), "logout");
		mx_session_give_up(mx, MX_LOGGED_OUT, "logged_out",
			"the session was ended from outside: start the bot again to log in anew");
		return;
	}
	bot_log_write(BOT_LOG_WARNING, "logged_out_softly", NULL);
	if (session->attempt != 0)
		mx_pause_wait(&session->pause, session->attempt + LOGIN_INTERVAL - mx_clock_now());
}

static void log_held(const struct mx *mx, const struct mx_answer *answer)
{
	bool locked = strcmp(mx_answer_code(answer), "M_USER_LOCKED") == 0;

	bot_log_write(BOT_LOG_ERROR, "account_held",
		BOT_LOG_FIELDS({"user", .text = mx->me},
			{"why", .text = locked ? "the homeserver's administrators have locked the "
						 "account; waiting until they unlock it"
					       : "the homeserver's administrators have suspended "
						 "the account; waiting until they let it write"}));
}

enum mx_verdict mx_session_watch(struct mx *mx, const struct mx_answer *answer)
{
	enum mx_verdict verdict = mx_answer_verdict(answer);

	if (verdict == MX_NO_SESSION)
		lose(mx, answer);
	if (verdict == MX_HELD)
		log_held(mx, answer);
	return verdict;
}
