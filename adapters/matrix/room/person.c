#include "adapters/matrix/room/person.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/room/room_state.h"
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
 * Returns the text as a JSON string, with its quotation marks; the caller frees it. Returns NULL if
 * the text is not valid UTF-8: then no JSON value contains the text.
 */
static char *quote(const char *text)
{
	json_t *json = json_string(text);
	char *quoted = json ? json_dumps(json, JSON_ENCODE_ANY) : NULL;

	json_decref(json);
	return quoted;
}

/* Calls `visit` with each value whose key is between `after` and `before`, until a call fails. */
static enum bot_error each_value(struct bot_store *store, const char *after, const char *before,
	enum bot_error (*visit)(void *self, const char *key, const char *value), void *self)
{
	char *key = NULL, *next = NULL, *value = NULL;
	enum bot_error error;

	while (!(error = bot_store_key_between(store, key ? key : after, before, &next))) {
		free(key);
		key = next;
		error = bot_store_get(store, key, &value);
		if (!error)
			error = visit(self, key, value);
		free(value);
		value = NULL;
		if (error)
			break;
	}
	free(key);
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

/*
 * Gets the value under the key that consists of `start` and the user's id. The caller frees *value.
 * If the store has no such value, sets *value to NULL and returns BOT_OK.
 */
static enum bot_error get_of_user(
	struct bot_store *store, const char *start, const char *user, char **value)
{
	char key[KEY_SIZE];

	*value = NULL;
	snprintf(key, sizeof(key), "%s%s", start, user);
	enum bot_error error = bot_store_get(store, key, value);
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

struct room_search {
	const struct taker *taker;
	const char *quoted;
};

static enum bot_error give_room(void *self, const char *key, const char *value)
{
	const struct room_search *search = self;

	if (strstr(value, search->quoted))
		give(search->taker, "rooms", "room", key + strlen(MX_ROOM_KEY));
	return BOT_OK;
}

static enum bot_error give_rooms(
	struct bot_store *store, const char *user, const struct taker *taker)
{
	char *quoted = quote(user);
	struct room_search search = {taker, quoted};
	enum bot_error error = BOT_OK;

	if (quoted)
		error = each_value(store, MX_ROOM_KEY, MX_ROOM_KEY_END, give_room, &search);
	free(quoted);
	return error;
}

static enum bot_error give_values_of_user(
	struct bot_store *store, const char *user, const struct taker *taker)
{
	char *value = NULL;
	enum bot_error error = get_of_user(store, MX_INVITED_ROOMS_KEY, user, &value);

	if (value)
		give(taker, "rooms_invited_to", "rooms", value);
	free(value);
	value = NULL;
	if (!error)
		error = get_of_user(store, MX_UNSIGNED_KEY, user, &value);
	if (value)
		give(taker, "not_reached", "why", "no signed device");
	free(value);
	return error;
}

/*
 * Sets *sealed to a new object: "events" are the encrypted events that wait for their keys, and
 * "told" are the users to whom the bot has said that it can't use an event of theirs. If the store
 * has no such value, sets *sealed to NULL and returns BOT_OK.
 */
static enum bot_error load_sealed(struct bot_store *store, json_t **sealed)
{
	char *value = NULL;
	enum bot_error error = bot_store_get(store, MX_SEALED_KEY, &value);

	*sealed = NULL;
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	*sealed = json_loads(value, 0, NULL);
	free(value);
	return *sealed ? BOT_OK : BOT_STORE_CORRUPT;
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

static enum bot_error give_event(
	struct bot_store *store, const json_t *item, const struct taker *taker)
{
	/* earlier versions of the bot stored the event in the list */
	char key[KEY_SIZE], *event = json_dumps(json_object_get(item, "event"), JSON_COMPACT);
	struct bot_column columns[] = {room_of(item), {.name = "event", .type = BOT_TEXT}};
	enum bot_error error = BOT_OK;

	if (!event)
		error = bot_store_get(store, event_key(item, key), &event);
	columns[1].text = event;
	if (!error)
		taker->take(taker->self, "unread_events", columns, 2);
	free(event);
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

static enum bot_error give_sealed(
	struct bot_store *store, const char *user, const struct taker *taker)
{
	json_t *sealed, *item;
	size_t i;
	enum bot_error error = load_sealed(store, &sealed);

