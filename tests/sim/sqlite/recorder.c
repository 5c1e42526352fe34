#include "tests/sim/recorder.h"

#include "bot/store/sqlite/connection.h"
#include "bot/store/sqlite/schema_check.h"

#define COLUMNS 12

enum bot_error __wrap_bot_schema_shape_check(
	sqlite3 *db, const struct bot_schema *schema, int64_t version);

/* The recorder adds tables and triggers to the store, which the bot would refuse. */
enum bot_error __wrap_bot_schema_shape_check(
	sqlite3 *db, const struct bot_schema *schema, int64_t version)
{
	(void)db;
	(void)schema;
	(void)version;
	return BOT_OK;
}

/*
 * Column `mark`: the number of events that the bot had handled when it added the row. Column
 * `lists`: if the row shows a hand, the number of the match. Columns `ends` and `tells`: if the row
 * tells the end of a match to its room, or to a player in private, the number of the match. Column
 * `offers`: if the row publishes a challenge, the number of the match. Column `asks`: whether the
 * row asks a player to accept an invitation.
 */
static const char triggers[] =
	"CREATE TABLE IF NOT EXISTS sim_rows (row INTEGER PRIMARY KEY, kind TEXT, private INTEGER,"
	" lane TEXT, txn TEXT, post INTEGER, mark INTEGER, lists INTEGER, optional INTEGER,"
	" ends INTEGER, tells INTEGER, offers INTEGER, asks INTEGER);"
	"CREATE TRIGGER IF NOT EXISTS sim_row AFTER INSERT ON outbox BEGIN"
	"  INSERT INTO sim_rows VALUES (new.id, new.kind, new.private, new.lane, new.txn,"
	"  new.post_id, (SELECT max(number) FROM handled_events),"
	"  (SELECT match_id FROM posts WHERE id = new.post_id AND (turn <> 0 OR role = 'hand')),"
	"  new.optional,"
	"  (SELECT match_id FROM posts JOIN matches ON matches.id = match_id"
	"    WHERE posts.id = new.post_id AND role = 'end'"
	"    AND matches.private = new.private AND new.kind <> 'edit'),"
	"  (SELECT match_id FROM posts WHERE id = new.post_id AND new.private = 1"
	"    AND (new.body LIKE '%ou won #%' OR new.body LIKE '%ou lost #%')),"
	"  (SELECT match_id FROM posts WHERE id = new.post_id AND role = 'challenge'),"
	"  CASE WHEN new.body LIKE '%accept my invitation%' THEN 1 ELSE 0 END); END;"

	"CREATE TABLE IF NOT EXISTS sim_handled (number INTEGER PRIMARY KEY, event TEXT, at "
	"INTEGER);"
	"CREATE TRIGGER IF NOT EXISTS sim_event AFTER INSERT ON handled_events BEGIN"
	"  INSERT INTO sim_handled VALUES (new.number, new.event, sim_now()); END;"

	"CREATE TABLE IF NOT EXISTS sim_deeds (number INTEGER PRIMARY KEY, mark INTEGER,"
	" id INTEGER, status TEXT, ending TEXT, winner TEXT, at INTEGER);"
	"CREATE TRIGGER IF NOT EXISTS sim_made AFTER INSERT ON matches BEGIN"
	"  INSERT INTO sim_deeds SELECT NULL, max(number), new.id, new.status, new.ending,"
	"  new.winner, sim_now() FROM handled_events; END;"
	"CREATE TRIGGER IF NOT EXISTS sim_moved AFTER UPDATE OF status ON matches"
	"  WHEN old.status <> new.status BEGIN"
	"  INSERT INTO sim_deeds SELECT NULL, max(number), new.id, new.status, new.ending,"
	"  new.winner, sim_now() FROM handled_events; END;"

	"CREATE TABLE IF NOT EXISTS sim_nights (id INTEGER PRIMARY KEY, opened INTEGER,"
	" ended INTEGER);"
	"CREATE TRIGGER IF NOT EXISTS sim_opened AFTER INSERT ON competitions BEGIN"
	"  INSERT INTO sim_nights VALUES (new.id, sim_now(), 0); END;"
	"CREATE TRIGGER IF NOT EXISTS sim_over AFTER UPDATE OF ended ON competitions"
	"  WHEN old.ended = 0 AND new.ended <> 0 BEGIN"
	"  UPDATE sim_nights SET ended = sim_now() WHERE id = new.id; END;"

	/* the names before somebody is forgotten */
	"CREATE TABLE IF NOT EXISTS sim_entrants (night INTEGER, number INTEGER, \"user\" TEXT);"
	"CREATE TRIGGER IF NOT EXISTS sim_entered AFTER INSERT ON entrants BEGIN"
	"  DELETE FROM sim_entrants WHERE night = new.competition_id AND number = new.number;"
	"  INSERT INTO sim_entrants VALUES (new.competition_id, new.number, new.user_id); END;"
	"CREATE TABLE IF NOT EXISTS sim_bouts (match INTEGER PRIMARY KEY, night INTEGER,"
	" room TEXT, white TEXT, black TEXT);"
	"CREATE TRIGGER IF NOT EXISTS sim_fenced AFTER INSERT ON matches"
	"  WHEN new.competition <> 0 BEGIN"
	"  INSERT INTO sim_bouts VALUES (new.id, new.competition, new.room, new.white,"
	"  new.black); END;";

static void now(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)count;
	(void)values;
	sqlite3_result_int64(context, sim ? sim->now : 0);
}

static int add_functions(sqlite3 *db, char **error, const struct sqlite3_api_routines *api)
{
	(void)error;
	(void)api;
	return sqlite3_create_function(
		db, "sim_now", 0, SQLITE_UTF8 | SQLITE_INNOCUOUS, NULL, now, NULL, NULL);
}

bool sim_recorder_register(void)
{
	return sqlite3_auto_extension((void (*)(void))add_functions) == SQLITE_OK;
}

void sim_recorder_install(struct bot_store *store)
{
	if (sqlite3_exec(bot_connection_of(store), triggers, NULL, NULL, NULL) != SQLITE_OK)
		sim_break(SIM_NO_LOSS, "the recorder can't be installed: %s",
			sqlite3_errmsg(bot_connection_of(store)));
}

void sim_sql(struct bot_store *store, const char *sql,
	void (*row)(void *self, const char *const *columns), void *self)
{
	sqlite3_stmt *statement = NULL;
	int rc = sqlite3_prepare_v2(bot_connection_of(store), sql, -1, &statement, NULL);

	while (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
		const char *columns[COLUMNS] = {NULL};

		for (int i = 0; i < sqlite3_column_count(statement) && i < COLUMNS; i++)
			columns[i] = (const char *)sqlite3_column_text(statement, i);
		if (row)
			row(self, columns);
		rc = SQLITE_OK;
	}
	if (rc != SQLITE_DONE)
		sim_break(SIM_NO_LOSS, "the store does not answer: %s",
			sqlite3_errmsg(bot_connection_of(store)));
	sqlite3_finalize(statement);
}
