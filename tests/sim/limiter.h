/*
 * How homeservers limit messages: each message that the bot sends asks the limiter of the schedule.
 * The numbers are the defaults of the homeservers in 2026.
 */
#ifndef TESTS_SIM_LIMITER_H
#define TESTS_SIM_LIMITER_H

#include <stdbool.h>
#include <stdint.h>

enum sim_limiter {
	SIM_UNLIMITED, /* conduwuit and Conduit, and where the host has lifted the limit */
	SIM_SYNAPSE,   /* ten messages at once, then one in five seconds */
	SIM_ESS,       /* Element's chart for Synapse: thirty at once, then one in two seconds */
	SIM_STRICT,    /* three at once, then one in ten seconds */
	SIM_DENDRITE,  /* twenty in half a second; each refusal asks for half a second */
	SIM_LIAR,      /* as Synapse, but the waits that it names are no help */
	SIM_LIMITERS
};

#define SIM_SLOTS 20 /* Dendrite's messages in half a second */

struct sim_limit_state {
	double credit; /* how many messages the limit allows now */
	int64_t credit_at;
	int64_t slots[SIM_SLOTS]; /* when Dendrite accepts another message in each slot */
	int64_t free_since;       /* since when it would have accepted the last accepted message */
	unsigned long accepted, refused;
};

/* Returns the limiter's name, as an option of the simulation has it. */
const char *sim_limiter_name(enum sim_limiter limiter);

/* Finds a limiter by its name. Returns false if there is none. */
bool sim_limiter_find(const char *name, enum sim_limiter *limiter);

/* Returns how long it takes until one message more may come, or 0. */
int64_t sim_limiter_interval(enum sim_limiter limiter);

/* The schedule begins with a full bucket. */
void sim_limiter_begin(void);

/*
 * Returns whether the homeserver accepts a message now. If not, sets *wait to the milliseconds that
 * the refusal asks for.
 */
bool sim_limiter_accepts(int64_t *wait);

#endif
