/*
 * Lets another program play against a player of this program. The input is JSON Lines. Each line is
 * one decision:
 *
 *     {"rules":{...},"first":"white","seat":"black","dealt":[5 cards],"drawn":[cards, in order],
 *      "actions":["+3",...],"seed":1}
 *
 * A line has only what the seat knows. rules, first and actions are as in a script of the trace
 * format; dealt and drawn are the seat's own cards. drawn and actions may be missing if they are
 * empty, and seed if it is 0.
 *
 * The answer is {"action":"x55"}. If the line has another form, if no deck fits the line, or if it
 * is not the seat's turn to act, the answer is {"error":"..."}.
 */
#ifndef ENGINE_COMMAND_CHOOSE_H
#define ENGINE_COMMAND_CHOOSE_H

#include "engine/opponent/opponent.h"

#include <stdio.h>

/* Answers each line of `in`. Returns false if an answer was an error. */
bool choose_stream(FILE *in, FILE *out, const struct eg_player *player);

#endif
