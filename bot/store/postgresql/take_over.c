#include "bot/store/postgresql/take_over.h"

#include "bot/base/memory.h"
#include "bot/store/postgresql/driver.h"
#include "bot/store/postgresql/leadership.h"
#include "bot/store/postgresql/queries.h"
#include "bot/store/postgresql/session.h"
#include "bot/store/postgresql/tables.h"
#include "bot/store/sql/loading.h"

struct bot_server_store *bot_server_create(const char *url, const char *account)
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

enum bot_error bot_server_take_over(struct bot_server_store *server)
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
