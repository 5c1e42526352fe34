/*
 * How another program plays against a player of ours: JSON Lines, one decision a line.
 *
 *     {"rules":{...},"first":"white","seat":"black","dealt":[5 cards],"drawn":[cards, in order],
 *      "actions":["+3",...],"seed":1}
 *
 * is what the seat knows: rules, first and actions as in a script of the trace format, its own
 * cards, and nothing else. The answer is {"action":"x55"}, or {"error":"..."} when the line is no
 * such object, or no deck explains it, or another is to act. What is left out of drawn and actions
 * is empty, out of seed 0.
 */
#ifndef ENGARDE_CHOOSE_H
#define ENGARDE_CHOOSE_H

#include "engine/opponent/opponent.h"

#include <stdio.h>

/* Answers every line of `in`. False when one of them got an error. */
bool choose_stream(FILE *in, FILE *out, const struct eg_player *player);

#endif
