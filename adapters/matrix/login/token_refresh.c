#include "adapters/matrix/login/token_refresh.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/login/oauth.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/login/session_store.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

#include <string.h>

#define TIMEOUT      30000
#define ANSWER_LIMIT 65536
#define LOG_IN_AGAIN "log in anew with: engarde-bot login; every match goes on"

/*
 * Plans the next renewal. `due` is a date. If the clock jumps so that the date comes too late, the
 * bot renews the token when the homeserver refuses it.
 */
static void plan(struct mx_session *session, int64_t due)
{
	mx_backoff_reset(&session->refresh_backoff);
	session->token_expires = due != 0;
	if (session->token_expires)
		mx_backoff_extend(&session->refresh_backoff, due - mx_clock_wall());
}

void mx_token_refresh_start(struct mx_session *session)
{
	struct mx_renewal renewal;

	if (mx_session_store_renewal(session->account->store, &renewal) != BOT_OK)
		return;
	plan(session, renewal.due);
	mx_renewal_finish(&renewal);
}

bool mx_token_refresh_is_due(const struct mx_session *session)
{
	return session->token_expires && mx_backoff_is_over(&session->refresh_backoff);
}

void mx_token_refresh_bound(const struct mx_session *session, int64_t *timeout)
{
	if (session->token_expires)
		mx_backoff_limit_timeout(&session->refresh_backoff, timeout);
}

/* Stores the new tokens. False: that failed, so the bot must not use them. */
static bool store_tokens(struct mx_session *session, const struct mx_tokens *tokens, int64_t due)
{
	struct mx_renewal renewal = {0};
	enum bot_error error = bot_store_begin(session->account->store);

	if (!error)
		error = mx_session_store_renewal(session->account->store, &renewal);
	renewal.due = due;
	if (!error && tokens->refresh) {
		mx_secret_free(renewal.refresh);
		renewal.refresh = bot_strdup(tokens->refresh);
	}
	if (!error)
		error = mx_session_store_write(
			session->account->store, NULL, tokens->access, &renewal);
	mx_renewal_finish(&renewal);
	return mx_account_commit(session->account, error, "refresh");
}

static bool use_tokens(struct mx_session *session, const struct mx_tokens *tokens)
{
	int64_t due = tokens->lifetime ? mx_clock_wall() + mx_oauth_renewal(tokens->lifetime) : 0;

	if (!store_tokens(session, tokens, due))
		return false;
	mx_http_set_token(session->account->http, tokens->access);
	session->state = MX_LOGGED_IN;
	session->token_refused = false;
	mx_backoff_reset(&session->backoff);
	plan(session, due);
	bot_log_write(BOT_LOG_DEBUG, "token_renewed",
		BOT_LOG_FIELDS({"user", .text = session->account->me}));
	return true;
}

static void log_failure(
	const struct mx_session *session, const char *event, const struct mx_answer *answer)
{
	bot_log_write(BOT_LOG_WARNING, event,
		BOT_LOG_FIELDS({"of", .text = session->account->me},
			{"status", .number = answer->status},
			{"why", .text = answer->trouble ? answer->trouble
							: mx_oauth_error(answer)}));
}

/* Tries again later. The old access token may still be valid until then. */
static void fail(struct mx_session *session, const struct mx_answer *answer)
{
	log_failure(session, "refresh_failed", answer);
	session->state = session->token_refused ? MX_LOGGED_OFF : MX_LOGGED_IN;
	mx_backoff_fail_for(&session->backoff, mx_answer_wait(answer));
}

static void end_session(struct mx_session *session, const struct mx_answer *answer)
{
	enum bot_error error = bot_store_begin(session->account->store);

	log_failure(session, "refresh_refused", answer);
	if (!error)
		error = mx_session_store_write(session->account->store, NULL, NULL, NULL);
	mx_account_commit(session->account, error, "logout");
	session->state = MX_LOGGED_OFF;
	mx_session_give_up(session, MX_LOGGED_OUT, "logged_out",
		"the server that the account belongs to has ended the session; " LOG_IN_AGAIN);
}

static void on_tokens(void *self, const struct mx_answer *answer)
{
	struct mx_session *session = self;
	struct mx_tokens tokens;

	switch (mx_oauth_read_tokens(answer, &tokens)) {
	case MX_TOKEN_GIVEN:
		if (!use_tokens(session, &tokens))
			fail(session, answer);
		break;
	case MX_TOKEN_PENDING:
	case MX_TOKEN_SLOWER:
	case MX_TOKEN_AGAIN:
		fail(session, answer);
		break;
	case MX_TOKEN_DENIED:
	case MX_TOKEN_EXPIRED:
	case MX_TOKEN_REFUSED:
		end_session(session, answer);
		break;
	}
	mx_oauth_wipe_tokens(answer);
}

bool mx_token_refresh_send(struct mx_session *session)
{
	struct mx_http_request request = {
		.method = MX_HTTP_POST, .timeout = TIMEOUT, .limit = ANSWER_LIMIT};
	struct mx_renewal renewal;
	enum bot_error error = mx_session_store_renewal(session->account->store, &renewal);

	if (error == BOT_NOT_FOUND) {
		mx_session_give_up(session, MX_LOGIN_REFUSED, "not_logged_in",
			"the store has no session: log in with: engarde-bot login");
		return true;
	}
	if (error)
		return false;
	request.url = renewal.endpoint;
	request.form = mx_url_format("grant_type=refresh_token&client_id=%&refresh_token=%",
		renewal.client, renewal.refresh);
	mx_http_start(session->account->http, &request, on_tokens, session);
	session->state = MX_LOGGING_IN;
	session->last_attempt = mx_clock_steady();
	mx_renewal_finish(&renewal);
	return true;
}
