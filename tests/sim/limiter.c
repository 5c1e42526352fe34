#include "tests/sim/limiter.h"

#include "tests/sim/sim.h"

#include <string.h>

static const struct {
	const char *name;
	double burst, interval; /* interval: milliseconds until one message more may come */
} limiters[SIM_LIMITERS] = {
	[SIM_UNLIMITED] = {"none", 0, 0},
	[SIM_SYNAPSE] = {"synapse", 10, 5 * SIM_SECOND},
	[SIM_ESS] = {"ess", 30, 2 * SIM_SECOND},
	[SIM_STRICT] = {"strict", 3, 10 * SIM_SECOND},
	[SIM_DENDRITE] = {"dendrite", 0, 0},
	[SIM_LIAR] = {"liar", 10, 5 * SIM_SECOND},
};

#define SLOT (SIM_SECOND / 2) /* how long a message fills one of Dendrite's slots */

const char *sim_limiter_name(enum sim_limiter limiter)
{
	return limiters[limiter].name;
}

bool sim_limiter_find(const char *name, enum sim_limiter *limiter)
{
	for (int i = 0; i < SIM_LIMITERS; i++)
		if (strcmp(limiters[i].name, name) == 0) {
			*limiter = (enum sim_limiter)i;
			return true;
		}
	return false;
}

int64_t sim_limiter_interval(enum sim_limiter limiter)
{
	return (int64_t)limiters[limiter].interval;
}

void sim_limiter_begin(void)
{
	sim->limit.credit = limiters[sim->traits.limiter].burst;
	sim->limit.credit_at = sim->now;
}

static bool fill_slot(int64_t *wait)
{
	for (size_t i = 0; i < SIM_SLOTS; i++)
		if (sim->limit.slots[i] <= sim->now) {
			sim->limit.free_since = sim->limit.slots[i];
			sim->limit.slots[i] = sim->now + SLOT;
			return true;
		}
	*wait = SLOT;
	return false;
}

/* Returns a wait that says nothing about the limit: none, one that is over, or hours. */
static int64_t lie(void)
{
	static const int64_t waits[] = {0, 1, 10 * SIM_HOUR, INT64_MAX / 2, 40 * SIM_SECOND};

	return waits[sim_random_below(&sim->random, sizeof(waits) / sizeof(waits[0]))];
}

static bool take_token(int64_t *wait)
{
	struct sim_limit_state *limit = &sim->limit;
	double interval = limiters[sim->traits.limiter].interval;
	double burst = limiters[sim->traits.limiter].burst;

	limit->credit += (double)(sim->now - limit->credit_at) / interval;
	limit->credit_at = sim->now;
	if (limit->credit > burst)
		limit->credit = burst;
	if (limit->credit < 1) {
		*wait = 1 + (int64_t)((1 - limit->credit) * interval);
		if (sim->traits.limiter == SIM_LIAR)
			*wait = lie();
		return false;
	}
	limit->free_since = sim->now - (int64_t)((limit->credit - 1) * interval);
	limit->credit -= 1;
	return true;
}

bool sim_limiter_accepts(int64_t *wait)
{
	bool accepts = sim->traits.limiter == SIM_UNLIMITED  ? true
		       : sim->traits.limiter == SIM_DENDRITE ? fill_slot(wait)
							     : take_token(wait);

	if (accepts)
		sim->limit.accepted++;
	else
		sim->limit.refused++;
	return accepts;
}
