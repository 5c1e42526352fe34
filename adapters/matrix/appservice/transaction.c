#include "adapters/matrix/appservice/transaction.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/receive/batch.h"
#include "adapters/matrix/receive/message_delivery.h"
#include "adapters/matrix/receive/progress.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/send/job_result.h"
#include "adapters/matrix/send/private_room.h"
#include "bot/base/attempt.h"
#include "bot/base/clock.h"
#include "bot/text/name.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define KNOWN_KEY "matrix.transactions"
/* how many transactions the bot remembers; enough, since the homeserver sends one at a time */
#define KNOWN_MOST  32
#define DIGEST_SIZE ((size_t)16)
/* the most events of a room that the bot takes from a transaction; it reads more from /sync */
#define EVENTS_MOST 100

/*
 * Makes a name from the transaction's id and the ids of its events. The id alone is not enough: if
 * a homeserver is restored from a backup, it uses old ids for new transactions.
 */
static void name_transaction(const char *id, const json_t *events, char name[2 * DIGEST_SIZE + 1])
{
	unsigned char digest[DIGEST_SIZE];
	crypto_generichash_state state;
	const json_t *event;
	size_t i;

	crypto_generichash_init(&state, NULL, 0, sizeof(digest));
	crypto_generichash_update(&state, (const unsigned char *)id, strlen(id) + 1);
	json_array_foreach (events, i, event) {
		const char *text = mx_json_text(event, "event_id");

		if (text)
			crypto_generichash_update(
				&state, (const unsigned char *)text, strlen(text) + 1);
	}
	crypto_generichash_final(&state, digest, sizeof(digest));
	sodium_bin2hex(name, 2 * DIGEST_SIZE + 1, digest, sizeof(digest));
}

/* Loads the names of the last transactions. The list ends with the attempt. */
static json_t *load_known(struct bot_store *store)
{
	char *text = NULL;
	json_t *known = NULL;

	if (!bot_found(bot_store_get(store, KNOWN_KEY, &text)))
		return mx_json_scratch(json_array());
	known = mx_json_scratch(json_loads(text, 0, NULL));
	free(text);
	if (!json_is_array(known))
		bot_fail(BOT_STORE_CORRUPT);
	return known;
}

static void store_known(struct bot_store *store, json_t *known, const char *name)
{
	char *text;

	(void)json_array_append_new(known, json_string(name));
	if (json_array_size(known) > KNOWN_MOST)
		json_array_remove(known, 0);
	text = json_dumps(known, JSON_COMPACT);
	bot_scratch_own(text, free);
	bot_must(bot_store_set(store, KNOWN_KEY, text));
}

/*
 * Returns a new object, which has a list of events for each room. The events of a room keep their
 * order.
 */
static json_t *by_room(const json_t *events)
{
	json_t *rooms = json_object();
	json_t *event;
	size_t i;

	json_array_foreach (events, i, event) {
		const char *room = mx_json_text(event, "room_id");
		json_t *list = mx_id_is_room(room) ? json_object_get(rooms, room) : NULL;

		if (!mx_id_is_room(room))
			continue;
		if (!list) {
			(void)json_object_set_new(rooms, room, json_array());
			list = json_object_get(rooms, room);
		}
		(void)json_array_append(list, event);
	}
	return rooms;
}

static bool has_name(struct mx_receiver *receiver, const char *user)
{
	struct bot_known_name known;

	return bot_store_name(receiver->account->store, user, &known);
}

static bool is_read_from_sync(const char *state)
{
	static const char *const types[] = {"m.room.create", "m.room.encryption",
		"m.room.power_levels", "m.room.server_acl", "m.room.tombstone"};

	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (strcmp(types[i], state) == 0)
			return true;
	return false;
}

/*
 * Returns whether the bot must ask /sync before it can handle the event, because the event alone
 * does not say enough.
 */
static bool needs_sync(struct mx_receiver *receiver, const char *room, const json_t *json)
{
	const struct mx_event event = mx_event_read(json);
	const char *state = event.state_type, *sender = event.sender;

	if (state)
		return is_read_from_sync(state) ||
		       mx_event_membership(&event, receiver->account->user);
	if ((mx_crypto_is_built_in() && mx_event_is_encrypted(&event)) ||
		mx_event_is_unreadable_state(&event))
		return true;
	return mx_id_is_user(sender) && strcmp(sender, receiver->account->user) != 0 &&
	       mx_message_delivery_is_wanted(receiver, room, &event) && !has_name(receiver, sender);
}

