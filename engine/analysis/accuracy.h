/*
 * What an analysis says about a whole match, when all its decisions are judged.
 *
 * The accuracy of a player, from 0 to 100: how close the player's actions came to the best ones.
 * The formulas are those that lichess publishes for chess (https://lichess.org/page/accuracy), with
 * points of a round instead of winning chances.
 *
 * An action that costs `loss` points has the accuracy
 *
 *     103.1668 * exp(-0.04354 * 100 * loss) - 3.1669, but at least 0 and at most 100.
 *
 * A player's accuracy is the mean of two means over the player's choices (actions that were not
 * the only legal one):
 *
 * - a weighted mean. The weight tells how much was at stake: the standard deviation of White's
 *   points in per cent, in a window of positions that ends after the action. The weight is at
 *   least 0.5 and at most 12. A match of N decisions has windows of N / 10 positions, but at least
 *   2 and at most 8. The positions of a round are those before each of its actions, with the
 *   points that the seat to act can expect from what it knows, and the end of the round, if it
 *   ended. A window has only positions of one round: near its start or end, it is moved into it.
 * - the harmonic mean, in which an action below 1 counts as 1.
 *
 * A player without choices has the accuracy 100.
 */
#ifndef ENGINE_ANALYSIS_ACCURACY_H
#define ENGINE_ANALYSIS_ACCURACY_H

#include "engine/analysis/findings.h"

/* Returns the accuracy of an action. */
float eg_accuracy_action(float loss);

/* Returns the accuracy of a seat. All decisions must be judged. */
float eg_accuracy(const struct eg_analysis *analysis, enum eg_seat seat);

/*
 * Rounds an accuracy to a whole number from 0 to 100, as people read it. An accuracy below
 * 99.995 becomes 99 at most, so that 99.7 does not look faultless.
 */
int eg_accuracy_round(float accuracy);

/* Fills the summaries of the players, and the turning points. */
void eg_summarise(struct eg_analysis *analysis);

#endif
