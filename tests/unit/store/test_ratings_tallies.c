/* Tests how the store counts the matches of users, and forgets the months of long ago. */
#include "bot/store/store.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/sql.h"

#define DAY INT64_C(86400000)

static void add(struct bot_store *store, const char *user, enum bot_tally_kind kind,
	const char *name, const char *room, unsigned won, unsigned lost)
{
	const struct bot_tally_key key = {kind, name, room};

	while (won-- > 0)
		bot_tally_add(store, user, &key, true);
	while (lost-- > 0)
		bot_tally_add(store, user, &key, false);
}

STORE_TEST(test_tallies_count_apart)
{
	struct bot_tally list[3];

	add(store, "@a:x", BOT_TALLY_RULES, "standard", NULL, 2, 1);
	add(store, "@a:x", BOT_TALLY_RULES, "basic", NULL, 0, 1);
	add(store, "@a:x", BOT_TALLY_PRACTICE, "novice", NULL, 1, 0);
	add(store, "@a:x", BOT_TALLY_MONTH, "2026-11", "!a:x", 1, 0);
	add(store, "@b:x", BOT_TALLY_RULES, "basic", NULL, 1, 0);
	size_t count = bot_tally_list(store, "@a:x", BOT_TALLY_RULES, list, 3);
	assert_int_equal(count, 2);
	assert_string_equal(list[0].name, "basic");
	assert_int_equal(list[0].played, 1);
	assert_int_equal(list[0].won, 0);
	assert_string_equal(list[1].name, "standard");
	assert_int_equal(list[1].played, 3);
	assert_int_equal(list[1].won, 2);
	count = bot_tally_list(store, "@a:x", BOT_TALLY_RULES, list, 1);
	assert_int_equal(count, 1);
	count = bot_tally_list(store, "@c:x", BOT_TALLY_PRACTICE, list, 3);
	assert_int_equal(count, 0);
}

STORE_TEST(test_tally_without_a_name_is_refused)
{
	static const struct bot_tally_key cases[] = {{BOT_TALLY_RULES, "", NULL},
		{BOT_TALLY_RULES, "sixteen-bytes-xx", NULL}, {BOT_TALLY_MONTH, "2026-11", ""},
		{BOT_TALLY_MONTH, "2026-11", NULL}};
	const struct bot_tally_key good = {BOT_TALLY_RULES, "basic", NULL};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		assert_error(bot_tally_add(store, "@a:x", &cases[i], true), BOT_INVALID);
	assert_error(bot_tally_add(store, "", &good, true), BOT_INVALID);
	assert_error(bot_tally_add(store, memory_store_long_id, &good, true), BOT_INVALID);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM tallies"), 0);
}

STORE_TEST(test_best_of_a_month_have_won_most_and_lost_fewest)
{
	struct bot_tally_place best[4];

	add(store, "@a:x", BOT_TALLY_MONTH, "2026-11", "!a:x", 2, 3);
	add(store, "@b:x", BOT_TALLY_MONTH, "2026-11", "!a:x", 2, 1);
	add(store, "@c:x", BOT_TALLY_MONTH, "2026-11", "!a:x", 3, 9);
	add(store, "@d:x", BOT_TALLY_MONTH, "2026-11", "!a:x", 2, 1);
	add(store, "@d:x", BOT_TALLY_MONTH, "2026-10", "!a:x", 9, 0);
	add(store, "@a:x", BOT_TALLY_MONTH, "2026-11", "!b:x", 9, 0);
	add(store, "@a:x", BOT_TALLY_RULES, "basic", NULL, 9, 0);
	size_t count = bot_tally_best(store, "!a:x", BOT_TALLY_MONTH, "2026-11", best, 4);
	assert_int_equal(count, 4);
	assert_string_equal(best[0].user, "@c:x");
	assert_int_equal(best[0].won, 3);
	assert_int_equal(best[0].played, 12);
	assert_string_equal(best[1].user, "@b:x");
	assert_string_equal(best[2].user, "@d:x");
	assert_string_equal(best[3].user, "@a:x");
	count = bot_tally_best(store, "!a:x", BOT_TALLY_MONTH, "2026-11", best, 2);
	assert_int_equal(count, 2);
	count = bot_tally_best(store, "!a:x", BOT_TALLY_MONTH, "2026-09", best, 2);
	assert_int_equal(count, 0);
}

