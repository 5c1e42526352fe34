#include "adapters/matrix/receive/receiver.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/e2ee/encrypted_events.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/receive/batch.h"
#include "adapters/matrix/receive/progress.h"
#include "adapters/matrix/receive/sync_trouble.h"
#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/job_result.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/base/metrics.h"
#include "bot/store/events.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SINCE_KEY  "matrix.since"
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

void mx_receiver_init(
	struct mx_receiver *receiver, struct mx_session *session, struct mx_sender *sender)
{
	*receiver = (struct mx_receiver){
		.account = session->account,
		.session = session,
		.crypto = sender->crypto,
		.sender = sender,
		.filter = {.session = session},
		.idle_rooms = {.session = session},
		.threads = json_object(),
	};
	receiver->spare_room.idle = &receiver->idle_rooms;
	mx_people_init(&receiver->people, session);
	mx_own_name_load(&receiver->own_name, session->account);
	mx_other_device_init(&receiver->other_device);
}

static void drop_batch(struct mx_sync *sync)
{
	json_decref(sync->batch);
	json_decref(sync->progress);
	sync->batch = sync->progress = NULL;
	sync->parts = 0;
	sync->state = MX_SYNC_IDLE;
}

void mx_receiver_finish(struct mx_receiver *receiver)
{
	drop_batch(&receiver->sync);
	free(receiver->sync.since);
	json_decref(receiver->demand.rooms);
	json_decref(receiver->demand.asked);
	mx_gaps_finish(&receiver->gaps);
	mx_spare_room_finish(&receiver->spare_room);
	mx_filter_finish(&receiver->filter);
	mx_people_finish(&receiver->people);
	json_decref(receiver->threads);
}

void mx_receiver_start(struct mx_receiver *receiver)
{
	enum bot_error error =
		bot_store_get(receiver->account->store, SINCE_KEY, &receiver->sync.since);

	if (!error || error == BOT_NOT_FOUND)
		error = mx_progress_load(receiver->account->store, &receiver->sync.progress);
	if (!error)
		error = mx_gaps_load(receiver);
	if (error)
		receiver->account->fatal = MX_STORE_FAILED;
}

void mx_receiver_begin_push(struct mx_receiver *receiver)
{
	receiver->demand = (struct mx_demand){
		.pushed = true,
		.rooms = json_object(),
		.asked = json_object(),
		.timer = -1,
	};
}

enum bot_error mx_receiver_forget_position(struct bot_store *store)
{
	enum bot_error error = bot_store_set(store, SINCE_KEY, NULL);

	if (!error)
		error = mx_progress_save(store, NULL, NULL);
	return error ? error : bot_gap_remove_all(store);
}

bool mx_receiver_holds_timers(const struct mx_receiver *receiver)
{
	const struct mx_demand *demand = &receiver->demand;

	return receiver->sync.progress ||
	       (demand->pushed && demand->timer >= 0 && demand->timer <= mx_clock_steady() &&
		       demand->last_handled < demand->timer);
}

static bool is_due(const struct mx_receiver *receiver)
{
	const struct mx_demand *demand = &receiver->demand;

	return receiver->account->batches == 0 || !demand->pushed || demand->wanted ||
	       json_object_size(demand->rooms) > 0 || mx_receiver_holds_timers(receiver) ||
	       demand->last_handled + PUSH_INTERVAL <= mx_clock_steady();
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
		mx_refused_token_note(receiver, answer);
		return false;
	}
	sync->first = account->batches == 0 || account->sync_backoff.failures > 0;
	if (account->sync_backoff.failures > 0) {
		mx_sender_note_return(receiver->sender);
		bot_host_stood_still(account->host);
	}
	mx_backoff_reset(&account->sync_backoff);
	mx_refused_token_end(receiver);
	mx_sync_pace_note(sync, answer->json);
	sync->too_big = 0;
	mx_account_note_dropped(account, "sync", answer->dropped);
	sync->batch = json_incref(answer->json);
	mx_policy_lists_take_batch(receiver->policy_lists, sync->batch);
	sync->session = answer->session;
	sync->arrived = mx_clock_steady_ns();
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
	sync->asked = mx_clock_steady();
	begin_demand(&receiver->demand);
}

