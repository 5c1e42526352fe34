#include "bot/store/postgresql/database.h"

#include "bot/base/memory.h"
#include "bot/store/opening.h"
#include "bot/store/postgresql/driver.h"
#include "bot/store/postgresql/leadership.h"
#include "bot/store/postgresql/server_store.h"
#include "bot/store/postgresql/session.h"
#include "bot/store/postgresql/tables.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes a store that is not open, for an account (bot_store_open_as). bot_store_close frees it. */
static struct bot_server_store *bot_server_create(const char *url, const char *account)
{
	struct bot_server_store *server = bot_calloc(1, sizeof(*server));

	server->store.driver = &bot_server_driver;
	server->url = bot_strdup(url);
	server->account = bot_strdup(account);
	bot_server_name_statements(server);
	return server;
}

/*
 * Makes the tables, and checks whose they are. If the tables are those of another version, a
 * process that stands by waits until the one that uses them has ended.
 */
static enum bot_error enter(struct bot_server_store *server)
{
	if (server->is_entered)
		return BOT_OK;
	enum bot_error error = bot_server_make_tables(server);
	if (!error)
		return bot_server_enter(server);
	if ((error == BOT_STORE_NEWER || error == BOT_STORE_UNRELEASED) &&
		bot_server_lock(server) == BOT_STORE_IN_USE)
		return BOT_STORE_IN_USE;
	return error;
}

/*
 * Opens the store: makes the tables in an empty schema, enters the account, takes its lock, begins
 * an epoch, and loads what the store keeps in memory. Errors are those of bot_store_open. After
 * BOT_STORE_IN_USE the session stays, so the next call costs one trip to the server.
 */
static enum bot_error bot_server_take_over(struct bot_server_store *server)
{
	enum bot_error error = bot_server_reach(server);

	if (!error)
		error = enter(server);
	if (!error)
		error = bot_server_lock(server);
	if (error == BOT_STORE_IN_USE)
		return error;
	/* Another version may have changed the tables while this process stood by. */
	if (!error)
		error = bot_server_check_tables(server);
	if (!error)
		error = bot_server_lead(server);
	if (!error)
		error = bot_store_reload(&server->store);
	if (error)
		bot_server_give_up(server);
	return error;
}

struct bot_standby {
	struct bot_server_store *server; /* NULL after the store has been taken over */
	char leader[BOT_LEADER_SIZE];
};

struct bot_standby *bot_standby_create(const char *url, const char *account)
{
	struct bot_standby *standby = bot_calloc(1, sizeof(*standby));

	standby->server = bot_server_create(url, account);
	return standby;
}

void bot_standby_destroy(struct bot_standby *standby)
{
	if (standby && standby->server)
		bot_store_close(&standby->server->store);
	free(standby);
}

void bot_standby_on_wait(struct bot_standby *standby, void (*serve)(void *self), void *self)
{
	bot_store_on_wait(&standby->server->store, serve, self);
}

enum bot_error bot_standby_try(struct bot_standby *standby, struct bot_store **store)
{
	enum bot_error error = bot_server_take_over(standby->server);

	standby->leader[0] = '\0';
	if (!error) {
		bot_standby_on_wait(standby, NULL, NULL);
		*store = &standby->server->store;
		standby->server = NULL;
	}
	/* The tables may not be there yet, and the name is of no importance. */
	if (error == BOT_STORE_IN_USE &&
		bot_server_read_leader(standby->server, standby->leader, sizeof(standby->leader)))
		standby->leader[0] = '\0';
	return error;
}

const char *bot_standby_leader(const struct bot_standby *standby)
{
	return standby->leader;
}

const char *bot_standby_detail(const struct bot_standby *standby)
{
	return bot_store_detail(&standby->server->store);
}

#define ASK_MS 5000 /* milliseconds to wait for the server when it is asked for a reason */

/* See https://www.postgresql.org/docs/current/errcodes-appendix.html */
static const struct advice {
	const char *state, *text;
	bool passes; /* the fault may end by itself, or when the server is another one */
} advices[] = {
	{"28P01",
		"correct the user in the URL, or the password in libpq's password file "
		"(PGPASSFILE, or passfile= in the URL)",
		false},
	{"28",
		"make this user (createuser), or let it log in from here (pg_hba.conf of the "
		"server)",
		false},
	{"3D000",
		"make the database (createdb --owner=USER DATABASE), or correct its name in the "
		"URL",
		false},
	{"3F000", "make the schema (CREATE SCHEMA), or correct search_path", false},
	{"42501", "make the bot's user the owner of the database, or of the schema with the tables",
		false},
	{"22P05",
		"make another database and name it in the URL (createdb --encoding=UTF8 "
		"--template=template0 --owner=USER DATABASE); pg_dump and pg_restore bring the "
		"tables of this one there",
		false},
	{"55P02",
		"run ALTER ROLE USER RESET session_replication_role; if it is set for the "
		"database or in postgresql.conf, reset it there",
		false},
	{"25006", "name a server in the URL that takes writes", true},
	{"53100", "make room on the disk of the server; the store is unharmed", true},
	{"53300", "let the server have more connections (max_connections)", true},
	{"55000",
		"let it give each bot a session of its own (pool_mode = session), or name the "
		"server itself in the URL",
		false},
	{"57P03", "wait until the server has started, and try again", true},
	{"0A000", "use PostgreSQL 15 or newer", false},
};

