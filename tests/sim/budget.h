/*
 * The budget: how many messages a match costs, and how long people wait for them, on a homeserver
 * without faults that limits messages in one of the ways of limiter.h.
 */
#ifndef TESTS_SIM_BUDGET_H
#define TESTS_SIM_BUDGET_H

#include "tests/sim/limiter.h"

#include <stdbool.h>

/* The limiter of all schedules, each of which is one match without faults; SIM_LIMITERS if none. */
extern enum sim_limiter sim_budget;

/*
 * If not 0, each schedule is a club night of eight instead, to so many touches. Its fencers sign
 * up, and answer within a second.
 */
extern uint8_t sim_budget_night;

/* Whether somebody besides the two players is in the room, as in all schedules of other kinds. */
extern bool sim_budget_followers;

/* Makes the schedule one match to three touches, or a night, without any fault. */
void sim_budget_draw(void);

/* Sets the terms of the night, after sim_night_plan. */
void sim_budget_plan_night(void);

/*
 * At the end of a schedule: counts the messages, and checks that
 * - each action was acknowledged as soon as the homeserver took a message, by a message of its own
 *   or by the next one to the player,
 * - each list of choices was closed,
 * - under the limit of a stock Synapse, and without followers under any limit, the bot did not send
 * many more messages than one hand, one acknowledgement and a part of a board for each action, and
 * - the bot has not asked again and again where the homeserver refuses messages.
 * Of a night it checks only that no bout was cut by its time, and, under the limit of a stock
 * Synapse, that it has taken the time that its sign-up said, give or take a fifth: before, the bot
 * knows no other limit.
 */
void sim_budget_judge(void);

/* Prints the totals over all schedules. */
void sim_budget_report(void);

#endif