void mx_receiver_ask(struct mx_receiver *receiver)
{
	if (receiver->sync.state == MX_SYNC_IDLE && receiver->session->state == MX_LOGGED_IN &&
		mx_backoff_is_over(&receiver->account->sync_backoff) &&
		mx_backoff_is_over(&receiver->sync.pace) && is_due(receiver) &&
		mx_crypto_is_open(receiver->crypto) && !mx_refused_token_probe(receiver))
		send_request(receiver);
}

/* Handles what concerns the whole batch, before its first part: its gaps and its keys. */
static enum bot_error begin_batch(struct mx_receiver *receiver, const json_t *progress)
{
	struct mx_sync *sync = &receiver->sync;
	enum bot_error error = sync->since ? mx_gaps_note(receiver, sync->batch, progress) : BOT_OK;

	sync->commands = 0;
	return error ? error
		     : mx_encrypted_events_take_keys(
			       receiver->crypto, sync->batch, sync->since != NULL);
}

/*
 * Stores where the bot goes on after a restart: with the next batch, or, if `progress` is not NULL,
 * in the middle of this one. Then the token must be that of this batch, which may be newer than the
 * stored one.
 */
static enum bot_error store_position(
	struct mx_receiver *receiver, const char *token, const json_t *progress)
{
	const struct mx_sync *sync = &receiver->sync;
	struct bot_store *store = receiver->account->store;
	enum bot_error error = bot_store_set(store, SINCE_KEY, token);

	if (!error && (progress || sync->progress))
		error = mx_progress_save(store, progress, sync->batch);
	return error;
}

/*
 * Says that the store knows none of the account's rooms: it is new, also if somebody has lost the
 * old one.
 */
static void say_if_new(const struct mx_receiver *receiver)
{
	const json_t *rooms = json_object_get(receiver->sync.batch, "rooms");
	json_t *joined = json_object_get(rooms, "join");
	const char *id;
	json_t *body;

	json_object_foreach (joined, id, body)
		if (mx_room_is_inside(receiver->account->store, id))
			return;
	if (json_object_size(joined) > 0)
		bot_log_write(BOT_LOG_WARNING, "store_is_new",
			BOT_LOG_FIELDS({"rooms", .number = (int64_t)json_object_size(joined)},
				{"why", .text = "the account is in rooms, and the store knows none "
						"of them: if there was a store before, stop the "
						"bot and restore a backup"}));
}

/*
 * Handles a part of the batch in a transaction, which the caller commits. Does not store the sync
 * token of a batch of echoes: the bot knows most echoes already from the answers to its requests,
 * and after a restart the homeserver sends the batch again. But the bot always stores the token of
 * the first batch after its start or after a failure. If the homeserver was restored from a backup
 * in the meantime, the old token may be newer than the backup.
 */
static enum bot_error handle_part(
	struct mx_receiver *receiver, const char *next, json_t **progress, bool *finished)
{
	struct mx_sync *sync = &receiver->sync;
	struct bot_store *store = receiver->account->store;
	enum mx_batch_kind kind = sync->since && !sync->progress
					  ? mx_batch_kind_find(receiver, sync->batch)
					  : MX_BATCH_WITH_NEWS;
	bool keeps_token = kind != MX_BATCH_OF_ECHOES || sync->first;
	enum bot_error error = kind == MX_BATCH_WITH_NEWS ? bot_store_begin(store)
							  : bot_store_begin_lightly(store);

