/* Copies of a store, and what it knows of one person. */
#include "bot/store/copy.h"
#include "bot/results.h"
#include "bot/store/database.h"
#include "bot/store/person.h"
#include "bot/store/schema.h"
#include "tests/support/file_store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static const char *copy_path(void)
{
	static char path[TEMP_PATH_SIZE + 8];

	snprintf(path, sizeof path, "%s.copy", file_store.path);
	return path;
}

static void change(struct bot_store *store, const char *sql)
{
	char *why = NULL;

	if (sqlite3_exec(store->db, sql, NULL, NULL, &why))
		fail_msg("%s", why);
}

static void assert_copy_holds(const char *key, const char *value)
{
	struct bot_store *copy = NULL;
	struct stat status;

	assert_int_equal(bot_store_verify(copy_path()), BOT_OK);
	assert_int_equal(stat(copy_path(), &status), 0);
	assert_int_equal(status.st_mode & 07777, 0600);
	assert_int_equal(bot_store_open(copy_path(), &copy), BOT_OK);
	file_store_holds(copy, key, value);
	bot_store_close(copy);
}

static void test_snapshot_of_an_open_store_is_a_store(void **state)
{
	(void)state;
	struct bot_store *store = file_store_open();

	file_store_put(store, "k", "one");
	assert_int_equal(bot_store_snapshot(store, copy_path()), BOT_OK);
	file_store_put(store, "k", "two");
	assert_copy_holds("k", "one");
	file_store_holds(store, "k", "two");
	bot_store_close(store);
}

static void test_copy_takes_what_a_killed_process_left_in_the_log(void **state)
{
	(void)state;
	struct bot_store *store = file_store_open();

	sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	file_store_put(store, "k", "logged");
	bot_store_close(store);
	assert_int_equal(bot_store_copy(file_store.path, copy_path()), BOT_OK);
	assert_copy_holds("k", "logged");
}

