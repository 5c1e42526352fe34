#include "adapters/matrix/receive/sync_request.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/client/wait.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/send/lane.h"
#include "bot/base/clock.h"
#include "bot/base/log.h"
#include "bot/base/metrics.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_POLL 250     /* ms; see choose_poll */
#define POLL       "30000" /* how many ms the homeserver may wait for events */
#define TIMEOUT    60000   /* ms */
/* ms between two requests if the homeserver pushes events */
#define PUSH_INTERVAL (INT64_C(30) * 1000)
/*
 * The limit of an answer, in bytes. It can be large, because the bot parses the answer piece by
 * piece as it arrives.
 */
#define ANSWER_LIMIT ((size_t)512 << 20)
/*
 * The longest wait after a failed request. After an outage, the bot is deaf until this wait ends,
 * and the request costs the homeserver little.
 */
#define FAILED_MOST (INT64_C(25) * 1000)
/* After this many failures in a row, the bot uses the readable parts of a damaged answer. */
#define STRICT_TRIES 2

#define PROBE_FILTER                                                                               \
	"{\"presence\":{\"types\":[]},\"account_data\":{\"types\":[]},\"room\":{\"rooms\":[]}}"
#define PROBE_LIMIT    ((size_t)16 << 20) /* bytes; the filter lets nearly nothing through */
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

/* When a request is due */

void mx_sync_begin_push(struct mx_receiver *receiver)
{
	receiver->demand = (struct mx_demand){
		.pushed = true,
		.rooms = json_object(),
		.asked = json_object(),
		.timer = -1,
	};
}

bool mx_sync_holds_timers(const struct mx_receiver *receiver)
{
	const struct mx_demand *demand = &receiver->demand;

	return receiver->sync.progress ||
	       (demand->pushed && demand->timer >= 0 && demand->last_handled < demand->timer &&
		       mx_time_has_come(demand->timer));
}

/* Returns whether the bot needs an answer to /sync now. If not, the loop wakes when it will. */
static bool is_due(const struct mx_receiver *receiver)
{
	const struct mx_demand *demand = &receiver->demand;

	return receiver->account->batches == 0 || !demand->pushed || demand->wanted ||
	       json_object_size(demand->rooms) > 0 || mx_sync_holds_timers(receiver) ||
	       mx_time_has_come(demand->last_handled + PUSH_INTERVAL);
}

static void begin_demand(struct mx_demand *demand)
{
	json_t *empty = demand->asked;

	demand->asked = demand->rooms;
	demand->rooms = empty;
	demand->wanted = false;
}

/* Notes that the request has failed, so that the next request must bring the same rooms. */
static void renew_demand(struct mx_demand *demand)
{
	(void)json_object_update(demand->rooms, demand->asked);
	json_object_clear(demand->asked);
	demand->wanted = true;
}

/* A sync token that the homeserver refuses */

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

/* Notes a failure of /sync. Forgets the token if the homeserver surely refuses it for good. */
static void note_refusal(struct mx_receiver *receiver, const struct mx_answer *answer)
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

/*
 * If the next request must go without the token, sends it and returns true. sync->state is
 * MX_SYNC_ASKED until it ends.
 */
static bool probe(struct mx_receiver *receiver)
{
	const struct mx_refused_token *token = &receiver->sync.token;
	struct mx_http_request request = {
		.method = MX_HTTP_GET,
		.timeout = TIMEOUT,
		.limit = PROBE_LIMIT,
		.big = true,
	};
	char poll[12];

	if (token->refusals < REFUSALS_LEAST || token->probe != MX_NOT_PROBED)
		return false;
	/* Synapse caches its answers: the timeout makes each of these requests another one. */
	snprintf(poll, sizeof(poll), "%u", (unsigned)randombytes_uniform(1000));
	request.path =
		mx_url_format("/_matrix/client/v3/sync?timeout=%&filter=%", poll, PROBE_FILTER);
	mx_http_start(receiver->account->http, &request, on_probed, receiver);
	receiver->sync.state = MX_SYNC_ASKED;
	return true;
}

/* Answers that come at once and bring nothing */

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

/*
 * Delays the next request if the homeserver, or a proxy before it, answers at once again and again
 * although nothing has happened. Without the delay the bot would ask as fast as it can.
 */
