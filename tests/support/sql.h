/* Executes SQL on the store's database without the functions of the store. */
#ifndef TESTS_SUPPORT_SQL_H
#define TESTS_SUPPORT_SQL_H

#include "bot/store/database.h"

#include <sqlite3.h>
#include <stdint.h>

/* Executes statements that return no rows. */
void sql_run(struct bot_store *store, const char *sql);

/* Returns the first column of the first row. */
int64_t sql_number(struct bot_store *store, const char *sql);

/* Makes an empty schema in the PostgreSQL database of this URL, in place of an older one. */
void sql_make_schema(const char *url, const char *schema);

/* Like sql_run and sql_number, for a file that is not open as a store. */
void sql_file_run(sqlite3 *db, const char *sql);
int64_t sql_file_number(sqlite3 *db, const char *sql);

#endif
