#include "adapters/matrix/receive/sync_trouble.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/json.h"
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
 * An answer that brings nothing is hasty if it comes earlier than this many ms after the request,
 * although the homeserver was asked to wait for events.
 */
#define HASTY 250
/* After this many hasty answers in a row, the bot waits before it asks again. */
#define HASTY_ALLOWED 4
/* the shortest and the longest time between two requests then, in ms */
#define PACE_FIRST HASTY
#define PACE_MOST  (8 * PACE_FIRST)
/* If the answers come even earlier than this many ms after the request, that time grows. */
#define AT_ONCE 150

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

/* Returns whether the object has a list `name`.events with an event in it. */
static bool has_events(const json_t *body, const char *name)
{
	return json_array_size(json_object_get(json_object_get(body, name), "events")) > 0;
}

/*
 * Returns whether a batch brings nothing that the homeserver had to tell at once. The bot does not
 * look at receipts, account data or presence, and its filter leaves them out.
 */
static bool is_idle(const json_t *batch)
{
	const json_t *rooms = json_object_get(batch, "rooms");
	const json_t *devices = json_object_get(batch, "device_lists");
	const char *id;
	json_t *body;

	json_object_foreach (json_object_get(rooms, "join"), id, body)
		if (has_events(body, "timeline") || has_events(body, "state"))
			return false;
	return json_object_size(json_object_get(rooms, "invite")) == 0 &&
	       json_object_size(json_object_get(rooms, "leave")) == 0 &&
	       !has_events(batch, "to_device") &&
	       json_array_size(json_object_get(devices, "changed")) == 0 &&
	       json_array_size(json_object_get(devices, "left")) == 0;
}

void mx_sync_pace_note(struct mx_sync *sync, const json_t *batch)
{
	int64_t took = mx_clock_steady() - sync->asked;
	bool repeated = sync->since && mx_json_text_is(batch, "next_batch", sync->since);
	int64_t interval;

	if (!sync->polls || took >= HASTY || (!repeated && !is_idle(batch))) {
		sync->hasty = 0;
		return;
	}
	if (sync->hasty < HASTY_ALLOWED) {
		sync->hasty++;
		return;
	}
	interval = PACE_FIRST << (sync->hasty - HASTY_ALLOWED);
	if (interval < PACE_MOST && took < AT_ONCE)
		sync->hasty++;
	mx_backoff_extend(&sync->pace, interval - took);
}
