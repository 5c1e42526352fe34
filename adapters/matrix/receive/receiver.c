#include "adapters/matrix/receive/receiver.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/wait.h"
#include "adapters/matrix/e2ee/encrypted_events.h"
#include "adapters/matrix/receive/batch.h"
#include "adapters/matrix/receive/progress.h"
#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/job_result.h"
#include "bot/base/attempt.h"
#include "bot/base/clock.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/base/metrics.h"
#include "bot/store/events.h"

#include <stdlib.h>
#include <string.h>

#define SINCE_KEY "matrix.since"

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

static void forget_position(struct bot_store *store)
{
	bot_must(bot_store_set(store, SINCE_KEY, NULL));
	bot_must(mx_progress_save(store, NULL, NULL));
	bot_gap_remove_all(store);
}

enum bot_error mx_receiver_forget_position(struct bot_store *store)
{
	BOT_ATTEMPT(forget_position(store));
}

/* Handles what concerns the whole batch, before its first part: its gaps and its keys. */
static void begin_batch(struct mx_receiver *receiver, const json_t *progress)
{
	struct mx_sync *sync = &receiver->sync;

	if (sync->since)
		bot_must(mx_gaps_note(receiver, sync->batch, progress));
	sync->commands = 0;
	mx_encrypted_events_take_keys(receiver->crypto, sync->batch, sync->since != NULL);
}

/*
 * Stores where the bot goes on after a restart: with the next batch, or, if `progress` is not NULL,
 * in the middle of this one. Then the token must be that of this batch, which may be newer than the
 * stored one.
 */
static void store_position(struct mx_receiver *receiver, const char *token, const json_t *progress)
{
	const struct mx_sync *sync = &receiver->sync;
	struct bot_store *store = receiver->account->store;

	bot_must(bot_store_set(store, SINCE_KEY, token));
	if (progress || sync->progress)
		bot_must(mx_progress_save(store, progress, sync->batch));
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
static void handle_part(
	struct mx_receiver *receiver, const char *next, json_t **progress, bool *finished)
{
	struct mx_sync *sync = &receiver->sync;
	struct bot_store *store = receiver->account->store;
	enum mx_batch_kind kind = sync->since && !sync->progress
					  ? mx_batch_kind_find(receiver, sync->batch)
					  : MX_BATCH_WITH_NEWS;
	bool keeps_token = kind != MX_BATCH_OF_ECHOES || sync->first;

	*progress = sync->parts > 0 ? json_deep_copy(sync->progress)
				    : mx_progress_begin(sync->progress, sync->batch);
	bot_must(kind == MX_BATCH_WITH_NEWS ? bot_store_begin(store)
					    : bot_store_begin_lightly(store));
	if (keeps_token)
		bot_must(mx_job_results_store_sent(receiver->sender));
	if (sync->parts == 0)
		begin_batch(receiver, sync->progress ? *progress : NULL);
	bot_must(mx_batch_handle(receiver, sync->batch,
		sync->since ? MX_FROM_SYNC : MX_FROM_FIRST_SYNC, *progress, finished));
	if (*finished)
		bot_must(mx_device_end_doubt(receiver->session, sync->session));
	if (!*finished)
		store_position(receiver, sync->since, *progress);
	else if (keeps_token)
		store_position(receiver, next, NULL);
}

/*
 * The event that shows that the store is older may be the last one of the part. What people wrote
 * before it is old, too, so the bot begins the part again.
 */
static void handle_knowing_age(
	struct mx_receiver *receiver, const char *next, json_t **progress, bool *finished)
{
	bool knew = receiver->account->store_is_older;

	handle_part(receiver, next, progress, finished);
	if (knew || !receiver->account->store_is_older)
		return;
	bot_store_rollback(receiver->account->store);
	json_decref(*progress);
	handle_part(receiver, next, progress, finished);
}

static enum bot_error try_part(
	struct mx_receiver *receiver, const char *next, json_t **progress, bool *finished)
{
	BOT_ATTEMPT(handle_knowing_age(receiver, next, progress, finished));
}

void mx_receiver_measure(const struct mx_receiver *receiver, int64_t arrived)
{
	bot_metrics_count(BOT_BATCHES);
	bot_metrics_set_gauge(BOT_HEARD, (double)bot_clock_wall() / 1000);
	for (unsigned i = 0; i < receiver->sync.commands; i++)
		bot_metrics_observe(BOT_TIME_COMMAND, bot_clock_seconds_since(arrived));
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
	if (!mx_account_commit(
		    receiver->account, try_part(receiver, next, &progress, &finished), "sync")) {
		json_decref(progress);
		free(next);
		return; /* the bot handles the same part again when the back-off ends */
	}
	json_decref(sync->progress);
	sync->progress = progress;
	sync->parts++;
	if (finished) {
		finish_batch(receiver, next);
		return;
	}
	free(next);
	mx_wake_at(0);
}
