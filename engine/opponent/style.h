/*
 * Styles: models of players who play as the actor network says, more or less. The belief about a
 * stranger comes from two of them.
 */
#ifndef ENGARDE_OPPONENT_STYLE_H
#define ENGARDE_OPPONENT_STYLE_H

#include "engine/opponent/belief.h"

struct eg_style {
	float wild; /* the chance of a random action, 0 to 1 */
	/*
	 * How firmly the player prefers one action to another: the actor's preferences are
	 * multiplied by this. 1 means as the actor network says; 0 means any action.
	 */
	float firmness;
};

/* Writes the chances of the legal actions, which the strategy already has. */
void eg_style_play(const struct eg_style *style, const struct eg_position *position,
	struct eg_strategy *strategy);

/* A function for struct eg_model; its data is a struct eg_style. */
void eg_style_consider(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy);

/* A player who plays exactly as the actor network says. */
extern const struct eg_model eg_fencer;

/*
 * Writes what the witness's seat may believe about the hand of a player of whom it knows only the
 * actions of this round. They are equally likely to be a good player, who seldom plays what the
 * actor network dislikes, or to play any action. Their actions tell which of the two is more
 * likely. Writes the position and returns errors as eg_belief_form does.
 */
EG_MUST_USE enum eg_error eg_style_guess(
	struct eg_belief *belief, struct eg_position *position, const struct eg_witness *witness);

#endif
