/* Tests how the store keeps whom the bot ignores. */
#include "bot/store/store.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has(struct bot_store *store, const char *banned)
{
	enum bot_error error = bot_store_has_ban(store, banned);

	assert_true(error == BOT_OK || error == BOT_NOT_FOUND);
	return !error;
}

STORE_TEST(test_ban_is_noted_and_removed)
{
	size_t count = 7;

	assert_int_equal(bot_store_unban(*state, "@a:x"), BOT_NOT_FOUND);
	assert_int_equal(bot_store_ban(*state, "@a:x"), BOT_OK);
	assert_int_equal(bot_store_ban(*state, "@a:x"), BOT_OK);
	assert_true(has(*state, "@a:x"));
	assert_false(has(*state, "@A:x"));
	assert_false(has(*state, ""));
	assert_int_equal(bot_store_ban_count(*state, &count), BOT_OK);
	assert_int_equal(count, 1);
	assert_int_equal(bot_store_unban(*state, "@a:x"), BOT_OK);
	assert_false(has(*state, "@a:x"));
	assert_int_equal(bot_store_ban(*state, ""), BOT_INVALID);
	assert_int_equal(bot_store_ban(*state, memory_store_long_id), BOT_INVALID);
}

STORE_TEST(test_bans_are_listed_in_order)
{
	char banned[BOT_ID_SIZE] = "";

	assert_int_equal(bot_store_next_ban(*state, "", banned), BOT_NOT_FOUND);
	assert_int_equal(bot_store_ban(*state, "x.org"), BOT_OK);
	assert_int_equal(bot_store_ban(*state, "@a:x"), BOT_OK);
	assert_int_equal(bot_store_next_ban(*state, banned, banned), BOT_OK);
	assert_string_equal(banned, "@a:x");
	assert_int_equal(bot_store_next_ban(*state, banned, banned), BOT_OK);
	assert_string_equal(banned, "x.org");
	assert_int_equal(bot_store_next_ban(*state, banned, banned), BOT_NOT_FOUND);
}

static bool has_any(struct bot_store *store)
{
	enum bot_error error = bot_store_has_any_ban(store);

	assert_true(error == BOT_OK || error == BOT_NOT_FOUND);
	return !error;
}

/* The store remembers that there is no ban, but not after a change or a rollback. */
STORE_TEST(test_any_ban_is_found_after_changes_and_rollbacks)
{
	assert_false(has_any(*state));
	assert_false(has_any(*state));
	assert_int_equal(bot_store_ban(*state, "@a:x"), BOT_OK);
	assert_true(has_any(*state));
	assert_int_equal(bot_store_commit(*state), BOT_OK);
	assert_int_equal(bot_store_begin(*state), BOT_OK);
	assert_int_equal(bot_store_unban(*state, "@a:x"), BOT_OK);
	assert_false(has_any(*state));
	bot_store_rollback(*state);
	assert_int_equal(bot_store_begin(*state), BOT_OK);
	assert_true(has_any(*state));
	assert_int_equal(bot_store_unban(*state, "@a:x"), BOT_OK);
	assert_false(has_any(*state));
}
