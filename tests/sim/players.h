/* People at their clients: what they read, and how they react. */
#ifndef TESTS_SIM_PLAYERS_H
#define TESTS_SIM_PLAYERS_H

#include "tests/sim/sim.h"

/* The current room of a chain of upgrades: the room itself, or the one that replaced it. */
size_t sim_present(size_t room);

/* The player answers the last message about the match that they have read. */
void sim_take_turn(size_t user, size_t duel);

/* Runs a planned task. */
void sim_player_does(const struct sim_task *task);

/* What people do who disturb. */
void sim_chatter(const struct sim_task *task);
void sim_say_hostile(const struct sim_task *task);
void sim_try_to_stop(const struct sim_task *task);

/* Plans the schedule's floods; sends one wave. */
void sim_flood_plan(void);
void sim_flood(const struct sim_task *task);

/* Troubles other than faults of requests: members, rooms, server, disk, clock. */
void sim_trouble_does(const struct sim_task *task);
void sim_trouble_plan(void);

/* Draws people, rooms and the matches that they want, and starts them. */
void sim_people_draw(void);

#endif
