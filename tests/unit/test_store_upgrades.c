/* Tests upgrading the stores of older versions. */
#include "bot/store/files.h"
#include "bot/store/posts.h"
#include "bot/store/sqlite/connection.h"
#include "bot/store/sqlite/schema.h"
#include "tests/support/file_store.h"
#include "tests/support/sql.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

static sqlite3 *empty(void)
{
	sqlite3 *db;
	assert_int_equal(sqlite3_open(file_store.path, &db), SQLITE_OK);
	return db;
}

static const char *const three_steps[] = {
	"CREATE TABLE a (x INTEGER)",
	"INSERT INTO a VALUES (1); CREATE TABLE b (y INTEGER)",
	"INSERT INTO b SELECT x + 1 FROM a",
};

static void test_upgrade_takes_every_step_from_an_empty_file(void **state)
{
	(void)state;
	const struct bot_schema schema = {three_steps, 3};
	sqlite3 *db = empty();
	assert_int_equal(bot_schema_upgrade(db, &schema), BOT_OK);
	assert_int_equal(sql_number(db, "PRAGMA user_version"), 3);
	assert_int_equal(sql_number(db, "SELECT y FROM b"), 2);
	/* A second upgrade does nothing. */
	assert_int_equal(bot_schema_upgrade(db, &schema), BOT_OK);
	assert_int_equal(sql_number(db, "SELECT count(*) FROM b"), 1);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void test_upgrade_takes_only_the_missing_steps(void **state)
{
	(void)state;
	const struct bot_schema older = {three_steps, 1}, newer = {three_steps, 3};
	sqlite3 *db = empty();
	assert_int_equal(bot_schema_upgrade(db, &older), BOT_OK);
	assert_int_equal(sql_number(db, "PRAGMA user_version"), 1);
	sql_run(db, "INSERT INTO a VALUES (5)");
	assert_int_equal(bot_schema_upgrade(db, &newer), BOT_OK);
	assert_int_equal(sql_number(db, "SELECT max(y) FROM b"), 6);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void test_failed_upgrade_changes_nothing(void **state)
{
	(void)state;
	static const char *const broken[] = {
		"CREATE TABLE a (x INTEGER)",
		"INSERT INTO a VALUES (1); CREATE TABLE b (y INTEGER); INSERT INTO none VALUES (1)",
		"INSERT INTO b SELECT x + 1 FROM a",
	};
	const struct bot_schema schema = {broken, 3}, mended = {three_steps, 3};
	sqlite3 *db = empty();
	assert_int_equal(bot_schema_upgrade(db, &schema), BOT_STORE_FAILED);
	assert_true(sqlite3_get_autocommit(db));
	assert_int_equal(sql_number(db, "PRAGMA user_version"), 0);
	assert_int_equal(sql_number(db, "SELECT count(*) FROM sqlite_schema"), 0);
	assert_int_equal(bot_schema_upgrade(db, &mended), BOT_OK);
	assert_int_equal(sql_number(db, "SELECT y FROM b"), 2);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* Inserts a match. All versions of the store have these columns. */
static const char old_match[] =
	"INSERT INTO matches (status, room, white, black, white_reached, black_reached, rules,"
	" touches, first, unseen, board, edits, scrolled)"
	" VALUES ('playing', '!a:x', '@w:x', '@b:x', 1, 1, 'ferti', 3, 'white', 0, 0, 0, 0)";

static void assert_old_match(struct bot_store *store)
{
	struct bot_shuffle shuffle;
	struct bot_match match;
	assert_int_equal(bot_store_match_get(store, 1, &match), BOT_OK);
	assert_int_equal(match.rules.touches, 3);
	assert_int_equal(match.ending, BOT_ENDING_UNKNOWN);
	assert_int_equal(match.winner, EG_NOBODY);
	assert_int_equal(match.practice, BOT_NO_PRACTICE);
	assert_false(match.private);
	assert_int_equal(bot_store_match_save(store, &match), BOT_OK);
	assert_int_equal(bot_store_shuffle(store, 1, &shuffle), BOT_NOT_FOUND);
}

static void keep_setting(bool write)
{
	struct bot_store *store = NULL;
	char value[BOT_SETTING_SIZE];
	assert_int_equal(bot_store_open(file_store.path, &store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	if (write)
		assert_int_equal(bot_store_set_setting(store, BOT_OF_USER, "@a:x", "k", "v"), 0);
	assert_int_equal(bot_store_setting(store, BOT_OF_USER, "@a:x", "k", value), BOT_OK);
	assert_string_equal(value, "v");
	assert_old_match(store);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	bot_store_close(store);
}

static void test_store_of_each_older_version_is_opened(void **state)
{
	(void)state;
	for (int version = 1; version < bot_schema.version; version++) {
		const struct bot_schema older = {bot_schema.steps, version};
		sqlite3 *db = empty();
		assert_int_equal(bot_schema_upgrade(db, &older), BOT_OK);
		sql_run(db, old_match);
		assert_int_equal(sqlite3_close(db), SQLITE_OK);
		keep_setting(true);
		keep_setting(false);
		assert_int_equal(unlink(file_store.path), 0);
	}
}

static void make_store_of(int version)
{
	const struct bot_schema older = {bot_schema.steps, version};
	sqlite3 *db = empty();
	assert_int_equal(bot_schema_upgrade(db, &older), BOT_OK);
	sql_run(db, old_match);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* Writes the path of the copy that is kept of a store of this version. */
static const char *kept(int version)
{
	static char path[sizeof file_store.path + 32];
	snprintf(path, sizeof path, "%s.version-%d", file_store.path, version);
	return path;
}

static void test_upgrade_keeps_a_copy_of_the_older_store(void **state)
{
	(void)state;
	const int versions[] = {1, bot_schema.version - 1};
	for (size_t i = 0; i < 2; i++) {
		make_store_of(versions[i]);
		keep_setting(true);
		sqlite3 *db = NULL;
		assert_int_equal(sqlite3_open(kept(versions[i]), &db), SQLITE_OK);
		assert_int_equal(sql_number(db, "PRAGMA user_version"), versions[i]);
		assert_int_equal(sql_number(db, "SELECT count(*) FROM matches"), 1);
		assert_int_equal(sqlite3_close(db), SQLITE_OK);
		struct stat file;
		assert_int_equal(stat(kept(versions[i]), &file), 0);
		assert_int_equal(file.st_mode & 0777, 0600);
		assert_int_equal(unlink(file_store.path), 0);
	}
	assert_int_equal(access(kept(1), F_OK), -1); /* only the last copy is kept */
	assert_true(bot_store_remove_kept(file_store.path));
	assert_false(bot_store_remove_kept(file_store.path));
}

static void test_store_of_this_version_is_not_copied(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++)
		bot_store_close(file_store_open());
	assert_false(bot_store_remove_kept(file_store.path));
}

static void test_store_that_cannot_be_copied_is_not_upgraded(void **state)
{
	(void)state;
	struct bot_store *store = NULL;
	sqlite3 *db = NULL;
	make_store_of(1);
	assert_int_equal(mkdir(kept(1), 0700), 0); /* the copy can't get this name */
	errno = 0;
	assert_int_equal(bot_store_open(file_store.path, &store), BOT_STORE_FAILED);
	assert_int_equal(errno, EEXIST);
	assert_int_equal(sqlite3_open(file_store.path, &db), SQLITE_OK);
	assert_int_equal(sql_number(db, "PRAGMA user_version"), 1);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	assert_int_equal(rmdir(kept(1)), 0);
}

static void test_match_of_version_1_has_no_clock(void **state)
{
	(void)state;
	const struct bot_schema first = {bot_schema.steps, 1};
	struct bot_store *store = NULL;
	struct bot_match match;
	sqlite3 *db = empty();
	assert_int_equal(bot_schema_upgrade(db, &first), BOT_OK);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	file_store_sql("INSERT INTO matches VALUES (3, 'playing', '!a:x', '@w:x', '@b:x', 1, 1,"
		       " 'basic', 5, 'white', 0, 0, 0, 0)");
	assert_int_equal(bot_store_open(file_store.path, &store), BOT_OK);
	assert_int_equal(bot_store_match_get(store, 3, &match), BOT_OK);
	assert_int_equal(match.status, BOT_PLAYING);
	assert_int_equal(match.clock, 0);
	assert_int_equal(match.left, 0);
	assert_int_equal(match.proposal, BOT_NO_PROPOSAL);
	bot_store_close(store);
}

/*
 * The upgrade gives idle timers to matches that have no clock, and to matches that are paused. So
 * these matches also end if nobody acts for a long time.
 */
static void test_matches_of_version_13_get_idle_timers(void **state)
{
	(void)state;
	const struct bot_schema older = {bot_schema.steps, 13};
	struct bot_store *store = NULL;
	int64_t due;
	sqlite3 *db = empty();
	assert_int_equal(bot_schema_upgrade(db, &older), BOT_OK);
	sql_run(db, old_match);
	sql_run(db, old_match);
	sql_run(db, old_match);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	file_store_sql("UPDATE matches SET clock = 60000 WHERE id > 1;"
		       "UPDATE matches SET time_left = 5000 WHERE id = 2;"
		       "INSERT INTO adapter_values VALUES ('time', '1234 -56 7000000000')");
	assert_int_equal(bot_store_open(file_store.path, &store), BOT_OK);
	for (int64_t id = 1; id <= 2; id++) {
		assert_int_equal(bot_store_timer_get(store, id, BOT_TIMER_IDLE, &due), BOT_OK);
		assert_int_equal(due, INT64_C(7000000000) + INT64_C(30) * 86400000);
		assert_int_equal(bot_store_timer_get(store, id, BOT_TIMER_IDLE_SOON, &due), BOT_OK);
		assert_int_equal(due, INT64_C(7000000000) + INT64_C(27) * 86400000);
	}
	assert_int_equal(bot_store_timer_get(store, 3, BOT_TIMER_IDLE, &due), BOT_NOT_FOUND);
	bot_store_close(store);
}

/*
 * Older versions stored in another place that the bot has welcomed a room. The upgrade moves this
 * note to the settings of the room.
 */
static void test_rooms_welcomed_before_are_not_welcomed_again(void **state)
{
	(void)state;
	const struct bot_schema older = {bot_schema.steps, 20};
	struct bot_store *store = NULL;
	char value[BOT_SETTING_SIZE];
	char *kept = NULL;
	sqlite3 *db = empty();
	assert_int_equal(bot_schema_upgrade(db, &older), BOT_OK);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	file_store_sql("INSERT INTO adapter_values VALUES ('welcomed !a:x', '')");
	assert_int_equal(bot_store_open(file_store.path, &store), BOT_OK);
	assert_int_equal(bot_store_setting(store, BOT_OF_ROOM, "!a:x", "welcomed", value), BOT_OK);
	assert_int_equal(bot_store_get(store, "welcomed !a:x", &kept), BOT_NOT_FOUND);
	bot_store_close(store);
}

/* An earlier version has sent this list, so its choices have numbers. */
static void test_lists_of_version_21_have_numbers(void **state)
{
	(void)state;
	const struct bot_schema older = {bot_schema.steps, 21};
	struct bot_store *store = NULL;
	struct bot_post post;
	bool lettered = true;
	sqlite3 *db = empty();
	assert_int_equal(bot_schema_upgrade(db, &older), BOT_OK);
	sql_run(db, old_match);
	sql_run(db, "INSERT INTO posts (match_id, private, lane, event, turn)"
		    " VALUES (1, 1, '@w:x', '$old', 260)");
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	assert_int_equal(bot_store_open(file_store.path, &store), BOT_OK);
	assert_int_equal(bot_store_post_by_event(store, "$old", &post), BOT_OK);
	assert_int_equal(post.turn, 260);
	assert_false(post.lettered);
	assert_int_equal(bot_store_list_lettered(store, 1, 260, &lettered), BOT_OK);
	assert_false(lettered);
	assert_int_equal(bot_store_list_lettered(store, 1, 261, &lettered), BOT_NOT_FOUND);
	bot_store_close(store);
}

/* A challenge of version 22 can be answered by reaction, too. The posts of a match have no role. */
static void test_challenges_of_version_22_have_their_role(void **state)
{
	(void)state;
	const struct bot_schema older = {bot_schema.steps, 22};
	struct bot_store *store = NULL;
	struct bot_post post;
	sqlite3 *db = empty();
	assert_int_equal(bot_schema_upgrade(db, &older), BOT_OK);
	sql_run(db, old_match);
	sql_run(db, old_match);
	sql_run(db, "UPDATE matches SET status = 'challenge' WHERE id = 2");
	sql_run(db, "INSERT INTO posts (match_id, private, lane, event, turn)"
		    " VALUES (1, 0, '!a:x', '$board', 0), (2, 0, '!a:x', '$challenge', 0)");
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	assert_int_equal(bot_store_open(file_store.path, &store), BOT_OK);
	assert_int_equal(bot_store_post_by_event(store, "$board", &post), BOT_OK);
	assert_int_equal(post.role, BOT_POST_OTHER);
	assert_int_equal(bot_store_post_by_event(store, "$challenge", &post), BOT_OK);
	assert_int_equal(post.role, BOT_POST_CHALLENGE);
	bot_store_close(store);
}

/* With its index, which is the whole step 29. */
#define DROP_28 "DROP TABLE analysis_requests; DROP TABLE analyses; "

#define DROP_30 "ALTER TABLE posts DROP COLUMN removed; "
#define DROP_31 "ALTER TABLE matches DROP COLUMN casual; "
#define DROP_32 "DROP TABLE transaction_ids; "
#define DROP_34 "ALTER TABLE ratings DROP COLUMN opponents; "
#define DROP_33 "DROP TABLE match_moderators; "
#define DROP_35                                                                                    \
	"ALTER TABLE matches DROP COLUMN white_unproven; "                                         \
	"ALTER TABLE matches DROP COLUMN black_unproven; "

/* Version 26 was in use with and without the indexes of version 27. */
static void test_stores_of_version_26_get_the_indexes(void **state)
{
	static const char *const stores[] = {
		DROP_28 DROP_30 DROP_31 DROP_32 DROP_33 DROP_34 DROP_35 "PRAGMA user_version = 26",
		DROP_28 DROP_30 DROP_31 DROP_32 DROP_33 DROP_34 DROP_35
		"DROP INDEX matches_live_status; DROP INDEX matches_room_white;"
		" DROP INDEX matches_room_black; DROP INDEX matches_unrated_white;"
		" DROP INDEX ratings_best; DROP INDEX ratings_user; DROP INDEX blocks_blocked;"
		" DROP INDEX posts_event; CREATE INDEX posts_event ON posts (event);"
		" CREATE INDEX matches_room ON matches (room); PRAGMA user_version = 26",
	};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		bot_store_close(file_store_open());
		file_store_sql(stores[i]);
		bot_store_close(file_store_open());
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, file_store_begin, file_store_end)
		TEST(test_upgrade_takes_every_step_from_an_empty_file),
		TEST(test_upgrade_takes_only_the_missing_steps),
		TEST(test_failed_upgrade_changes_nothing),
		TEST(test_store_of_each_older_version_is_opened),
		TEST(test_challenges_of_version_22_have_their_role),
		TEST(test_upgrade_keeps_a_copy_of_the_older_store),
		TEST(test_store_of_this_version_is_not_copied),
		TEST(test_store_that_cannot_be_copied_is_not_upgraded),
		TEST(test_match_of_version_1_has_no_clock),
		TEST(test_matches_of_version_13_get_idle_timers),
		TEST(test_rooms_welcomed_before_are_not_welcomed_again),
		TEST(test_lists_of_version_21_have_numbers),
		TEST(test_stores_of_version_26_get_the_indexes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
