/* Tests how the store keeps the keys of the bot's device. */
#include "bot/store/device_keys.h"

#include "bot/store/settings.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"

#include <stdio.h>
#include <string.h>

/* The names and the bytes of the values that a search has found, each with a space after it. */
struct found {
	char names[256], bytes[256];
	int count;
};

static void take(void *to, const struct bot_device_key *key)
{
	struct found *found = to;
	size_t names = strlen(found->names), bytes = strlen(found->bytes);

	snprintf(found->names + names, sizeof(found->names) - names, "%s/%s ", key->owner,
		key->name);
	snprintf(found->bytes + bytes, sizeof(found->bytes) - bytes, "%.*s ", (int)key->size,
		(const char *)key->bytes);
	found->count++;
}

static void set(struct bot_store *store, const char *kind, const char *owner, const char *name,
	const char *label, const char *bytes)
{
	const struct bot_device_key key = {.kind = kind,
		.owner = owner,
		.name = name,
		.label = label,
		.bytes = bytes,
		.size = bytes ? strlen(bytes) : 0};

	assert_int_equal(bot_device_keys_set(store, BOT_KEYS_OF_DEVICE, &key), BOT_OK);
}

static enum bot_error get(
	struct bot_store *store, const char *owner, const char *name, struct found *found)
{
	const struct bot_device_key key = {.kind = "device", .owner = owner, .name = name};

	*found = (struct found){.count = 0};
	return bot_device_keys_get(store, BOT_KEYS_OF_DEVICE, &key, take, found);
}

static void assert_found(struct bot_store *store, enum bot_key_age age,
	const struct bot_device_key_search *search, const char *names)
{
	struct found found = {.count = 0};

	assert_int_equal(bot_device_keys_find(store, age, search, take, &found), BOT_OK);
	assert_string_equal(found.names, names);
}

static bool exist(struct bot_store *store, enum bot_key_age age)
{
	bool exist = false;

	assert_int_equal(bot_device_keys_exist(store, age, &exist), BOT_OK);
	return exist;
}

STORE_TEST(test_value_is_stored_replaced_and_deleted)
{
	struct found found;

	assert_int_equal(get(store, "@a:x", "ONE", &found), BOT_NOT_FOUND);
	set(store, "device", "@a:x", "ONE", "", "first");
	set(store, "device", "@a:x", "ONE", "", "second");
	set(store, "device", "@a:x", "EMPTY", "", "");
	set(store, "room_key", "@a:x", "ONE", "", "other");
	assert_int_equal(get(store, "@a:x", "ONE", &found), BOT_OK);
	assert_string_equal(found.bytes, "second ");
	assert_int_equal(get(store, "@a:x", "EMPTY", &found), BOT_OK);
	assert_string_equal(found.bytes, " ");
	set(store, "device", "@a:x", "ONE", "", NULL);
	set(store, "device", "@a:x", "NEVER", "", NULL);
	assert_int_equal(get(store, "@a:x", "ONE", &found), BOT_NOT_FOUND);
	assert_int_equal(found.count, 0);
}

STORE_TEST(test_search_goes_on_after_the_last_value)
{
	struct bot_device_key_search search = {
		.kind = "device", .after_owner = "", .after_name = "", .most = 3};

	set(store, "device", "@b:x", "1", "", "");
	set(store, "device", "@a:x", "2", "", "");
	set(store, "device", "@a:x", "1", "", "");
	set(store, "device", "@b:x", "3", "", "");
	set(store, "other", "@a:x", "3", "", "");
	assert_found(store, BOT_KEYS_OF_DEVICE, &search, "@a:x/1 @a:x/2 @b:x/1 ");
	search.after_owner = "@b:x";
	search.after_name = "1";
	assert_found(store, BOT_KEYS_OF_DEVICE, &search, "@b:x/3 ");
	search.owner = "@a:x";
	assert_found(store, BOT_KEYS_OF_DEVICE, &search, "@a:x/2 ");
	search.after_name = "";
	assert_found(store, BOT_KEYS_OF_DEVICE, &search, "@a:x/1 @a:x/2 ");
	search.most = 1;
	assert_found(store, BOT_KEYS_OF_DEVICE, &search, "@a:x/1 ");
}

STORE_TEST(test_label_finds_values_of_all_owners)
{
	struct bot_device_key_search search = {
		.kind = "room_key", .label = "new", .after_owner = "", .after_name = "", .most = 9};

	set(store, "room_key", "!b", "1", "new", "");
	set(store, "room_key", "!a", "2", "new", "");
	set(store, "room_key", "!a", "3", "known", "");
	set(store, "room_key", "!a", "4", "", "");
	assert_found(store, BOT_KEYS_OF_DEVICE, &search, "!b/1 !a/2 ");
	search.after_name = "1";
	assert_found(store, BOT_KEYS_OF_DEVICE, &search, "!a/2 ");
	set(store, "room_key", "!a", "2", "known", "");
	assert_found(store, BOT_KEYS_OF_DEVICE, &search, "");
}

STORE_TEST(test_keys_are_set_aside_and_deleted)
{
	const struct bot_device_key_search search = {
		.kind = "device", .after_owner = "", .after_name = "", .most = 9};

	assert_false(exist(store, BOT_KEYS_OF_DEVICE));
	set(store, "device", "@a:x", "FIRST", "", "");
	assert_int_equal(bot_device_keys_set_aside(store), BOT_OK);
	assert_false(exist(store, BOT_KEYS_OF_DEVICE));
	assert_true(exist(store, BOT_KEYS_OF_OLD_DEVICE));
	set(store, "device", "@a:x", "SECOND", "", "");
	assert_int_equal(bot_device_keys_set_aside(store), BOT_OK);
	assert_found(store, BOT_KEYS_OF_OLD_DEVICE, &search, "@a:x/SECOND ");
	assert_found(store, BOT_KEYS_OF_DEVICE, &search, "");
	assert_int_equal(bot_device_keys_delete(store, BOT_KEYS_OF_OLD_DEVICE), BOT_OK);
	assert_false(exist(store, BOT_KEYS_OF_OLD_DEVICE));
}

STORE_TEST(test_undone_changes_are_counted)
{
	bot_store_rollback(store);
	assert_int_equal(bot_device_keys_undone(store), 0);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	set(store, "device", "@a:x", "ONE", "", "");
	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_set(store, "key", "value"), BOT_OK);
	bot_store_rollback(store);
	assert_int_equal(bot_device_keys_undone(store), 0);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	set(store, "device", "@a:x", "TWO", "", "");
	bot_store_rollback(store);
	bot_store_rollback(store);
	assert_int_equal(bot_device_keys_undone(store), 1);
	assert_int_equal(bot_store_begin(store), BOT_OK);
}
