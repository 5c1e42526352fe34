#include "bot/store/postgresql/connection.h"

#include "bot/store/postgresql/account_session.h"
#include "bot/store/postgresql/answer.h"
#include "bot/store/postgresql/leadership.h"
#include "bot/store/postgresql/server_search.h"
#include "bot/store/postgresql/session.h"
#include "bot/store/sql/loading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How long the bot tries to find out at once whether a commit was made, in milliseconds. */
#define SETTLE_MOST 3000
#define FRESH       1000 /* how long the bot takes it for granted that it leads */

/*
 * A server that has crashed, and a replica that replaces one, may have forgotten light transactions
 * (bot_store_begin_lightly). So rows may wait again that this process has sent, and the number of
 * transactions may be what this process knows, although others have made some of them.
 */
static enum bot_error doubt_memory(struct bot_server_store *server)
{
	char last[24];
	enum bot_error error = bot_server_read(
		server, "SELECT coalesce(max(id), 0) FROM outbox", last, sizeof(last));

	if (error)
		return error;
	server->store.sent_before = strtoll(last, NULL, 10);
	bot_store_note_others(&server->store);
	return BOT_OK;
}

enum bot_error bot_server_connect(struct bot_server_store *server)
{
	if (server->is_lost)
		return BOT_STORE_LOST;
	if (server->connection && PQstatus(server->connection) == CONNECTION_OK)
		return BOT_OK;
	enum bot_error error = bot_server_reach(server);
	if (!error) {
		error = bot_server_enter(server);
		if (!error)
			error = bot_server_lead_on(server);
		if (!error)
			error = doubt_memory(server);
		if (error)
			bot_server_give_up(server);
	}
	return error;
}

enum bot_error bot_server_confirm(struct bot_server_store *server)
{
	enum bot_error error = BOT_STORE_FAILED;

	if (server->is_lost)
		return BOT_STORE_LOST;
	if (server->in_transaction || bot_server_now() - server->confirmed < FRESH)
		return BOT_OK;
	if (bot_server_is_old(server))
		bot_server_disconnect(server);
	/* Only the first question shows that a connection has ended. */
	for (int i = 0; error == BOT_STORE_FAILED && i < 2; i++) {
		error = bot_server_connect(server);
		if (!error)
			error = bot_server_check_epoch(server);
	}
	return error;
}

/*
 * Asks what became of the transaction in doubt. A server that has crashed forgets the ids of
 * transactions of which it had written nothing: these were not committed.
 */
static enum bot_error ask_of_id(struct bot_server_store *server, char *status, size_t size)
{
	char sql[80];

	if (strcmp(server->timeline, server->old_timeline) != 0)
		return bot_server_lose(
			server, "a replica has become the server while a commit was under way");
	snprintf(sql, sizeof(sql), "SELECT pg_xact_status('%s'::xid8)", server->transaction);
	enum bot_error error = bot_server_read(server, sql, status, size);
	if (!error || error == BOT_STORE_FAILED)
		return error;
	snprintf(status, size, "aborted");
	return BOT_OK;
}

/*
 * Finds out what became of the transaction in doubt. If nobody else counts the transactions of the
 * club, their number tells, also on a replica that has become the server.
 */
static enum bot_error ask(struct bot_server_store *server, char *status, size_t size)
{
	enum bot_error error = bot_server_connect(server);

	if (error || server->store.is_shared)
		return error ? error : ask_of_id(server, status, size);
	snprintf(status, size, server->changes < server->counted ? "aborted" : "committed");
	return BOT_OK;
}

enum bot_error bot_server_settle(struct bot_server_store *server, bool *committed)
{
	char status[16] = "";
	int64_t end = bot_server_now() + SETTLE_MOST;
	enum bot_error error;

	for (;;) {
		error = ask(server, status, sizeof(status));
		if (!error && strcmp(status, "in progress") != 0) {
			server->in_doubt = false;
			*committed = strcmp(status, "committed") == 0;
			return BOT_OK;
		}
		if (error == BOT_STORE_LOST || bot_server_now() >= end)
			return error ? error : BOT_STORE_FAILED;
		bot_server_rest();
	}
}
