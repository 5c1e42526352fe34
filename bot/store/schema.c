#include "bot/store/schema.h"

#include "bot/store/database.h"

#include <stdio.h>
#include <string.h>

#define TEXT_OF(macro) TEXT(macro)
#define TEXT(token)    #token

/*
 * A released step never changes: a new version is a new step. Rules, kinds and states are stored
 * by name, so that the file is read without this program; the names' meaning is checked on reading.
 * Ids that people see or that other rows name are never used again: AUTOINCREMENT.
 */
/* clang-format off */
static const char to_version_1[] =
	"PRAGMA application_id = " TEXT_OF(BOT_APPLICATION_ID) ";"

	"CREATE TABLE adapter_values ("
	"  key TEXT NOT NULL PRIMARY KEY,"
	"  value TEXT NOT NULL"
	") STRICT, WITHOUT ROWID;"

	/* The number counts up: the oldest are forgotten. */
	"CREATE TABLE handled_events ("
	"  number INTEGER PRIMARY KEY,"
	"  event TEXT NOT NULL UNIQUE"
	") STRICT;"

	"CREATE TABLE names ("
	"  user TEXT NOT NULL PRIMARY KEY,"
	"  name TEXT NOT NULL"
	") STRICT, WITHOUT ROWID;"

	/* The board is a post or 0; it is no reference, since posts of ended matches are pruned. */
	"CREATE TABLE matches ("
	"  id INTEGER PRIMARY KEY AUTOINCREMENT,"
	"  status TEXT NOT NULL,"
	"  room TEXT NOT NULL,"
	"  white TEXT NOT NULL,"
	"  black TEXT,"
	"  white_reached INTEGER NOT NULL,"
	"  black_reached INTEGER NOT NULL,"
	"  rules TEXT NOT NULL,"
	"  touches INTEGER NOT NULL,"
	"  first TEXT NOT NULL,"
	"  unseen INTEGER NOT NULL,"
	"  board INTEGER NOT NULL,"
	"  edits INTEGER NOT NULL,"
	"  scrolled INTEGER NOT NULL"
	") STRICT;"
	/* All that a search looks at, so that matches which ended cost it nothing. */
	"CREATE INDEX matches_live ON matches (room, white, black, status)"
	"  WHERE status <> 'ended';"

	/* The deck is 25 digits, the first card first; the actions are separated by spaces. */
	"CREATE TABLE rounds ("
	"  match_id INTEGER NOT NULL REFERENCES matches,"
	"  number INTEGER NOT NULL,"
	"  deck TEXT NOT NULL,"
	"  actions TEXT NOT NULL,"
	"  PRIMARY KEY (match_id, number)"
	") STRICT, WITHOUT ROWID;"

	/* Due in milliseconds of the host's time. */
	"CREATE TABLE timers ("
	"  match_id INTEGER NOT NULL REFERENCES matches,"
	"  kind TEXT NOT NULL,"
	"  due INTEGER NOT NULL,"
	"  PRIMARY KEY (match_id, kind)"
	") STRICT, WITHOUT ROWID;"
	"CREATE INDEX timers_due ON timers (due);"

	"CREATE TABLE private_rooms ("
	"  user TEXT NOT NULL PRIMARY KEY,"
	"  room TEXT NOT NULL UNIQUE"
	") STRICT, WITHOUT ROWID;"

	/* A lane is a room or, when private, a user. The event is NULL until the post was sent. */
	"CREATE TABLE posts ("
	"  id INTEGER PRIMARY KEY AUTOINCREMENT,"
	"  match_id INTEGER REFERENCES matches,"
	"  private INTEGER NOT NULL,"
	"  lane TEXT NOT NULL,"
	"  event TEXT"
	") STRICT;"
	"CREATE INDEX posts_event ON posts (event);"

	"CREATE TABLE outbox ("
	"  id INTEGER PRIMARY KEY AUTOINCREMENT,"
	"  kind TEXT NOT NULL,"
	"  private INTEGER NOT NULL,"
	"  lane TEXT NOT NULL,"
	"  txn TEXT NOT NULL,"
	"  body TEXT,"
	"  html TEXT,"
	"  ring INTEGER NOT NULL,"
	"  mention TEXT,"
	"  via TEXT,"
	"  post_id INTEGER REFERENCES posts"
	") STRICT;"
	"CREATE INDEX outbox_lane ON outbox (private, lane);"
	"CREATE INDEX outbox_post ON outbox (post_id);";
