/*
 * Styles: models of players who play as the actor network says, more or less. The belief about a
 * stranger comes from two of them.
 */
#ifndef ENGINE_OPPONENT_STYLE_H
#define ENGINE_OPPONENT_STYLE_H

#include "engine/opponent/belief.h"

struct eg_style {
	float randomness; /* the chance of a random action, 0 to 1 */
	/*
	 * The actor's preferences are multiplied by this inverse temperature, 0 to 1. With 1 the
	 * player plays as the actor network says; with 0 all actions are equally likely.
	 */
	float firmness;
};

/*
 * Writes the chances of the legal actions, which the strategy already has; there is at least one.
 * The round must not be over.
 */
void eg_style_play(const struct eg_style *style, const struct eg_position *position,
	struct eg_strategy *strategy);

/* A function for struct eg_model; its data is a struct eg_style. */
void eg_style_consider(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy);

/* A player who plays exactly as the actor network says. */
extern const struct eg_model eg_actor_player;

/*
 * Writes the belief about the hand of an unknown player. Before the round, two styles are equally
 * likely: a good player, who rarely plays what the actor network dislikes, and a player who plays
 * each legal action equally often. The player's actions tell which style is more likely. The
 * position and the errors are those of eg_belief_form.
 */
EG_MUST_USE enum eg_error eg_style_guess(
	struct eg_belief *belief, struct eg_position *position, const struct eg_witness *witness);

#endif
