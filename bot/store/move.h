/* Copies a whole store into another one, perhaps of another database. */
#ifndef BOT_STORE_MOVE_H
#define BOT_STORE_MOVE_H

#include "bot/store/database.h"

#include <stdbool.h>
#include <stddef.h>

struct bot_move {
	char table[64]; /* the table that was copied last, or the one at which the copy has failed
			 */
	int64_t rows;   /* how many rows were copied */
	size_t tables;  /* how many tables were copied */
	bool has_rows;  /* `to` was not empty: `table` is its first table with rows */
};

/*
 * Copies all rows of the store `from` into the store `to`, which must be empty, in one transaction.
 * Reads each new row back and compares it with its original, and counts the rows of each table. The
 * new store gives no row the id of a row that the old one has deleted. Copies only what is in the
 * store: no file beside it.
 *
 * Both stores are open and outside a transaction. Afterwards the caller closes both: `to` does not
 * know in memory what it has got. After an error `to` is as empty as before.
 *
 * Returns BOT_INVALID if `to` is not empty, or if its database refuses a row. Returns
 * BOT_STORE_CORRUPT if `from` is damaged, or if a row came back changed.
 */
BOT_MUST_USE enum bot_error bot_store_move(
	struct bot_store *from, struct bot_store *to, struct bot_move *move);

#endif
