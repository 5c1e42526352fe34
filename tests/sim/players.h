/* People at their clients: what they read, and what they do about it. */
#ifndef TESTS_SIM_PLAYERS_H
#define TESTS_SIM_PLAYERS_H

#include "tests/sim/sim.h"

/* The room that stands where this one stood: itself, or what replaced it. */
size_t sim_present(size_t room);

/* Answers, in one way or another, what he has read last of the match. */
void sim_take_turn(size_t user, size_t duel);

/* Does what was planned. */
void sim_player_does(const struct sim_task *task);

/* What nuisances do. */
void sim_chatter(const struct sim_task *task);
void sim_say_hostile(const struct sim_task *task);
void sim_try_to_stop(const struct sim_task *task);

/* Floods: plans those of the schedule, and does a wave of one. */
void sim_flood_plan(void);
void sim_flood(const struct sim_task *task);

/* What goes wrong beside the requests: members, rooms, server, disk, clock. */
void sim_trouble_does(const struct sim_task *task);
void sim_trouble_plan(void);

/* Draws people, rooms and the matches they want, and has it all begin. */
void sim_people_draw(void);

#endif
