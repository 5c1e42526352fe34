#include "tests/support/test_store.h"
#include "tests/support/cmocka.h"

#include "bot/store/sql/store_state.h"
#include "tests/support/sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SCHEMAS 8 /* the most stores that a process has open */

bool test_store_is_server(void)
{
	return getenv("ENGARDE_TEST_STORE") != NULL;
}

/*
 * TRUNCATE and ALTER SEQUENCE would make new files for all tables, indexes and sequences, which
 * takes longer than most tests.
 */
static void empty(struct bot_store *store)
{
	sql_run(store,
		"DO $$ DECLARE name text; BEGIN"
		" SET LOCAL session_replication_role = replica;" /* no foreign keys */
		" FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
		" AND tablename NOT LIKE 'store_%'"
		" LOOP EXECUTE 'DELETE FROM ' || quote_ident(name); END LOOP;"
		" PERFORM setval(quote_ident(sequencename), 1, false) FROM pg_sequences"
		" WHERE schemaname = current_schema() AND last_value IS NOT NULL;"
		" END $$");
}

/* A schema that is not in use is opened and emptied. */
enum bot_error test_store_open(struct bot_store **store)
{
	static bool made[SCHEMAS];
	static pid_t owner;
	const char *database = getenv("ENGARDE_TEST_STORE");
	char url[1024], schema[32];
	enum bot_error error = BOT_STORE_IN_USE;

	if (!database)
		return bot_store_open(":memory:", store);
	if (owner != getpid())
		memset(made, 0, sizeof(made));
	owner = getpid();
	for (int i = 0; i < SCHEMAS && error == BOT_STORE_IN_USE; i++) {
		snprintf(schema, sizeof(schema), "t%d_%d", (int)owner, i);
		snprintf(url, sizeof(url), "%s&options=-csearch_path%%3D%s", database, schema);
		if (!made[i])
			sql_make_schema(database, schema);
		made[i] = true;
		error = bot_store_open(url, store);
	}
	if (error)
		return error;
	empty(*store);
	(*store)->key = (struct bot_key){0};
	return bot_store_reload(*store);
}
