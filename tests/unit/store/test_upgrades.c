/* Tests upgrading a store of an earlier release. */
#include "bot/store/files.h"
#include "bot/store/outbox.h"
#include "bot/store/outbox_rows.h"
#include "bot/store/posts.h"
#include "bot/store/ratings.h"
#include "bot/store/sqlite/schema.h"
#include "tests/support/cmocka.h"
#include "tests/support/file_store.h"
#include "tests/support/sql.h"
#include "tests/support/version_21.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static sqlite3 *open_file(const char *path)
{
	sqlite3 *db = NULL;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	return db;
}

/* Returns the path of the copy that is kept of a store of version 21. */
static const char *kept(void)
{
	static char path[sizeof(file_store.path) + 16];

	snprintf(path, sizeof(path), "%s.version-21", file_store.path);
	return path;
}

/* Opens an upgraded store, with the kept copy of the old one as `old`. */
static sqlite3 *open_both(void)
{
	char sql[sizeof(file_store.path) + 64];
	sqlite3 *db = open_file(file_store.path);

	snprintf(sql, sizeof(sql), "ATTACH '%s' AS old", kept());
	sql_file_run(db, sql);
	return db;
}

/* Makes a store of version 21 and upgrades it. */
static void upgrade_21(void)
{
	file_store_sql(version_21_sql);
	bot_store_close(file_store_open());
}

FILE_TEST(test_upgraded_store_has_the_schema_of_a_new_one)
{
	char sql[sizeof(file_store.path) + 64];

	upgrade_21();
	assert_int_equal(rename(file_store.path, kept()), 0);
	bot_store_close(file_store_open());
	snprintf(sql, sizeof(sql), "ATTACH '%s' AS upgraded", kept());
	sqlite3 *db = open_file(file_store.path);
	sql_file_run(db, sql);
	int64_t all = sql_file_number(db, "SELECT count(*) FROM main.sqlite_schema");
	assert_true(all > 40);
	assert_int_equal(sql_file_number(db, "SELECT count(*) FROM upgraded.sqlite_schema"), all);
	assert_int_equal(
		sql_file_number(db, "SELECT count(*) FROM (SELECT type, name, tbl_name, sql FROM"
				    " main.sqlite_schema INTERSECT SELECT type, name, tbl_name, sql"
				    " FROM upgraded.sqlite_schema)"),
		all);
	assert_int_equal(sql_file_number(db, "PRAGMA main.user_version"), bot_schema.version);
	assert_int_equal(sql_file_number(db, "PRAGMA upgraded.user_version"), bot_schema.version);
	assert_int_equal(sql_file_number(db, "PRAGMA main.application_id"), BOT_APPLICATION_ID);
	assert_int_equal(sql_file_number(db, "PRAGMA upgraded.application_id"), BOT_APPLICATION_ID);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	assert_int_equal(bot_store_verify(kept()), BOT_OK);
}

/* Returns the name that a column of version 21 has now. */
static const char *name_now(const char *column)
{
	static const char *const renamed[][2] = {{"user", "user_id"}, {"offer", "proposal"},
		{"offerer", "proposer"}, {"house", "practice"}, {"mention", "mentions"}};

	for (size_t i = 0; i < sizeof(renamed) / sizeof(renamed[0]); i++)
		if (strcmp(column, renamed[i][0]) == 0)
			return renamed[i][1];
	return column;
}

/* Asserts that a table has the same values as before in each column that version 21 had. */
static void assert_kept_rows(sqlite3 *db, const char *table)
{
	char now[1024] = "", before[1024] = "", sql[4096];
	sqlite3_stmt *columns = NULL;

	assert_int_equal(sqlite3_prepare_v2(db, "SELECT name FROM pragma_table_info(?1, 'old')", -1,
				 &columns, NULL),
		SQLITE_OK);
	sqlite3_bind_text(columns, 1, table, -1, SQLITE_STATIC);
	while (sqlite3_step(columns) == SQLITE_ROW) {
		const char *name = (const char *)sqlite3_column_text(columns, 0);

		sprintf(before + strlen(before), "%s%s", *before ? ", " : "", name);
		sprintf(now + strlen(now), "%s%s", *now ? ", " : "", name_now(name));
	}
	sqlite3_finalize(columns);
	snprintf(sql, sizeof(sql),
		"SELECT count(*) > 0 AND count(*) = (SELECT count(*) FROM main.%s)"
		" AND NOT EXISTS (SELECT %s FROM old.%s EXCEPT SELECT %s FROM main.%s)"
		" FROM old.%s",
		table, before, table, now, table, table);
	if (!sql_file_number(db, sql))
		fail_msg("%s: %s", table, sql);
}

