/*
 * The outlook: how many points a seat may expect in the round, and who may expect to win the match.
 * A won round counts 1 point, a draw half a point, and a lost round 0.
 */
#ifndef ENGINE_OPPONENT_OUTLOOK_H
#define ENGINE_OPPONENT_OUTLOOK_H

#include "engine/opponent/opponent.h"
#include "engine/opponent/position.h"

/*
 * A round with both hands open. Use it only for rounds that are over, or for spectators who may see
 * everything.
 */
struct eg_open_round {
	struct eg_rules rules;
	enum eg_seat first;
	uint8_t deck[EG_DECK];
	struct eg_action actions[EG_PLIES_MAX];
	uint8_t action_count;
};

/*
 * Writes the position after the first `count` actions. Errors: EG_BAD_RULES, EG_BAD_DECK,
 * EG_ILLEGAL.
 */
EG_MUST_USE enum eg_error eg_open_position(
	const struct eg_open_round *open, size_t count, struct eg_position *position);

/*
 * Writes the points that the witness's seat may expect, as far as this seat can know: the mean over
 * the hands that the other seat may have. Works also if the other seat acts next. If the round is
 * over, writes its result. Errors: as eg_witness_check, but the seat need not act next. EG_ILLEGAL
 * also if no hand of the other seat explains that the round goes on, or that it ended like this.
 */
EG_MUST_USE enum eg_error eg_outlook_seat(const struct eg_witness *witness, float *points);

/*
 * Writes the points that White may expect if both hands are open. If the round is over, writes its
 * result. Errors: as eg_open_position.
 */
EG_MUST_USE enum eg_error eg_outlook_open(const struct eg_open_round *open, float *white);

/* Returns the points that the first player of a round may expect before the deal. */
float eg_outlook_first(const struct eg_rules *rules);

/* Returns the chance that a round between equal players ends in a draw. */
float eg_outlook_draw(const struct eg_rules *rules);

/*
 * Returns the chance that White wins the match if White may expect `white_points` in the current
 * round, and if all later rounds are between equal players. The later rounds are computed exactly:
 * the first player alternates, and a drawn round scores nothing. In the current round, a draw
 * counts as half a win and half a loss, because `white_points` does not tell how likely a draw is.
 *
 * `score` is the score before the current round, and `next_first` is the first player of the next
 * round. If a player already has enough touches, returns 1 or 0. The rules must be valid. Between
 * two rounds, take the next round as the current one, and for `white_points` take
 * eg_outlook_first, or 1 minus eg_outlook_first if Black begins it.
 */
float eg_outlook_match(const struct eg_match_rules *rules, const uint8_t score[2],
	enum eg_seat next_first, float white_points);

#endif
