#include "bot/store/postgresql/transaction.h"

#include "bot/base/log.h"
#include "bot/store/postgresql/answer.h"
#include "bot/store/postgresql/connection.h"
#include "bot/store/postgresql/leadership.h"
#include "bot/store/postgresql/session.h"

#include <string.h>

bool bot_server_is_in_transaction(const struct bot_store *store)
{
	const struct bot_server_store *server = (const struct bot_server_store *)store;
	PGTransactionStatusType sound = server->has_begun ? PQTRANS_INTRANS : PQTRANS_IDLE;

	if (server->queued > 0)
		sound = PQTRANS_ACTIVE;
	return server->in_transaction && PQtransactionStatus(server->connection) == sound;
}

static void queue_plain(struct bot_server_store *server, const char *sql)
{
	bot_server_queue(server, false);
	PQsendQueryParams(server->connection, sql, 0, NULL, NULL, NULL, NULL, 0);
}

void bot_server_queue(struct bot_server_store *server, bool changes)
{
	PQenterPipelineMode(server->connection);
	if (changes && server->in_transaction && !server->has_begun) {
		server->has_begun = true;
		queue_plain(server, "BEGIN");
		if (server->is_light)
			queue_plain(server, "SET LOCAL synchronous_commit = off");
		bot_server_queue(server, false);
		bot_server_send_count(server);
	}
	server->queued++;
}

enum bot_error bot_server_trip(struct bot_server_store *server, PGresult **result)
{
	enum bot_error error = BOT_OK;
	int64_t asked = bot_server_now();
	int queued = server->queued;

	*result = NULL;
	PQpipelineSync(server->connection);
	for (server->queued = 0; queued > 0; queued--) {
		PQclear(*result);
		*result = bot_server_last(server);
		if (!error)
			error = bot_server_check(server, *result);
	}
	PQclear(bot_server_next(server)); /* the end of the pipeline */
	PQexitPipelineMode(server->connection);
	if (error && strcmp(server->state, BOT_SERVER_NOT_LEADING) == 0)
		return bot_server_lose(server);
	if (!error && server->has_begun)
		server->confirmed = asked;
	return error;
}

/*
 * Finds out what became of the commit whose answer was lost, when the server could not be asked at
 * once. The caller has been told that the commit failed. If it has not, then what the process keeps
 * in memory is wrong, as it is in a new process: so it must be read again.
 */
static enum bot_error settle_earlier(struct bot_server_store *server)
{
	bool committed = false;
	enum bot_error error = server->in_doubt ? bot_server_settle(server, &committed) : BOT_OK;

	if (error || !committed)
		return error;
	bot_log_write(BOT_LOG_WARNING, "commit_found",
		BOT_LOG_FIELDS({"why",
			.text = "the answer to a commit was lost with the connection, but the "
				"server has made the commit"}));
	return bot_store_reload(&server->store);
}

enum bot_error bot_server_begin(struct bot_store *store, bool light)
{
	struct bot_server_store *server = (struct bot_server_store *)store;
	enum bot_error error = settle_earlier(server);

	if (!error)
		error = bot_server_connect(server);
	server->in_transaction = !error;
	server->has_begun = false;
	server->is_light = light;
	return error;
}

static void note_commit(struct bot_server_store *server)
{
	if (!server->is_light)
		server->kept = server->commits;
}

/* The connection has ended before the answer to COMMIT has come. */
static enum bot_error find_commit(struct bot_server_store *server)
{
	bool committed = false;

	server->in_doubt = true;
	enum bot_error error = bot_server_settle(server, &committed);

	if (error)
		return error;
	if (committed)
		note_commit(server);
	return committed ? BOT_OK : BOT_STORE_FAILED;
}

static enum bot_error commit_changes(struct bot_server_store *server)
{
	PGresult *result;

	queue_plain(server, "COMMIT");
	enum bot_error error = bot_server_trip(server, &result);
	bool committed = !error && strcmp(PQcmdStatus(result), "COMMIT") == 0;

	PQclear(result);
	server->in_transaction = server->has_begun = false;
	server->has_said_wait &= !committed;
	server->commits += committed;
	if (committed)
		note_commit(server);
	if (error && PQstatus(server->connection) != CONNECTION_OK)
		return find_commit(server);
	return error || committed ? error : BOT_STORE_FAILED;
}

enum bot_error bot_server_commit(struct bot_store *store)
{
	struct bot_server_store *server = (struct bot_server_store *)store;

	if (!bot_server_is_in_transaction(store))
		return BOT_STORE_FAILED;
	if (server->has_begun)
		return commit_changes(server);
	server->in_transaction = false;
	return BOT_OK;
}

void bot_server_rollback(struct bot_store *store)
{
	struct bot_server_store *server = (struct bot_server_store *)store;
	PGresult *result = NULL;

	if (server->queued > 0)
		bot_server_trip(server, &result);
	PQclear(result);
	PGTransactionStatusType status = PQtransactionStatus(server->connection);
	server->in_transaction = server->has_begun = false;
	/* If the connection has ended, the server rolls back by itself. */
	if (status != PQTRANS_INTRANS && status != PQTRANS_INERROR)
		return;
	result = bot_server_exec(server, "ROLLBACK");
	if (PQresultStatus(result) != PGRES_COMMAND_OK)
		bot_server_disconnect(server);
	PQclear(result);
}
