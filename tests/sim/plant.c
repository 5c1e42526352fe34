/*
 * Faults planted into the bot, to see whether the laws notice. The linker puts these in the way of
 * the functions of those names.
 */
#include "adapters/matrix/turn.h"
#include "tests/sim/sim.h"

#include <string.h>

enum bot_error __real_bot_store_commit(struct bot_store *store);
enum bot_error __wrap_bot_store_commit(struct bot_store *store);
enum bot_error __real_bot_store_handled(struct bot_store *store, const char *event, bool *again);
enum bot_error __wrap_bot_store_handled(struct bot_store *store, const char *event, bool *again);

bool __real_mx_turns_before(
	const struct mx_turns *turns, const struct mx_head *a, const struct mx_head *b);
bool __wrap_mx_turns_before(
	const struct mx_turns *turns, const struct mx_head *a, const struct mx_head *b);

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

/* Lanes to the room that is flooded, or to one of who floods with invitations. */
static bool is_flooded(const struct mx_head *head)
{
	for (size_t i = 0; i < sim->room_count; i++)
		if (strcmp(sim->rooms[i].id, head->to) == 0)
			return i == sim->flooded || sim->rooms[i].creator == SIM_STRANGER;
	return false;
}

bool __wrap_mx_turns_before(
	const struct mx_turns *turns, const struct mx_head *a, const struct mx_head *b)
{
	if (sim->plant == SIM_PLANT_GREEDY && is_flooded(a) != is_flooded(b))
		return is_flooded(a);
	return __real_mx_turns_before(turns, a, b);
}
