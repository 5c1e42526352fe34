#include "adapters/matrix/enrol.h"

#include "adapters/matrix/context.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/url.h"
#include "bot/log.h"

#include <stdlib.h>
#include <string.h>

#define DEVICE_KEY   "matrix.device"
#define TIMEOUT      30000
#define ANSWER_LIMIT 65536

static void give_way(struct mx *mx)
{
	mx->session.enrolled(mx, &(struct mx_answer){.trouble = "out of memory"});
}

static void ask_who(struct mx *mx)
{
	struct mx_request request = {
		.method = MX_GET,
		.path = mx_url("/_matrix/client/v3/account/whoami"),
		.timeout = TIMEOUT,
		.limit = ANSWER_LIMIT,
	};

	if (mx_http_start(mx->http, &request, mx->session.enrolled, mx) != MX_OK)
		give_way(mx);
}

/* The stored one; NULL: the store can't be read just now. For free(). */
static char *device_of(struct mx *mx)
{
	char *device = NULL;

	return bot_store_get(mx->store, DEVICE_KEY, &device) == BOT_OK ? device : NULL;
}

static void on_device(void *self, const struct mx_answer *answer)
{
	struct mx *mx = self;
	enum mx_verdict verdict = mx_answer_verdict(answer);
	char *device = device_of(mx);

	if (verdict != MX_DONE && verdict != MX_REFUSED)
		mx->session.enrolled(mx, answer);
	else if (!device ||
		 mx_http_act_as(mx->http, mx->me, verdict == MX_DONE ? device : NULL) != MX_OK)
		give_way(mx);
	else
		ask_who(mx);
	free(device);
}

/* https://spec.matrix.org/latest/application-service-api/#device-management */
static void make_device(struct mx *mx)
{
	char *device = device_of(mx);
	struct mx_request request = {
		.method = MX_PUT,
		.path = device ? mx_url("/_matrix/client/v3/devices/%", device) : NULL,
		.body = json_pack("{s:s}", "display_name", mx->config->matrix.device_name),
		.timeout = TIMEOUT,
		.limit = ANSWER_LIMIT,
	};

	free(device);
	if (mx_http_start(mx->http, &request, on_device, mx) != MX_OK)
		give_way(mx);
}

static void on_account(void *self, const struct mx_answer *answer)
{
	struct mx *mx = self;

	if (mx_answer_verdict(answer) != MX_DONE &&
		strcmp(mx_answer_code(answer), "M_USER_IN_USE") != 0)
		mx->session.enrolled(mx, answer);
	else if (mx_http_act_as(mx->http, mx->me, NULL) != MX_OK)
		give_way(mx);
	else
		make_device(mx);
}

enum mx_error mx_enrol(struct mx *mx, void (*done)(void *self, const struct mx_answer *answer))
{
	const char *name = mx->me + 1;
	struct mx_request request = {
		.method = MX_POST,
		.path = mx_url("/_matrix/client/v3/register"),
		.body = json_pack("{s:s, s:s%, s:b}", "type", "m.login.application_service",
			"username", name, strcspn(name, ":"), "inhibit_login", 1),
		.timeout = TIMEOUT,
		.limit = ANSWER_LIMIT,
	};

	mx->session.enrolled = done;
	return mx_http_start(mx->http, &request, on_account, mx);
}

void mx_enrol_device(struct mx *mx, const char *device)
{
	mx->session.deviceless = !device;
	if (device || mx_http_act_as(mx->http, mx->me, NULL) != MX_OK)
		return;
	bot_log_write(BOT_LOG_WARNING, "no_device",
		BOT_LOG_FIELDS({"why",
			.text = "the homeserver is too old to let an application service send from "
				"a device: a message may be said twice after it was stopped"}));
}

const char *mx_enrol_refusal(const char *code)
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
