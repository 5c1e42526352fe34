#include "adapters/matrix/log_in.h"

#include "adapters/matrix/login/account.h"
#include "adapters/matrix/login/session_life.h"
#include "bot/base/memory.h"

#define WAIT_MOST    30000             /* the longest wait for an answer, in milliseconds */
#define ANSWER_LIMIT ((size_t)1 << 20) /* bytes; the account may have many devices */

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
		.limit = ANSWER_LIMIT,
	};

	mx_http_start(account->http, &request, take_keys, &query);
	while (!query.is_answered && !account->fatal)
		if (mx_http_wait(account->http, WAIT_MOST, stop))
			account->fatal = MX_INTERRUPTED;
	return query.has_identity;
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
		mx_device_grant_log_in(&session, display, stop);
	else if (!account.fatal)
		wait_for_session(&session, stop);
	if (!account.fatal)
		*has_identity = ask_for_identity(&account, stop);
	mx_http_destroy(account.http);
	return account.fatal;
}
