#include "tests/support/big_store.h"

#include "tests/support/scene.h"
#include "tests/support/sql.h"

#include <stdio.h>
#include <string.h>

#define PLAYER(number) "'@player' || (" number ") || ':test'"

/* The columns in which the copies of a row differ from the row, and their values as SQL. */
static const struct {
	const char *table, *column, *value;
} changes[] = {
	{"matches", "id", "i"},
	{"matches", "white",
		"CASE WHEN i % 20 = 0 THEN '" ANN "' WHEN i % 20 = 10 THEN '" BOB "'"
		" WHEN i <= 50 AND i % 5 = 1 THEN '" BIG_STORE_SELDOM "'"
		" ELSE " PLAYER("i * 7919 % players") " END"},
	{"matches", "black",
		"CASE WHEN i % 20 = 0 THEN '" BOB "' WHEN i % 20 = 10 THEN '" ANN "'"
		" ELSE " PLAYER("(i * 7919 + 1 + i % 10) % players") " END"},
	{"matches", "began", "now - 60000 * (matches - i) - 600000"},
	{"matches", "ended", "now - 60000 * (matches - i)"},
	{"rounds", "match_id", "i"},
	{"shuffles", "match_id", "i"},
	{"posts", "match_id", "i"},
	{"posts", "id", "NULL"},
	{"posts", "event", "'$copy' || i || posts.event"},
};

static const char *changed(const char *table, const char *column)
{
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++)
		if (strcmp(changes[i].table, table) == 0 && strcmp(changes[i].column, column) == 0)
			return changes[i].value;
	return column;
}

/*
 * Copies the rows of match 1 in this table once for each match number `i` for which the condition
 * `which` holds. `key` is the column with the number of the match.
 */
static void copy(sqlite3 *db, const char *table, const char *key, const char *which)
{
	char sql[4096];
	sqlite3_stmt *columns = NULL;
	int used = snprintf(sql, sizeof(sql), "INSERT INTO %s SELECT ", table);

	assert_int_equal(sqlite3_prepare_v2(
				 db, "SELECT name FROM pragma_table_info(?1)", -1, &columns, NULL),
		SQLITE_OK);
	sqlite3_bind_text(columns, 1, table, -1, SQLITE_STATIC);
	for (int i = 0; sqlite3_step(columns) == SQLITE_ROW; i++)
		used += snprintf(sql + used, sizeof(sql) - (size_t)used, "%s%s", i > 0 ? ", " : "",
			changed(table, (const char *)sqlite3_column_text(columns, 0)));
	sqlite3_finalize(columns);
	snprintf(sql + used, sizeof(sql) - (size_t)used,
		" FROM numbers, sizes, %s WHERE %s = 1 AND i > 1 AND %s ORDER BY i", table, key,
		which);
	sql_file_run(db, sql);
}

/* Makes the tables `sizes` and `numbers`. The latter has a number for each match and player. */
static void make_numbers(sqlite3 *db, const struct big_store *size)
{
	char sql[512];

	snprintf(sql, sizeof(sql),
		"CREATE TEMP TABLE sizes AS SELECT %lld AS matches, %lld AS players, %lld AS now;"
		"CREATE TEMP TABLE numbers (i INTEGER PRIMARY KEY);"
		"INSERT INTO numbers WITH RECURSIVE up (i) AS (SELECT 1 UNION ALL"
		" SELECT i + 1 FROM up WHERE i < (SELECT max(matches, players, 100)"
		" FROM sizes)) SELECT i FROM up",
		(long long)size->matches, (long long)size->players, (long long)size->now);
	sql_file_run(db, sql);
}

#define EACH_PLAYER " FROM numbers, sizes WHERE i <= players"

/* clang-format off */
static const char people[] =
	"INSERT INTO ratings SELECT '" ROOM "', " PLAYER("i") ","
	"  1000 + i * 7919 % 1000, 50 + i % 300, 0.06, 10, 5, 0, 0, 0" EACH_PLAYER ";"
	"INSERT INTO ratings SELECT '', user_id, rating, deviation, volatility, played, won, 4, 2, 3"
	"  FROM ratings WHERE room = '" ROOM "' AND user_id LIKE '@player%';"
	"INSERT INTO results SELECT white, ended, id, 1, 1500 FROM matches WHERE rated = 1 AND id > 1;"
	"INSERT INTO results SELECT black, ended, id, 0, 1500 FROM matches"
	"  WHERE rated = 1 AND id > 1;"
	"DELETE FROM results WHERE match_id <= (SELECT matches FROM sizes) - 2000;"
	"INSERT INTO tallies SELECT " PLAYER("i") ", 'month', '1970-01', '" ROOM "', 10, i % 10"
	EACH_PLAYER ";"
	"INSERT INTO names (user_id, name, skeleton)"
	"  SELECT " PLAYER("i") ", 'Player ' || i, 'player' || i" EACH_PLAYER ";"
	"INSERT INTO private_rooms (user_id, room, joined)"
	"  SELECT " PLAYER("i") ", '!private' || i || ':test', 1" EACH_PLAYER ";"
	"INSERT INTO settings SELECT 'user', " PLAYER("i") ", 'language', 'en'" EACH_PLAYER ";"
	"INSERT INTO settings"
	"  SELECT 'room', '!room' || i || ':test', 'welcomed', ''" EACH_PLAYER ";"
	"INSERT INTO blocks SELECT " PLAYER("i") ", " PLAYER("i + 1") EACH_PLAYER ";"
	"INSERT INTO bans SELECT '@banned' || i || ':bad' FROM numbers WHERE i <= 100;"
	"INSERT INTO links (hash, kind, user_id, made, used)"
	"  SELECT CAST(printf('%032d', i) AS BLOB), 'table', " PLAYER("i") ", now, now"
	EACH_PLAYER ";"
	"INSERT INTO links (hash, kind, match_id, made, used)"
	"  SELECT CAST(printf('r%031d', i) AS BLOB), 'replay', i, now, now"
	"  FROM numbers, sizes WHERE i <= matches AND i % 10 = 0;"
	"INSERT INTO handled_events (event) SELECT '$handled' || i || ':test'"
	"  FROM numbers, sizes WHERE i <= min(matches, 65000)";
/* clang-format on */

void big_store_fill(const char *path, const struct big_store *size)
{
	sqlite3 *db = NULL;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	sql_file_run(db, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF;"
			 "PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;"
			 "PRAGMA cache_size = -400000; BEGIN");
	make_numbers(db, size);
	copy(db, "matches", "id", "i <= matches");
	copy(db, "rounds", "match_id", "i <= matches");
	copy(db, "shuffles", "match_id", "i <= matches");
	copy(db, "posts", "match_id", "i <= matches AND i > matches - 100");
	sql_file_run(db, people);
	sql_file_run(db, "COMMIT");
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}