	json_array_foreach (json_object_get(sealed, "events"), i, item)
		if (!error && is_event_of(item, user))
			error = give_event(store, item, taker);
	json_array_foreach (json_object_get(sealed, "told"), i, item) {
		struct bot_column room = room_of(item);

		if (is_note_of(item, user))
			taker->take(taker->self, "told_unreadable", &room, 1);
	}
	json_decref(sealed);
	return error;
}

enum bot_error mx_person_rows(struct bot_store *store, const char *user,
	void (*take)(void *self, const char *kind, const struct bot_column *columns, size_t count),
	void *self)
{
	const struct taker taker = {take, self};
	enum bot_error error = give_rooms(store, user, &taker);

	if (!error)
		error = give_values_of_user(store, user, &taker);
	return error ? error : give_sealed(store, user, &taker);
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
static enum bot_error erase_sealed(struct bot_store *store, const char *user, bool notes)
{
	json_t *sealed, *item;
	size_t i;
	char key[KEY_SIZE], *value;
	enum bot_error error = load_sealed(store, &sealed);

	if (error || !sealed)
		return error;
	json_array_foreach (json_object_get(sealed, "events"), i, item)
		if (!error && is_event_of(item, user))
			error = bot_store_set(store, event_key(item, key), NULL);
	remove_items(json_object_get(sealed, "events"), is_event_of, user);
	if (notes)
		remove_items(json_object_get(sealed, "told"), is_note_of, user);
	value = json_dumps(sealed, JSON_COMPACT);
	if (!error)
		error = bot_store_set(store, MX_SEALED_KEY, value);
	free(value);
	json_decref(sealed);
	return error;
}

struct renaming {
	struct bot_store *store;
	char *from, *to; /* as JSON strings */
};

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

static enum bot_error rename_in_value(void *self, const char *key, const char *value)
{
	const struct renaming *renaming = self;
	enum bot_error error;
	char *changed;

	if (!strstr(value, renaming->from))
		return BOT_OK;
	changed = replace(value, renaming->from, renaming->to);
	error = bot_store_set(renaming->store, key, changed);
	free(changed);
	return error;
}

static enum bot_error rename_in_values(struct bot_store *store, const char *user, const char *alias)
{
	struct renaming renaming = {store, quote(user), quote(alias)};
	enum bot_error error = BOT_OK;

	if (renaming.from && renaming.to)
		error = each_value(store, "matrix.", "matrix/", rename_in_value, &renaming);
	free(renaming.from);
	free(renaming.to);
	return error;
}

/*
 * Moves the value under the key of `user` to the key of `to`. If `to` is NULL, deletes the value.
 */
static enum bot_error move_value(
	struct bot_store *store, const char *start, const char *user, const char *to)
{
	char from_key[KEY_SIZE], to_key[KEY_SIZE], *value;
	enum bot_error error = get_of_user(store, start, user, &value);

	if (error || !value)
		return error;
	snprintf(from_key, sizeof(from_key), "%s%s", start, user);
	error = bot_store_set(store, from_key, NULL);
	if (!error && to) {
		snprintf(to_key, sizeof(to_key), "%s%s", start, to);
		error = bot_store_set(store, to_key, value);
	}
	free(value);
	return error;
}

enum bot_error mx_person_erase(struct bot_store *store, const char *user, const char *alias)
{
	char alias_id[BOT_ID_SIZE + 32];
	const char *server = strchr(user, ':');
	enum bot_error error = move_value(store, MX_UNSIGNED_KEY, user, NULL);

	snprintf(alias_id, sizeof(alias_id), "@%s%s", alias, server ? server : "");
	if (!error)
		error = erase_sealed(store, user, true);
	if (!error)
		error = rename_in_values(store, user, alias_id);
	return error ? error : move_value(store, MX_INVITED_ROOMS_KEY, user, alias_id);
}

enum bot_error mx_person_forget(struct bot_store *store, const char *user)
{
	enum bot_error error = move_value(store, MX_UNSIGNED_KEY, user, NULL);

	return error ? error : erase_sealed(store, user, false);
}
