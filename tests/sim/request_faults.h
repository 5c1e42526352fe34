/* What happens to a request and its answer in the simulated network. */
#ifndef TESTS_SIM_REQUEST_FAULTS_H
#define TESTS_SIM_REQUEST_FAULTS_H

#include "tests/sim/net.h"

/* Chooses at random what happens to a request that was just sent. */
void sim_draw_request_faults(struct sim_exchange *exchange);

/*
 * Returns the answer's JSON as the bot receives it, possibly damaged. The caller owns the
 * reference.
 */
json_t *sim_damaged_json(struct sim_exchange *exchange);

#endif
