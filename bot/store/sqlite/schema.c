#include "bot/store/sqlite/schema.h"

#include "bot/store/sqlite/connection.h"
#include "bot/store/sqlite/schema_shape.h"

#include <stdio.h>

#define TEXT_OF(macro) TEXT(macro)
#define TEXT(token)    #token

/*
 * The steps of a release never change later. A new version of the schema gets a new step. The
 * tables store rules, kinds and states by name, so that people can read the file without this
 * program. The bot checks the names when it reads them. With AUTOINCREMENT, SQLite never gives a
 * new row the id of a deleted row. This matters because people see these ids, and because other
 * rows refer to these ids.
 */
/* clang-format off */
static const char to_version_1[] =
	"PRAGMA application_id = " TEXT_OF(BOT_APPLICATION_ID) ";"

	"CREATE TABLE adapter_values ("
	"  key TEXT NOT NULL PRIMARY KEY,"
	"  value TEXT NOT NULL"
	") STRICT, WITHOUT ROWID;"

	/*
	 * Each new event gets the next number. The store deletes the events with the lowest
	 * numbers.
	 */
	"CREATE TABLE handled_events ("
	"  number INTEGER PRIMARY KEY,"
	"  event TEXT NOT NULL UNIQUE"
	") STRICT;"

	"CREATE TABLE names ("
	"  user TEXT NOT NULL PRIMARY KEY,"
	"  name TEXT NOT NULL"
	") STRICT, WITHOUT ROWID;"

	/*
	 * `board` is a post's id or 0. This column is no foreign key, because the store deletes
	 * posts of ended matches.
	 */
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
	/*
	 * This index is for searches for live matches, which are the matches that have not ended.
	 * It has all columns that such a search checks.
	 */
	"CREATE INDEX matches_live ON matches (room, white, black, status)"
	"  WHERE status <> 'ended';"

	/* The deck is 25 digits, the top card first. Spaces separate the actions. */
	"CREATE TABLE rounds ("
	"  match_id INTEGER NOT NULL REFERENCES matches,"
	"  number INTEGER NOT NULL,"
	"  deck TEXT NOT NULL,"
	"  actions TEXT NOT NULL,"
	"  PRIMARY KEY (match_id, number)"
	") STRICT, WITHOUT ROWID;"

	/* `due` is in milliseconds of the host's time. */
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

	/* A lane is a room, or a user if `private` is 1. `event` is NULL until the post is sent. */
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

static const char to_version_2[] =
	/* `scope` says whether `id` is a room or a user. */
	"CREATE TABLE settings ("
	"  scope TEXT NOT NULL,"
	"  id TEXT NOT NULL,"
	"  key TEXT NOT NULL,"
	"  value TEXT NOT NULL,"
	"  PRIMARY KEY (scope, id, key)"
	") STRICT, WITHOUT ROWID;";

/*
 * `clock` has the milliseconds for each turn, or 0 if the match has no clock. `time_left` has the
 * milliseconds that remain of the turn of a paused match, or 0 if the match is not paused or has no
 * clock.
 */
static const char to_version_3[] =
	"ALTER TABLE matches ADD COLUMN clock INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE matches ADD COLUMN time_left INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE matches ADD COLUMN offer TEXT NOT NULL DEFAULT 'none';"
	"ALTER TABLE matches ADD COLUMN offerer TEXT NOT NULL DEFAULT 'nobody';";

static const char to_version_4[] =
	/*
	 * The secret as text, and the ids of two events. `acceptance` is NULL until the challenge
	 * is accepted.
	 */
	"CREATE TABLE shuffles ("
	"  match_id INTEGER PRIMARY KEY REFERENCES matches,"
	"  secret TEXT NOT NULL,"
	"  challenge TEXT NOT NULL,"
	"  acceptance TEXT"
	") STRICT;"

	/* `ending` is 'unknown' if the match goes on, or if it ended before this version. */
	"ALTER TABLE matches ADD COLUMN ending TEXT NOT NULL DEFAULT 'unknown';"
	"ALTER TABLE matches ADD COLUMN winner TEXT NOT NULL DEFAULT 'nobody';"
	/* Indexes for searches that also find matches that have ended. */
	"CREATE INDEX matches_room ON matches (room);"
	"CREATE INDEX matches_white ON matches (white);"
	"CREATE INDEX matches_black ON matches (black);"

	/* The file that is attached to a message. */
	"ALTER TABLE outbox ADD COLUMN name TEXT;"
	"ALTER TABLE outbox ADD COLUMN media TEXT;"
	"ALTER TABLE outbox ADD COLUMN data BLOB;";

