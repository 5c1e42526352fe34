#include "bot/store/postgresql/connection.h"

#include "bot/store/postgresql/answer.h"
#include "bot/store/postgresql/leadership.h"
#include "bot/store/postgresql/server_search.h"
#include "bot/store/postgresql/session.h"
#include "bot/store/postgresql/tables.h"

#include <stdlib.h>

/* How long the bot tries to find out at once whether a commit was made, in milliseconds. */
#define SETTLE_MOST 3000
#define FRESH       1000 /* how long the bot takes it for granted that it leads */

/*
 * A server that has crashed, and a replica that replaces one, may have forgotten light transactions
 * (bot_store_begin_lightly). So rows may wait again that this process has sent, and what it keeps
 * in memory may be of a later time.
 */
static enum bot_error doubt_memory(struct bot_server_store *server)
{
	char last[24];
	enum bot_error error = bot_server_read(
		server, "SELECT coalesce(max(id), 0) FROM outbox", last, sizeof(last));

	if (error)
		return error;
	server->store.sent_before = strtoll(last, NULL, 10);
	bot_store_forget(&server->store);
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

enum bot_error bot_server_confirm(struct bot_store *store)
{
	struct bot_server_store *server = (struct bot_server_store *)store;
	enum bot_error error = BOT_STORE_FAILED;

	if (server->is_lost)
		return BOT_STORE_LOST;
	if (server->has_begun || bot_server_now() - server->confirmed < FRESH)
		return BOT_OK;
	if (server->in_transaction)
		return bot_server_check_epoch(server);
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
 * Only this process counts the transactions, so their number tells what became of the one in doubt,
 * also on a replica that has become the server.
 */
enum bot_error bot_server_settle(struct bot_server_store *server, bool *committed)
{
	int64_t end = bot_server_now() + SETTLE_MOST;
	enum bot_error error;

	while ((error = bot_server_connect(server)) && error != BOT_STORE_LOST &&
		bot_server_now() < end)
		bot_server_rest();
	if (error)
		return error;
	server->in_doubt = false;
	*committed = server->commits >= server->counted;
	return BOT_OK;
}
