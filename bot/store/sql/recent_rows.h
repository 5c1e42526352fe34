/*
 * The events that the bot has handled, and the transaction ids that it has made. The store
 * remembers the newest 65,536 of each in a table without an index. The texts are like random
 * numbers, so each row would change a different page of an index. To find a text, the store has a
 * hash of each row in memory. It reads the hashes when it opens the database or takes it over. A
 * hash only says where to look: the row in the database decides. So no hash is taken back when a
 * transaction is rolled back.
 */
#ifndef BOT_STORE_SQL_RECENT_ROWS_H
#define BOT_STORE_SQL_RECENT_ROWS_H

#include "bot/store/sql/query.h"

/* Finds the number of a row. Returns false if the table does not have the text. */
bool bot_recent_find(
	struct bot_store *store, enum bot_recent_table table, const char *text, int64_t *number);

/*
 * Runs and ends a query that adds a row with a text that the table does not have. Binds the row's
 * number as the last parameter, so that nobody waits to hear it. Deletes the oldest rows from time
 * to time.
 */
void bot_recent_add(struct bot_store *store, enum bot_recent_table table, const char *text,
	struct bot_query *query);

/* Reads the hashes of all rows if they are not in memory. The functions above do so, too. */
void bot_recent_load(struct bot_store *store);

/* Forgets the hashes, because the tables may have other rows now. */
void bot_recent_forget(struct bot_store *store);

/* Call this at the end of a transaction, which was committed or rolled back. */
void bot_recent_end(struct bot_store *store, bool committed);

#endif
