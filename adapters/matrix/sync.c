#include "adapters/matrix/sync.h"

#include "adapters/matrix/batch.h"
#include "adapters/matrix/clock.h"
#include "adapters/matrix/context.h"
#include "adapters/matrix/filter.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/url.h"
#include "bot/log.h"
#include "bot/meter.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SINCE_KEY    "matrix.since"
#define POLL         "30000" /* milliseconds that the homeserver waits for news */
#define TIMEOUT      60000
#define ANSWER_LIMIT ((size_t)64 << 20)

void mx_sync_start(struct mx *mx)
{
	enum bot_error error = bot_store_get(mx->store, SINCE_KEY, &mx->sync.since);

	if (error && error != BOT_NOT_FOUND)
		mx->fatal = MX_STORE_FAILED;
}

enum bot_error mx_forget_position(struct bot_store *store)
{
	return bot_store_set(store, SINCE_KEY, NULL);
}

static void drop_batch(struct mx_sync *sync)
{
	mx_fill_finish(&sync->fill);
	json_decref(sync->batch);
	sync->batch = NULL;
	sync->state = MX_IDLE;
}

void mx_sync_finish(struct mx_sync *sync)
{
	drop_batch(sync);
	free(sync->since);
}

/* False: the same batch is to be asked for again. */
static bool take_batch(struct mx *mx, const struct mx_answer *answer)
{
	struct mx_sync *sync = &mx->sync;

	if (mx_session_watch(mx, answer) == MX_NO_SESSION)
		return false;
	if (mx_answer_verdict(answer) != MX_DONE || !mx_json_text(answer->json, "next_batch")) {
		mx_log_answer("sync_failed", "sync", answer);
		mx_filter_doubt(mx, answer);
		mx_pause_obey(&sync->pause, mx_answer_wait(answer));
		return false;
	}
	sync->first = sync->handled == 0 || sync->pause.tries > 0;
	if (sync->pause.tries > 0)
		mx_service_check(mx);
	mx_pause_clear(&sync->pause);
	if (!mx_fill_init(&sync->fill, mx->store, answer->json, sync->since))
		return false;
	sync->batch = json_incref(answer->json);
	sync->arrived = mx_clock_fine();
	return true;
}

static void on_sync(void *self, const struct mx_answer *answer)
{
	struct mx *mx = self;
	bool taken = take_batch(mx, answer);

	mx->sync.state = taken ? MX_FILLING : MX_IDLE;
	if (!taken)
		mx_left_failed(mx);
}

/*
 * How long the homeserver may wait for news. The first answer of a process comes at once: what
 * waits for it need not. Without a token there are always news, so it matters not what is asked
 * for, but that it is not what was asked lately: Synapse keeps its answers for two minutes, and one
 * from before a backup was restored would bring back all that has been handled since.
 */
static void choose_poll(const struct mx *mx, char poll[12])
{
	const char *usual = mx->sync.handled > 0 && !mx_service_is_on(mx) ? POLL : "0";

	if (mx->sync.since)
		snprintf(poll, 12, "%s", usual);
	else
		snprintf(poll, 12, "%u", (unsigned)randombytes_uniform(1000));
}

static void ask(struct mx *mx)
{
	struct mx_sync *sync = &mx->sync;
	const char *filter = mx_filter_for_sync(&mx->filter);
	char poll[12];
	struct mx_request request = {
		.method = MX_GET,
		.timeout = TIMEOUT,
		.limit = ANSWER_LIMIT,
	};

	choose_poll(mx, poll);
	request.path = sync->since
			       ? mx_url("/_matrix/client/v3/sync?timeout=%&filter=%&since=%", poll,
					 filter, sync->since)
			       : mx_url("/_matrix/client/v3/sync?timeout=%&filter=%", poll, filter);
	if (mx_http_start(mx->http, &request, on_sync, mx) != MX_OK) {
		mx_pause_fail(&sync->pause);
		return;
	}
	sync->state = MX_ASKED;
	sync->asked = mx_clock_now();
	mx_left_asked(mx);
}

/*
 * Where to go on is not stored with a mere echo: the answers to what was sent have told most of it,
 * and a process that goes on from before it is told the rest again. But it is with the first batch
 * after a failure, since a homeserver that was restored is behind what is stored.
 */
static enum bot_error handle(struct mx *mx, const char *next)
{
	struct mx_sync *sync = &mx->sync;
	enum mx_gist gist = sync->since ? mx_batch_gist(mx, sync->batch) : MX_GIST_NEWS;
	bool keep = gist != MX_GIST_ECHO || sync->first;
	enum bot_error error = gist == MX_GIST_NEWS ? bot_store_begin(mx->store)
						    : bot_store_begin_lightly(mx->store);

	sync->commands = 0;
	if (!error && keep)
		error = mx_drain_mark(mx);
	if (!error)
		error = mx_crypto_receive(mx, sync->batch, &sync->fill, sync->since != NULL);
	if (!error)
		error = mx_batch_handle(
			mx, sync->batch, &sync->fill, sync->since ? MX_SYNCED : MX_OLD);
	if (!error && keep)
		error = bot_store_set(mx->store, SINCE_KEY, next);
	return error;
}

void mx_sync_measure(const struct mx *mx, int64_t arrived)
{
	bot_meter_count(BOT_BATCHES);
	bot_meter_set(BOT_HEARD, (double)mx_clock_date() / 1000);
	for (unsigned i = 0; i < mx->sync.commands; i++)
		bot_meter_observe(BOT_TIME_COMMAND, mx_clock_since(arrived));
}

static void finish_batch(struct mx *mx)
{
	struct mx_sync *sync = &mx->sync;
	char *next = strdup(mx_json_text(sync->batch, "next_batch"));

	if (!next || !mx_commit(mx, handle(mx, next), "sync")) {
		free(next);
		return; /* the same batch again when the lull is over */
	}
	mx_sync_measure(mx, sync->arrived);
	free(sync->since);
	sync->since = next;
	sync->handled++;
	sync->followed = sync->asked;
	mx_left_handled(mx);
	mx->tick = 0;
	drop_batch(sync);
}

void mx_sync_turn(struct mx *mx)
{
	struct mx_sync *sync = &mx->sync;

	if (sync->state == MX_FILLING && mx_fill_turn(mx))
		sync->state = MX_FILLED;
	if (sync->state == MX_FILLED && mx_pause_over(&mx->lull))
		finish_batch(mx);
}

void mx_sync_ask(struct mx *mx)
{
	struct mx_sync *sync = &mx->sync;

	if (sync->state == MX_IDLE && mx->session.state == MX_LOGGED_IN &&
		mx_pause_over(&sync->pause) && mx_left_is_due(mx) && mx_crypto_is_open(mx))
		ask(mx);
}
