/* Tests how the store keeps whose challenges a user refuses. */
#include "bot/store/store.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
