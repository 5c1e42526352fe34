#include "adapters/matrix/transaction.h"

#include "adapters/matrix/batch.h"
#include "adapters/matrix/clock.h"
#include "adapters/matrix/context.h"
#include "adapters/matrix/event.h"
#include "adapters/matrix/id.h"
#include "adapters/matrix/json.h"
#include "bot/name.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define KNOWN_KEY   "matrix.transactions"
#define KNOWN_MOST  32 /* the homeserver sends one after the other */
#define DIGEST_SIZE ((size_t)16)

/* The transaction by its id, and by what is in it: a homeserver restored from a backup counts anew.
 */
static void name_transaction(const char *id, const json_t *events, char name[2 * DIGEST_SIZE + 1])
{
	unsigned char digest[DIGEST_SIZE];
	crypto_generichash_state state;
	const json_t *event;
	size_t i;

	crypto_generichash_init(&state, NULL, 0, sizeof digest);
	crypto_generichash_update(&state, (const unsigned char *)id, strlen(id) + 1);
	json_array_foreach (events, i, event) {
		const char *text = mx_json_text(event, "event_id");

		if (text)
			crypto_generichash_update(
				&state, (const unsigned char *)text, strlen(text) + 1);
	}
	crypto_generichash_final(&state, digest, sizeof digest);
	sodium_bin2hex(name, 2 * DIGEST_SIZE + 1, digest, sizeof digest);
}

/* The names of the last transactions, a new reference. */
static enum bot_error load_known(struct bot_store *store, json_t **known)
{
	char *text = NULL;
	enum bot_error error = bot_store_get(store, KNOWN_KEY, &text);

	if (error && error != BOT_NOT_FOUND)
		return error;
	*known = text ? json_loads(text, 0, NULL) : json_array();
	free(text);
	if (*known && !json_is_array(*known)) {
		json_decref(*known);
		return BOT_STORE_CORRUPT;
	}
	return *known ? BOT_OK : text ? BOT_STORE_CORRUPT : BOT_NO_MEMORY;
}

static bool is_known(const json_t *known, const char *name)
{
	const json_t *other;
	size_t i;

	json_array_foreach (known, i, other)
		if (json_is_string(other) && strcmp(json_string_value(other), name) == 0)
			return true;
	return false;
}

static enum bot_error store_known(struct bot_store *store, json_t *known, const char *name)
{
	enum bot_error error;
	char *text;

	if (json_array_append_new(known, json_string(name)))
		return BOT_NO_MEMORY;
	if (json_array_size(known) > KNOWN_MOST)
		json_array_remove(known, 0);
	text = json_dumps(known, JSON_COMPACT);
	error = text ? bot_store_set(store, KNOWN_KEY, text) : BOT_NO_MEMORY;
	free(text);
	return error;
}

/* A new object: the events of each room, in order. NULL: no memory. */
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
		if (json_array_append(list, event)) {
			json_decref(rooms);
			return NULL;
		}
	}
	return rooms;
}

static enum bot_error is_named(struct mx *mx, const char *user, bool *named)
{
	char name[BOT_NAME_SIZE];
	enum bot_error error = bot_store_name(mx->store, user, name);

	if (!error)
		*named = strncmp(name, user, strlen(name)) != 0;
	return error;
}

static bool is_read_from_sync(const char *state)
{
	static const char *const types[] = {
		"m.room.create", "m.room.encryption", "m.room.power_levels", "m.room.tombstone"};

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (strcmp(types[i], state) == 0)
			return true;
	return false;
}

/* Whether an event needs what only /sync tells. */
static enum bot_error needs_sync(struct mx *mx, const char *room, const json_t *event, bool *needs)
{
	const char *state = mx_event_state(event);
	const char *sender = mx_json_text(event, "sender");
	bool named = false;
	enum bot_error error;

	*needs = (mx_crypto_is_there() && mx_event_is_encrypted(event)) ||
		 mx_event_is_odd_state(event);
	if (state)
		*needs = is_read_from_sync(state) || mx_event_membership(event, mx->me);
	if (state || *needs || !mx_id_is_user(sender) || strcmp(sender, mx->me) == 0 ||
		mx_batch_interest(mx, room, event) != MX_WANTED)
		return BOT_OK;
	error = is_named(mx, sender, &named);
	*needs = !named;
	return error;
}

static enum bot_error is_left(struct mx *mx, const char *id, const json_t *events, bool *left)
{
	const struct mx_left *noted = &mx->service.left;
	struct mx_room room;
	enum bot_error error;
	json_t *event;
	size_t i;