static void note_pace(struct mx_sync *sync, const json_t *batch)
{
	int64_t took = bot_clock_steady() - sync->asked;
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

/* Requests and answers */

/*
 * Checks an answer to /sync, and keeps its batch for mx_receiver_handle. Returns false if the bot
 * must ask for the same batch again.
 */
static bool take_batch(struct mx_receiver *receiver, const struct mx_answer *answer)
{
	struct mx_sync *sync = &receiver->sync;
	struct mx_account *account = receiver->account;

	if (mx_session_watch(receiver->session, answer, MX_AUTHOR_SESSION) == MX_ANSWER_NO_SESSION)
		return false;
	if (mx_answer_verdict(answer) != MX_ANSWER_DONE) {
		mx_answer_log("sync_failed", "sync", answer);
		mx_filter_doubt(&receiver->filter, answer);
		if (answer->unread && sync->too_big < MX_FILTER_LOWERED_MOST)
			sync->too_big++;
		mx_backoff_fail_within(&account->sync_backoff, FAILED_MOST);
		mx_backoff_extend(&account->sync_backoff, mx_answer_wait(answer));
		note_refusal(receiver, answer);
		return false;
	}
	sync->first = account->batches == 0 || account->sync_backoff.failures > 0;
	if (account->sync_backoff.failures > 0) {
		mx_sender_note_return(receiver->sender);
		bot_host_stood_still(account->host);
	}
	mx_backoff_reset(&account->sync_backoff);
	set_refusals(receiver, 0);
	note_pace(sync, answer->json);
	sync->too_big = 0;
	mx_account_note_dropped(account, "sync", answer->dropped);
	sync->batch = json_incref(answer->json);
	mx_policy_lists_take_batch(receiver->policy_lists, sync->batch);
	sync->session = answer->session;
	sync->arrived = bot_clock_steady_ns();
	return true;
}

static void on_answer(void *self, const struct mx_answer *answer)
{
	struct mx_receiver *receiver = self;
	bool taken = take_batch(receiver, answer);

	receiver->sync.state = taken ? MX_SYNC_ARRIVED : MX_SYNC_IDLE;
	if (!taken)
		renew_demand(&receiver->demand);
}

/*
 * Chooses how long the homeserver may wait for events. The homeserver must answer at once if the
 * bot has other work that needs the answer, for example to see whether the homeserver has made a
 * private room. In the first request of a process, the bot chooses a random time of at most
 * FIRST_POLL, so that no two of these requests are equal. (Without a sync token the homeserver
 * always has events, and never waits.) Otherwise Synapse, which caches its answers for two minutes,
 * could give the bot an answer from before a backup was restored, or from before an older store
 * came back.
 */
static void choose_poll(const struct mx_receiver *receiver, char poll[12])
{
	bool waits = receiver->account->batches > 0 && !receiver->demand.pushed &&
		     !mx_device_awaits_batch(receiver->session) &&
		     !mx_lane_awaits_batch(receiver->sender, receiver->account->batches);

	if (receiver->sync.since && receiver->account->batches > 0)
		snprintf(poll, 12, "%s", waits ? POLL : "0");
	else if (receiver->sync.since)
		snprintf(poll, 12, "%u", (unsigned)randombytes_uniform(FIRST_POLL));
	else
		snprintf(poll, 12, "%u", (unsigned)randombytes_uniform(1000));
}

static void send_request(struct mx_receiver *receiver)
{
	struct mx_sync *sync = &receiver->sync;
	struct mx_account *account = receiver->account;
	const char *filter = mx_filter_for_sync(&receiver->filter, sync->too_big);
	char poll[12];
	struct mx_http_request request = {
		.method = MX_HTTP_GET,
		.timeout = TIMEOUT,
		.limit = ANSWER_LIMIT,
		.big = true,
		.lenient = account->sync_backoff.failures >= STRICT_TRIES,
	};

	choose_poll(receiver, poll);
	sync->polls = sync->since && strcmp(poll, POLL) == 0;
	request.path =
		sync->since
			? mx_url_format("/_matrix/client/v3/sync?timeout=%&filter=%&since=%", poll,
				  filter, sync->since)
			: mx_url_format("/_matrix/client/v3/sync?timeout=%&filter=%", poll, filter);
	mx_http_start(account->http, &request, on_answer, receiver);
	sync->state = MX_SYNC_ASKED;
	sync->asked = bot_clock_steady();
	begin_demand(&receiver->demand);
}

void mx_sync_ask(struct mx_receiver *receiver)
{
	if (receiver->sync.state == MX_SYNC_IDLE && receiver->session->state == MX_LOGGED_IN &&
		mx_backoff_is_over(&receiver->account->sync_backoff) &&
		mx_backoff_is_over(&receiver->sync.pace) && is_due(receiver) &&
		mx_crypto_is_open(receiver->crypto) && !probe(receiver))
		send_request(receiver);
}
