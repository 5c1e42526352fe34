/* Tests which old rows the store deletes, and which it keeps. */
#include "bot/store/sqlite/connection.h"
#include "tests/support/memory_store.h"
#include "tests/support/sql.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#define NOW INT64_C(1700000000000)

static void prune(struct bot_store *store, int times)
{
	for (int i = 0; i < times; i++)
		assert_int_equal(bot_store_prune(store, NOW), BOT_OK);
}

/* Adds `count` copies of a match, each with a shuffle. If `dealt` is true, each copy also has a
 * round. */
static void add(struct bot_store *store, size_t count, struct bot_match match, bool dealt)
{
	static const uint8_t deck[EG_DECK] = {
		1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5};
	const struct bot_shuffle shuffle = {
		.secret = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", .challenge = "$c"};

	for (size_t i = 0; i < count; i++) {
		assert_int_equal(bot_store_match_add(store, &match), BOT_OK);
		assert_int_equal(bot_store_set_shuffle(store, match.id, &shuffle), BOT_OK);
		if (dealt)
			assert_int_equal(bot_store_round_add(store, match.id, 1, deck), BOT_OK);
	}
}

static void test_old_unplayed_challenges_are_deleted(void **state)
{
	struct bot_store *store = *state;
	struct bot_match ended = memory_store_challenge("!a:x", "@w:x", "@b:x");
	struct bot_match live = ended;

	ended.status = BOT_ENDED;
	add(store, 1, live, false);
	add(store, 1100, ended, false);
	prune(store, 1);
	assert_int_equal(sql_number(store->db, "SELECT count(*) FROM matches"), 1101 - 64);
	prune(store, 5);
	assert_int_equal(sql_number(store->db, "SELECT count(*) FROM matches"), 1001);
	assert_int_equal(sql_number(store->db, "SELECT count(*) FROM shuffles"), 1001);
	assert_int_equal(sql_number(store->db, "SELECT min(id) FROM matches"), 1);
	assert_int_equal(sql_number(store->db, "SELECT min(id) FROM matches WHERE id > 1"), 102);
}

static void test_only_old_unrated_matches_are_deleted(void **state)
{
	struct bot_store *store = *state;
	struct bot_match match = memory_store_challenge("!a:x", "@w:x", "@b:x");

	match.status = BOT_ENDED;
	match.ended = 7;
	match.rated = true;
	add(store, 100, match, true);
	match.rated = false;
	add(store, 10100, match, true);
	prune(store, 4);
	assert_int_equal(
		sql_number(store->db, "SELECT count(*) FROM matches WHERE rated = 1"), 100);
	assert_int_equal(
		sql_number(store->db, "SELECT count(*) FROM matches WHERE rated = 0"), 10000);
	assert_int_equal(sql_number(store->db, "SELECT count(*) FROM rounds"), 10100);
	assert_int_equal(sql_number(store->db, "SELECT min(id) FROM matches WHERE rated = 0"), 201);
}

/* People may still reply to messages of a match with a post, so the store keeps this match. */
static void test_match_with_a_post_is_kept(void **state)
{
	struct bot_store *store = *state;
	struct bot_match match = memory_store_challenge("!a:x", "@w:x", "@b:x");

	match.status = BOT_ENDED;
	add(store, 1010, match, false);
	memory_store_sql(
		store, "INSERT INTO posts (match_id, private, lane) VALUES (3, 0, '!a:x')");
	prune(store, 2);
	assert_int_equal(sql_number(store->db, "SELECT count(*) FROM matches"), 1001);
	assert_int_equal(sql_number(store->db, "SELECT min(id) FROM matches"), 3);
}

static void test_names_of_people_who_never_played_are_deleted(void **state)
{
	struct bot_store *store = *state;
	struct bot_match match = memory_store_challenge("!a:x", "@u0001:x", "@u0002:x");
	struct bot_known_name known;
	char user[BOT_ID_SIZE];

	for (int i = 0; i < 1000; i++) {
		snprintf(user, sizeof user, "@u%04d:x", i);
		assert_int_equal(bot_store_set_name(store, user, "Name", "name"), BOT_OK);
	}
	prune(store, 100); /* the store has fewer names than NAMES_KEPT, so it keeps all */
	assert_int_equal(sql_number(store->db, "SELECT count(*) FROM names"), 1000);
	assert_int_equal(bot_store_match_add(store, &match), BOT_OK);
	assert_int_equal(bot_store_set_private_room(store, "@u0003:x", "!p:x"), BOT_OK);
	for (int i = 1000; i < 1200; i++) {
		snprintf(user, sizeof user, "@u%04d:x", i);
		assert_int_equal(bot_store_set_name(store, user, "Name", "name"), BOT_OK);
	}
	prune(store, 1);
	assert_int_equal(sql_number(store->db, "SELECT count(*) FROM names"), 1200 - 64 + 3);
	prune(store, 100);
	assert_in_range(sql_number(store->db, "SELECT count(*) FROM names"), 900, 1000);
	for (int i = 1; i <= 3; i++) {
		snprintf(user, sizeof user, "@u%04d:x", i);
		assert_int_equal(bot_store_name(store, user, &known), BOT_OK);
		assert_string_equal(known.name, "Name");
	}
}

static void test_full_allowances_are_deleted(void **state)
{
	struct bot_store *store = *state;
	char user[BOT_ID_SIZE];
	int64_t full;

	for (int i = 0; i < 100; i++) {
		snprintf(user, sizeof user, "@u%d:x", i);
		assert_int_equal(
			bot_store_set_allowance(store, BOT_ALLOW_RING, user, "@a:x", NOW - i),
			BOT_OK);
	}
	assert_int_equal(
		bot_store_set_allowance(store, BOT_ALLOW_RING, "@b:x", "@a:x", NOW + 1), BOT_OK);
	prune(store, 1);
	assert_int_equal(sql_number(store->db, "SELECT count(*) FROM allowances"), 37);
	prune(store, 1);
	assert_int_equal(bot_store_allowance(store, BOT_ALLOW_RING, "@b:x", "@a:x", &full), BOT_OK);
	assert_int_equal(sql_number(store->db, "SELECT count(*) FROM allowances"), 1);
}

static void test_settings_of_a_room_left_long_ago_are_deleted(void **state)
{
	struct bot_store *store = *state;
	char value[BOT_SETTING_SIZE];

	for (int i = 0; i < 3; i++) {
		static const char *const rooms[] = {"!left:x", "!back:x", "!late:x"};

		assert_int_equal(
			bot_store_set_setting(store, BOT_OF_ROOM, rooms[i], "language", "nl"),
			BOT_OK);
		assert_int_equal(
			bot_store_room_left(store, rooms[i], NOW - BOT_ROOM_KEPT + (i == 2)),
			BOT_OK);
	}
	assert_int_equal(bot_store_room_left(store, "!unset:x", 1), BOT_OK);
	assert_int_equal(bot_store_set_setting(store, BOT_OF_USER, "!left:x", "k", "v"), BOT_OK);
	assert_int_equal(bot_store_room_entered(store, "!back:x"), BOT_OK);
	assert_int_equal(sql_number(store->db, "SELECT count(*) FROM settings"), 6);
	prune(store, 1);
	assert_int_equal(
		bot_store_setting(store, BOT_OF_ROOM, "!left:x", "language", value), BOT_NOT_FOUND);
	assert_int_equal(
		bot_store_setting(store, BOT_OF_ROOM, "!back:x", "language", value), BOT_OK);
	assert_int_equal(
		bot_store_setting(store, BOT_OF_ROOM, "!late:x", "language", value), BOT_OK);
	assert_int_equal(sql_number(store->db, "SELECT count(*) FROM settings"), 4);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, memory_store_begin, memory_store_end)
	const struct CMUnitTest tests[] = {
		TEST(test_old_unplayed_challenges_are_deleted),
		TEST(test_only_old_unrated_matches_are_deleted),
		TEST(test_match_with_a_post_is_kept),
		TEST(test_names_of_people_who_never_played_are_deleted),
		TEST(test_full_allowances_are_deleted),
		TEST(test_settings_of_a_room_left_long_ago_are_deleted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
