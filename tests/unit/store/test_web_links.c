/* Tests how the store keeps links to the web page. */
#include "bot/store/store.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/test_store.h"

#include <stdio.h>
#include <string.h>

/* A link whose hash consists of one byte, repeated. */
static struct bot_web_link link_with(
	uint8_t byte, const char *user, const char *room, int64_t match)
{
	struct bot_web_link link = {.match = match, .made = byte, .used = byte};

	link.kind = user[0]   ? BOT_WEB_LINK_TABLE
		    : room[0] ? BOT_WEB_LINK_BOARD
			      : BOT_WEB_LINK_REPLAY;
	memset(link.hash, byte, sizeof(link.hash));
	snprintf(link.user, sizeof(link.user), "%s", user);
	snprintf(link.room, sizeof(link.room), "%s", room);
	return link;
}

static void add(struct bot_store *store, struct bot_web_link link)
{
	bot_store_web_link_add(store, &link);
}

static bool has(struct bot_store *store, uint8_t byte)
{
	const struct bot_web_link wanted = link_with(byte, "", "", 0);
	struct bot_web_link link;

	bool found = bot_store_web_link_get(store, wanted.hash, &link);
	if (found)
		assert_memory_equal(link.hash, wanted.hash, sizeof(link.hash));
	return found;
}

STORE_TEST(test_links_come_back_as_they_were_added)
{
	const struct bot_web_link table = link_with(1, "@a:x", "", 0);
	struct bot_match match = memory_store_challenge("!r:x", "@a:x", "@b:x");
	struct bot_web_link link = {0};

	bot_store_match_add(store, &match);
	add(store, table);
	add(store, link_with(2, "", "!r:x", 0));
	add(store, link_with(3, "", "", match.id));
	assert_true(bot_store_web_link_get(store, table.hash, &link));
	assert_memory_equal(&link, &table, sizeof(link));
	assert_true(bot_store_web_link_of_user(store, "@a:x", &link));
	assert_memory_equal(&link, &table, sizeof(link));
	assert_true(bot_store_web_link_get(store, link_with(2, "", "", 0).hash, &link));
	assert_int_equal(link.kind, BOT_WEB_LINK_BOARD);
	assert_string_equal(link.room, "!r:x");
	assert_true(bot_store_web_link_get(store, link_with(3, "", "", 0).hash, &link));
	assert_int_equal(link.kind, BOT_WEB_LINK_REPLAY);
	assert_int_equal(link.match, match.id);
	assert_false(has(store, 4));
	assert_false(bot_store_web_link_of_user(store, "@b:x", &link));
}

STORE_TEST(test_link_needs_its_owner)
{
	struct bot_web_link link = link_with(1, "@a:x", "", 0);

	link.kind = BOT_WEB_LINK_BOARD;
	assert_error(bot_store_web_link_add(store, &link), BOT_INVALID);
	link = link_with(1, "@a:x", "!r:x", 0);
	assert_error(bot_store_web_link_add(store, &link), BOT_INVALID);
	link = link_with(1, "", "", 0);
	assert_error(bot_store_web_link_add(store, &link), BOT_INVALID);
	memory_store_sql(store,
		test_store_is_server()
			? "INSERT INTO links VALUES (decode(repeat('00', 32), 'hex'), 'table',"
			  " NULL, NULL, NULL, 1, 1)"
			: "INSERT INTO links VALUES (zeroblob(32), 'table', NULL, NULL, NULL, 1, "
			  "1)");
	assert_error(bot_store_web_link_get(store, link_with(0, "", "", 0).hash, &link),
		BOT_STORE_CORRUPT);
}

STORE_TEST(test_user_has_one_link)
{
	add(store, link_with(1, "@a:x", "", 0));
	add(store, link_with(2, "@b:x", "", 0));
	add(store, link_with(3, "@a:x", "", 0));
	assert_false(has(store, 1));
	assert_true(has(store, 2) && has(store, 3));
	assert_true(bot_store_web_link_end(store, "@a:x"));
	assert_false(has(store, 3));
	assert_false(bot_store_web_link_end(store, "@a:x"));
	assert_true(has(store, 2));
}

STORE_TEST(test_newest_links_are_kept)
{
	struct bot_match match = memory_store_challenge("!r:x", "@a:x", "@b:x");

	bot_store_match_add(store, &match);
	for (uint8_t i = 1; i <= 4; i++) {
		add(store, link_with(i, "", "!r:x", 0));
		add(store, link_with(10 + i, "", "", match.id));
	}
	add(store, link_with(9, "", "!other:x", 0));
	bot_store_web_links_end_board(store, "!r:x", 2);
	assert_false(has(store, 1) || has(store, 2));
	assert_true(has(store, 3) && has(store, 4) && has(store, 9) && has(store, 11));
	bot_store_web_links_end_replay(store, match.id, 3);
	assert_false(has(store, 11));
	assert_true(has(store, 12) && has(store, 14));
	bot_store_web_links_end_board(store, "!r:x", 0);
	assert_false(has(store, 3) || has(store, 4));
	assert_true(has(store, 9) && has(store, 12));
}

STORE_TEST(test_unused_links_are_pruned)
{
	add(store, link_with(1, "@a:x", "", 0));
	add(store, link_with(2, "@b:x", "", 0));
	bot_store_web_link_used(store, link_with(1, "", "", 0).hash, 1000);
	bot_store_prune(store, BOT_WEB_LINK_IDLE + 1);
	assert_true(has(store, 1) && has(store, 2));
	bot_store_prune(store, BOT_WEB_LINK_IDLE + 2);
	assert_true(has(store, 1));
	assert_false(has(store, 2));
}
