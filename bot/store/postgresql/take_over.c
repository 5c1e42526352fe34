#include "bot/store/postgresql/take_over.h"

#include "bot/base/memory.h"
#include "bot/store/postgresql/driver.h"
#include "bot/store/postgresql/leadership.h"
#include "bot/store/postgresql/queries.h"
#include "bot/store/postgresql/session.h"
#include "bot/store/postgresql/tables.h"
#include "bot/store/sql/loading.h"

struct bot_server_store *bot_server_create(const char *url)
{
	struct bot_server_store *server = bot_calloc(1, sizeof(*server));

	server->store.driver = &bot_server_driver;
	server->url = bot_strdup(url);
	bot_server_name_statements(server);
	return server;
}

enum bot_error bot_server_take_over(struct bot_server_store *server)
{
	enum bot_error error = bot_server_reach(server);

	if (!error)
		error = bot_server_lock(server);
	if (error == BOT_STORE_IN_USE)
		return error;
	if (!error)
		error = bot_server_make_tables(server);
	if (!error)
		error = bot_server_lead(server);
	if (!error)
		error = bot_store_load(&server->store);
	if (error)
		bot_server_give_up(server);
	return error;
}
