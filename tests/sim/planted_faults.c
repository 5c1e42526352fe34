/*
 * Faults that are put into the bot on purpose, to test whether the laws find them. The linker
 * replaces functions of the bot by the functions in this file (--wrap).
 */
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/send/fair_queue.h"
#include "tests/sim/sim.h"

#include <string.h>

enum bot_error __real_bot_store_commit(struct bot_store *store);
enum bot_error __wrap_bot_store_commit(struct bot_store *store);
enum bot_error __real_bot_store_handled(struct bot_store *store, const char *event, bool *again);
enum bot_error __wrap_bot_store_handled(struct bot_store *store, const char *event, bool *again);

bool __real_mx_fair_queue_before(const struct mx_fair_queue *queue, const struct mx_queue_entry *a,
	const struct mx_queue_entry *b);
bool __wrap_mx_fair_queue_before(const struct mx_fair_queue *queue, const struct mx_queue_entry *a,
	const struct mx_queue_entry *b);

enum mx_answer_verdict __real_mx_session_watch(
	struct mx_session *session, const struct mx_answer *answer, enum mx_author author);
enum mx_answer_verdict __wrap_mx_session_watch(
	struct mx_session *session, const struct mx_answer *answer, enum mx_author author);

enum mx_answer_verdict __wrap_mx_session_watch(
	struct mx_session *session, const struct mx_answer *answer, enum mx_author author)
{
	return __real_mx_session_watch(
		session, answer, sim->plant == SIM_PLANT_GULLIBLE ? MX_AUTHOR_SESSION : author);
}

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

/*
 * Whether a lane belongs to the flooded room, or to a room of somebody who floods the bot with
 * invitations.
 */
static bool is_flooded(const struct mx_queue_entry *entry)
{
	for (size_t i = 0; i < sim->room_count; i++)
		if (strcmp(sim->rooms[i].id, entry->to) == 0)
			return i == sim->flooded || sim->rooms[i].creator == SIM_STRANGER;
	return false;
}

bool __wrap_mx_fair_queue_before(const struct mx_fair_queue *queue, const struct mx_queue_entry *a,
	const struct mx_queue_entry *b)
{
	if (sim->plant == SIM_PLANT_GREEDY && is_flooded(a) != is_flooded(b))
		return is_flooded(a);
	return __real_mx_fair_queue_before(queue, a, b);
}
