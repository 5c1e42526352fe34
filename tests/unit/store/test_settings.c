/* Tests the settings of rooms and users, and the values that the store keeps under keys. */
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"

#include <stdio.h>
#include <stdlib.h>

static void assert_value(struct bot_store *store, const char *key, const char *want)
{
	char *value = NULL;
	assert_int_equal(bot_store_get(store, key, &value), BOT_OK);
	assert_string_equal(value, want);
	free(value);
}

STORE_TEST(test_value_is_set_replaced_and_removed)
{
	char *value = NULL;
	assert_int_equal(bot_store_get(store, "key", &value), BOT_NOT_FOUND);
	assert_null(value);
	assert_int_equal(bot_store_set(store, "key", "first"), BOT_OK);
	assert_int_equal(bot_store_set(store, "other", ""), BOT_OK);
	assert_int_equal(bot_store_set(store, "key", "second'; --"), BOT_OK);
	assert_value(store, "key", "second'; --");
	assert_value(store, "other", "");
	assert_int_equal(bot_store_set(store, "key", NULL), BOT_OK);
	assert_int_equal(bot_store_set(store, "key", NULL), BOT_OK);
	assert_int_equal(bot_store_get(store, "key", &value), BOT_NOT_FOUND);
}

STORE_TEST(test_keys_are_found_in_their_order)
{
	static const char *const keys[] = {"b", "a.z", "a.b", "a/", "a.", "a.\xc3\xa9"};
	const char *const want[] = {"a.b", "a.z", "a.\xc3\xa9"};
	char after[8] = "a.";
	char *key = NULL;
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		assert_int_equal(bot_store_set(store, keys[i], "v"), BOT_OK);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(bot_store_key_between(store, after, "a/", &key), BOT_OK);
		assert_string_equal(key, want[i]);
		snprintf(after, sizeof(after), "%s", key);
		free(key);
	}
	assert_int_equal(bot_store_key_between(store, after, "a/", &key), BOT_NOT_FOUND);
}

static void assert_setting(
	struct bot_store *store, enum bot_scope scope, const char *id, const char *want)
{
	char value[BOT_SETTING_SIZE] = "untouched";

	assert_int_equal(bot_store_setting(store, scope, id, "language", value), want != NULL);
	assert_string_equal(value, want ? want : "untouched");
}

static void set(struct bot_store *store, enum bot_scope scope, const char *id, const char *value)
{
	bot_store_set_setting(store, scope, id, "language", value);
}

STORE_TEST(test_setting_belongs_to_one_room_or_user)
{
	assert_setting(store, BOT_OF_ROOM, "!a:x", NULL);
	set(store, BOT_OF_ROOM, "!a:x", "de");
	set(store, BOT_OF_ROOM, "!b:x", "it");
	set(store, BOT_OF_ROOM, "!a:x", "nl");
	assert_setting(store, BOT_OF_ROOM, "!a:x", "nl");
	assert_setting(store, BOT_OF_ROOM, "!b:x", "it");
	assert_setting(store, BOT_OF_USER, "!a:x", NULL);
	set(store, BOT_OF_ROOM, "!a:x", NULL);
	assert_setting(store, BOT_OF_ROOM, "!a:x", NULL);
	assert_setting(store, BOT_OF_ROOM, "!b:x", "it");
}

STORE_TEST(test_long_setting_is_refused)
{
	static const char most[] = "1234567890123456789012345678901";
	static const char more[] = "12345678901234567890123456789012";

	set(store, BOT_OF_USER, "@a:x", most);
	assert_setting(store, BOT_OF_USER, "@a:x", most);
	assert_error(bot_store_set_setting(store, BOT_OF_USER, "@a:x", "k", more), BOT_INVALID);
	assert_error(bot_store_set_setting(store, BOT_OF_USER, memory_store_long_id, "k", "de"),
		BOT_INVALID);
	assert_error(bot_store_set_setting(store, BOT_OF_USER, "", "k", "de"), BOT_INVALID);
}

STORE_TEST(test_settings_move_with_their_room)
{
	set(store, BOT_OF_ROOM, "!old:x", "de");
	set(store, BOT_OF_ROOM, "!new:x", "it");
	set(store, BOT_OF_ROOM, "!other:x", "nl");
	bot_store_room_moved(store, "!old:x", "!new:x");
	assert_setting(store, BOT_OF_ROOM, "!old:x", NULL);
	assert_setting(store, BOT_OF_ROOM, "!new:x", "de");
	assert_setting(store, BOT_OF_ROOM, "!other:x", "nl");
}
