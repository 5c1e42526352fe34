/*
 * A fault put into the driver on purpose: it guesses that a commit was made whose answer is lost.
 * (The other guess does no harm: the bot handles the batch again, and the store knows its events.)
 */
#include "tests/sim/sim.h"

#include "bot/store/postgresql/connection.h"

enum bot_error __real_bot_server_settle(struct bot_server_store *server, bool *committed);
enum bot_error __wrap_bot_server_settle(struct bot_server_store *server, bool *committed);

enum bot_error __wrap_bot_server_settle(struct bot_server_store *server, bool *committed)
{
	if (sim->plant != SIM_PLANT_BELIEVE)
		return __real_bot_server_settle(server, committed);
	server->in_doubt = false;
	*committed = true;
	return BOT_OK;
}