/* clang-format on */

/* clang-format off */
static const char to_version_2[] =
	/* Of a room or of a user. */
	"CREATE TABLE settings ("
	"  scope TEXT NOT NULL,"
	"  id TEXT NOT NULL,"
	"  key TEXT NOT NULL,"
	"  value TEXT NOT NULL,"
	"  PRIMARY KEY (scope, id, key)"
	") STRICT, WITHOUT ROWID;";
/* clang-format on */

/* clang-format off */
/* The clock is milliseconds a turn; what is left of a turn is 0 unless the match is paused. */
static const char to_version_3[] =
	"ALTER TABLE matches ADD COLUMN clock INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE matches ADD COLUMN time_left INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE matches ADD COLUMN offer TEXT NOT NULL DEFAULT 'none';"
	"ALTER TABLE matches ADD COLUMN offerer TEXT NOT NULL DEFAULT 'nobody';";
/* clang-format on */

/* clang-format off */
static const char to_version_4[] =
	/* A secret as text; the ids of the events, the second NULL until then. */
	"CREATE TABLE shuffles ("
	"  match_id INTEGER PRIMARY KEY REFERENCES matches,"
	"  secret TEXT NOT NULL,"
	"  challenge TEXT NOT NULL,"
	"  acceptance TEXT"
	") STRICT;"

	/* How those that had ended before this version did was not noted. */
	"ALTER TABLE matches ADD COLUMN ending TEXT NOT NULL DEFAULT 'unknown';"
	"ALTER TABLE matches ADD COLUMN winner TEXT NOT NULL DEFAULT 'nobody';"
	/* Matches that have ended are looked for, too. */
	"CREATE INDEX matches_room ON matches (room);"
	"CREATE INDEX matches_white ON matches (white);"
	"CREATE INDEX matches_black ON matches (black);"

	/* What is attached. */
	"ALTER TABLE outbox ADD COLUMN name TEXT;"
	"ALTER TABLE outbox ADD COLUMN media TEXT;"
	"ALTER TABLE outbox ADD COLUMN data BLOB;";
/* clang-format on */

/* clang-format off */
/* By room; an empty one stands for all of them. */
static const char to_version_5[] =
	"CREATE TABLE ratings ("
	"  room TEXT NOT NULL,"
	"  user TEXT NOT NULL,"
	"  rating REAL NOT NULL,"
	"  deviation REAL NOT NULL,"
	"  volatility REAL NOT NULL,"
	"  played INTEGER NOT NULL,"
	"  won INTEGER NOT NULL,"
	"  PRIMARY KEY (room, user)"
	") STRICT, WITHOUT ROWID;";
/* clang-format on */

/* clang-format off */
static const char to_version_6[] =
	/* The turn of its match whose choices a post lists; 0: it lists none. */
	"ALTER TABLE posts ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;"
	/* The answers of a poll, a line each. */
	"ALTER TABLE outbox ADD COLUMN choices TEXT;";
/* clang-format on */

/* clang-format off */
static const char to_version_7[] =
	"ALTER TABLE matches ADD COLUMN house TEXT NOT NULL DEFAULT 'none';"
	"ALTER TABLE matches ADD COLUMN dice INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE matches ADD COLUMN private INTEGER NOT NULL DEFAULT 0;";
/* clang-format on */

/* clang-format off */
static const char to_version_8[] =
	/* Of matches that were played: milliseconds since 1970 UTC. */
	"ALTER TABLE matches ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE matches ADD COLUMN challenger TEXT NOT NULL DEFAULT 'white';"
	"CREATE INDEX matches_ended ON matches (room, ended) WHERE ended > 0;";
/* clang-format on */

