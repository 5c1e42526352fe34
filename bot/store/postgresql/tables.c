#include "bot/store/postgresql/tables.h"

#include "bot/base/attempt.h"
#include "bot/store/postgresql/answer.h"
#include "bot/store/postgresql/database.h"
#include "bot/store/postgresql/leadership.h"
#include "bot/store/postgresql/session.h"
#include "bot/store/sql/driver.h"
#include "bot/store/sql/schema_version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HERE "relnamespace = to_regnamespace(quote_ident(current_schema()))"

/* The lock of a process that makes the tables: the letters "EnGm". */
#define MAKING "1164855149::bigint << 32"

/* The object id of the table store_schema. */
#define OWN_ID "'store_schema'::regclass::oid::bigint"

static enum bot_error make(struct bot_server_store *server)
{
	char stamp[160];

	snprintf(stamp, sizeof(stamp),
		"CREATE TABLE store_schema (version BIGINT NOT NULL);"
		"INSERT INTO store_schema (version) VALUES (%d)",
		BOT_SCHEMA_VERSION);
	enum bot_error error = bot_server_run(server, bot_server_schema_sql);
	if (!error)
		error = bot_server_run(server, stamp);
	return error ? error : bot_server_run(server, bot_server_leader_sql);
}

static enum bot_error check_version(struct bot_server_store *server)
{
	char text[24];
	enum bot_error error =
		bot_server_read(server, "SELECT version FROM store_schema", text, sizeof(text));
	long version = strtol(text, NULL, 10);

	if (error || version == BOT_SCHEMA_VERSION)
		return error;
	return version > BOT_SCHEMA_VERSION ? BOT_STORE_NEWER : BOT_STORE_UNRELEASED;
}

/* Checks that the bot's user may make tables. */
static enum bot_error check_right(struct bot_server_store *server)
{
	char may[8];
	enum bot_error error = bot_server_read(server,
		"SELECT has_schema_privilege(current_schema(), 'CREATE')", may, sizeof(may));

	if (error || *may == 't')
		return error;
	if (*may == 'f')
		bot_server_note(
			server, "the bot's user may not make tables in the schema", "42501");
	else
		bot_server_note(server, BOT_SERVER_NO_SCHEMA, "3F000");
	return BOT_STORE_FAILED;
}

enum bot_error bot_server_check_tables(struct bot_server_store *server)
{
	char has[8], count[24];

	enum bot_error error = bot_server_read(server,
		"SELECT 1 FROM pg_class WHERE relname = 'store_schema' AND " HERE, has,
		sizeof(has));

	if (!error && *has)
		return check_version(server);
	if (!error)
		error = bot_server_read(server,
			"SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'v', 'm', 'p') "
			"AND " HERE,
			count, sizeof(count));
	if (!error && count[0] != '0')
		return BOT_STORE_CORRUPT;
	if (!error)
		error = check_right(server);
	return error ? error : BOT_NOT_FOUND;
}

/* Two processes may begin at the same time. */
static enum bot_error make_alone(struct bot_server_store *server)
{
	enum bot_error error =
		bot_server_run(server, "BEGIN; SELECT pg_advisory_xact_lock(" MAKING ")");

	if (!error)
		error = bot_server_check_tables(server);
	if (error == BOT_NOT_FOUND)
		error = make(server);
	if (!error)
		return bot_server_run(server, "COMMIT");
	PQclear(bot_server_exec(server, "ROLLBACK"));
	return error;
}

enum bot_error bot_server_make_tables(struct bot_server_store *server)
{
	enum bot_error error = bot_server_check_tables(server);

	return error == BOT_NOT_FOUND ? make_alone(server) : error;
}

enum bot_error bot_server_tables_are_copy(struct bot_store *store, bool *are_copy)
{
	char differs[8];
	enum bot_error error = bot_server_read((struct bot_server_store *)store,
		"SELECT made_as <> " OWN_ID " FROM store_leader", differs, sizeof(differs));

	if (!error)
		*are_copy = *differs == 't';
	return error;
}

enum bot_error bot_server_own_tables(struct bot_store *store)
{
	BOT_ATTEMPT(bot_query_write(BOT_QUERY(store, "UPDATE store_leader SET made_as = " OWN_ID)));
}

/* Takes tables that are nobody's. Reads whose they are then. */
static enum bot_error take(
	struct bot_server_store *server, const char *account, char owner[BOT_ID_SIZE])
{
	char sql[2 * BOT_ID_SIZE + 80];

	snprintf(sql, sizeof(sql), "UPDATE store_leader SET user_id = %s WHERE user_id = ''",
		account);
	enum bot_error error = bot_server_run(server, sql);
	return error ? error
		     : bot_server_read(
			       server, "SELECT user_id FROM store_leader", owner, BOT_ID_SIZE);
}

static enum bot_error check_owner(struct bot_server_store *server)
{
	char owner[BOT_ID_SIZE] = "", why[BOT_FAULT_SIZE];
	char *account =
		PQescapeLiteral(server->connection, server->account, strlen(server->account));
	enum bot_error error = BOT_INVALID;

	if (account && strlen(account) <= (size_t)2 * BOT_ID_SIZE)
		error = take(server, account, owner);
	PQfreemem(account);
	if (error || strcmp(owner, server->account) == 0)
		return error;
	snprintf(why, sizeof(why),
		"the tables belong to %s: give each account a database or a schema of its own",
		owner);
	bot_server_note(server, why, NULL);
	return BOT_STORE_FAILED;
}

enum bot_error bot_server_enter(struct bot_server_store *server)
{
	if (server->is_entered)
		return BOT_OK;
	enum bot_error error = *server->account ? check_owner(server) : BOT_OK;
	if (!error)
		error = bot_server_prepare_looks(server);
	server->is_entered = !error;
	return error;
}