/* In December, the store keeps November, and only months are forgotten. */
STORE_TEST(test_months_before_the_last_are_forgotten)
{
	const int64_t december = INT64_C(1796083200000); /* 2026-12-01 00:00 UTC */

	add(store, "@a:x", BOT_TALLY_MONTH, "2026-11", "!a:x", 1, 0);
	add(store, "@a:x", BOT_TALLY_MONTH, "2026-10", "!a:x", 1, 0);
	add(store, "@a:x", BOT_TALLY_MONTH, "2026-09", "!a:x", 1, 0);
	add(store, "@a:x", BOT_TALLY_RULES, "basic", NULL, 1, 0);
	bot_store_prune(store, december + 30 * DAY);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM tallies"), 3);
	bot_store_prune(store, december + 40 * DAY);
	assert_int_equal(
		sql_number(store, "SELECT count(*) FROM tallies WHERE name = '2026-11'"), 1);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM tallies"), 2);
}

/* In all of a year, the store keeps the last one. Points are counted like victories. */
STORE_TEST(test_years_before_the_last_are_forgotten)
{
	const int64_t new_year = INT64_C(1798761600000); /* 2027-01-01 00:00 UTC */
	const struct bot_tally_key year = {BOT_TALLY_YEAR, "2026", "!a:x"};
	struct bot_tally_place best[2];

	bot_tally_add(store, "@a:x", &year, 8);
	bot_tally_add(store, "@a:x", &year, 1);
	bot_tally_add(store, "@b:x", &year, 7);
	size_t count = bot_tally_best(store, "!a:x", BOT_TALLY_YEAR, "2026", best, 2);
	assert_int_equal(count, 2);
	assert_int_equal(best[0].played, 2);
	assert_int_equal(best[0].won, 9);
	bot_store_prune(store, new_year + 365 * DAY);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM tallies"), 2);
	bot_store_prune(store, new_year + 368 * DAY);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM tallies"), 0);
}

STORE_TEST(test_months_move_with_their_room)
{
	struct bot_tally_place best[3];

	add(store, "@a:x", BOT_TALLY_MONTH, "2026-11", "!old:x", 2, 0);
	add(store, "@a:x", BOT_TALLY_MONTH, "2026-11", "!new:x", 1, 0);
	add(store, "@b:x", BOT_TALLY_MONTH, "2026-11", "!new:x", 1, 0);
	bot_store_room_moved(store, "!old:x", "!new:x");
	size_t count = bot_tally_best(store, "!new:x", BOT_TALLY_MONTH, "2026-11", best, 3);
	assert_int_equal(count, 2);
	assert_int_equal(best[0].won, 2);
	assert_string_equal(best[1].user, "@b:x");
	assert_int_equal(sql_number(store, "SELECT count(*) FROM tallies"), 2);
}

STORE_TEST(test_erased_user_has_no_tallies)
{
	add(store, "@a:x", BOT_TALLY_MONTH, "2026-11", "!a:x", 1, 0);
	add(store, "@a:x", BOT_TALLY_RULES, "basic", NULL, 1, 0);
	add(store, "@b:x", BOT_TALLY_RULES, "basic", NULL, 1, 0);
	bot_store_person_forget(store, "@a:x", "erased-1");
	assert_int_equal(sql_number(store, "SELECT count(*) FROM tallies"), 1);
}

STORE_TEST(test_impossible_tally_is_corrupt)
{
	struct bot_tally_place best[1];
	struct bot_tally list[1];

	memory_store_sql(store, "INSERT INTO tallies VALUES ('@a:x', 'rules', 'basic', '', 1, 2),"
				" ('@b:x', 'rules', 'sixteen-bytes-xx', '', 1, 1),"
				" ('@a:x', 'month', '2026-11', '!a:x', 0, 0)");
	assert_error(bot_tally_list(store, "@a:x", BOT_TALLY_RULES, list, 1), BOT_STORE_CORRUPT);
	assert_error(bot_tally_list(store, "@b:x", BOT_TALLY_RULES, list, 1), BOT_STORE_CORRUPT);
	assert_error(bot_tally_best(store, "!a:x", BOT_TALLY_MONTH, "2026-11", best, 1),
		BOT_STORE_CORRUPT);
}