/* In the row of a rating over all rooms, `room` is an empty text. */
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

static const char to_version_6[] =
	/* The turn whose choices a post lists, or 0 if the post lists no choices. */
	"ALTER TABLE posts ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;"
	/* The answers of a poll, one in each line. */
	"ALTER TABLE outbox ADD COLUMN choices TEXT;";

static const char to_version_7[] =
	"ALTER TABLE matches ADD COLUMN house TEXT NOT NULL DEFAULT 'none';"
	"ALTER TABLE matches ADD COLUMN dice INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE matches ADD COLUMN private INTEGER NOT NULL DEFAULT 0;";

static const char to_version_8[] =
	/*
	 * The time when the match ended, in milliseconds since 1970 UTC, or 0 if the match goes on
	 * or was never played.
	 */
	"ALTER TABLE matches ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE matches ADD COLUMN challenger TEXT NOT NULL DEFAULT 'white';"
	"CREATE INDEX matches_ended ON matches (room, ended) WHERE ended > 0;";

static const char to_version_9[] =
	/* Rate limits of senders and rooms. The bot does not need a row after the time `until`. */
	"CREATE TABLE quotas ("
	"  scope TEXT NOT NULL,"
	"  id TEXT NOT NULL,"
	"  until INTEGER NOT NULL,"
	"  told INTEGER NOT NULL,"
	"  PRIMARY KEY (scope, id)"
	") STRICT, WITHOUT ROWID;"
	"CREATE INDEX quotas_until ON quotas (until);";

/* When the host made the row, in milliseconds since 1970 UTC, or 0 if this is not known. */
static const char to_version_10[] =
	"ALTER TABLE outbox ADD COLUMN made INTEGER NOT NULL DEFAULT 0;";

/*
 * Indexes for the search for a player's live matches, which the bot does at each command of the
 * player.
 */
static const char to_version_11[] =
	"CREATE INDEX matches_live_white ON matches (white) WHERE status <> 'ended';"
	"CREATE INDEX matches_live_black ON matches (black) WHERE status <> 'ended';";

/*
 * Whether a lot, computed from the shuffle, decided who begins. In earlier versions the bot chose
 * at random.
 */
static const char to_version_12[] =
	"ALTER TABLE shuffles ADD COLUMN by_lot INTEGER NOT NULL DEFAULT 0;";

static const char to_version_13[] =
	/*
	 * Limits on what one user may do to another user. The bot does not need a row after the
	 * time `full_at`.
	 */
	"CREATE TABLE allowances ("
	"  kind TEXT NOT NULL,"
	"  sender TEXT NOT NULL,"
	"  receiver TEXT NOT NULL,"
	"  full_at INTEGER NOT NULL,"
	"  PRIMARY KEY (kind, sender, receiver)"
	") STRICT, WITHOUT ROWID;"
	"CREATE INDEX allowances_full ON allowances (full_at);";

/*
 * Since this version, a match ends if nobody acts for a long time, which is 30 days by default.
 * This step sets the idle timers of the matches in play that have no clock or are paused. The
 * adapter value "time" has three numbers, and the third number is the host's time. If the store has
 * no such value, the step uses the time of the wall clock.
 */
#define HOST_TIME \
	"coalesce((SELECT CAST(substr(rest, instr(rest, ' ') + 1) AS INTEGER) FROM" \
	" (SELECT substr(value, instr(value, ' ') + 1) AS rest FROM adapter_values" \
	" WHERE key = 'time')), 1000 * CAST(strftime('%s', 'now') AS INTEGER))"
#define IDLE_MATCHES " FROM matches WHERE status = 'playing' AND (clock = 0 OR time_left > 0);"
static const char to_version_14[] =
	"INSERT INTO timers SELECT id, 'idle', " HOST_TIME " + 2592000000" IDLE_MATCHES
	"INSERT INTO timers SELECT id, 'idle_soon', " HOST_TIME " + 2332800000" IDLE_MATCHES;

static const char to_version_15[] =
	/*
	 * Which encrypted messages the bot has read, by sender and encryption key; events.c
	 * explains `seen`.
	 */
	"CREATE TABLE streams ("
	"  number INTEGER PRIMARY KEY,"
	"  sender TEXT NOT NULL,"
	"  stream TEXT NOT NULL,"
	"  top INTEGER NOT NULL,"
	"  seen TEXT NOT NULL,"
	"  UNIQUE (sender, stream)"
	") STRICT;"
	"CREATE INDEX streams_sender ON streams (sender, number);";

/*
 * Timeline gaps: a part of a room's events, between two sync tokens, that the bot has not read yet.
 */
