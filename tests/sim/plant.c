/*
 * Faults planted into the bot, to see whether the laws notice. The linker puts these in the way of
 * the store's functions of those names.
 */
#include "tests/sim/sim.h"

enum bot_error __real_bot_store_commit(struct bot_store *store);
enum bot_error __wrap_bot_store_commit(struct bot_store *store);
enum bot_error __real_bot_store_handled(struct bot_store *store, const char *event, bool *again);
enum bot_error __wrap_bot_store_handled(struct bot_store *store, const char *event, bool *again);

enum bot_error __wrap_bot_store_commit(struct bot_store *store)
{
	if (sim->plant == SIM_PLANT_COMMIT && sim_random_chance(&sim->random, 20)) {
		bot_store_rollback(store);
		return BOT_OK;
	}
	return __real_bot_store_commit(store);
}

enum bot_error __wrap_bot_store_handled(struct bot_store *store, const char *event, bool *again)
{
	enum bot_error error = __real_bot_store_handled(store, event, again);

	if (sim->plant == SIM_PLANT_AGAIN)
		*again = false;
	return error;
}
