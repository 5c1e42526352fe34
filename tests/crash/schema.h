/* Where the bot's store is: in a file, or in a schema of a PostgreSQL database. */
#ifndef TESTS_CRASH_SCHEMA_H
#define TESTS_CRASH_SCHEMA_H

#include <stdbool.h>

/*
 * Makes an empty schema for this process, in place of its older one, in the PostgreSQL database
 * that the environment variable ENGARDE_TEST_STORE names. Returns the schema's URL, which is
 * static, or NULL without this variable. The process ends, and says why, if the server refuses.
 */
const char *schema_make(void);

/* Deletes the schema, if there is one. */
void schema_drop(void);

#endif
