#include "adapters/matrix/login/appservice_login.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/login/session.h"
#include "bot/base/log.h"

#include <stdlib.h>
#include <string.h>

#define DEVICE_KEY   "matrix.device"
#define TIMEOUT      30000
#define ANSWER_LIMIT 65536

static void ask_whoami(struct mx_session *session)
{
	struct mx_http_request request = {
		.method = MX_HTTP_GET,
		.path = mx_url_format("/_matrix/client/v3/account/whoami"),
		.timeout = TIMEOUT,
		.limit = ANSWER_LIMIT,
	};

	mx_http_start(session->account->http, &request, session->on_appservice_login, session);
}

/*
 * Returns the stored device id, which the caller frees. NULL: the store can't be read now, so this
 * log-in has failed.
 */
static char *read_device(struct mx_session *session)
{
	char *device = NULL;

	if (bot_store_get(session->account->store, DEVICE_KEY, &device) == BOT_OK)
		return device;
	session->on_appservice_login(
		session, &(struct mx_answer){.trouble = "the store can't be read"});
	return NULL;
}

static void on_device(void *self, const struct mx_answer *answer)
{
	struct mx_session *session = self;
	enum mx_answer_verdict verdict = mx_answer_verdict(answer);
	char *device;

	if (verdict != MX_ANSWER_DONE && verdict != MX_ANSWER_REFUSED) {
		session->on_appservice_login(session, answer);
		return;
	}
	device = read_device(session);
	if (!device)
		return;
	mx_http_act_as(session->account->http, session->account->me,
		verdict == MX_ANSWER_DONE ? device : NULL);
	free(device);
	ask_whoami(session);
}

/* https://spec.matrix.org/latest/application-service-api/#device-management */
static void make_device(struct mx_session *session)
{
	char *device = read_device(session);
	struct mx_http_request request = {
		.method = MX_HTTP_PUT, .timeout = TIMEOUT, .limit = ANSWER_LIMIT};

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
		session->on_appservice_login(session, answer);
		return;
	}
	mx_http_act_as(session->account->http, session->account->me, NULL);
	make_device(session);
}

void mx_appservice_login_start(
	struct mx_session *session, void (*done)(void *self, const struct mx_answer *answer))
{
	const char *name = session->account->me + 1;
	struct mx_http_request request = {
		.method = MX_HTTP_POST,
		.path = mx_url_format("/_matrix/client/v3/register"),
		.body = json_pack("{s:s, s:s%, s:b}", "type", "m.login.application_service",
			"username", name, strcspn(name, ":"), "inhibit_login", 1),
		.timeout = TIMEOUT,
		.limit = ANSWER_LIMIT,
	};

	session->on_appservice_login = done;
	mx_http_start(session->account->http, &request, on_account, session);
}

void mx_appservice_login_set_device(struct mx_session *session, const char *device)
{
	session->deviceless = !device;
	if (device)
		return;
	mx_http_act_as(session->account->http, session->account->me, NULL);
	bot_log_write(BOT_LOG_WARNING, "no_device",
		BOT_LOG_FIELDS({"why",
			.text = "the homeserver is too old to let an application service send from "
				"a device: a message may be said twice after it was stopped"}));
}

const char *mx_appservice_login_refusal(const char *code)
{
	static const struct {
		const char *code, *text;
	} known[] = {
		{"M_UNKNOWN_TOKEN",
			"the homeserver does not know this registration: name the file in its "
			"configuration (Synapse: app_service_config_files), and restart it"},
		{"M_EXCLUSIVE", "the registration's namespaces do not have the bot's user"},
		{"M_FORBIDDEN", "the registration's namespaces do not have the bot's user"},
		{"M_USER_DEACTIVATED", "the account is deactivated"},
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i].code, code) == 0)
			return known[i].text;
	return code;
}