	*progress = sync->parts > 0 ? json_deep_copy(sync->progress)
				    : mx_progress_begin(sync->progress, sync->batch);
	if (!error && keeps_token)
		error = mx_job_results_store_sent(receiver->sender);
	if (!error && sync->parts == 0)
		error = begin_batch(receiver, sync->progress ? *progress : NULL);
	if (!error)
		error = mx_batch_handle(receiver, sync->batch,
			sync->since ? MX_FROM_SYNC : MX_FROM_FIRST_SYNC, *progress, finished);
	if (!error && *finished)
		error = mx_device_end_doubt(receiver->session, sync->session);
	if (!error && !*finished)
		error = store_position(receiver, sync->since, *progress);
	else if (!error && keeps_token)
		error = store_position(receiver, next, NULL);
	return error;
}

/*
 * The event that shows that the store is older may be the last one of the part. What people wrote
 * before it is old, too, so the bot begins the part again.
 */
static enum bot_error handle_knowing_age(
	struct mx_receiver *receiver, const char *next, json_t **progress, bool *finished)
{
	bool knew = receiver->account->store_is_older;
	enum bot_error error = handle_part(receiver, next, progress, finished);

	if (error || knew || !receiver->account->store_is_older)
		return error;
	bot_store_rollback(receiver->account->store);
	json_decref(*progress);
	return handle_part(receiver, next, progress, finished);
}

void mx_receiver_measure(const struct mx_receiver *receiver, int64_t arrived)
{
	bot_metrics_count(BOT_BATCHES);
	bot_metrics_set_gauge(BOT_HEARD, (double)mx_clock_wall() / 1000);
	for (unsigned i = 0; i < receiver->sync.commands; i++)
		bot_metrics_observe(BOT_TIME_COMMAND, mx_clock_seconds_since(arrived));
}

/* Returns whether the bot can handle the batch that has arrived. */
static bool may_handle(const struct mx_receiver *receiver)
{
	/* While the bot becomes a new device, it can't decrypt events. */
	return receiver->sync.state == MX_SYNC_ARRIVED &&
	       mx_backoff_is_over(&receiver->account->store_backoff) &&
	       mx_crypto_is_open(receiver->crypto);
}

/* Goes on to the next batch. Takes its token. */
static void finish_batch(struct mx_receiver *receiver, char *next)
{
	struct mx_sync *sync = &receiver->sync;

	mx_device_doubt_ended(receiver->session, sync->session);
	mx_receiver_measure(receiver, sync->arrived);
	free(sync->since);
	sync->since = next;
	receiver->account->batches++;
	json_object_clear(receiver->demand.asked);
	receiver->demand.last_handled = sync->asked;
	receiver->account->timers_due = 0;
	drop_batch(sync);
}

void mx_receiver_handle(struct mx_receiver *receiver)
{
	struct mx_sync *sync = &receiver->sync;
	json_t *progress = NULL;
	bool finished = true;
	char *next;

	if (!may_handle(receiver))
		return;
	next = bot_strdup(mx_json_text(sync->batch, "next_batch"));
	if (!sync->since && sync->parts == 0)
		say_if_new(receiver);
	if (!mx_account_commit(receiver->account,
		    handle_knowing_age(receiver, next, &progress, &finished), "sync")) {
		json_decref(progress);
		free(next);
		return; /* the bot handles the same part again when the back-off ends */
	}
	json_decref(sync->progress);
	sync->progress = progress;
	sync->parts++;
	if (finished)
		finish_batch(receiver, next);
	else
		free(next);
}

void mx_receiver_limit_timeout(const struct mx_receiver *receiver, int64_t *timeout)
{
	const struct mx_demand *demand = &receiver->demand;
	const struct mx_backoff interval = {.until = demand->last_handled + PUSH_INTERVAL};
	const struct mx_backoff timer = {.until = demand->timer};

	if (may_handle(receiver))
		*timeout = 0;
	mx_backoff_limit_timeout(&receiver->account->sync_backoff, timeout);
	mx_backoff_limit_timeout(&receiver->sync.pace, timeout);
	mx_gaps_limit_timeout(receiver, timeout);
	mx_spare_room_limit_timeout(&receiver->spare_room, timeout);
	if (!demand->pushed)
		return;
	mx_backoff_limit_timeout(&interval, timeout);
	mx_backoff_limit_timeout(&timer, timeout);
}
