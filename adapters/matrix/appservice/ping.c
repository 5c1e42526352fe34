#include "adapters/matrix/appservice/ping.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "bot/base/log.h"

#include <string.h>

#define INTERVAL     (INT64_C(60) * 1000)
#define TIMEOUT      60000
#define ANSWER_LIMIT 65536

/* Returns the cause of a failed ping, as a text for the log. */
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

static void reached(struct mx_ping *ping)
{
	if (!ping->reached)
		bot_log_write(BOT_LOG_INFO, "reached_by_homeserver", NULL);
	ping->reached = true;
	ping->again = mx_clock_steady() + INTERVAL;
	mx_backoff_reset(&ping->backoff);
}

static void on_ping(void *self, const struct mx_answer *answer)
{
	struct mx_ping *ping = self;
	enum mx_answer_verdict verdict =
		mx_session_watch(ping->session, answer, MX_AUTHOR_HOMESERVER);

	ping->asked = false;
	if (verdict == MX_ANSWER_DONE) {
		reached(ping);
		return;
	}
	if (strcmp(mx_answer_code(answer), "M_UNRECOGNIZED") == 0) {
		ping->unknown = true;
		return;
	}
	ping->reached = false;
	mx_backoff_fail(&ping->backoff);
	mx_backoff_extend(&ping->backoff, mx_answer_wait(answer));
	bot_log_write(BOT_LOG_ERROR, "not_reached_by_homeserver",
		BOT_LOG_FIELDS(
			{"status", .number = answer->status}, {"why", .text = advice(answer)}));
}

void mx_ping_check(struct mx_ping *ping)
{
	ping->again = ping->session->account->store_backoff.until;
}

/* When /sync works again, the homeserver may have restarted, so a ping is due. */
static void notice_recovery(struct mx_ping *ping)
{
	bool fails = ping->session->account->sync_backoff.failures > 0;

	if (ping->sync_failed && !fails)
		mx_ping_check(ping);
	ping->sync_failed = fails;
}

void mx_ping_turn(struct mx_ping *ping)
{
	struct mx_http_request request = {
		.method = MX_HTTP_POST, .timeout = TIMEOUT, .limit = ANSWER_LIMIT};

	if (ping->on)
		notice_recovery(ping);
	if (!ping->on || ping->asked || ping->unknown || ping->session->state != MX_LOGGED_IN ||
		ping->again > mx_clock_steady() || !mx_backoff_is_over(&ping->backoff))
		return;
	request.path = mx_url_format(
		"/_matrix/client/v1/appservice/%/ping", ping->session->account->secrets->service);
	request.body = json_object();
	mx_http_start(ping->session->account->http, &request, on_ping, ping);
	ping->asked = true;
}

void mx_ping_bound(const struct mx_ping *ping, int64_t *timeout)
{
	const struct mx_backoff again = {.until = ping->again};

	if (!ping->on)
		return;
	if (!ping->unknown)
		mx_backoff_limit_timeout(&again, timeout);
	mx_backoff_limit_timeout(&ping->backoff, timeout);
}
