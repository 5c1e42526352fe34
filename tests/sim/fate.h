/* What becomes of a request and of its answer on their way through the simulated network. */
#ifndef TESTS_SIM_FATE_H
#define TESTS_SIM_FATE_H

#include "tests/sim/net.h"

/* Draws it, for a request that was just sent. */
void sim_fate_draw(struct sim_exchange *exchange);

/* The answer's JSON as the bot gets it, a new reference: what is left of it on its way. */
json_t *sim_fate_json(struct sim_exchange *exchange);

#endif