	*left = true;
	if (mx->sync.handled == 0 || json_object_get(noted->rooms, id) ||
		json_object_get(noted->asked, id))
		return BOT_OK;
	error = mx_room_init(&room, mx->store, id);
	if (error)
		return error;
	*left = room.standing != MX_INSIDE;
	mx_room_finish(&room);
	json_array_foreach (events, i, event)
		if (!error && !*left)
			error = needs_sync(mx, id, event, left);
	return error;
}

/* Somebody who is known calls himself otherwise. */
static enum bot_error learn_names(struct mx *mx, const json_t *events)
{
	enum bot_error error = BOT_OK;
	const json_t *event;
	size_t i;

	json_array_foreach (events, i, event) {
		const char *user = mx_json_text(event, "state_key");
		const char *membership = mx_event_membership(event, user);
		const char *name = mx_json_text(json_object_get(event, "content"), "displayname");
		char clean[BOT_NAME_SIZE];
		bool named = false;

		if (!membership || strcmp(membership, "join") != 0 || !name || !mx_id_is_user(user))
			continue;
		bot_name_clean(name, clean);
		error = is_named(mx, user, &named);
		if (!error && named && *clean)
			error = bot_store_set_name(mx->store, user, clean);
		if (error)
			break;
	}
	return error;
}

/* Who else is there may have changed: no hand goes there before it is looked at again. */
static void distrust(struct mx *mx, const char *room, const json_t *events)
{
	const json_t *event;
	size_t i;

	json_array_foreach (events, i, event)
		if (mx_event_state(event) || mx_event_is_odd_state(event))
			mx_drain_distrust(&mx->drain, room);
}

/* Sorts the rooms: `joined` gets those that are handled now, in the form of /sync. */
static enum bot_error sort(struct mx *mx, json_t *rooms, json_t *left, json_t *joined)
{
	const char *id;
	json_t *events;

	json_object_foreach (rooms, id, events) {
		bool leave = true;
		enum bot_error error = is_left(mx, id, events, &leave);

		distrust(mx, id, events);
		if (!error && !leave)
			error = learn_names(mx, events);
		if (error)
			return error;
		if (leave ? json_object_set_new(left, id, json_true())
			  : json_object_set_new(joined, id,
				    json_pack("{s:{s:O}}", "timeline", "events", events)))
			return BOT_NO_MEMORY;
	}
	return BOT_OK;
}

static enum bot_error handle_rooms(struct mx *mx, json_t *rooms, json_t *left)
{
	json_t *joined = json_object();
	json_t *batch = json_pack("{s:{s:O}}", "rooms", "join", joined);
	struct mx_fill fill;
	enum bot_error error = joined && batch ? sort(mx, rooms, left, joined) : BOT_NO_MEMORY;

	if (!error && !mx_fill_init(&fill, mx->store, batch, NULL))
		error = BOT_NO_MEMORY;
	else if (!error) {
		error = mx_batch_handle(mx, batch, &fill, MX_PUSHED);
		mx_fill_finish(&fill);
	}
	json_decref(joined);
	json_decref(batch);
	return error;
}

bool mx_transaction_handle(struct mx *mx, const char *id, const json_t *body)
{
	const json_t *events = json_object_get(body, "events");
	json_t *rooms, *left, *known = NULL;
	int64_t arrived = mx_clock_fine();
	char name[2 * DIGEST_SIZE + 1];
	enum bot_error error;
	bool done;

	if (!mx_pause_over(&mx->lull))
		return false;
	rooms = by_room(events);
	left = json_object();
	name_transaction(id, events, name);
	mx->sync.commands = 0;
	error = rooms && left ? bot_store_begin(mx->store) : BOT_NO_MEMORY;
	if (!error)
		error = mx_drain_mark(mx);
	if (!error)
		error = load_known(mx->store, &known);
	if (!error && !is_known(known, name)) {
		error = handle_rooms(mx, rooms, left);
		if (!error)
			error = store_known(mx->store, known, name);
	}
	done = mx_commit(mx, error, "transaction");
	if (done)
		mx_sync_measure(mx, arrived);
	/* It does not come again: only a new start would find it. */
	if (done && json_object_update(mx->service.left.rooms, left))
		mx->fatal = MX_NO_MEMORY;
	mx->tick = 0;
	json_decref(known);
	json_decref(rooms);
	json_decref(left);
	return done;
}
