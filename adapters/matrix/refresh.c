#include "adapters/matrix/refresh.h"

#include "adapters/matrix/clock.h"
#include "adapters/matrix/context.h"
#include "adapters/matrix/kept.h"
#include "adapters/matrix/oauth.h"
#include "adapters/matrix/url.h"
#include "bot/log.h"

#include <string.h>

#define TIMEOUT      30000
#define ANSWER_LIMIT 65536
#define LOG_IN_AGAIN "log in anew with: engarde-bot login; every match goes on"

/* `due` is a date: after a jump of the clock the token is renewed when it is refused. */
static void expect(struct mx *mx, int64_t due)
{
	struct mx_session *session = &mx->session;

	mx_pause_clear(&session->fresh);
	session->expires = due != 0;
	if (session->expires)
		mx_pause_wait(&session->fresh, due - mx_clock_date());
}

void mx_refresh_start(struct mx *mx)
{
	struct mx_renewal renewal;

	if (mx_kept_renewal(mx->store, &renewal) != BOT_OK)
		return;
	expect(mx, renewal.due);
	mx_renewal_finish(&renewal);
}

bool mx_refresh_is_due(const struct mx *mx)
{
	return mx->session.expires && mx_pause_over(&mx->session.fresh);
}

void mx_refresh_bound(const struct mx *mx, int64_t *timeout)
{
	if (mx->session.expires)
		mx_pause_bound(&mx->session.fresh, timeout);
}

/* False: the pair is not stored, and must not be used. */
static bool keep(struct mx *mx, const struct mx_tokens *tokens, int64_t due)
{
	struct mx_renewal renewal = {0};
	enum bot_error error = bot_store_begin(mx->store);

	if (!error)
		error = mx_kept_renewal(mx->store, &renewal);
	renewal.due = due;
	if (!error && tokens->refresh) {
		mx_wipe(renewal.refresh);
		renewal.refresh = strdup(tokens->refresh);
		error = renewal.refresh ? BOT_OK : BOT_NO_MEMORY;
	}
	if (!error)
		error = mx_keep(mx->store, NULL, tokens->access, &renewal);
	mx_renewal_finish(&renewal);
	return mx_commit(mx, error, "refresh");
}

static bool take(struct mx *mx, const struct mx_tokens *tokens)
{
	int64_t due = tokens->lifetime ? mx_clock_date() + mx_oauth_renewal(tokens->lifetime) : 0;

	if (!keep(mx, tokens, due) || mx_http_set_token(mx->http, tokens->access) != MX_OK)
		return false;
	mx->session.state = MX_LOGGED_IN;
	mx->session.refused = false;
	mx_pause_clear(&mx->session.pause);
	expect(mx, due);
	bot_log_write(BOT_LOG_DEBUG, "token_renewed", BOT_LOG_FIELDS({"user", .text = mx->me}));
	return true;
}

static void log_failure(const struct mx *mx, const char *event, const struct mx_answer *answer)
{
	bot_log_write(BOT_LOG_WARNING, event,
		BOT_LOG_FIELDS({"of", .text = mx->me}, {"status", .number = answer->status},
			{"why", .text = answer->trouble ? answer->trouble
							: mx_oauth_error(answer)}));
}

/* The old token may be good for a while yet. */
static void fail(struct mx *mx, const struct mx_answer *answer)
{
	struct mx_session *session = &mx->session;

	log_failure(mx, "refresh_failed", answer);
	session->state = session->refused ? MX_LOGGED_OFF : MX_LOGGED_IN;
	mx_pause_obey(&session->pause, mx_answer_wait(answer));
}

static void lose(struct mx *mx, const struct mx_answer *answer)
{
	enum bot_error error = bot_store_begin(mx->store);

	log_failure(mx, "refresh_refused", answer);
	if (!error)
		error = mx_keep(mx->store, NULL, NULL, NULL);
	mx_commit(mx, error, "logout");
	mx->session.state = MX_LOGGED_OFF;
	mx_session_give_up(mx, MX_LOGGED_OUT, "logged_out",
		"the server that the account belongs to has ended the session; " LOG_IN_AGAIN);
}

static void on_tokens(void *self, const struct mx_answer *answer)
{
	struct mx *mx = self;
	struct mx_tokens tokens;

	switch (mx_oauth_read_tokens(answer, &tokens)) {
	case MX_TOKEN_GIVEN:
		if (!take(mx, &tokens))
			fail(mx, answer);
		break;
	case MX_TOKEN_PENDING:
	case MX_TOKEN_SLOWER:
	case MX_TOKEN_AGAIN:
		fail(mx, answer);
		break;
	case MX_TOKEN_DENIED:
	case MX_TOKEN_EXPIRED:
	case MX_TOKEN_REFUSED:
		lose(mx, answer);
		break;
	}
	mx_oauth_wipe_tokens(answer);
}

enum mx_error mx_refresh(struct mx *mx)
{
	struct mx_request request = {.method = MX_POST, .timeout = TIMEOUT, .limit = ANSWER_LIMIT};
	struct mx_renewal renewal;
	enum bot_error found = mx_kept_renewal(mx->store, &renewal);
	enum mx_error error;

	if (found == BOT_NOT_FOUND) {
		mx_session_give_up(mx, MX_LOGIN_REFUSED, "not_logged_in",
			"the store has no session: log in with: engarde-bot login");
		return MX_OK;
	}
	if (found)
		return MX_NO_MEMORY;
	request.url = renewal.endpoint;
	request.form = mx_url("grant_type=refresh_token&client_id=%&refresh_token=%",
		renewal.client, renewal.refresh);
	error = mx_http_start(mx->http, &request, on_tokens, mx);
	mx->session.attempt = mx_clock_now();
	mx_renewal_finish(&renewal);
	return error;
}