static const char to_version_16[] =
	"CREATE TABLE timeline_gaps ("
	"  room TEXT NOT NULL PRIMARY KEY,"
	"  from_token TEXT NOT NULL,"
	"  to_token TEXT NOT NULL,"
	"  place TEXT NOT NULL,"
	"  joined INTEGER NOT NULL,"
	"  pages INTEGER NOT NULL"
	") STRICT, WITHOUT ROWID;";

/*
 * The match of a row that is no message, and the origin of the user whose command caused the row.
 */
static const char to_version_17[] =
	"ALTER TABLE outbox ADD COLUMN match_id INTEGER;"
	"ALTER TABLE outbox ADD COLUMN origin TEXT;";

/*
 * The skeleton of a name; see bot/text/name.h. Earlier versions cleaned names by weaker rules, so
 * this step deletes the names that they stored. The bot learns a name again with its user's next
 * command.
 */
static const char to_version_18[] =
	"DELETE FROM names;"
	"ALTER TABLE names ADD COLUMN skeleton TEXT NOT NULL DEFAULT '';"
	"CREATE INDEX names_skeleton ON names (skeleton) WHERE skeleton <> '';";

/* The first event of the thread of a message, and the command that the message answers. */
static const char to_version_19[] =
	"ALTER TABLE outbox ADD COLUMN thread TEXT;"
	"ALTER TABLE outbox ADD COLUMN answers TEXT;";

/*
 * `rated`: the match has changed its players' ratings. Before this version, each match between
 * people that had a winner changed the ratings.
 */
static const char to_version_20[] =
	"ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;"
	"UPDATE matches SET rated = 1"
	" WHERE status = 'ended' AND house = 'none' AND winner <> 'nobody';"
	"CREATE INDEX matches_rated ON matches (white, black, ended) WHERE rated = 1;";

static const char to_version_21[] =
	/*
	 * bot_store_prune finds the rows to delete by these indexes. SQLite also uses the last
	 * index to check the foreign key of posts.
	 */
	"CREATE INDEX matches_undealt ON matches (id)"
	"  WHERE status = 'ended' AND ended = 0 AND rated = 0;"
	"CREATE INDEX matches_unrated ON matches (id)"
	"  WHERE status = 'ended' AND ended > 0 AND rated = 0;"
	"CREATE INDEX settings_left ON settings (value) WHERE key = 'left' AND scope = 'room';"
	"CREATE INDEX posts_match ON posts (match_id);"
	/*
	 * From this version on, the note that the bot has welcomed a room is a setting of the room.
	 */
	"INSERT OR IGNORE INTO settings SELECT 'room', substr(key, length('welcomed ') + 1),"
	"  'welcomed', '' FROM adapter_values WHERE key LIKE 'welcomed %';"
	"DELETE FROM adapter_values WHERE key LIKE 'welcomed %';";

/*
 * `lettered`: the list of choices of the post has letters. Earlier versions numbered their lists,
 * and a number keeps this meaning until the turn of its list is over. `poll`: the post's message is
 * a poll. `optional`: see bot/store/outbox.h.
 */
static const char to_version_22[] =
	"ALTER TABLE posts ADD COLUMN lettered INTEGER NOT NULL DEFAULT 0;"
	/* When the match began, in milliseconds since 1970 UTC, or 0 if this is not known. */
	"ALTER TABLE matches ADD COLUMN began INTEGER NOT NULL DEFAULT 0;"
	/* Indexes for the search for the last match of a player that has ended. */
	"CREATE INDEX matches_ended_white ON matches (white, ended) WHERE ended > 0;"
	"CREATE INDEX matches_ended_black ON matches (black, ended) WHERE ended > 0;"
	"ALTER TABLE posts ADD COLUMN poll INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE outbox ADD COLUMN optional INTEGER NOT NULL DEFAULT 0;"
	"CREATE INDEX outbox_optional ON outbox (lane) WHERE optional = 1;"
	/*
	 * Whether the user has joined their private room, or is only invited. Earlier versions did
	 * not know it, so for them it counts as joined.
	 */
	"ALTER TABLE private_rooms ADD COLUMN joined INTEGER NOT NULL DEFAULT 1;";

/*
 * What a message is about, the commitment that a message publishes, and the reactions that the bot
 * adds to a message.
 */
static const char to_version_23[] =
	"ALTER TABLE posts ADD COLUMN role TEXT NOT NULL DEFAULT 'other';"
	"ALTER TABLE outbox ADD COLUMN commitment TEXT;"
	"ALTER TABLE outbox ADD COLUMN reactions TEXT;"
	/* Until this version, a challenge had no other post. */
	"UPDATE posts SET role = 'challenge'"
	" WHERE match_id IN (SELECT id FROM matches WHERE status = 'challenge');";

