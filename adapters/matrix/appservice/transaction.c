#include "adapters/matrix/appservice/transaction.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/receive/batch.h"
#include "adapters/matrix/receive/message_delivery.h"
#include "adapters/matrix/receive/progress.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/send/job_result.h"
#include "adapters/matrix/send/private_room.h"
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

/*
 * Loads the names of the last transactions. *known is a new reference, which the caller releases
 * even after an error.
 */
static enum bot_error load_known(struct bot_store *store, json_t **known)
{
	char *text = NULL;
	enum bot_error error = bot_store_get(store, KNOWN_KEY, &text);

	if (error && error != BOT_NOT_FOUND)
		return error;
	*known = text ? json_loads(text, 0, NULL) : json_array();
	free(text);
	return json_is_array(*known) ? BOT_OK : BOT_STORE_CORRUPT;
}

static enum bot_error store_known(struct bot_store *store, json_t *known, const char *name)
{
	enum bot_error error;
	char *text;

	(void)json_array_append_new(known, json_string(name));
	if (json_array_size(known) > KNOWN_MOST)
		json_array_remove(known, 0);
	text = json_dumps(known, JSON_COMPACT);
	error = bot_store_set(store, KNOWN_KEY, text);
	free(text);
	return error;
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

static enum bot_error has_name(struct mx_receiver *receiver, const char *user, bool *named)
{
	struct bot_known_name known;
	enum bot_error error = bot_store_name(receiver->account->store, user, &known);

	if (!error || error == BOT_NOT_FOUND)
		*named = !error;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
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
 * Writes to *needs whether the bot must ask /sync before it can handle the event, because the event
 * alone does not say enough.
 */
static enum bot_error needs_sync(
	struct mx_receiver *receiver, const char *room, const json_t *json, bool *needs)
{
	const struct mx_event event = mx_event_read(json);
	const char *state = event.state_type, *sender = event.sender;
	bool named = false;
	enum bot_error error;

	*needs = (mx_crypto_is_built_in() && mx_event_is_encrypted(&event)) ||
		 mx_event_is_unreadable_state(&event);
	if (state)
		*needs = is_read_from_sync(state) ||
			 mx_event_membership(&event, receiver->account->user);
	if (state || *needs || !mx_id_is_user(sender) ||
		strcmp(sender, receiver->account->user) == 0 ||
		!mx_message_delivery_is_wanted(receiver, room, &event))
		return BOT_OK;
	error = has_name(receiver, sender, &named);
	*needs = !named;
	return error;
}

/* Writes to *deferred whether the room's events must wait for the next /sync. */
static enum bot_error is_deferred(
	struct mx_receiver *receiver, const char *id, const json_t *events, bool *deferred)
{
	const struct mx_demand *noted = &receiver->demand;
	struct mx_room room;
	enum bot_error error;
	json_t *event;
	size_t i;

	*deferred = true;
	if (receiver->account->batches == 0 || receiver->sync.progress ||
		json_array_size(events) > EVENTS_MOST || json_object_get(noted->rooms, id) ||
		json_object_get(noted->asked, id) || mx_gaps_has_open(receiver, id))
		return BOT_OK;
	error = mx_room_init(&room, receiver->account->store, id);
	if (error)
		return error;
	*deferred = room.standing != MX_INSIDE;
	mx_room_finish(&room);
	json_array_foreach (events, i, event)
		if (!error && !*deferred)
			error = needs_sync(receiver, id, event, deferred);
	return error;
}

/* Stores the new display names of users whose names the bot knows. */
static enum bot_error learn_names(struct mx_receiver *receiver, const json_t *events)
{
	enum bot_error error = BOT_OK;
	const json_t *event;
	size_t i;

	json_array_foreach (events, i, event) {
		const struct mx_event read = mx_event_read(event);
		const char *user = read.state_key;
		const char *membership = mx_event_membership(&read, user);
		const char *name = mx_json_text(read.content, "displayname");
		bool named = false;

		if (!membership || strcmp(membership, "join") != 0 || !name || !mx_id_is_user(user))
			continue;
		error = has_name(receiver, user, &named);
		if (!error && named)
			error = bot_name_learn(receiver->account->store, user, name);
		if (error)
			break;
	}
	return error;
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
static enum bot_error sort_rooms(
	struct mx_receiver *receiver, json_t *rooms, json_t *deferred, json_t *joined)
{
	const char *id;
	json_t *events;

	json_object_foreach (rooms, id, events) {
		bool defer = true;
		enum bot_error error = is_deferred(receiver, id, events, &defer);

		distrust_members(receiver, id, events);
		if (!error && !defer)
			error = learn_names(receiver, events);
		if (error)
			return error;
		if (defer)
			(void)json_object_set_new(deferred, id, json_true());
		else
			(void)json_object_set_new(
				joined, id, json_pack("{s:{s:O}}", "timeline", "events", events));
	}
	return BOT_OK;
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

static enum bot_error handle_rooms(struct mx_receiver *receiver, json_t *rooms, json_t *deferred)
{
	json_t *joined = json_object();
	json_t *batch = json_pack("{s:{s:O}}", "rooms", "join", joined);
	json_t *progress = mx_progress_begin(NULL, batch);
	enum bot_error error = sort_rooms(receiver, rooms, deferred, joined);
	bool finished = true;

	if (!error)
		error = mx_batch_handle(receiver, batch, MX_FROM_TRANSACTION, progress, &finished);
	if (!error && !finished)
		defer_rest(joined, progress, deferred);
	json_decref(progress);
	json_decref(joined);
	json_decref(batch);
	return error;
}

bool mx_transaction_handle(struct mx_receiver *receiver, const char *id, const json_t *body)
{
	const json_t *events = json_object_get(body, "events");
	json_t *rooms, *deferred, *known = NULL;
	int64_t arrived = mx_clock_steady_ns();
	char name[2 * DIGEST_SIZE + 1];
	enum bot_error error;
	bool done;

	if (!mx_backoff_is_over(&receiver->account->store_backoff))
		return false;
	rooms = by_room(events);
	mx_policy_lists_take_rooms(receiver->policy_lists, rooms);
	deferred = json_object();
	name_transaction(id, events, name);
	receiver->sync.commands = 0;
	error = bot_store_begin(receiver->account->store);
	if (!error)
		error = mx_job_results_store_sent(receiver->sender);
	if (!error)
		error = load_known(receiver->account->store, &known);
	if (!error && !mx_json_array_has(known, name)) {
		error = handle_rooms(receiver, rooms, deferred);
		if (!error)
			error = store_known(receiver->account->store, known, name);
	}
	done = mx_account_commit(receiver->account, error, "transaction");
	if (done) {
		mx_receiver_measure(receiver, arrived);
		(void)json_object_update(receiver->demand.rooms, deferred);
	}
	receiver->account->timers_due = 0;
	json_decref(known);
	json_decref(rooms);
	json_decref(deferred);
	return done;
}
