#include "bot/store/postgresql/connection.h"

#include "bot/store/postgresql/account_session.h"
#include "bot/store/postgresql/leadership.h"
#include "bot/store/postgresql/session.h"

#include <stdio.h>
#include <string.h>

/* How long the bot tries to find out at once whether a commit was made, in milliseconds. */
#define SETTLE_MOST 3000
#define FRESH       1000 /* how long the bot takes it for granted that it leads */

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
	/* Only the first question shows that a connection has ended. */
	for (int i = 0; error == BOT_STORE_FAILED && i < 2; i++) {
		error = bot_server_connect(server);
		if (!error)
			error = bot_server_check_epoch(server);
	}
	return error;
}

/*
 * Asks what became of a transaction. Fails with BOT_STORE_CORRUPT if the server has never had it.
 */
static enum bot_error read_status(
	struct bot_server_store *server, const char *transaction, char *status, size_t size)
{
	char sql[80];

	snprintf(sql, sizeof(sql), "SELECT pg_xact_status('%s'::xid8)", transaction);
	enum bot_error error = bot_server_read(server, sql, status, size);
	return error && error != BOT_STORE_FAILED ? BOT_STORE_CORRUPT : error;
}

/*
 * Asks what became of the transaction in doubt. A server that has crashed forgets the ids of
 * transactions of which it had written nothing: these were not committed. If it has also forgotten
 * a commit that no crash undoes, it has the data of an older time.
 */
static enum bot_error ask(struct bot_server_store *server, char *status, size_t size)
{
	char last[16] = "committed";
	enum bot_error error = bot_server_connect(server);

	if (error)
		return error;
	if (strcmp(server->timeline, server->old_timeline) != 0)
		return bot_server_lose(
			server, "a replica has become the server while a commit was under way");
	error = read_status(server, server->transaction, status, size);
	if (error != BOT_STORE_CORRUPT)
		return error;
	snprintf(status, size, "aborted");
	error = server->last_commit[0]
			? read_status(server, server->last_commit, last, sizeof(last))
			: BOT_OK;
	if (error == BOT_STORE_CORRUPT || strcmp(last, "aborted") == 0)
		return bot_server_lose(server, "the server has gone back to an older time");
	return error;
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
