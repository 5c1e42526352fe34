/* Executes SQL on the store's database without the functions of the store. */
#ifndef TESTS_SUPPORT_SQL_H
#define TESTS_SUPPORT_SQL_H

#include <sqlite3.h>
#include <stdint.h>

/* Executes statements that return no rows. */
void sql_run(sqlite3 *db, const char *sql);

/* Returns the first column of the first row. */
int64_t sql_number(sqlite3 *db, const char *sql);

#endif
