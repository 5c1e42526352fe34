#include "adapters/matrix/login/session_life.h"

#include "adapters/matrix/login/device.h"
#include "adapters/matrix/login/login.h"
#include "adapters/matrix/login/oauth.h"
#include "adapters/matrix/login/session_store.h"

#include <stdlib.h>
#include <string.h>

#define WHOAMI_INTERVAL 10000 /* the least ms between two requests to whoami */

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
	struct bot_store *store = session->account->store;
	enum bot_error error = bot_store_begin(store);

	if (!error)
		error = mx_session_store_write(store, NULL, NULL, NULL);
	if (!mx_account_commit(session->account, error, "login"))
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

static void check_session(struct mx_session *session)
{
	if (!session->must_check || session->check_is_under_way || session->state != MX_LOGGED_IN ||
		!mx_backoff_is_over(&session->check_backoff))
		return;
	mx_backoff_extend(&session->check_backoff, WHOAMI_INTERVAL);
	mx_login_ask_whoami(session, on_whoami);
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
	if (!mx_login_start(session))
		mx_backoff_fail(&session->backoff);
}

void mx_session_limit_timeout(const struct mx_session *session, int64_t *timeout)
{
	mx_backoff_limit_timeout(&session->locked_backoff, timeout);
	if (session->must_check && !session->check_is_under_way)
		mx_backoff_limit_timeout(&session->check_backoff, timeout);
	if (session->token_expires)
		mx_backoff_limit_timeout(&session->refresh_backoff, timeout);
	mx_backoff_limit_timeout(&session->backoff, timeout);
}
