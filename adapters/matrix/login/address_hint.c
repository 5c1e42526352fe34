#include "adapters/matrix/login/address_hint.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/login/discovery.h"
#include "bot/base/log.h"

#include <stdio.h>
#include <string.h>

#define TIMEOUT      30000 /* ms */
#define ANSWER_LIMIT 65536 /* bytes */
#define OUTAGE_TRIES 3     /* failures in a row that are more than a short outage */

/* Whether both are the same address, with or without a slash at the end. */
static bool is_same(const char *a, const char *b)
{
	size_t length = strlen(a), other = strlen(b);

	length -= length > 0 && a[length - 1] == '/';
	other -= other > 0 && b[other - 1] == '/';
	return length == other && strncmp(a, b, length) == 0;
}

/* The right homeserver answers so, too, while it starts, or while the network is down. */
static bool may_be_outage(const struct mx_answer *answer)
{
	return answer->status == 0 || answer->status >= 500;
}

static void on_answer(void *self, const struct mx_answer *answer)
{
	struct mx_session *session = self;
	const struct mx_account *account = session->account;
	const char *named = mx_json_text(json_object_get(answer->json, "m.homeserver"), "base_url");

	session->has_address_hint = answer->status != 0;
	if (named && strlen(named) < MX_BASE_SIZE && mx_url_check(named, MX_HTTP_THIS_MACHINE) &&
		!is_same(named, account->config->matrix.homeserver))
		bot_log_write(BOT_LOG_WARNING, "homeserver_elsewhere",
			BOT_LOG_FIELDS({"user", .text = account->user}, {"address", .text = named},
				{"why", .text = "the server of the bot's account names this "
						"address; write it as matrix.homeserver"}));
}

void mx_address_hint_ask(struct mx_session *session, const struct mx_answer *answer)
{
	const char *server = strchr(session->account->user, ':');
	char url[MX_BASE_SIZE];
	const struct mx_http_request request = {
		.method = MX_HTTP_GET, .url = url, .timeout = TIMEOUT, .limit = ANSWER_LIMIT};

	if (session->has_address_hint || !server || answer->status == 429 ||
		*mx_answer_code(answer) ||
		(may_be_outage(answer) && session->backoff.failures < OUTAGE_TRIES))
		return;
	session->has_address_hint = true;
	snprintf(url, sizeof(url), "%s://%s/.well-known/matrix/client",
		mx_discovery_scheme(server + 1), server + 1);
	if (mx_url_check(url, MX_HTTP_THIS_MACHINE))
		mx_http_start(session->account->http, &request, on_answer, session);
}
