#include "adapters/matrix/room/person.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/room/room_state.h"
#include "bot/base/attempt.h"
#include "bot/base/memory.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY_SIZE (64 + BOT_ID_SIZE)

/* The callback that gets the rows. */
struct taker {
	void (*take)(void *self, const char *kind, const struct bot_column *columns, size_t count);
	void *self;
};

static void give(const struct taker *taker, const char *kind, const char *name, const char *text)
{
	taker->take(taker->self, kind,
		&(struct bot_column){.name = name, .type = BOT_TEXT, .text = text}, 1);
}

/*
 * Returns the text as a JSON string, with its quotation marks; it ends with the attempt. Returns
 * NULL if the text is not valid UTF-8: then no JSON value contains the text.
 */
static const char *quote(const char *text)
{
	json_t *json = json_string(text);
	char *quoted = json ? json_dumps(json, JSON_ENCODE_ANY) : NULL;

	json_decref(json);
	bot_scratch_own(quoted, free);
	return quoted;
}

/* What to do with each value whose key is between `after` and `before`. */
struct visit {
	const char *after, *before;
	void (*value)(struct bot_store *store, const struct visit *visit, const char *key,
		const char *value);
	const char *from; /* the user's id as a JSON string */
	const char *to;   /* the id that takes its place */
	const struct taker *taker;
};

static void visit_value(struct bot_store *store, const struct visit *visit, const char *key)
{
	char *value = NULL;

	bot_must(bot_store_get(store, key, &value));
	bot_scratch_own(value, free);
	visit->value(store, visit, key, value);
}

/* Each value has an attempt, so that the values need not fit into the memory together. */
static enum bot_error try_value(struct bot_store *store, const struct visit *visit, const char *key)
{
	BOT_ATTEMPT(visit_value(store, visit, key));
}

static void visit_values(struct bot_store *store, const struct visit *visit)
{
	const char *last = visit->after;
	char *key = NULL;

	while (bot_found(bot_store_key_between(store, last, visit->before, &key))) {
		bot_scratch_own(key, free);
		bot_must(try_value(store, visit, key));
		last = key;
	}
}

/*
 * Returns the value under the key that consists of `start` and the user's id, or NULL if the store
 * has no such value. It ends with the attempt.
 */
static const char *get_of_user(struct bot_store *store, const char *start, const char *user)
{
	char key[KEY_SIZE], *value = NULL;

	snprintf(key, sizeof(key), "%s%s", start, user);
	(void)bot_found(bot_store_get(store, key, &value));
	bot_scratch_own(value, free);
	return value;
}

static void give_room(
	struct bot_store *store, const struct visit *visit, const char *key, const char *value)
{
	(void)store;
	if (strstr(value, visit->from))
		give(visit->taker, "rooms", "room", key + strlen(MX_ROOM_KEY));
}

static void give_rooms(struct bot_store *store, const char *user, const struct taker *taker)
{
	const struct visit visit = {
		MX_ROOM_KEY, MX_ROOM_KEY_END, give_room, .from = quote(user), .taker = taker};

	if (visit.from)
		visit_values(store, &visit);
}

static void give_values_of_user(
	struct bot_store *store, const char *user, const struct taker *taker)
{
	const char *value = get_of_user(store, MX_INVITED_ROOMS_KEY, user);

	if (value)
		give(taker, "rooms_invited_to", "rooms", value);
	if (get_of_user(store, MX_UNSIGNED_KEY, user))
		give(taker, "not_reached", "why", "no signed device");
}

/*
 * Returns an object that ends with the attempt: "events" are the encrypted events that wait for
 * their keys, and "told" are the users to whom the bot has said that it can't use an event of
 * theirs. Returns NULL if the store has no such value.
 */
static json_t *load_sealed(struct bot_store *store)
{
	char *value = NULL;

	if (!bot_found(bot_store_get(store, MX_SEALED_KEY, &value)))
		return NULL;
	json_t *sealed = mx_json_scratch(json_loads(value, 0, NULL));
	free(value);
	if (!sealed)
		bot_fail(BOT_STORE_CORRUPT);
	return sealed;
}

static bool is_event_of(const json_t *item, const char *user)
{
	return mx_json_text_is(item, "sender", user) ||
	       mx_json_text_is(json_object_get(item, "event"), "sender", user);
}

/* Writes the store's key of an event that waits for its key. */
static const char *event_key(const json_t *item, char key[KEY_SIZE])
{
	snprintf(key, KEY_SIZE, MX_SEALED_EVENT_KEY "%" JSON_INTEGER_FORMAT,
		json_integer_value(json_object_get(item, "number")));
	return key;
}

static bool is_note_of(const json_t *item, const char *user)
{
	return mx_json_text_is(item, "user", user);
}

static struct bot_column room_of(const json_t *item)
{
	const char *room = json_string_value(json_object_get(item, "room"));

	return (struct bot_column){
		.name = "room", .type = room ? BOT_TEXT : BOT_NOTHING, .text = room};
}

static void give_event(struct bot_store *store, const json_t *item, const struct taker *taker)
{
	/* earlier versions of the bot stored the event in the list */
	char key[KEY_SIZE], *event = json_dumps(json_object_get(item, "event"), JSON_COMPACT);
	struct bot_column columns[] = {room_of(item), {.name = "event", .type = BOT_TEXT}};

	if (!event && !bot_found(bot_store_get(store, event_key(item, key), &event)))
		return;
	bot_scratch_own(event, free);
	columns[1].text = event;
	taker->take(taker->self, "unread_events", columns, 2);
}

