/* Tests how the store keeps the last results of users, and forgets the others. */
#include "bot/store/store.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/sql.h"

#define DAY INT64_C(86400000)

/* Adds an ended match between two users, and returns its id. */
static int64_t add_match(struct bot_store *store, int64_t ended)
{
	struct bot_match match = memory_store_challenge("!a:x", "@w:x", "@b:x");

	match.status = BOT_ENDED;
	match.ended = ended;
	bot_store_match_add(store, &match);
	return match.id;
}

static void add(struct bot_store *store, const char *user, int64_t match, int64_t ended, bool won)
{
	const struct bot_result result = {ended, match, won, 1500 + match};

	bot_result_add(store, user, &result);
}

STORE_TEST(test_newest_results_come_first)
{
	struct bot_result list[2];

	size_t count = bot_result_list(store, "@w:x", list, 2);
	assert_int_equal(count, 0);
	for (int64_t i = 1; i <= 3; i++) {
		int64_t id = add_match(store, i * DAY);

		add(store, "@w:x", id, i * DAY, i == 3);
		add(store, "@b:x", id, i * DAY, i != 3);
	}
	count = bot_result_list(store, "@w:x", list, 2);
	assert_int_equal(count, 2);
	assert_int_equal(list[0].match, 3);
	assert_true(list[0].won);
	assert_int_equal(list[0].rating, 1503);
	assert_int_equal(list[0].ended, 3 * DAY);
	assert_false(list[1].won);
	assert_error(bot_result_add(store, "", &list[0]), BOT_INVALID);
	assert_error(bot_result_add(store, memory_store_long_id, &list[0]), BOT_INVALID);
}

STORE_TEST(test_only_the_last_results_are_kept)
{
	static struct bot_result list[BOT_RESULTS_KEPT + 2];

	for (int64_t i = 1; i <= BOT_RESULTS_KEPT + 5; i++)
		add(store, "@w:x", add_match(store, i * DAY), i * DAY, true);
	add(store, "@b:x", 1, DAY, false);
	size_t count = bot_result_list(store, "@w:x", list, BOT_RESULTS_KEPT + 2);
	assert_int_equal(count, BOT_RESULTS_KEPT);
	assert_int_equal(list[0].match, BOT_RESULTS_KEPT + 5);
	assert_int_equal(list[count - 1].match, 6);
	count = bot_result_list(store, "@b:x", list, 2);
	assert_int_equal(count, 1);
}

/* Several matches may end at once, in any order of their ids. Each rating follows from the last. */
STORE_TEST(test_results_keep_the_order_in_which_they_were_added)
{
	struct bot_result list[3];

	int64_t first = add_match(store, 5 * DAY), second = add_match(store, 5 * DAY);
	int64_t third = add_match(store, 4 * DAY);
	add(store, "@w:x", second, 5 * DAY, true);
	add(store, "@w:x", first, 5 * DAY, false);
	add(store, "@w:x", third, 4 * DAY, false);
	size_t count = bot_result_list(store, "@w:x", list, 3);
	assert_int_equal(count, 3);
	assert_int_equal(list[0].match, third);
	assert_int_equal(list[1].match, first);
	assert_int_equal(list[2].match, second);
	assert_int_equal(list[2].ended, 5 * DAY);
}

STORE_TEST(test_results_go_with_their_match_and_with_the_user)
{
	struct bot_result list[3];

	for (int64_t i = 1; i <= 3; i++) {
		int64_t id = add_match(store, i * DAY);

		add(store, "@w:x", id, i * DAY, true);
		add(store, "@b:x", id, i * DAY, false);
	}
	bot_store_forget_matches(store, 2 * DAY);
	size_t count = bot_result_list(store, "@w:x", list, 3);
	assert_int_equal(count, 1);
	assert_int_equal(list[0].match, 3);
	bot_store_person_erase(store, "@w:x", "erased-1");
	assert_int_equal(sql_number(store, "SELECT count(*) FROM results"), 1);
	count = bot_result_list(store, "@b:x", list, 3);
	assert_int_equal(count, 1);
}

STORE_TEST(test_impossible_result_is_corrupt)
{
	struct bot_result list[1];

	add_match(store, DAY);
	memory_store_sql(store, "INSERT INTO results VALUES ('@w:x', 5, 1, 2, NULL)");
	assert_error(bot_result_list(store, "@w:x", list, 1), BOT_STORE_CORRUPT);
}
