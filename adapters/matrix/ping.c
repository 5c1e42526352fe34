/*
 * Whether the homeserver can reach the bot: without a ping nobody would know why it is silent.
 * https://spec.matrix.org/latest/application-service-api/#pinging
 */
#include "adapters/matrix/clock.h"
#include "adapters/matrix/context.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/service.h"
#include "adapters/matrix/url.h"
#include "bot/log.h"

#include <string.h>

#define INTERVAL     (INT64_C(60) * 1000)
#define TIMEOUT      60000
#define ANSWER_LIMIT 65536

/* What to do about it, in words for the log. */
static const char *advice(const struct mx_answer *answer)
{
	static const struct {
		const char *code, *text;
	} known[] = {
		{"M_CONNECTION_FAILED",
			"the homeserver can't connect to the url in its registration "
			"of the bot: it must lead from there to where the bot listens"},
		{"M_CONNECTION_TIMEOUT", "what is at the url in the homeserver's registration of "
					 "the bot doesn't answer"},
		{"M_BAD_STATUS",
			"what is at the url in the homeserver's registration of the bot is "
			"not this bot, or its hs_token is another: give the homeserver the "
			"file that the bot reads, and restart it"},
		{"M_URL_NOT_SET", "the homeserver's registration of the bot has no url"},
		{"M_FORBIDDEN", "the homeserver's registration of the bot has another id"},
	};

	if (answer->trouble)
		return answer->trouble;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i].code, mx_answer_code(answer)) == 0)
			return known[i].text;
	return mx_answer_code(answer);
}

static void reached(struct mx *mx)
{
	if (!mx->service.ping.reached)
		bot_log_write(BOT_LOG_INFO, "reached_by_homeserver", NULL);
	mx->service.ping.reached = true;
	mx->service.ping.again = mx_clock_now() + INTERVAL;
	mx_pause_clear(&mx->service.ping.pause);
}

static void on_ping(void *self, const struct mx_answer *answer)
{
	struct mx *mx = self;
	enum mx_verdict verdict = mx_session_watch(mx, answer);

	mx->service.ping.asked = false;
	if (verdict == MX_DONE) {
		reached(mx);
		return;
	}
	if (strcmp(mx_answer_code(answer), "M_UNRECOGNIZED") == 0) {
		mx->service.ping.unknown = true;
		return;
	}
	mx->service.ping.reached = false;
	mx_pause_fail(&mx->service.ping.pause);
	mx_pause_wait(&mx->service.ping.pause, mx_answer_wait(answer));
	bot_log_write(BOT_LOG_ERROR, "not_reached_by_homeserver",
		BOT_LOG_FIELDS(
			{"status", .number = answer->status}, {"why", .text = advice(answer)}));
}

void mx_service_turn(struct mx *mx)
{
	struct mx_service *service = &mx->service;
	struct mx_request request = {.method = MX_POST, .timeout = TIMEOUT, .limit = ANSWER_LIMIT};

	if (!mx_service_is_on(mx) || service->ping.asked || service->ping.unknown ||
		mx->session.state != MX_LOGGED_IN || service->ping.again > mx_clock_now() ||
		!mx_pause_over(&service->ping.pause))
		return;
	request.path = mx_url("/_matrix/client/v1/appservice/%/ping", mx->secrets->service);
	request.body = json_object();
	if (mx_http_start(mx->http, &request, on_ping, mx) == MX_OK)
		service->ping.asked = true;
	else
		mx_pause_fail(&service->ping.pause);
}

void mx_service_check(struct mx *mx)
{
	mx->service.ping.again = mx->lull.until;
}

void mx_service_bound(const struct mx *mx, int64_t *timeout)
{
	const struct mx_pause again = {.until = mx->service.ping.again};

	if (!mx_service_is_on(mx))
		return;
	if (!mx->service.ping.unknown)
		mx_pause_bound(&again, timeout);
	mx_pause_bound(&mx->service.ping.pause, timeout);
	mx_left_bound(mx, timeout);
}
