#include "adapters/matrix/receive/refused_token.h"

#include "adapters/matrix/client/url.h"
#include "adapters/matrix/receive/receiver.h"
#include "bot/base/log.h"
#include "bot/base/metrics.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#define FILTER                                                                                     \
	"{\"presence\":{\"types\":[]},\"account_data\":{\"types\":[]},\"room\":{\"rooms\":[]}}"
#define TIMEOUT        60000                /* ms */
#define ANSWER_LIMIT   ((size_t)16 << 20)   /* bytes; the filter lets nearly nothing through */
#define FAILED_MOST    (INT64_C(25) * 1000) /* as in receiver.c */
#define REFUSALS_LEAST 4 /* after this many refusals, some ten seconds, the bot probes */
#define REFUSALS_MOST  6 /* the last two of these come at once after a probe that passed */
#define REFUSALS_TOLD  3 /* after this many, /readyz says so */

/*
 * Returns whether the homeserver itself may have refused the token. Proxies answer with the other
 * statuses when the homeserver is busy, restarts or is unreachable.
 */
static bool is_refusal(const struct mx_answer *answer)
{
	enum mx_answer_verdict verdict = mx_answer_verdict(answer);

	return answer->status >= 400 && answer->status <= 500 && answer->status != 408 &&
	       answer->status != 425 &&
	       (verdict == MX_ANSWER_RETRY || verdict == MX_ANSWER_REFUSED);
}

static void set_refusals(struct mx_receiver *receiver, unsigned refusals)
{
	receiver->sync.token = (struct mx_refused_token){.refusals = refusals};
	bot_metrics_set_gauge(BOT_SYNC_REFUSED, refusals >= REFUSALS_TOLD);
}

static void forget_token(struct mx_receiver *receiver)
{
	bot_log_write(BOT_LOG_ERROR, "sync_token_forgotten",
		BOT_LOG_FIELDS({"why",
			.text = "the homeserver refuses the bot's place in its events, but "
				"answers otherwise: its database was probably put back or "
				"replaced. The bot goes on from now, and the matches stay. It "
				"does not get what people wrote since the last sync, so they "
				"have to write it again"}));
	free(receiver->sync.since);
	receiver->sync.since = NULL;
	receiver->account->sync_backoff.until = 0;
	set_refusals(receiver, 0);
}

void mx_refused_token_note(struct mx_receiver *receiver, const struct mx_answer *answer)
{
	const struct mx_refused_token *token = &receiver->sync.token;
	bool sure = token->refusals + 1 >= REFUSALS_MOST && token->probe == MX_PROBE_PASSED;

	if (!receiver->sync.since)
		return;
	if (is_refusal(answer) && sure)
		forget_token(receiver);
	else
		set_refusals(receiver, token->refusals + is_refusal(answer));
}

void mx_refused_token_end(struct mx_receiver *receiver)
{
	set_refusals(receiver, 0);
}

static void on_probed(void *self, const struct mx_answer *answer)
{
	struct mx_receiver *receiver = self;
	struct mx_backoff *backoff = &receiver->account->sync_backoff;
	enum mx_answer_verdict verdict =
		mx_session_watch(receiver->session, answer, MX_AUTHOR_SESSION);

	receiver->sync.state = MX_SYNC_IDLE;
	receiver->sync.token.probe = verdict == MX_ANSWER_DONE ? MX_PROBE_PASSED : MX_PROBE_FAILED;
	if (verdict == MX_ANSWER_DONE) {
		backoff->until = 0; /* so that the homeserver has no time to change its mind */
		return;
	}
	mx_answer_log("sync_failed", "sync without its token", answer);
	mx_backoff_fail_within(backoff, FAILED_MOST);
	mx_backoff_extend(backoff, mx_answer_wait(answer));
}

bool mx_refused_token_probe(struct mx_receiver *receiver)
{
	const struct mx_refused_token *token = &receiver->sync.token;
	struct mx_http_request request = {
		.method = MX_HTTP_GET,
		.timeout = TIMEOUT,
		.limit = ANSWER_LIMIT,
		.big = true,
	};
	char poll[12];

	if (token->refusals < REFUSALS_LEAST || token->probe != MX_NOT_PROBED)
		return false;
	/* Synapse caches its answers: the timeout makes each of these requests another one. */
	snprintf(poll, sizeof(poll), "%u", (unsigned)randombytes_uniform(1000));
	request.path = mx_url_format("/_matrix/client/v3/sync?timeout=%&filter=%", poll, FILTER);
	mx_http_start(receiver->account->http, &request, on_probed, receiver);
	receiver->sync.state = MX_SYNC_ASKED;
	return true;
}
