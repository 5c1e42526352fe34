/* Tests how the store keeps whom the bot ignores, and whose challenges a user refuses. */
#include "bot/store/store.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

STORE_TEST(test_ban_is_noted_and_removed)
{
	assert_false(bot_store_unban(store, "@a:x"));
	bot_store_ban(store, "@a:x");
	bot_store_ban(store, "@a:x");
	assert_true(bot_store_has_ban(store, "@a:x"));
	assert_false(bot_store_has_ban(store, "@A:x"));
	assert_false(bot_store_has_ban(store, ""));
	size_t count = bot_store_ban_count(store);
	assert_int_equal(count, 1);
	assert_true(bot_store_unban(store, "@a:x"));
	assert_false(bot_store_has_ban(store, "@a:x"));
	assert_error(bot_store_ban(store, ""), BOT_INVALID);
	assert_error(bot_store_ban(store, memory_store_long_id), BOT_INVALID);
}

STORE_TEST(test_bans_are_listed_in_order)
{
	char banned[BOT_ID_SIZE] = "";

	assert_false(bot_store_next_ban(store, "", banned));
	bot_store_ban(store, "x.org");
	bot_store_ban(store, "@a:x");
	assert_true(bot_store_next_ban(store, banned, banned));
	assert_string_equal(banned, "@a:x");
	assert_true(bot_store_next_ban(store, banned, banned));
	assert_string_equal(banned, "x.org");
	assert_false(bot_store_next_ban(store, banned, banned));
}

/* The store remembers that there is no ban, but not after a change or a rollback. */
STORE_TEST(test_any_ban_is_found_after_changes_and_rollbacks)
{
	assert_false(bot_store_has_any_ban(store));
	assert_false(bot_store_has_any_ban(store));
	bot_store_ban(store, "@a:x");
	assert_true(bot_store_has_any_ban(store));
	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_true(bot_store_unban(store, "@a:x"));
	assert_false(bot_store_has_any_ban(store));
	bot_store_rollback(store);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_true(bot_store_has_any_ban(store));
	assert_true(bot_store_unban(store, "@a:x"));
	assert_false(bot_store_has_any_ban(store));
}

STORE_TEST(test_block_is_noted_and_removed)
{
	assert_false(bot_store_is_blocked(store, "@a:x", "@b:x"));
	bot_store_block(store, "@a:x", "@b:x");
	bot_store_block(store, "@a:x", "@b:x");
	assert_true(bot_store_is_blocked(store, "@a:x", "@b:x"));
	assert_false(bot_store_is_blocked(store, "@b:x", "@a:x"));
	assert_false(bot_store_is_blocked(store, "@a:x", "@b:xy"));
	assert_false(bot_store_is_blocked(store, "", "@b:x"));
	bot_store_unblock(store, "@a:x", "@b:x");
	bot_store_unblock(store, "@a:x", "@b:x");
	assert_false(bot_store_is_blocked(store, "@a:x", "@b:x"));
	assert_error(bot_store_block(store, "@a:x", ""), BOT_INVALID);
	assert_error(bot_store_block(store, memory_store_long_id, "@b:x"), BOT_INVALID);
}

STORE_TEST(test_blocks_are_listed)
{
	char blocked[BOT_BLOCKS_MOST][BOT_ID_SIZE], id[16];

	size_t count = bot_store_blocks(store, "@a:x", blocked);
	assert_int_equal(count, 0);
	for (int i = 40; i > 0; i--) {
		snprintf(id, sizeof(id), "@u%02d:x", i);
		bot_store_block(store, "@a:x", id);
	}
	bot_store_block(store, "@b:x", "@a:x");
	count = bot_store_blocks(store, "@a:x", blocked);
	assert_int_equal(count, BOT_BLOCKS_MOST);
	assert_string_equal(blocked[0], "@u01:x");
	assert_string_equal(blocked[BOT_BLOCKS_MOST - 1], "@u32:x");
}
