#include "bot/store/outbox_rows.h"
#include "bot/store/sqlite/connection.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/store.h"

#include <string.h>

#define TABLES_MAX 64

static sqlite3_stmt *prepare(struct bot_store *store, const char *sql)
{
	sqlite3_stmt *statement;
	int rc = sqlite3_prepare_v3(
		bot_connection_of(store), sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);

	FUZZ_EXPECT(rc == SQLITE_OK);
	return statement;
}

static size_t prepare_deletions(struct bot_store *store, sqlite3_stmt *deletions[TABLES_MAX])
{
	sqlite3_stmt *tables = prepare(store, "SELECT 'DELETE FROM ' || name FROM sqlite_master "
					      "WHERE type = 'table'");
	size_t count = 0;

	while (sqlite3_step(tables) == SQLITE_ROW) {
		FUZZ_EXPECT(count < TABLES_MAX);
		deletions[count++] = prepare(store, (const char *)sqlite3_column_text(tables, 0));
	}
	FUZZ_EXPECT(sqlite3_finalize(tables) == SQLITE_OK && count > 0);
	return count;
}

/*
 * Empties all tables. The tables refer to each other, so the store checks the references only at
 * the commit.
 */
static void empty(struct bot_store *store)
{
	static sqlite3_stmt *deletions[TABLES_MAX];
	static size_t count;

	if (count == 0)
		count = prepare_deletions(store, deletions);
	FUZZ_EXPECT(bot_store_begin(store) == BOT_OK);
	FUZZ_EXPECT(sqlite3_exec(bot_connection_of(store), "PRAGMA defer_foreign_keys = ON", NULL,
			    NULL, NULL) == SQLITE_OK);
	for (size_t i = 0; i < count; i++) {
		FUZZ_EXPECT(sqlite3_step(deletions[i]) == SQLITE_DONE);
		sqlite3_reset(deletions[i]);
	}
	FUZZ_EXPECT(bot_store_commit(store) == BOT_OK);
	/* A rollback makes the store forget what it keeps of the rows in memory. */
	FUZZ_EXPECT(bot_store_begin(store) == BOT_OK);
	bot_store_rollback(store);
	store->sending.count = 0;
	memset(&store->damage, 0, sizeof(store->damage));
	store->sent_before = bot_outbox_last(store);
}

struct bot_store *fuzz_store(void)
{
	static struct bot_store *store;

	if (!store)
		FUZZ_EXPECT(bot_store_open(":memory:", &store) == BOT_OK);
	else
		empty(store);
	return store;
}
