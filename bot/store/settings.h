/*
 * Texts that are stored under keys: the settings that people have chosen for a room or for
 * themselves, and values that the host and the adapters need after a restart.
 */
#ifndef BOT_STORE_SETTINGS_H
#define BOT_STORE_SETTINGS_H

#include "bot/store/database.h"

#define BOT_SETTING_SIZE 32 /* bytes for a setting's value and a NUL */

/* Whether a setting belongs to a room or to a user. */
enum bot_scope {
	BOT_OF_ROOM,
	BOT_OF_USER,
};

/*
 * Stores a setting of a room or a user. A NULL value removes the setting. Returns BOT_INVALID if
 * the value has BOT_SETTING_SIZE bytes or more.
 */
BOT_MUST_USE enum bot_error bot_store_set_setting(struct bot_store *store, enum bot_scope scope,
	const char *id, const char *key, const char *value);

/* Gets a setting of a room or a user. Returns BOT_NOT_FOUND if nobody has chosen a value. */
BOT_MUST_USE enum bot_error bot_store_setting(struct bot_store *store, enum bot_scope scope,
	const char *id, const char *key, char value[BOT_SETTING_SIZE]);

/*
 * Counts the rooms that have the setting "lobby". If `played` is true, counts only those in which a
 * rated match has ended.
 */
BOT_MUST_USE enum bot_error bot_store_lobby_count(
	struct bot_store *store, bool played, size_t *count);

/*
 * Lists these rooms in the byte order of their ids, without the first `skipped` of them. Writes at
 * most `size` rooms, and sets *count to the number of rooms written. On failure, `rooms` is
 * undefined.
 */
BOT_MUST_USE enum bot_error bot_store_lobby_list(struct bot_store *store, bool played,
	size_t skipped, char (*rooms)[BOT_ID_SIZE], size_t size, size_t *count);

/* How long the store keeps a room's settings after the bot has left the room: 30 days. */
#define BOT_ROOM_KEPT (INT64_C(30) * 24 * 3600 * 1000)

/*
 * Notes that the bot left a room at the time `when`. bot_store_prune deletes the room's settings
 * BOT_ROOM_KEPT later, unless the bot enters the room again.
 */
BOT_MUST_USE enum bot_error bot_store_room_left(
	struct bot_store *store, const char *room, int64_t when);
BOT_MUST_USE enum bot_error bot_store_room_entered(struct bot_store *store, const char *room);

/*
 * Stores a text of any length under a key, or replaces the old text. If `value` is NULL, removes
 * the key.
 */
BOT_MUST_USE enum bot_error bot_store_set(
	struct bot_store *store, const char *key, const char *value);

/*
 * Gets the text under a key. Returns BOT_NOT_FOUND if the key has no text. On BOT_OK the caller
 * frees *value.
 */
BOT_MUST_USE enum bot_error bot_store_get(struct bot_store *store, const char *key, char **value);

/*
 * Finds the first key, in byte order, that is greater than `after` and less than `before`. Returns
 * BOT_NOT_FOUND if there is no such key. On BOT_OK the caller frees *key.
 */
BOT_MUST_USE enum bot_error bot_store_key_between(
	struct bot_store *store, const char *after, const char *before, char **key);

#endif
