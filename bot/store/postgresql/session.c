#include "bot/store/postgresql/session.h"

#include "bot/store/postgresql/answer.h"
#include "bot/store/postgresql/server_search.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OLDEST_SERVER 150000 /* PostgreSQL 15, as PQserverVersion writes it */

void bot_server_note(struct bot_server_store *server, const char *message, const char *state)
{
	char *detail = server->store.detail;

	snprintf(server->state, sizeof(server->state), "%s", state ? state : "");
	snprintf(detail, sizeof(server->store.detail), "%.*s%s%s%s", (int)strcspn(message, "\n"),
		message, state ? " (" : "", state ? state : "", state ? ")" : "");
}

static bool has_state(const char *state, const char *const states[])
{
	for (size_t i = 0; states[i]; i++)
		if (strncmp(state, states[i], strlen(states[i])) == 0)
			return true;
	return false;
}

/* See https://www.postgresql.org/docs/current/errcodes-appendix.html */
static enum bot_error translate(const char *state)
{
	/* A foreign key fails only if the caller names a match or a post that does not exist. */
	static const char *const missing[] = {"23503", NULL};
	static const char *const invalid[] = {"22", "23", "54", NULL};
	static const char *const corrupt[] = {"XX001", "XX002", NULL};

	if (has_state(state, missing))
		return BOT_NOT_FOUND;
	if (has_state(state, invalid))
		return BOT_INVALID;
	return has_state(state, corrupt) ? BOT_STORE_CORRUPT : BOT_STORE_FAILED;
}

enum bot_error bot_server_check(struct bot_server_store *server, const PGresult *result)
{
	ExecStatusType status = PQresultStatus(result);
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);

	if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
		return BOT_OK;
	if (server->is_late)
		message = "the database has not answered for 12 s";
	server->is_late = false;
	bot_server_note(server, message ? message : PQerrorMessage(server->connection), state);
	server->store.disk_full = state && strcmp(state, "53100") == 0;
	/* The server takes no writes any more: another one may. */
	if (state && strcmp(state, "25006") == 0)
		bot_server_give_up(server);
	return state ? translate(state) : BOT_STORE_FAILED;
}

enum bot_error bot_server_run(struct bot_server_store *server, const char *sql)
{
	PGresult *result = bot_server_exec(server, sql);
	enum bot_error error = bot_server_check(server, result);

	PQclear(result);
	return error;
}

enum bot_error bot_server_read(
	struct bot_server_store *server, const char *sql, char *text, size_t size)
{
	PGresult *result = bot_server_exec(server, sql);
	enum bot_error error = bot_server_check(server, result);

	*text = '\0';
	if (!error && PQntuples(result) > 0)
		snprintf(text, size, "%s", PQgetvalue(result, 0, 0));
	PQclear(result);
	return error;
}

/* The server's notices are of no use to anybody. */
static void ignore_notice(void *self, const char *message)
{
	(void)self;
	(void)message;
}

/* A server that was replaced may take writes again, while the new one can't be reached. */
static enum bot_error read_timeline(struct bot_server_store *server)
{
	char timeline[16];
	enum bot_error error =
		bot_server_read(server, BOT_SERVER_TIMELINE, timeline, sizeof(timeline));

	if (!error && strcmp(timeline, server->timeline) < 0) {
		bot_server_note(server,
			"this server is older than the one that this process has used; if it is "
			"the right one, start the bot again",
			NULL);
		return BOT_STORE_FAILED;
	}
	if (!error)
		memcpy(server->timeline, timeline, sizeof(timeline));
	return error;
}

/* The most ms for an answer: a pooler that has only one session keeps the second one waiting. */
#define POOLER_WAIT_MOST 2000

/* Returns the process of the connection's session, or 0 if the answer takes too long. */
static long ask_pid(PGconn *connection)
{
	struct pollfd socket = {.fd = PQsocket(connection), .events = POLLIN};
	long pid = 0;

	if (!PQsendQuery(connection, "SELECT pg_backend_pid()") ||
		poll(&socket, 1, POOLER_WAIT_MOST) != 1)
		return 0;
	for (PGresult *result; (result = PQgetResult(connection)); PQclear(result))
		if (PQntuples(result) == 1)
			pid = strtol(PQgetvalue(result, 0, 0), NULL, 10);
	return pid;
}

/*
 * Whether a pooler between the bot and the server, such as PgBouncer, gives each transaction
 * another session. It must give the connection a session of its own: the lock of the store, the
 * settings and the prepared statements belong to a session. A pooler that does not, gives a second
 * connection the session that this one has just used. Without a pooler this is one trip to the
 * server.
 */
