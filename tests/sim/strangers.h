/*
 * Strangers invite the bot into rooms of their own. Their server sends errors that the homeserver
 * passes on, their members write events that no client would write, and the history of their rooms
 * can't be read. Nobody else may notice them: the simulation times moves in other rooms, as it does
 * beside a flood.
 */
#ifndef TESTS_SIM_STRANGERS_H
#define TESTS_SIM_STRANGERS_H

#include "tests/sim/server.h"

/* Whether the room belongs to strangers. */
bool sim_is_hostile(const struct sim_room *room);

/*
 * Makes the homeserver pass on an error of a remote server. Returns false if there is none this
 * time.
 */
bool sim_passes_error_on(struct sim_exchange *exchange);

/* Puts events by strangers into a timeline. */
void sim_add_odd_events(json_t *events);

/* Answers a request for a page of one of their rooms. */
void sim_spoil_history(struct sim_exchange *exchange);

#endif
