#include "adapters/matrix/receive/sync.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/e2ee/encrypted_events.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/receive/batch.h"
#include "adapters/matrix/receive/batch_kind.h"
#include "adapters/matrix/receive/filter.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/send/job.h"
#include "bot/base/log.h"
#include "bot/base/metrics.h"
#include "bot/store/events.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SINCE_KEY "matrix.since"
#define POLL      "30000" /* milliseconds that the homeserver waits for events */
#define TIMEOUT   60000
#define ANSWER_LIMIT                                                                               \
	((size_t)512 << 20) /* large, since the bot parses the answer while it arrives */
#define STRICT_TRIES 2      /* an answer that is still damaged after so many tries stays damaged */

void mx_sync_start(struct mx_receiver *receiver)
{
	enum bot_error error =
		bot_store_get(receiver->account->store, SINCE_KEY, &receiver->sync.since);

	if (error && error != BOT_NOT_FOUND)
		receiver->account->fatal = MX_STORE_FAILED;
}

enum bot_error mx_sync_forget(struct bot_store *store)
{
	enum bot_error error = bot_store_set(store, SINCE_KEY, NULL);

	return error ? error : bot_gap_remove_all(store);
}

static void drop_batch(struct mx_sync *sync)
{
	json_decref(sync->batch);
	sync->batch = NULL;
	sync->state = MX_IDLE;
}

void mx_sync_finish(struct mx_sync *sync)
{
	drop_batch(sync);
	free(sync->since);
}

/* Returns false if the bot must ask for the same batch again. */
static bool take_batch(struct mx_receiver *receiver, const struct mx_answer *answer)
{
	struct mx_sync *sync = &receiver->sync;

	if (mx_session_watch(receiver->session, answer, MX_AUTHOR_SESSION) == MX_ANSWER_NO_SESSION)
		return false;
	if (mx_answer_verdict(answer) != MX_ANSWER_DONE ||
		!mx_json_text(answer->json, "next_batch")) {
		mx_answer_log("sync_failed", "sync", answer);
		mx_filter_doubt(&receiver->filter, answer);
		if (answer->unread && sync->less < MX_FILTER_LESS_MOST)
			sync->less++;
		mx_backoff_fail_for(&receiver->account->sync_backoff, mx_answer_wait(answer));
		return false;
	}
	sync->first =
		receiver->account->batches == 0 || receiver->account->sync_backoff.failures > 0;
	mx_backoff_reset(&receiver->account->sync_backoff);
	sync->less = 0;
	mx_account_note_dropped(receiver->account, "sync", answer->dropped);
	sync->batch = json_incref(answer->json);
	sync->session = answer->session;
	sync->arrived = mx_clock_steady_ns();
	return true;
}

static void on_sync(void *self, const struct mx_answer *answer)
{
	struct mx_receiver *receiver = self;
	bool taken = take_batch(receiver, answer);

	receiver->sync.state = taken ? MX_TAKEN : MX_IDLE;
	if (!taken)
		mx_demand_failed(&receiver->demand);
}

/*
 * Chooses how long the homeserver may wait for events. It must answer at once if other work waits
 * for the answer: the first request of a process, or a request that shows whether a private room
 * was made. Without a token there are always events, so the time does not matter. The time is then
 * random, to make each request different: Synapse caches its answers for two minutes, and a cached
 * answer from before a backup was restored would repeat events that the bot has handled since.
 */
static void choose_poll(const struct mx_receiver *receiver, char poll[12])
{
	bool waits = receiver->account->batches > 0 && !receiver->demand.pushed &&
		     !mx_device_awaits_batch(receiver->session) &&
		     !mx_lane_awaits_batch(receiver->sender, receiver->account->batches);
	const char *usual = waits ? POLL : "0";

	if (receiver->sync.since)
		snprintf(poll, 12, "%s", usual);
	else
		snprintf(poll, 12, "%u", (unsigned)randombytes_uniform(1000));
}

