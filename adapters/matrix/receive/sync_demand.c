#include "adapters/matrix/receive/sync_demand.h"

#include "adapters/matrix/client/backoff.h"
#include "adapters/matrix/client/clock.h"

#define INTERVAL (INT64_C(30) * 1000)

void mx_demand_finish(struct mx_demand *demand)
{
	json_decref(demand->rooms);
	json_decref(demand->asked);
}

void mx_demand_begin(struct mx_demand *demand)
{
	demand->pushed = true;
	demand->rooms = json_object();
	demand->asked = json_object();
	demand->timer = -1;
}

bool mx_demand_holds_timers(const struct mx_demand *demand)
{
	return demand->pushed && demand->timer >= 0 && demand->timer <= mx_clock_steady() &&
	       demand->followed < demand->timer;
}

bool mx_demand_is_due(const struct mx_demand *demand)
{
	return !demand->pushed || demand->wanted || json_object_size(demand->rooms) > 0 ||
	       mx_demand_holds_timers(demand) || demand->followed + INTERVAL <= mx_clock_steady();
}

void mx_demand_asked(struct mx_demand *demand)
{
	json_t *empty = demand->asked;

	demand->asked = demand->rooms;
	demand->rooms = empty;
	demand->wanted = false;
}

void mx_demand_failed(struct mx_demand *demand)
{
	(void)json_object_update(demand->rooms, demand->asked);
	json_object_clear(demand->asked);
	demand->wanted = true;
}

void mx_demand_handled(struct mx_demand *demand, int64_t asked)
{
	json_object_clear(demand->asked);
	demand->followed = asked;
}

void mx_demand_bound(const struct mx_demand *demand, int64_t *timeout)
{
	const struct mx_backoff interval = {.until = demand->followed + INTERVAL};
	const struct mx_backoff timer = {.until = demand->timer};

	if (!demand->pushed)
		return;
	mx_backoff_limit_timeout(&interval, timeout);
	mx_backoff_limit_timeout(&timer, timeout);
}
