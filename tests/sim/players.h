/* People at their clients: what they read, and how they react. */
#ifndef TESTS_SIM_PLAYERS_H
#define TESTS_SIM_PLAYERS_H

#include "tests/sim/sim.h"

/*
 * Returns the newest room of a chain of upgrades: the room itself, or the last room that replaced
 * it.
 */
size_t sim_present(size_t room);

/*
 * Whether the text begins with the name that the bot uses for the user. This is the display name,
 * or the id if the bot does not know the display name or must not repeat it.
 */
bool sim_begins_with_name(const char *text, size_t user);

/*
 * Whether the match has ended in the store. The bot's answer "you do not play in this match" does
 * not prove the end, because bystanders get the same answer while the match goes on.
 */
bool sim_has_ended(size_t duel);

/* Makes the player answer the newest list of choices that they have read in this match. */
void sim_take_turn(size_t user, size_t duel);

/*
 * taps.c: people answer a challenge by reaction. sim_tap_accept returns false if the user does not
 * answer in this way. sim_tap_others lets people react whom the challenge does not ask.
 */
bool sim_tap_accept(size_t user, size_t duel);
void sim_tap_others(const struct sim_task *task);

/* Runs a planned task. */
void sim_player_does(const struct sim_task *task);

/* Each of these functions makes people disturb the bot. */
void sim_chatter(const struct sim_task *task);
void sim_say_hostile(const struct sim_task *task);
void sim_try_to_stop(const struct sim_task *task);
void sim_block_stranger(const struct sim_task *task);

/* sim_flood_plan plans the waves of the schedule's flood. sim_flood sends one wave. */
void sim_flood_plan(void);
void sim_flood(const struct sim_task *task);

/*
 * sim_trouble_plan plans the faults of members, rooms, the server, the disk and the clock.
 * sim_trouble_does makes one of these faults happen.
 */
void sim_trouble_does(const struct sim_task *task);
void sim_trouble_plan(void);

/* Chooses people, rooms and matches at random, and plans what the people do first. */
void sim_people_draw(void);

#endif
