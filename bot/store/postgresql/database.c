#include "bot/store/postgresql/database.h"

#include "bot/store/opening.h"
#include "bot/store/postgresql/fault.h"
#include "bot/store/postgresql/session.h"
#include "bot/store/postgresql/tables.h"
#include "bot/store/postgresql/take_over.h"
#include "bot/store/sql/loading.h"

#include <errno.h>

bool bot_store_has_server(void)
{
	return true;
}

/* Says why the opening has failed, and closes what there is. Returns the error. */
static enum bot_error give_up(
	struct bot_server_store *server, enum bot_error error, char fault[BOT_FAULT_SIZE])
{
	fault[0] = '\0';
	if (error == BOT_STORE_FAILED && !bot_server_explain(server, fault, BOT_FAULT_SIZE))
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
	server->in_transaction = !error;
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
