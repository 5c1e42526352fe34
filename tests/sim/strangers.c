#include "tests/sim/strangers.h"

#include "tests/sim/net.h"

bool sim_is_hostile(const struct sim_room *room)
{
	return sim->traits.flood == SIM_BY_STRANGERS && room->creator == SIM_STRANGER;
}

/*
 * If the homeserver itself sent these errors, they would concern the bot's session or account. Here
 * a remote server sends them, so the bot must not believe them.
 */
bool sim_passes_error_on(struct sim_exchange *exchange)
{
	static const struct {
		long status;
		const char *code;
	} errors[] = {
		{403, "M_UNKNOWN_TOKEN"},
		{401, "M_UNKNOWN_TOKEN"},
		{401, "M_MISSING_TOKEN"},
		{403, "M_USER_SUSPENDED"},
		{401, "M_USER_LOCKED"},
		{429, "M_LIMIT_EXCEEDED"},
		{500, "M_UNKNOWN"},
	};
	uint32_t which = sim_random_below(&sim->random, 7);

	if (sim_random_chance(&sim->random, 300))
		return false;
	sim_saw(SIM_FALSE_ERROR);
	sim_refuse(exchange, errors[which].status, errors[which].code);
	if (which == 5)
		json_object_set_new(exchange->json, "retry_after_ms", json_integer(3600000));
	if (sim_random_chance(&sim->random, 300))
		json_object_set_new(exchange->json, "soft_logout", json_true());
	return true;
}

static json_t *odd_value(void)
{
	switch (sim_random_below(&sim->random, 6)) {
	case 0:
		return json_null();
	case 1:
		return json_integer(-1);
	case 2:
		return json_string("!eg");
	case 3:
		return json_array();
	case 4:
		return json_pack("{s:{s:[n]}}", "a", "b");
	default:
		return json_string("@\xe2\x80\xae:\n");
	}
}

/* Returns an event of a type that the bot reads. One part of the event is odd or missing. */
static json_t *odd_event(void)
{
	static const char *const types[] = {"m.room.message", "m.room.member", "m.room.create",
		"m.room.power_levels", "m.room.tombstone", "m.room.encryption", "m.reaction",
		"m.poll.response"};
	static const char *const parts[] = {"type", "sender", "event_id", "state_key", "content",
		"unsigned", "origin_server_ts"};
	json_t *event = json_pack("{s:s, s:s, s:s, s:{s:n}}", "type",
		types[sim_random_below(&sim->random, 8)], "sender", sim->users[SIM_STRANGER].id,
		"event_id", "$odd", "content", "body");

	if (sim_random_chance(&sim->random, 100)) {
		json_decref(event);
		return odd_value();
	}
	json_object_set_new(event, parts[sim_random_below(&sim->random, 7)], odd_value());
	return event;
}

void sim_add_odd_events(json_t *events)
{
	uint32_t count = sim_random_below(&sim->random, 30);

	sim_saw(SIM_ODD_EVENTS);
	for (uint32_t i = 0; i < count; i++)
		json_array_insert_new(events,
			sim_random_below(&sim->random, (uint32_t)json_array_size(events) + 1),
			odd_event());
}

void sim_spoil_history(struct sim_exchange *exchange)
{
	sim_saw(SIM_BAD_HISTORY);
	if (sim_random_chance(&sim->random, 500)) {
		sim_refuse(exchange, 500, "M_UNKNOWN");
		return;
	}
	if (sim_random_chance(&sim->random, 500) && sim_passes_error_on(exchange))
		return;
	sim_answer(exchange, 200,
		json_pack("{s:o, s:[o, o]}", "end",
			sim_token(1 + sim_random_below(&sim->random, (uint32_t)sim->event_count)),
			"chunk", odd_event(), odd_event()));
}