/* `user` refuses all challenges from `blocked`. */
static const char to_version_24[] =
	"CREATE TABLE blocks ("
	"  user TEXT NOT NULL,"
	"  blocked TEXT NOT NULL,"
	"  PRIMARY KEY (user, blocked)"
	") STRICT, WITHOUT ROWID;"
	/* The pictures that the bot must replace when the position of a match changes. */
	"CREATE INDEX posts_picture ON posts (match_id) WHERE role = 'picture';";

static const char to_version_25[] =
	/* For the search for matches that ended long ago. */
	"CREATE INDEX matches_old ON matches (ended) WHERE ended > 0;"
	/* Users and origins that the bot ignores; see bot/store/bans.h. */
	"CREATE TABLE bans ("
	"  banned TEXT NOT NULL PRIMARY KEY"
	") STRICT, WITHOUT ROWID;"
	/* Whether a message may stay unencrypted in an encrypted room. */
	"ALTER TABLE outbox ADD COLUMN clear INTEGER NOT NULL DEFAULT 0;";

static const char to_version_26[] =
	/* Links to the web page; see bot/store/links.h. */
	"CREATE TABLE links ("
	"  hash BLOB NOT NULL PRIMARY KEY,"
	"  kind TEXT NOT NULL,"
	"  user TEXT,"
	"  room TEXT,"
	"  match_id INTEGER REFERENCES matches,"
	"  made INTEGER NOT NULL,"
	"  used INTEGER NOT NULL"
	") STRICT, WITHOUT ROWID;"
	"CREATE UNIQUE INDEX links_user ON links (user) WHERE user IS NOT NULL;"
	"CREATE INDEX links_room ON links (room, made) WHERE room IS NOT NULL;"
	"CREATE INDEX links_match ON links (match_id, made) WHERE match_id IS NOT NULL;"
	"CREATE INDEX links_used ON links (used);";

static const char to_version_27[] =
	/* For the lists and the numbers of all matches with a status. */
	"CREATE INDEX IF NOT EXISTS matches_live_status ON matches (status) WHERE status <> 'ended';"
	/* For a player's last matches in a room. They also do what matches_room did. */
	"DROP INDEX IF EXISTS matches_room;"
	"CREATE INDEX IF NOT EXISTS matches_room_white ON matches (room, white, ended);"
	"CREATE INDEX IF NOT EXISTS matches_room_black ON matches (room, black, ended);"
	/* For a player's last practice matches, which are never rated. */
	"CREATE INDEX IF NOT EXISTS matches_unrated_white ON matches (white)"
	"  WHERE status = 'ended' AND ended > 0 AND rated = 0;"
	/* The order of the best players of a room. */
	"CREATE INDEX IF NOT EXISTS ratings_best ON ratings (room, rating - 2 * deviation DESC, user);"
	/* For the erasure of a user. */
	"CREATE INDEX IF NOT EXISTS ratings_user ON ratings (user);"
	"CREATE INDEX IF NOT EXISTS blocks_blocked ON blocks (blocked);"
	/* Without the posts that wait to be sent, whose event is NULL. */
	"DROP INDEX IF EXISTS posts_event;"
	"CREATE INDEX IF NOT EXISTS posts_event ON posts (event) WHERE event IS NOT NULL;";

static const char to_version_28[] =
	/*
	 * Analyses of matches; see bot/store/analyses.h. `result` is NULL as long as the analysis
	 * waits. The queue is in the order of `number`.
	 */
	"CREATE TABLE analyses ("
	"  number INTEGER PRIMARY KEY AUTOINCREMENT,"
	"  match_id INTEGER NOT NULL UNIQUE REFERENCES matches,"
	"  result TEXT"
	") STRICT;"
	"CREATE INDEX analyses_waiting ON analyses (number) WHERE result IS NULL;"
	/* `lane` is as in the table posts. `post` is a post's id: the store may delete the post. */
	"CREATE TABLE analysis_requests ("
	"  match_id INTEGER NOT NULL REFERENCES matches,"
	"  private INTEGER NOT NULL,"
	"  lane TEXT NOT NULL,"
	"  thread TEXT,"
	"  post INTEGER NOT NULL,"
	"  PRIMARY KEY (match_id, private, lane)"
	") STRICT, WITHOUT ROWID;";

