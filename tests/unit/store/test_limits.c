/* Tests how the store keeps whom the bot ignores, and whose challenges a user refuses. */
#include "bot/store/store.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

STORE_TEST(test_ban_is_noted_and_removed)
{
	assert_false(bot_store_unban(*state, "@a:x"));
	bot_store_ban(*state, "@a:x");
	bot_store_ban(*state, "@a:x");
	assert_true(bot_store_has_ban(*state, "@a:x"));
	assert_false(bot_store_has_ban(*state, "@A:x"));
	assert_false(bot_store_has_ban(*state, ""));
	size_t count = bot_store_ban_count(*state);
	assert_int_equal(count, 1);
	assert_true(bot_store_unban(*state, "@a:x"));
	assert_false(bot_store_has_ban(*state, "@a:x"));
	assert_error(bot_store_ban(*state, ""), BOT_INVALID);
	assert_error(bot_store_ban(*state, memory_store_long_id), BOT_INVALID);
}

STORE_TEST(test_bans_are_listed_in_order)
{
	char banned[BOT_ID_SIZE] = "";

	assert_false(bot_store_next_ban(*state, "", banned));
	bot_store_ban(*state, "x.org");
	bot_store_ban(*state, "@a:x");
	assert_true(bot_store_next_ban(*state, banned, banned));
	assert_string_equal(banned, "@a:x");
	assert_true(bot_store_next_ban(*state, banned, banned));
	assert_string_equal(banned, "x.org");
	assert_false(bot_store_next_ban(*state, banned, banned));
}

/* The store remembers that there is no ban, but not after a change or a rollback. */
STORE_TEST(test_any_ban_is_found_after_changes_and_rollbacks)
{
	assert_false(bot_store_has_any_ban(*state));
	assert_false(bot_store_has_any_ban(*state));
	bot_store_ban(*state, "@a:x");
	assert_true(bot_store_has_any_ban(*state));
	assert_int_equal(bot_store_commit(*state), BOT_OK);
	assert_int_equal(bot_store_begin(*state), BOT_OK);
	assert_true(bot_store_unban(*state, "@a:x"));
	assert_false(bot_store_has_any_ban(*state));
	bot_store_rollback(*state);
	assert_int_equal(bot_store_begin(*state), BOT_OK);
	assert_true(bot_store_has_any_ban(*state));
	assert_true(bot_store_unban(*state, "@a:x"));
	assert_false(bot_store_has_any_ban(*state));
}

STORE_TEST(test_block_is_noted_and_removed)
{
	assert_false(bot_store_is_blocked(*state, "@a:x", "@b:x"));
	bot_store_block(*state, "@a:x", "@b:x");
	bot_store_block(*state, "@a:x", "@b:x");
	assert_true(bot_store_is_blocked(*state, "@a:x", "@b:x"));
	assert_false(bot_store_is_blocked(*state, "@b:x", "@a:x"));
	assert_false(bot_store_is_blocked(*state, "@a:x", "@b:xy"));
	assert_false(bot_store_is_blocked(*state, "", "@b:x"));
	bot_store_unblock(*state, "@a:x", "@b:x");
	bot_store_unblock(*state, "@a:x", "@b:x");
	assert_false(bot_store_is_blocked(*state, "@a:x", "@b:x"));
	assert_error(bot_store_block(*state, "@a:x", ""), BOT_INVALID);
	assert_error(bot_store_block(*state, memory_store_long_id, "@b:x"), BOT_INVALID);
}

STORE_TEST(test_blocks_are_listed)
{
	char blocked[BOT_BLOCKS_MOST][BOT_ID_SIZE], id[16];

	size_t count = bot_store_blocks(*state, "@a:x", blocked);
	assert_int_equal(count, 0);
	for (int i = 40; i > 0; i--) {
		snprintf(id, sizeof(id), "@u%02d:x", i);
		bot_store_block(*state, "@a:x", id);
	}
	bot_store_block(*state, "@b:x", "@a:x");
	count = bot_store_blocks(*state, "@a:x", blocked);
	assert_int_equal(count, BOT_BLOCKS_MOST);
	assert_string_equal(blocked[0], "@u01:x");
	assert_string_equal(blocked[BOT_BLOCKS_MOST - 1], "@u32:x");
}