static const struct advice *find_advice(const char *state)
{
	for (size_t i = 0; i < sizeof(advices) / sizeof(*advices); i++)
		if (strncmp(state, advices[i].state, strlen(advices[i].state)) == 0)
			return &advices[i];
	return NULL;
}

/* Lets libpq go on with connecting until it has succeeded or failed, or the time is over. */
static void go_on(PGconn *connection)
{
	PostgresPollingStatusType wanted = PGRES_POLLING_WRITING;

	while (wanted == PGRES_POLLING_READING || wanted == PGRES_POLLING_WRITING) {
		struct pollfd socket = {.fd = PQsocket(connection),
			.events = wanted == PGRES_POLLING_READING ? POLLIN : POLLOUT};

		if (poll(&socket, 1, ASK_MS) <= 0)
			return;
		wanted = PQconnectPoll(connection);
	}
}

/*
 * Finds the SQLSTATE with which the server refuses the connection. libpq tells it only as the text
 * of an error, and only if that is wanted before the error comes.
 */
static void ask_state(struct bot_server_store *server)
{
	static const char *const keywords[] = {"dbname", NULL};
	PGconn *connection =
		PQconnectStartParams(keywords, (const char *const[]){server->url, NULL}, 1);
	char text[512], *mark;

	PQsetErrorVerbosity(connection, PQERRORS_SQLSTATE);
	if (PQstatus(connection) != CONNECTION_BAD)
		go_on(connection);
	snprintf(text, sizeof(text), "%s", PQerrorMessage(connection));
	/* "connection to server … failed: FATAL:  28P01"; the word FATAL may be in any language. */
	mark = strstr(text, ":  ");
	if (mark && strspn(mark + 3, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 5)
		snprintf(server->state, sizeof(server->state), "%.5s", mark + 3);
	PQfinish(connection);
}

/*
 * Writes why bot_server_connect or a statement of the opening has failed, and what to do. If there
 * is no connection, first asks the server for the reason (in 5 seconds at most). Returns whether
 * the fault may pass: otherwise a person must change something first.
 */
static bool explain(struct bot_server_store *server, char *text, size_t size)
{
	const struct advice *found = NULL;
	const char *advice = NULL;

	if (!server->connection && !*server->state && !server->wants_password)
		ask_state(server);
	if (*server->state)
		found = find_advice(server->state);
	if (server->wants_password)
		advice = "write the password into libpq's password file (~/.pgpass, or the file "
			 "that PGPASSFILE or passfile= in the URL names; chmod 600)";
	else if (found)
		advice = found->text;
	else if (!*server->state)
		advice =
			"start the server, or correct the URL; it must lead to a server that takes "
			"writes";
	snprintf(text, size, "%s%s%s", server->store.detail, advice ? "; " : "",
		advice ? advice : "");
	return !server->wants_password && (!found || found->passes);
}

/* Says why the opening has failed, and closes what there is. Returns the error. */
static enum bot_error give_up(
	struct bot_server_store *server, enum bot_error error, char fault[BOT_FAULT_SIZE])
{
	fault[0] = '\0';
	if (error == BOT_STORE_FAILED && !explain(server, fault, BOT_FAULT_SIZE))
		error = BOT_INVALID;
	bot_store_close(&server->store);
	errno = 0;
	return error;
}

enum bot_error bot_server_store_open(
	const char *url, const char *account, struct bot_store **store, char fault[BOT_FAULT_SIZE])
{
	struct bot_server_store *server = bot_server_create(url, account);
	enum bot_error error = bot_server_take_over(server);

	if (error)
		return give_up(server, error, fault);
	*store = &server->store;
	return BOT_OK;
}

/* Without the transaction, a query would connect with the lock. */
static enum bot_error begin_to_read(struct bot_server_store *server)
{
	enum bot_error error = bot_server_connect_only(server);

	if (!error)
		error = bot_server_check_tables(server);
	if (!error)
		error = bot_server_run(server, "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
	server->in_transaction = server->has_begun = !error;
	return error ? error : bot_store_load(&server->store);
}

enum bot_error bot_server_store_open_to_read(
	const char *url, struct bot_store **store, char fault[BOT_FAULT_SIZE])
{
	struct bot_server_store *server = bot_server_create(url, "");
	enum bot_error error = begin_to_read(server);

	if (error)
		return give_up(server, error, fault);
	*store = &server->store;
	return BOT_OK;
}

enum bot_error bot_server_store_probe(const char *url, char fault[BOT_FAULT_SIZE])
{
	struct bot_server_store *server = bot_server_create(url, "");
	enum bot_error error = bot_server_connect_only(server);

	if (!error)
		error = bot_server_check_tables(server);
	return give_up(server, error, fault);
}