static const char to_version_29[] =
	/* The user who asked, or NULL if the user is erased or the request is older than this. */
	"ALTER TABLE analysis_requests ADD COLUMN asker TEXT;"
	"CREATE INDEX analysis_requests_asker ON analysis_requests (asker);";

static const char to_version_30[] =
	/* Somebody has removed the post's message; see bot_store_post_removed. */
	"ALTER TABLE posts ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;";

static const char to_version_31[] =
	/* The match is not rated, even if it has a winner. Earlier versions rated each match. */
	"ALTER TABLE matches ADD COLUMN casual INTEGER NOT NULL DEFAULT 0;";

static const char to_version_32[] =
	/*
	 * The transaction ids of the outbox; see bot/store/sqlite/transaction_ids.c. `event` is the
	 * event of an echo that came before the bot made the row.
	 */
	"CREATE TABLE transaction_ids ("
	"  number INTEGER PRIMARY KEY,"
	"  txn TEXT NOT NULL UNIQUE,"
	"  made INTEGER NOT NULL,"
	"  event TEXT"
	") STRICT;";

static const char to_version_33[] =
	/* Who moderated the room of a match when it began; see bot/store/moderators.h. */
	"CREATE TABLE match_moderators ("
	"  match_id INTEGER NOT NULL REFERENCES matches,"
	"  user TEXT NOT NULL,"
	"  PRIMARY KEY (match_id, user)"
	") STRICT, WITHOUT ROWID;"
	"CREATE INDEX match_moderators_user ON match_moderators (user);";

static const char to_version_34[] =
	/* How many different people the user has played rated matches with; only if room is ''. */
	"ALTER TABLE ratings ADD COLUMN opponents INTEGER NOT NULL DEFAULT 0;"
	"UPDATE ratings SET opponents = (SELECT count(*) FROM"
	"  (SELECT black FROM matches WHERE rated = 1 AND white = ratings.user"
	"   UNION SELECT white FROM matches WHERE rated = 1 AND black = ratings.user))"
	" WHERE room = '';";

static const char to_version_35[] =
	/* The player's challenge or acceptance was a reaction that a server can have made. */
	"ALTER TABLE matches ADD COLUMN white_unproven INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE matches ADD COLUMN black_unproven INTEGER NOT NULL DEFAULT 0;";

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
	to_version_12,
	to_version_13,
	to_version_14,
	to_version_15,
	to_version_16,
	to_version_17,
	to_version_18,
	to_version_19,
	to_version_20,
	to_version_21,
	to_version_22,
	to_version_23,
	to_version_24,
	to_version_25,
	to_version_26,
	to_version_27,
	to_version_28,
	to_version_29,
	to_version_30,
	to_version_31,
	to_version_32,
	to_version_33,
	to_version_34,
	to_version_35,
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
	return bot_connection_result(rc);
}

enum bot_error bot_schema_read_version(sqlite3 *db, int64_t *version)
{
	return read_int(db, "PRAGMA user_version", version);
}

enum bot_error bot_schema_check(sqlite3 *db, const struct bot_schema *schema, bool whole)
{
	int64_t application = 0, version = 0, objects = 0;
	enum bot_error error = read_int(db, "PRAGMA application_id", &application);
	if (!error)
		error = bot_schema_read_version(db, &version);
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
	error = bot_schema_shape_check(db, schema, version);
	if (error)
		return error;
	/*
	 * This check of the whole file takes about two seconds for each gigabyte. It shows damage
	 * to the person who starts the bot. Without this check, a player would notice the damage in
	 * the middle of a match.
	 */
	if (!whole)
		return BOT_OK;
	return bot_connection_expect(db, "PRAGMA quick_check(1)", "ok", BOT_STORE_CORRUPT);
}

static int take_steps(sqlite3 *db, const struct bot_schema *schema, int version)
{
	char stamp[40];
	int rc = run(db, "BEGIN");

	for (; rc == SQLITE_OK && version < schema->version; version++)
		rc = run(db, schema->steps[version]);
	snprintf(stamp, sizeof stamp, "PRAGMA user_version = %d", version);
	if (rc == SQLITE_OK)
		rc = run(db, stamp);
	if (rc == SQLITE_OK)
		rc = run(db, "COMMIT");
	if (rc != SQLITE_OK && !sqlite3_get_autocommit(db))
		run(db, "ROLLBACK");
	return rc;
}

enum bot_error bot_schema_upgrade(sqlite3 *db, const struct bot_schema *schema)
{
	int64_t version = 0;
	enum bot_error error = bot_schema_read_version(db, &version);

	if (error || version >= schema->version)
		return error;
	return bot_connection_result(take_steps(db, schema, (int)version));
}
