/*
 * Strangers invite the bot into rooms of their own. Their server sends errors that the homeserver
 * passes on, their members write events that no client would write, and the history of their rooms
 * can't be read. Players in other rooms must not notice the strangers. So the simulation measures
 * how long the bot takes to answer moves in these rooms, as it does during a flood.
 */
#ifndef TESTS_SIM_STRANGERS_H
#define TESTS_SIM_STRANGERS_H

#include "tests/sim/server.h"

/* Whether the room belongs to strangers. */
bool sim_is_hostile(const struct sim_room *room);

/*
 * Sometimes makes the homeserver answer with the error of a remote server. Returns false if the
 * homeserver must answer by itself.
 */
bool sim_passes_error_on(struct sim_exchange *exchange);

/* Puts odd events by strangers into a timeline. */
void sim_add_odd_events(json_t *events);

/*
 * Answers a /messages request for a room of strangers, so that the bot can't read the room's
 * history.
 */
void sim_spoil_history(struct sim_exchange *exchange);

#endif
