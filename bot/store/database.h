/* The store's inside, for the files of this directory and their tests. */
#ifndef BOT_STORE_DATABASE_H
#define BOT_STORE_DATABASE_H

#include "bot/store.h"
#include "bot/store/statements.h"

#include <sqlite3.h>

struct bot_store {
	sqlite3 *db;
	sqlite3_stmt *statements[BOT_SQL_COUNT];
	struct bot_damage damage; /* what was met last; its room is empty */
	bool light;               /* commits do not wait for the disk */
	char detail[256];
	struct bot_sending {
		int64_t *row; /* of the outbox: those that may have been sent */
		size_t count, room;
		int64_t before; /* so may all up to this one: an earlier process had them */
	} sending;
};

/* What a result code of SQLite, plain or extended, means to the host. */
BOT_MUST_USE enum bot_error bot_store_result(int rc);

/* The same for what `db` has just done; keeps its message for bot_store_detail on failure. */
BOT_MUST_USE enum bot_error bot_store_check(struct bot_store *store, int rc);

/*
 * Takes the lock for as long as the file is open; BOT_STORE_IN_USE. In exclusive mode the lock
 * outlives the transaction that took it, and the index of the write-ahead log is kept in memory.
 */
BOT_MUST_USE enum bot_error bot_store_lock(sqlite3 *db);

/* How many of the `size` bytes of text fit into `max` without cutting a UTF-8 character. */
size_t bot_utf8_cut(const char *text, size_t size, size_t max);

#endif