/* Returns whether the room's events must wait for the next /sync. */
static bool is_deferred(struct mx_receiver *receiver, const char *id, const json_t *events)
{
	const struct mx_demand *noted = &receiver->demand;
	json_t *event;
	size_t i;

	if (receiver->account->batches == 0 || receiver->sync.progress ||
		json_array_size(events) > EVENTS_MOST || json_object_get(noted->rooms, id) ||
		json_object_get(noted->asked, id) || mx_gaps_has_open(receiver, id) ||
		mx_room_load(receiver->account->store, id)->standing != MX_INSIDE)
		return true;
	json_array_foreach (events, i, event)
		if (needs_sync(receiver, id, event))
			return true;
	return false;
}

/* Stores the new display names of users whose names the bot knows. */
static void learn_names(struct mx_receiver *receiver, const json_t *events)
{
	const json_t *event;
	size_t i;

	json_array_foreach (events, i, event) {
		const struct mx_event read = mx_event_read(event);
		const char *user = read.state_key;
		const char *membership = mx_event_membership(&read, user);
		const char *name = mx_json_text(read.content, "displayname");

		if (membership && strcmp(membership, "join") == 0 && name && mx_id_is_user(user) &&
			has_name(receiver, user))
			bot_must(bot_name_learn(receiver->account->store, user, name));
	}
}

/*
 * Makes the bot read the room's members again before it sends a hand, if one of the events is a
 * state event: such an event may change the members.
 */
static void distrust_members(struct mx_receiver *receiver, const char *room, const json_t *events)
{
	const json_t *event;
	size_t i;

	json_array_foreach (events, i, event)
		if (mx_event_read(event).is_state)
			mx_private_room_distrust(receiver->sender, room);
}

/*
 * Adds each room to `joined` or to `deferred`. `joined` has the rooms to handle now, in the form of
 * an answer to /sync. `deferred` has the rooms whose events must wait for the next /sync.
 */
static void sort_rooms(
	struct mx_receiver *receiver, json_t *rooms, json_t *deferred, json_t *joined)
{
	const char *id;
	json_t *events;

	json_object_foreach (rooms, id, events) {
		bool defer = is_deferred(receiver, id, events);

		distrust_members(receiver, id, events);
		if (defer) {
			(void)json_object_set_new(deferred, id, json_true());
			continue;
		}
		learn_names(receiver, events);
		(void)json_object_set_new(
			joined, id, json_pack("{s:{s:O}}", "timeline", "events", events));
	}
}

/* Defers the rooms for which one transaction of the store has no time. */
static void defer_rest(json_t *joined, const json_t *progress, json_t *deferred)
{
	const char *id;
	json_t *room;
	size_t events;

	json_object_foreach (joined, id, room)
		if (!mx_progress_find(progress, MX_SECTION_JOIN, id, &events))
			(void)json_object_set_new(deferred, id, json_true());
}

static void handle_rooms(struct mx_receiver *receiver, json_t *rooms, json_t *deferred)
{
	json_t *joined = json_object();
	const json_t *batch = mx_json_scratch(json_pack("{s:{s:o}}", "rooms", "join", joined));
	json_t *progress = mx_json_scratch(mx_progress_begin(NULL, batch));
	bool finished = true;

	sort_rooms(receiver, rooms, deferred, joined);
	bot_must(mx_batch_handle(receiver, batch, MX_FROM_TRANSACTION, progress, &finished));
	if (!finished)
		defer_rest(joined, progress, deferred);
}

/* A transaction that has arrived. */
struct transaction {
	struct mx_receiver *receiver;
	char name[2 * DIGEST_SIZE + 1];
	json_t *rooms;    /* as by_room makes it */
	json_t *deferred; /* the rooms that wait for the next /sync */
};

static void handle(void *self)
{
	const struct transaction *transaction = self;
	struct mx_receiver *receiver = transaction->receiver;
	struct bot_store *store = receiver->account->store;

	bot_must(mx_job_results_store_sent(receiver->sender));
	json_t *known = load_known(store);
	if (mx_json_array_has(known, transaction->name))
		return;
	handle_rooms(receiver, transaction->rooms, transaction->deferred);
	store_known(store, known, transaction->name);
}

bool mx_transaction_handle(struct mx_receiver *receiver, const char *id, const json_t *body)
{
	const json_t *events = json_object_get(body, "events");
	struct transaction transaction = {.receiver = receiver};
	int64_t arrived = bot_clock_steady_ns();
	bool done;

	if (!mx_backoff_is_over(&receiver->account->store_backoff))
		return false;
	transaction.rooms = by_room(events);
	mx_policy_lists_take_rooms(receiver->policy_lists, transaction.rooms);
	transaction.deferred = json_object();
	name_transaction(id, events, transaction.name);
	receiver->sync.commands = 0;
	done = mx_account_attempt(receiver->account, "transaction", handle, &transaction);
	if (done) {
		mx_receiver_measure(receiver, arrived);
		(void)json_object_update(receiver->demand.rooms, transaction.deferred);
	}
	receiver->account->timers_due = 0;
	json_decref(transaction.rooms);
	json_decref(transaction.deferred);
	return done;
}
