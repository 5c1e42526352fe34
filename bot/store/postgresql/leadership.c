#include "bot/store/postgresql/leadership.h"

#include "bot/store/postgresql/answer.h"
#include "bot/store/postgresql/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#define TRIES 10 /* how often a process asks for its own lock again */

/* The key of the lock: the letters "EnGd", and the schema in which the tables are. */
#define LOCK_KEY                                                                                   \
	"((1164855140::bigint << 32) | "                                                           \
	"to_regnamespace(quote_ident(current_schema()))::oid::bigint)"

/* A session: a new server may give its process the number that an old one had. */
#define SESSION "pid || ' ' || extract(epoch FROM backend_start)"

static enum bot_error try_lock(struct bot_server_store *server, bool *locked)
{
	char text[8];
	enum bot_error error = bot_server_read(
		server, "SELECT pg_try_advisory_lock(" LOCK_KEY ")", text, sizeof(text));

	*locked = *text == 't';
	if (error || *text)
		return error;
	bot_server_note(server, BOT_SERVER_NO_SCHEMA, "3F000");
	return BOT_STORE_FAILED;
}

/* Keeps the name of the session, to end it if the server has not noticed that it is dead. */
static enum bot_error name_session(struct bot_server_store *server)
{
	return bot_server_read(server,
		"SELECT " SESSION " FROM pg_stat_activity WHERE pid = pg_backend_pid()",
		server->session, sizeof(server->session));
}

enum bot_error bot_server_lock(struct bot_server_store *server)
{
	bool locked = false;
	enum bot_error error = try_lock(server, &locked);

	if (error || !locked)
		return error ? error : BOT_STORE_IN_USE;
	return name_session(server);
}

/* The name has no character that SQL would have to quote. */
static void name_process(struct bot_server_store *server)
{
	struct utsname system = {0};

	uname(&system);
	system.nodename[strspn(system.nodename, "abcdefghijklmnopqrstuvwxyz0123456789"
						"ABCDEFGHIJKLMNOPQRSTUVWXYZ.-_")] = '\0';
	snprintf(server->name, sizeof(server->name), "%.60s (process %d)", system.nodename,
		(int)getpid());
}

enum bot_error bot_server_lead(struct bot_server_store *server)
{
	char sql[200], epoch[24];

	name_process(server);
	snprintf(sql, sizeof(sql),
		"UPDATE store_leader SET epoch = epoch + 1, leader = '%s' RETURNING epoch",
		server->name);
	enum bot_error error = bot_server_read(server, sql, epoch, sizeof(epoch));
	if (error)
		return error;
	server->epoch = strtoll(epoch, NULL, 10);
	return server->epoch > 0 ? bot_server_check_epoch(server) : BOT_STORE_CORRUPT;
}

/* Notes that this process may not use the store any more. Always returns BOT_STORE_LOST. */
static enum bot_error lose(struct bot_server_store *server, const char *why)
{
	server->is_lost = true;
	bot_server_note(server, why, NULL);
	bot_server_disconnect(server);
	return BOT_STORE_LOST;
}

enum bot_error bot_server_lose(struct bot_server_store *server)
{
	char name[BOT_LEADER_SIZE], why[BOT_LEADER_SIZE + 40];

	PQclear(bot_server_exec(server, "ROLLBACK"));
	if (bot_server_read_leader(server, name, sizeof(name)))
		*name = '\0';
	snprintf(why, sizeof(why), "%s leads now", *name ? name : "another process");
	return lose(server, why);
}

/*
 * Each transaction that changes rows begins with a count, so the server plans it once a session. It
 * fails if another process leads, so that nothing after it in the same trip is done.
 */
enum bot_error bot_server_prepare_looks(struct bot_server_store *server)
{
	return bot_server_run(server,
		"PREPARE look (bigint) AS SELECT commits FROM store_leader WHERE epoch = $1;"
		"PREPARE count (bigint) AS UPDATE store_leader"
		" SET commits = commits + 1 / (epoch = $1)::int");
}

enum bot_error bot_server_check_epoch(struct bot_server_store *server)
{
	char sql[60], text[24];
	int64_t asked = bot_server_now();

	if (server->is_lost)
		return BOT_STORE_LOST;
	snprintf(sql, sizeof(sql), "EXECUTE look (%" PRId64 ")", server->epoch);
	enum bot_error error = bot_server_read(server, sql, text, sizeof(text));
	if (error)
		return error;
	if (!*text)
		return bot_server_lose(server);
	server->confirmed = asked; /* the process may have been stopped before it read the answer */
	server->commits = strtoll(text, NULL, 10);
	return server->commits < server->kept
		       ? lose(server, "the server has gone back to an older time")
		       : BOT_OK;
}

void bot_server_send_count(struct bot_server_store *server)
{
	char epoch[24];
	const char *const values[] = {epoch};

	snprintf(epoch, sizeof(epoch), "%" PRId64, server->epoch);
	server->counted = server->commits + 1;
	PQsendQueryPrepared(server->connection, "count", 1, values, NULL, NULL, 0);
}

/* Ends the old session of this process if the server has not noticed yet that it is dead. */
static enum bot_error end_old_session(struct bot_server_store *server)
{
	char sql[600], ended[8];

	snprintf(sql, sizeof(sql),
		"SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)"
		" WHERE locktype = 'advisory' AND granted AND " SESSION " = '%s'"
		" AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
		" AND ((classid::bigint << 32) | objid::bigint) = " LOCK_KEY,
		server->session);
	return bot_server_read(server, sql, ended, sizeof(ended));
}

enum bot_error bot_server_lead_on(struct bot_server_store *server)
{
	enum bot_error error = BOT_OK;
	bool locked = false;

	for (int i = 0; !error && !locked && i < TRIES; i++) {
		if (i > 0)
			bot_server_rest();
		error = try_lock(server, &locked);
		if (!error)
			error = bot_server_check_epoch(server);
		if (!error && !locked)
			error = end_old_session(server);
	}
	if (error)
		return error;
	if (locked)
		return name_session(server);
	bot_server_note(server, "another session has the lock of the store", NULL);
	return BOT_STORE_FAILED;
}

enum bot_error bot_server_read_leader(struct bot_server_store *server, char *name, size_t size)
{
	return bot_server_read(server, "SELECT leader FROM store_leader", name, size);
}