static void give_sealed(struct bot_store *store, const char *user, const struct taker *taker)
{
	json_t *sealed = load_sealed(store), *item;
	size_t i;

	json_array_foreach (json_object_get(sealed, "events"), i, item)
		if (is_event_of(item, user))
			give_event(store, item, taker);
	json_array_foreach (json_object_get(sealed, "told"), i, item) {
		struct bot_column room = room_of(item);

		if (is_note_of(item, user))
			taker->take(taker->self, "told_unreadable", &room, 1);
	}
}

static void give_all(struct bot_store *store, const char *user, const struct taker *taker)
{
	give_rooms(store, user, taker);
	give_values_of_user(store, user, taker);
	give_sealed(store, user, taker);
}

enum bot_error mx_person_rows(struct bot_store *store, const char *user,
	void (*take)(void *self, const char *kind, const struct bot_column *columns, size_t count),
	void *self)
{
	const struct taker taker = {take, self};

	BOT_ATTEMPT(give_all(store, user, &taker));
}

static void remove_items(
	json_t *list, bool (*is_of)(const json_t *item, const char *user), const char *user)
{
	for (size_t i = json_array_size(list); i > 0; i--)
		if (is_of(json_array_get(list, i - 1), user))
			json_array_remove(list, i - 1);
}

/*
 * Erases the user's events that wait for their keys. If `notes` is true, also erases the notes that
 * the bot has told the user of such an event.
 */
static void erase_sealed(struct bot_store *store, const char *user, bool notes)
{
	json_t *sealed = load_sealed(store), *item;
	size_t i;
	char key[KEY_SIZE], *value;

	if (!sealed)
		return;
	json_array_foreach (json_object_get(sealed, "events"), i, item)
		if (is_event_of(item, user))
			bot_must(bot_store_set(store, event_key(item, key), NULL));
	remove_items(json_object_get(sealed, "events"), is_event_of, user);
	if (notes)
		remove_items(json_object_get(sealed, "told"), is_note_of, user);
	value = json_dumps(sealed, JSON_COMPACT);
	bot_scratch_own(value, free);
	bot_must(bot_store_set(store, MX_SEALED_KEY, value));
}

/* Returns a copy of `text` with `to` in place of each `from`; the caller frees it. */
static char *replace(const char *text, const char *from, const char *to)
{
	size_t count = 0, size = strlen(text) + 1;
	const char *found, *rest = text;
	char *end, *new;

	for (; (found = strstr(rest, from)); rest = found + strlen(from))
		count++;
	new = end = bot_malloc(size + count * strlen(to));
	for (rest = text; (found = strstr(rest, from)); rest = found + strlen(from)) {
		memcpy(end, rest, (size_t)(found - rest));
		end += found - rest;
		memcpy(end, to, strlen(to));
		end += strlen(to);
	}
	memcpy(end, rest, strlen(rest) + 1);
	return new;
}

static void rename_in_value(
	struct bot_store *store, const struct visit *visit, const char *key, const char *value)
{
	char *changed;

	if (!strstr(value, visit->from))
		return;
	changed = replace(value, visit->from, visit->to);
	bot_scratch_own(changed, free);
	bot_must(bot_store_set(store, key, changed));
}

static void rename_in_values(struct bot_store *store, const char *user, const char *alias)
{
	const struct visit visit = {
		"matrix.", "matrix/", rename_in_value, .from = quote(user), .to = quote(alias)};

	if (visit.from && visit.to)
		visit_values(store, &visit);
}

/*
 * Moves the value under the key of `user` to the key of `to`. If `to` is NULL, deletes the value.
 */
static void move_value(struct bot_store *store, const char *start, const char *user, const char *to)
{
	const char *value = get_of_user(store, start, user);
	char key[KEY_SIZE];

	if (!value)
		return;
	snprintf(key, sizeof(key), "%s%s", start, user);
	bot_must(bot_store_set(store, key, NULL));
	snprintf(key, sizeof(key), "%s%s", start, to ? to : "");
	if (to)
		bot_must(bot_store_set(store, key, value));
}

static void erase(struct bot_store *store, const char *user, const char *alias)
{
	char alias_id[BOT_ID_SIZE + 32];
	const char *server = strchr(user, ':');

	snprintf(alias_id, sizeof(alias_id), "@%s%s", alias, server ? server : "");
	move_value(store, MX_UNSIGNED_KEY, user, NULL);
	erase_sealed(store, user, true);
	rename_in_values(store, user, alias_id);
	move_value(store, MX_INVITED_ROOMS_KEY, user, alias_id);
}

enum bot_error mx_person_erase(struct bot_store *store, const char *user, const char *alias)
{
	BOT_ATTEMPT(erase(store, user, alias));
}

static void forget(struct bot_store *store, const char *user)
{
	move_value(store, MX_UNSIGNED_KEY, user, NULL);
	erase_sealed(store, user, false);
}

enum bot_error mx_person_forget(struct bot_store *store, const char *user)
{
	BOT_ATTEMPT(forget(store, user));
}