/* clang-format off */
static const char to_version_9[] =
	/* Of a sender or of a room; a row is good for nothing once its bucket is full again. */
	"CREATE TABLE quotas ("
	"  scope TEXT NOT NULL,"
	"  id TEXT NOT NULL,"
	"  until INTEGER NOT NULL,"
	"  told INTEGER NOT NULL,"
	"  PRIMARY KEY (scope, id)"
	") STRICT, WITHOUT ROWID;"
	"CREATE INDEX quotas_until ON quotas (until);";
/* clang-format on */
/* When a row was made, in milliseconds since 1970 UTC; 0: not known. */
static const char to_version_10[] =
	"ALTER TABLE outbox ADD COLUMN made INTEGER NOT NULL DEFAULT 0;";

/* clang-format off */
/* A player's live matches are looked for at each of his commands. */
static const char to_version_11[] =
	"CREATE INDEX matches_live_white ON matches (white) WHERE status <> 'ended';"
	"CREATE INDEX matches_live_black ON matches (black) WHERE status <> 'ended';";
/* clang-format on */

static const char *const steps[] = {
	to_version_1,
	to_version_2,
	to_version_3,
	to_version_4,
	to_version_5,
	to_version_6,
	to_version_7,
	to_version_8,
	to_version_9,
	to_version_10,
	to_version_11,
};

const struct bot_schema bot_schema = {
	.steps = steps,
	.version = sizeof steps / sizeof *steps,
};

static int run(sqlite3 *db, const char *sql)
{
	return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

static enum bot_error read_int(sqlite3 *db, const char *sql, int64_t *value)
{
	sqlite3_stmt *statement = NULL;
	int rc = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_step(statement);
	if (rc == SQLITE_ROW)
		*value = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return bot_store_result(rc);
}

enum bot_error bot_schema_expect(
	sqlite3 *db, const char *sql, const char *want, enum bot_error otherwise)
{
	sqlite3_stmt *statement = NULL;
	int rc = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_step(statement);
	enum bot_error error = bot_store_result(rc);
	if (rc == SQLITE_ROW) {
		const unsigned char *text = sqlite3_column_text(statement, 0);
		error = text && strcmp((const char *)text, want) == 0 ? BOT_OK : otherwise;
	}
	sqlite3_finalize(statement);
	return error;
}

enum bot_error bot_schema_check(sqlite3 *db, const struct bot_schema *schema, bool whole)
{
	int64_t application = 0, version = 0, objects = 0;
	enum bot_error error = read_int(db, "PRAGMA application_id", &application);
	if (!error)
		error = read_int(db, "PRAGMA user_version", &version);
	if (error)
		return error;
	if (application == 0 && version == 0) {
		error = read_int(db, "SELECT count(*) FROM sqlite_schema", &objects);
		if (error)
			return error;
		return objects == 0 ? BOT_OK : BOT_STORE_CORRUPT;
	}
	if (application != BOT_APPLICATION_ID || version < 1)
		return BOT_STORE_CORRUPT;
	if (version > schema->version)
		return BOT_STORE_NEWER;
	/*
	 * About two seconds a gigabyte. Damage is found at the start, by the person who starts it,
	 * and not in the middle of somebody's match.
	 */
	if (!whole)
		return BOT_OK;
	return bot_schema_expect(db, "PRAGMA quick_check(1)", "ok", BOT_STORE_CORRUPT);
}

static enum bot_error take_step(sqlite3 *db, const struct bot_schema *schema, int version)
{
	char stamp[40];
	snprintf(stamp, sizeof stamp, "PRAGMA user_version = %d", version + 1);
	int rc = run(db, "BEGIN");
	if (rc == SQLITE_OK)
		rc = run(db, schema->steps[version]);
	if (rc == SQLITE_OK)
		rc = run(db, stamp);
	if (rc == SQLITE_OK)
		rc = run(db, "COMMIT");
	if (rc != SQLITE_OK && !sqlite3_get_autocommit(db))
		run(db, "ROLLBACK");
	return bot_store_result(rc);
}

enum bot_error bot_schema_upgrade(sqlite3 *db, const struct bot_schema *schema)
{
	int64_t version = 0;
	enum bot_error error = read_int(db, "PRAGMA user_version", &version);
	while (!error && version < schema->version)
		error = take_step(db, schema, (int)version++);
	return error;
}