static void ask(struct mx_receiver *receiver)
{
	struct mx_sync *sync = &receiver->sync;
	const char *filter = mx_filter_for_sync(&receiver->filter, sync->less);
	char poll[12];
	struct mx_http_request request = {
		.method = MX_HTTP_GET,
		.timeout = TIMEOUT,
		.limit = ANSWER_LIMIT,
		.big = true,
		.lenient = receiver->account->sync_backoff.failures >= STRICT_TRIES,
	};

	choose_poll(receiver, poll);
	request.path =
		sync->since
			? mx_url_format("/_matrix/client/v3/sync?timeout=%&filter=%&since=%", poll,
				  filter, sync->since)
			: mx_url_format("/_matrix/client/v3/sync?timeout=%&filter=%", poll, filter);
	mx_http_start(receiver->account->http, &request, on_sync, receiver);
	sync->state = MX_ASKED;
	sync->asked = mx_clock_steady();
	mx_demand_asked(&receiver->demand);
}

/*
 * Handles the batch in a transaction, which the caller commits. Does not store the sync token of a
 * batch of echoes: the answers to the bot's requests have told most of it, and after a restart the
 * bot gets the rest again. The first batch after a failure is an exception: a restored homeserver
 * may be behind the stored token.
 */
static enum bot_error handle(struct mx_receiver *receiver, const char *next)
{
	struct mx_sync *sync = &receiver->sync;
	enum mx_batch_kind kind =
		sync->since ? mx_batch_kind_of(receiver, sync->batch) : MX_BATCH_NEWS;
	bool keep = kind != MX_BATCH_ECHOES || sync->first;
	enum bot_error error = kind == MX_BATCH_NEWS
				       ? bot_store_begin(receiver->account->store)
				       : bot_store_begin_lightly(receiver->account->store);

	sync->commands = 0;
	if (!error && keep)
		error = mx_job_mark_sent(receiver->sender);
	if (!error && sync->since)
		error = mx_gaps_note(receiver, sync->batch);
	if (!error)
		error = mx_encrypted_events_receive(
			receiver->crypto, sync->batch, sync->since != NULL);
	if (!error)
		error = mx_batch_handle(
			receiver, sync->batch, sync->since ? MX_SYNCED : MX_FIRST_SYNC);
	if (!error)
		error = mx_device_end_doubt(receiver->session, sync->session);
	if (!error && keep)
		error = bot_store_set(receiver->account->store, SINCE_KEY, next);
	return error;
}

void mx_sync_measure(const struct mx_receiver *receiver, int64_t arrived)
{
	bot_metrics_count(BOT_BATCHES);
	bot_metrics_set_gauge(BOT_HEARD, (double)mx_clock_wall() / 1000);
	for (unsigned i = 0; i < receiver->sync.commands; i++)
		bot_metrics_observe(BOT_TIME_COMMAND, mx_clock_seconds_since(arrived));
}

static void finish_batch(struct mx_receiver *receiver)
{
	struct mx_sync *sync = &receiver->sync;
	char *next = strdup(mx_json_text(sync->batch, "next_batch"));

	if (!next || !mx_account_commit(receiver->account, handle(receiver, next), "sync")) {
		free(next);
		return; /* the same batch again when the back-off ends */
	}
	mx_device_doubt_ended(receiver->session, sync->session);
	mx_sync_measure(receiver, sync->arrived);
	free(sync->since);
	sync->since = next;
	receiver->account->batches++;
	mx_demand_handled(&receiver->demand, sync->asked);
	receiver->account->timers_due = 0;
	drop_batch(sync);
}

void mx_sync_turn(struct mx_receiver *receiver)
{
	struct mx_sync *sync = &receiver->sync;

	/* While the bot becomes a new device it can't decrypt events. */
	if (sync->state == MX_TAKEN && mx_backoff_is_over(&receiver->account->store_backoff) &&
		mx_crypto_is_open(receiver->crypto))
		finish_batch(receiver);
}

void mx_sync_ask(struct mx_receiver *receiver)
{
	struct mx_sync *sync = &receiver->sync;

	if (sync->state == MX_IDLE && receiver->session->state == MX_LOGGED_IN &&
		mx_backoff_is_over(&receiver->account->sync_backoff) &&
		(receiver->account->batches == 0 || mx_demand_is_due(&receiver->demand)) &&
		mx_crypto_is_open(receiver->crypto))
		ask(receiver);
}
