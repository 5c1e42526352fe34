/*
 * The belief about the other player's hand: each possible hand with its probability. Bayes's rule
 * computes it from the unseen cards, the other player's actions, and a model of how they play. For
 * a stranger the models are two styles: players who play as the actor network says, more or less.
 */
#ifndef ENGINE_OPPONENT_BELIEF_H
#define ENGINE_OPPONENT_BELIEF_H

#include "engine/opponent/network.h"
#include "engine/opponent/position.h"

#define EG_HANDS 126 /* the number of different hands of five cards */

struct eg_belief {
	size_t count;
	uint8_t hands[EG_HANDS][EG_VALUES + 1]; /* all hands have the same number of cards */
	float chances[EG_HANDS];                /* each is above 0; the sum is 1 */
	float evidence; /* the chance that the model of the other player gives to all their
			   actions together; 0 if it is too small for a float */
};

/*
 * Adds one drawn card to each hand; each card has its chance. `pool` has the cards that may be
 * in the hand or in the pile; it has at least one card more than each hand.
 */
void eg_belief_draw(struct eg_belief *belief, const uint8_t pool[EG_VALUES + 1]);

/*
 * Writes the belief of the witness's seat, and a position in which the other player's hand and the
 * draw pile agree with the witness. Does not check whose turn it is. Returns the errors of
 * eg_witness_check. Also returns EG_ILLEGAL if, according to the model of the other player, that
 * player could not have acted like this with any hand. After an error, both outputs are undefined.
 */
EG_MUST_USE enum eg_error eg_belief_form(struct eg_belief *belief, struct eg_position *position,
	const struct eg_witness *witness, const struct eg_model *other);

/* Styles: models of players who play as the actor network says, more or less. */
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