static bool pooler_shares(PGconn *connection, const char *url)
{
	long pid = ask_pid(connection);

	/* A pooler tells clients a number of its own. */
	if (pid == 0 || pid == PQbackendPID(connection))
		return false;
	PGconn *second = bot_server_open(url);
	bool shares = PQstatus(second) == CONNECTION_OK && ask_pid(second) == pid;
	PQfinish(second);
	return shares;
}

/*
 * All statements find their rows by keys, as SQLite's hints say. So one plan serves all values, and
 * the server needs no statistics of the tables to choose it, nor compiles any plan to machine code.
 */
static enum bot_error set_up(struct bot_server_store *server)
{
	static const char limits[] =
		"SELECT current_setting('session_replication_role') ||"
		" count(set_config(name, value, false)) FROM (VALUES"
		" ('statement_timeout', '10s'), ('idle_session_timeout', '15s'),"
		" ('idle_in_transaction_session_timeout', '15s'), ('tcp_user_timeout', '15s'),"
		" ('tcp_keepalives_idle', '5'), ('tcp_keepalives_interval', '3'),"
		" ('tcp_keepalives_count', '3')) AS limits (name, value)";
	/* Values that the URL has set in its `options` stay. To find them takes milliseconds. */
	static const char others[] = " JOIN pg_settings USING (name) WHERE source <> 'client'";
	char sql[sizeof(limits) + sizeof(others)];
	char role[24];
	enum bot_error error = bot_server_run(server,
		"SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan; SET jit = off;"
		"SET default_transaction_isolation = 'read committed'");

	snprintf(sql, sizeof(sql), "%s%s", limits, *PQoptions(server->connection) ? others : "");
	if (!error)
		error = bot_server_read(server, sql, role, sizeof(role));
	if (!error && strncmp(role, "replica", 7) == 0) {
		bot_server_note(server,
			"session_replication_role is replica for the bot's user, so the triggers "
			"that send the bot's messages do not run",
			"55P02");
		return BOT_STORE_FAILED;
	}
	if (!error)
		error = read_timeline(server);
	if (error || !pooler_shares(server->connection, server->url))
		return error;
	bot_server_note(server, "a pooler gives each transaction another session", "55000");
	return BOT_STORE_FAILED;
}

/* People's names have letters of every script, and the bot's texts have signs. */
static bool has_utf8(PGconn *connection)
{
	const char *encoding = PQparameterStatus(connection, "server_encoding");

	return !encoding || strcmp(encoding, "UTF8") == 0;
}

enum bot_error bot_server_connect_only(struct bot_server_store *server)
{
	enum bot_error error = BOT_STORE_FAILED;

	bot_server_disconnect(server);
	server->connection = bot_server_find(server);
	if (PQstatus(server->connection) != CONNECTION_OK) {
		bot_server_note(server, PQerrorMessage(server->connection), NULL);
		server->wants_password = PQconnectionNeedsPassword(server->connection);
	} else if (PQserverVersion(server->connection) < OLDEST_SERVER) {
		bot_server_note(server, "this server is older than PostgreSQL 15", "0A000");
	} else if (!has_utf8(server->connection)) {
		bot_server_note(server,
			"the encoding of the database is not UTF8, so it can't keep every name",
			"22P05");
	} else {
		PQsetNoticeProcessor(server->connection, ignore_notice, NULL);
		(void)PQsetnonblocking(server->connection, 1);
		error = set_up(server);
	}
	if (error)
		bot_server_disconnect(server);
	return error;
}

enum bot_error bot_server_reach(struct bot_server_store *server)
{
	if (server->connection && PQstatus(server->connection) == CONNECTION_OK)
		return BOT_OK;
	bot_server_disconnect(server);
	if (bot_server_now() < server->retry_at)
		return BOT_STORE_FAILED;
	enum bot_error error = bot_server_connect_only(server);
	if (error)
		bot_server_give_up(server);
	return error;
}

void bot_server_disconnect(struct bot_server_store *server)
{
	PQfinish(server->connection);
	server->connection = NULL;
	server->queued = 0;
	server->is_entered = false;
	for (size_t i = 0; i < BOT_SQL_COUNT; i++)
		server->statements[i].is_prepared = false;
}

void bot_server_give_up(struct bot_server_store *server)
{
	bot_server_disconnect(server);
	server->retry_at = bot_server_now() + BOT_SERVER_PAUSE;
}