FILE_TEST(test_upgrade_keeps_all_rows)
{
	sqlite3_stmt *tables = NULL;
	int count = 0;

	upgrade_21();
	sqlite3 *db = open_both();
	assert_int_equal(sqlite3_prepare_v2(db,
				 "SELECT name FROM old.sqlite_schema WHERE type = 'table'"
				 " AND name NOT LIKE 'sqlite_%'",
				 -1, &tables, NULL),
		SQLITE_OK);
	for (; sqlite3_step(tables) == SQLITE_ROW; count++)
		assert_kept_rows(db, (const char *)sqlite3_column_text(tables, 0));
	sqlite3_finalize(tables);
	assert_int_equal(count, 16);
	assert_int_equal(sql_file_number(db, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* People see the ids of matches, and adapters those of rows: no two may have the same. */
FILE_TEST(test_upgrade_gives_no_id_a_second_time)
{
	struct bot_match match;
	int64_t post;

	upgrade_21();
	struct bot_store *store = file_store_open();
	assert_true(bot_store_match_get(store, 1, &match));
	assert_int_equal(bot_store_begin(store), BOT_OK);
	bot_store_match_add(store, &match);
	assert_int_equal(match.id, 10);
	const struct bot_letter letter = {
		.kind = BOT_OUT_MESSAGE, .to = "!a:x", .body = "hello", .match = 1};
	assert_true(bot_outbox_add(store, &letter, &post));
	assert_int_equal(post, 9);
	int64_t row = bot_outbox_last(store);
	assert_int_equal(row, 7);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	bot_store_close(store);
}

FILE_TEST(test_match_of_version_21_goes_on)
{
	struct bot_match match;

	upgrade_21();
	struct bot_store *store = file_store_open();
	assert_true(bot_store_match_get(store, 1, &match));
	assert_int_equal(match.status, BOT_PLAYING);
	assert_int_equal(match.rules.touches, 3);
	assert_int_equal(match.clock, 60000);
	assert_int_equal(match.left, 5000);
	assert_int_equal(match.proposal, BOT_RESUME);
	assert_int_equal(match.proposer, EG_BLACK);
	assert_int_equal(match.began, 0);
	assert_false(match.casual || match.unproven[EG_WHITE] || match.unproven[EG_BLACK]);
	assert_true(bot_store_match_get(store, 3, &match));
	assert_int_equal(match.practice, BOT_FENCER);
	bot_store_close(store);
}

/*
 * Version 0.1.0 has sent lists with numbers. It knew no roles: a challenge can be answered by a
 * reaction now, and the posts of a match have no role.
 */
FILE_TEST(test_posts_of_version_21_have_their_meaning)
{
	struct bot_post post;
	uint32_t letters = 1;

	upgrade_21();
	struct bot_store *store = file_store_open();
	assert_true(bot_store_post_by_event(store, "$list", &post));
	assert_int_equal(post.turn, 260);
	assert_int_equal(post.letters, 0);
	assert_true(bot_store_list_letters(store, 1, 260, &letters));
	assert_int_equal(letters, 0);
	assert_true(bot_store_post_by_event(store, "$board", &post));
	assert_int_equal(post.role, BOT_POST_OTHER);
	assert_true(bot_store_post_by_event(store, "$challenge", &post));
	assert_int_equal(post.role, BOT_POST_CHALLENGE);
	bot_store_close(store);
}

FILE_TEST(test_people_of_version_21_have_joined_and_have_opponents)
{
	struct bot_rating rating;

	upgrade_21();
	struct bot_store *store = file_store_open();
	bool joined = bot_store_has_joined(store, "@w:x");
	assert_true(joined);
	assert_true(bot_rating_get(store, NULL, "@w:x", &rating));
	assert_int_equal(rating.opponents, 2);
	assert_true(bot_rating_get(store, NULL, "@b:x", &rating));
	assert_int_equal(rating.opponents, 1);
	assert_true(bot_rating_get(store, "!a:x", "@w:x", &rating));
	assert_int_equal(rating.opponents, 0);
	bot_store_close(store);
}

FILE_TEST(test_upgrade_keeps_a_copy_of_the_older_store)
{
	struct stat file;

	upgrade_21();
	sqlite3 *db = open_file(kept());
	assert_int_equal(sql_file_number(db, "PRAGMA user_version"), 21);
	assert_int_equal(sql_file_number(db, "SELECT count(*) FROM matches"), 5);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	assert_int_equal(stat(kept(), &file), 0);
	assert_int_equal(file.st_mode & 0777, 0600);
	assert_true(bot_store_remove_kept(file_store.path));
	assert_false(bot_store_remove_kept(file_store.path));
}

FILE_TEST(test_store_of_this_version_is_not_copied)
{
	for (int i = 0; i < 2; i++)
		bot_store_close(file_store_open());
	assert_false(bot_store_remove_kept(file_store.path));
}

FILE_TEST(test_store_that_cannot_be_copied_is_not_upgraded)
{
	struct bot_store *store = NULL;

	file_store_sql(version_21_sql);
	assert_int_equal(mkdir(kept(), 0700), 0); /* the copy can't get this name */
	errno = 0;
	assert_int_equal(bot_store_open(file_store.path, &store), BOT_STORE_FAILED);
	assert_int_equal(errno, EEXIST);
	sqlite3 *db = open_file(file_store.path);
	assert_int_equal(sql_file_number(db, "PRAGMA user_version"), 21);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	assert_int_equal(rmdir(kept()), 0);
}

/* How many more statements the process runs before it is killed. */
static int statements;

static int kill_process(unsigned event, void *unused, void *statement, void *sql)
{
	(void)event;
	(void)unused;
	(void)statement;
	(void)sql;
	if (statements-- == 0)
		raise(SIGKILL);
	return 0;
}

static int watch(sqlite3 *db, char **message, const struct sqlite3_api_routines *api)
{
	(void)message;
	(void)api;
	return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, kill_process, NULL);
}

static int open_until_the_end(void)
{
	struct bot_store *store = NULL;

	sqlite3_auto_extension((void (*)(void))watch);
	enum bot_error error = bot_store_open(file_store.path, &store);
	bot_store_close(store);
	return error ? 1 : 0;
}

/* Asserts that the store is as before the upgrade. */
static void assert_is_version_21(sqlite3 *db)
{
	assert_int_equal(sql_file_number(db, "SELECT count(*) FROM matches"), 5);
	assert_int_equal(
		sql_file_number(db, "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'old%'"),
		0);
	assert_int_equal(
		sql_file_number(db, "SELECT count(*) FROM matches WHERE offer = 'resume'"), 1);
}

/* The results and tallies of each match that the store has, as if the bot had counted them. */
FILE_TEST(test_matches_of_version_21_are_counted)
{
	static const char more[] =
		"INSERT INTO matches SELECT id + 100 * n, status, room, white, black, "
		"white_reached,"
		" black_reached, rules, touches, first, unseen, board, edits, scrolled, clock,"
		" time_left, offer, offerer, ending, winner, house, dice, private,"
		" ended + 86400000 * n, challenger, rated FROM matches,"
		" (SELECT 1 AS n UNION SELECT 2 UNION SELECT 31) WHERE id = 5;"
		"UPDATE matches SET winner = 'black' WHERE id IN (105, 205);"
		"UPDATE ratings SET played = 5, won = 2 WHERE user = '@w:x' AND room = '';";
	struct bot_tally_place best[3];
	struct bot_result result[8];
	struct bot_rating rating;
	struct bot_tally tally[2];

	file_store_sql(version_21_sql);
	file_store_sql(more);
	struct bot_store *store = file_store_open();
	/* @w:x lost matches 4 and 5, won 105 and 205, and lost 3105 a month later */
	assert_true(bot_rating_get(store, NULL, "@w:x", &rating));
	assert_int_equal(rating.streak, -1);
	assert_int_equal(rating.longest, 2);
	size_t count = bot_result_list(store, "@w:x", result, 8);
	assert_int_equal(count, 5);
	assert_int_equal(result[0].match, 3105);
	assert_false(result[0].won);
	assert_true(result[1].won);
	assert_int_equal(result[1].rating, 0);
	count = bot_tally_list(store, "@w:x", BOT_TALLY_RULES, tally, 2);
	assert_int_equal(count, 1);
	assert_string_equal(tally[0].name, "basic");
	assert_int_equal(tally[0].played, 5);
	assert_int_equal(tally[0].won, 2);
	count = bot_tally_list(store, "@w:x", BOT_TALLY_PRACTICE, tally, 2);
	assert_int_equal(count, 1);
	assert_string_equal(tally[0].name, "fencer");
	assert_int_equal(tally[0].won, 1);
	count = bot_tally_best(store, "!a:x", BOT_TALLY_MONTH, "1970-01", best, 3);
	assert_int_equal(count, 3);
	assert_string_equal(best[0].user, "@w:x");
	assert_int_equal(best[0].won, 2);
	assert_string_equal(
		best[1].user, "@b:x"); /* one victory in one match, before one in three */
	bot_store_close(store);
}

/* The process is killed before each third statement of the upgrade. */
FILE_TEST(test_upgrade_that_is_cut_leaves_the_older_store)
{
	int cuts = 0, status = FILE_STORE_KILLED;

	file_store_sql(version_21_sql);
	for (int count = 1; status == FILE_STORE_KILLED; count += 3) {
		statements = count;
		status = file_store_fork(open_until_the_end);
		sqlite3 *db = open_file(file_store.path);
		if (sql_file_number(db, "PRAGMA user_version") == 21) {
			cuts += access(kept(), F_OK) == 0;
			assert_is_version_21(db);
		}
		assert_int_equal(sqlite3_close(db), SQLITE_OK);
	}
	assert_int_equal(status, 0);
	assert_true(cuts > 30);
	sqlite3 *db = open_both();
	assert_kept_rows(db, "matches");
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	bot_store_close(file_store_open());
}

static const struct bot_schema_step broken_step = {21, "INSERT INTO two SELECT x FROM old_matches"};

FILE_TEST(test_upgrade_that_fails_changes_nothing)
{
	const struct bot_schema broken = {22, "CREATE TABLE two (x)", &broken_step, 1};

	file_store_sql(version_21_sql);
	sqlite3 *db = open_file(file_store.path);
	int64_t before = sql_file_number(db, "SELECT count(*) FROM sqlite_schema");
	assert_int_equal(bot_schema_upgrade(db, &broken), BOT_STORE_FAILED);
	assert_true(sqlite3_get_autocommit(db));
	assert_int_equal(sql_file_number(db, "PRAGMA user_version"), 21);
	assert_int_equal(sql_file_number(db, "SELECT count(*) FROM sqlite_schema"), before);
	assert_int_equal(bot_schema_upgrade(db, &bot_schema), BOT_OK);
	assert_int_equal(sql_file_number(db, "SELECT count(*) FROM matches"), 5);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

FILE_TEST(test_new_store_that_fails_stays_empty)
{
	const struct bot_schema broken = {1, "CREATE TABLE one (x); CREATE TABLE one (x)", NULL, 0};

	sqlite3 *db = open_file(file_store.path);
	assert_int_equal(bot_schema_upgrade(db, &broken), BOT_STORE_FAILED);
	assert_int_equal(sql_file_number(db, "PRAGMA user_version"), 0);
	assert_int_equal(sql_file_number(db, "SELECT count(*) FROM sqlite_schema"), 0);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}