static void test_copy_keeps_the_version(void **state)
{
	(void)state;
	const struct bot_schema older = {bot_schema.steps, 3};
	sqlite3 *db;
	sqlite3_stmt *statement;

	assert_int_equal(sqlite3_open(file_store.path, &db), SQLITE_OK);
	assert_int_equal(bot_schema_upgrade(db, &older), BOT_OK);
	sqlite3_close(db);
	assert_int_equal(bot_store_copy(file_store.path, copy_path()), BOT_OK);
	assert_int_equal(sqlite3_open(copy_path(), &db), SQLITE_OK);
	assert_int_equal(
		sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &statement, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	assert_int_equal(sqlite3_column_int(statement, 0), 3);
	sqlite3_finalize(statement);
	sqlite3_close(db);
	assert_int_equal(bot_store_verify(copy_path()), BOT_OK);
}

static void test_copy_overwrites_nothing(void **state)
{
	(void)state;
	struct bot_store *store = file_store_open();
	FILE *there = fopen(copy_path(), "w");

	assert_non_null(there);
	fputs("precious", there);
	fclose(there);
	assert_int_equal(bot_store_snapshot(store, copy_path()), BOT_STORE_FAILED);
	bot_store_close(store);
	assert_int_equal(bot_store_copy(file_store.path, copy_path()), BOT_STORE_FAILED);
	assert_int_equal(bot_store_verify(copy_path()), BOT_STORE_CORRUPT);
}

static void test_copy_of_nothing_is_nothing(void **state)
{
	(void)state;
	assert_int_equal(bot_store_copy(file_store.path, copy_path()), BOT_NOT_FOUND);
	assert_int_equal(access(copy_path(), F_OK), -1);
	assert_int_equal(access(file_store.path, F_OK), -1);
}

static int copy_elsewhere(void)
{
	return bot_store_copy(file_store.path, copy_path()) == BOT_STORE_IN_USE &&
			       access(copy_path(), F_OK) != 0
		       ? 0
		       : 1;
}

static void test_copy_of_a_store_in_use_is_refused(void **state)
{
	(void)state;
	struct bot_store *store = file_store_open();

	assert_int_equal(file_store_fork(copy_elsewhere), 0);
	bot_store_close(store);
}

static void test_verify_finds_damage_anywhere(void **state)
{
	(void)state;
	struct bot_store *store = file_store_open();
	FILE *file;

	for (int i = 0; i < 200; i++) {
		char key[16];

		snprintf(key, sizeof key, "key%d", i);
		file_store_put(store, key, "a value of some length, so that there are many pages");
	}
	assert_int_equal(bot_store_snapshot(store, copy_path()), BOT_OK);
	bot_store_close(store);
	file = fopen(copy_path(), "r+");
	assert_int_equal(fseek(file, -6000, SEEK_END), 0);
	for (int i = 0; i < 6000; i++)
		fputc(0xa5, file);
	fclose(file);
	assert_int_equal(bot_store_verify(copy_path()), BOT_STORE_CORRUPT);
}

/* One person */

#define ANN "@ann:x"
#define BOB "@bob:x"

static void fill(struct bot_store *store)
{
	change(store,
		"INSERT INTO matches (id, status, room, white, black, white_reached, black_reached,"
		" rules, touches, first, unseen, board, edits, scrolled, ending, winner, ended) "
		"VALUES"
		" (1, 'ended', '!r:x', '" ANN "', '" BOB "', 1, 1, 'basic', 5, 'white', 0, 0, 0, 0,"
		" 'won', 'white', 7),"
		" (2, 'ended', '!r:x', '" BOB "', '" ANN "', 1, 1, 'basic', 5, 'white', 0, 0, 0, 0,"
		" 'won', 'white', 8),"
		" (3, 'playing', '!r:x', '" BOB
		"', '@eve:x', 1, 1, 'basic', 5, 'white', 0, 0, 0, 0,"
		" 'unknown', 'nobody', 0);"
		"INSERT INTO rounds VALUES (1, 1, '1234', '+1'), (3, 1, '4321', '+2');"
		"INSERT INTO shuffles VALUES (1, 'secret', '$c', '$a');"
		"INSERT INTO names VALUES ('" ANN "', 'Ann'), ('" BOB "', 'Bob');"
		"INSERT INTO settings VALUES ('user', '" ANN "', 'language', 'nl'),"
		" ('room', '!r:x', 'language', 'de');"
		"INSERT INTO private_rooms VALUES ('" ANN "', '!pa:x'), ('" BOB "', '!pb:x');"
		"INSERT INTO ratings VALUES ('', '" ANN "', 1500.5, 200, 0.06, 2, 1),"
		" ('', '" BOB "', 1480, 200, 0.06, 2, 1);"
		"INSERT INTO posts (id, match_id, private, lane, event) VALUES (1, 1, 1, '" ANN
		"', '$e');"
		"INSERT INTO outbox (kind, private, lane, txn, body, ring, mention, post_id) VALUES"
		" ('message', 1, '" ANN "', 't1', 'your hand', 0, NULL, 1),"
		" ('message', 0, '!r:x', 't2', 'hello', 1, '" ANN "', NULL);"
		"INSERT INTO quotas VALUES ('user', '" ANN "', 5, 0);"
		"INSERT INTO adapter_values VALUES ('matrix.room.!r:x',"
		" '{\"moderators\":[\"" ANN "\",\"@ann:xy\"]}'),"
		" ('matrix.unsigned." ANN "', ''), ('matrix.unsigned." BOB "', ''),"
		" ('matrix.sealed', '{\"events\":["
		"{\"room\":\"!r:x\",\"event\":{\"sender\":\"" ANN "\"},\"since\":1},"
		"{\"room\":\"!r:x\",\"event\":{\"sender\":\"" BOB "\"},\"since\":2}],"
		"\"told\":[{\"room\":\"!r:x\",\"user\":\"" ANN "\"},"
		"{\"room\":\"!r:x\",\"user\":\"" BOB "\"}]}');");
}

/* Kind, and the values in parentheses. */
static void note(void *self, const char *kind, const struct bot_column *columns, size_t count)
{
	char *text = self;

	sprintf(text + strlen(text), "%s(", kind);
	for (size_t i = 0; i < count; i++) {
		char *end = text + strlen(text);

		switch (columns[i].type) {
		case BOT_NOTHING:
			sprintf(end, "%s=- ", columns[i].name);
			break;
		case BOT_INTEGER:
			sprintf(end, "%s=%d ", columns[i].name, (int)columns[i].number);
			break;
		case BOT_REAL:
			sprintf(end, "%s=%.2f ", columns[i].name, columns[i].real);
			break;
		case BOT_TEXT:
			sprintf(end, "%s=%s ", columns[i].name, columns[i].text);
			break;
		}
	}
	strcat(text, ")\n");
}

static const char *known(struct bot_store *store, const char *user)
{
	static char text[4096];

	text[0] = '\0';
	assert_int_equal(bot_store_person_rows(store, user, note, text), BOT_OK);
	return text;
}

static void test_person_is_told_all_that_is_known(void **state)
{
	(void)state;
	struct bot_store *store = file_store_open();
	const char *text;

	fill(store);
	text = known(store, ANN);
	static const char *const parts[] = {"names(name=Ann )", "settings(key=language value=nl )",
		"private_rooms(room=!pa:x )", "ratings(room= rating=1500.50 ", "matches(id=1 ",
		"matches(id=2 ", "rounds(match_id=1 number=1 deck=1234 actions=+1 )",
		"shuffles(match_id=1 challenge=$c acceptance=$a )",
		"waiting_messages(kind=message body=your hand ",
		"sent_messages(match_id=1 event=$e )", "quotas(until=5 told=0 )",
		"rooms(room=!r:x )", "not_reached(why=no signed device )",
		"unread_events(room=!r:x event={\"sender\":\"" ANN "\"} )",
		"told_unreadable(room=!r:x )"};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (!strstr(text, parts[i]))
			fail_msg("%s is not in\n%s", parts[i], text);
	assert_null(strstr(text, "matches(id=3"));
	assert_string_equal(known(store, "@nobody:x"), "");
	bot_store_close(store);
}

static void test_person_who_plays_is_not_told_the_decks(void **state)
{
	(void)state;
	struct bot_store *store = file_store_open();

	fill(store);
	assert_non_null(strstr(known(store, "@eve:x"), "matches(id=3"));
	assert_null(strstr(known(store, "@eve:x"), "4321"));
	assert_null(strstr(known(store, ANN), "secret"));
	bot_store_close(store);
}

static bool file_has(const char *path, const char *text)
{
	FILE *file = fopen(path, "rb");
	static char bytes[1 << 20];
	size_t size = fread(bytes, 1, sizeof bytes, file), length = strlen(text);
	bool found = false;

	fclose(file);
	for (size_t i = 0; i + length <= size && !found; i++)
		found = memcmp(bytes + i, text, length) == 0;
	return found;
}

static void test_person_erased_is_nowhere_in_the_file(void **state)
{
	(void)state;
	struct bot_store *store = file_store_open();
	struct bot_match match;

	fill(store);
	assert_int_equal(bot_store_person_erase(store, ANN, "erased-1"), BOT_STORE_FAILED);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_person_erase(store, ANN, "erased-1"), BOT_OK);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_string_equal(known(store, ANN), "");
	/* The others keep what they had, and somebody whose name begins alike. */
	assert_int_equal(bot_store_match_get(store, 1, &match), BOT_OK);
	assert_string_equal(match.player[EG_WHITE], "erased-1");
	assert_string_equal(match.player[EG_BLACK], BOB);
	assert_non_null(strstr(known(store, BOB), "ratings(room= rating=1480.00"));
	assert_non_null(strstr(known(store, "@ann:xy"), "rooms(room=!r:x )"));
	assert_non_null(strstr(known(store, BOB), "not_reached("));
	file_store_holds(store, "matrix.sealed",
		"{\"events\":[{\"room\":\"!r:x\",\"event\":{\"sender\":\"" BOB "\"},\"since\":2}],"
		"\"told\":[{\"room\":\"!r:x\",\"user\":\"" BOB "\"}]}");
	bot_store_close(store);
	assert_true(file_has(file_store.path, BOB));
	assert_false(file_has(file_store.path, ANN "\""));
	assert_false(file_has(file_store.path, "unsigned." ANN));
	assert_false(file_has(file_store.path, "Ann"));
	assert_false(file_has(file_store.path, "your hand"));
}

static void test_person_who_plays_is_not_erased(void **state)
{
	(void)state;
	struct bot_store *store = file_store_open();

	fill(store);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_person_erase(store, BOB, "erased-1"), BOT_INVALID);
	assert_non_null(strstr(known(store, BOB), "names(name=Bob )"));
	bot_store_rollback(store);
	bot_store_close(store);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, file_store_begin, file_store_end)
		TEST(test_snapshot_of_an_open_store_is_a_store),
		TEST(test_copy_takes_what_a_killed_process_left_in_the_log),
		TEST(test_copy_keeps_the_version),
		TEST(test_copy_overwrites_nothing),
		TEST(test_copy_of_nothing_is_nothing),
		TEST(test_copy_of_a_store_in_use_is_refused),
		TEST(test_verify_finds_damage_anywhere),
		TEST(test_person_is_told_all_that_is_known),
		TEST(test_person_who_plays_is_not_told_the_decks),
		TEST(test_person_erased_is_nowhere_in_the_file),
		TEST(test_person_who_plays_is_not_erased),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
