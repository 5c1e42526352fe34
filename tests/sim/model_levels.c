/* The model's power levels: in which rooms the bot may write, and who moderates them. */
#include "tests/sim/model.h"

#include <string.h>

/* Returns the power levels that the event sets in a room of this chain of upgrades, or NULL. */
static const json_t *levels_of(const struct sim_event *event, size_t root)
{
	const char *type = json_string_value(json_object_get(event->json, "type"));

	if (sim->rooms[event->room].root != root || !type ||
		strcmp(type, "m.room.power_levels") != 0)
		return NULL;
	return json_object_get(event->json, "content");
}

bool sim_model_may_be_muted(size_t root)
{
	bool muted = false;

	for (size_t i = 0; i < sim->event_count && sim->events[i].time <= sim_model.at; i++) {
		const json_t *levels = levels_of(&sim->events[i], root);

		if (!levels)
			continue;
		if (muted && sim->events[i].time >= sim_model.event->time)
			return true;
		muted = json_integer_value(json_object_get(levels, "events_default")) > 0;
	}
	return muted;
}

bool sim_model_has_moderated(size_t root, size_t user, int64_t by)
{
	for (size_t i = 0; i < sim->event_count && sim->events[i].time <= by; i++) {
		const json_t *levels = levels_of(&sim->events[i], root);
		const json_t *users = json_object_get(levels, "users");

		if (json_integer_value(json_object_get(users, sim->users[user].id)) >= 50)
			return true;
	}
	return false;
}
