/*
 * The input of the networks. Each simple statement about a position has a number. The networks get
 * the numbers of the statements that are true.
 */
#ifndef ENGINE_OPPONENT_FEATURES_H
#define ENGINE_OPPONENT_FEATURES_H

#include "engine/opponent/position.h"

#define EG_COUNTS (EG_COPIES + 1) /* how many numbers of cards of one value are possible */

/*
 * How many threats are possible: no attack; a direct attack with 1 to EG_COPIES cards; an indirect
 * attack with 1 to EG_COPIES cards; the last lunge.
 */
#define EG_THREATS  (2 * EG_COPIES + 2)
#define EG_PILES    (EG_DECK - 2 * EG_HAND + 1) /* how many sizes the pile may have */
#define EG_LEADS    (2 * EG_SPACES - 1)         /* how many leads of a fencer are possible */
#define EG_NEAR_END 4 /* EG_GROUP_LEAD has statements for piles of 0, 1, 2, and 3 or more cards */

/*
 * The groups of statements, by the number of their first statement. The groups from
 * EG_GROUP_OTHER_HAND are about the other hand, and have their own numbers.
 */
enum eg_group {
	EG_GROUP_SITUATION = 0,
	EG_GROUP_PILE = EG_GROUP_SITUATION + 4 * EG_THREATS,
	EG_GROUP_DISTANCE = EG_GROUP_PILE + EG_PILES,
	EG_GROUP_ROOM = EG_GROUP_DISTANCE + EG_SPACES,
	EG_GROUP_RIVAL = EG_GROUP_ROOM + EG_SPACES,
	EG_GROUP_HAND = EG_GROUP_RIVAL + EG_SPACES,
	EG_GROUP_UNSEEN = EG_GROUP_HAND + EG_NEAR * EG_VALUES * EG_COUNTS,
	EG_GROUP_PARRY = EG_GROUP_UNSEEN + EG_NEAR * EG_VALUES * EG_COUNTS,
	EG_GROUP_COMBINATION = EG_GROUP_PARRY + EG_THREATS * EG_COUNTS,
	EG_GROUP_MEMORY = EG_GROUP_COMBINATION + EG_VALUES * EG_VALUES * EG_COUNTS,
	EG_GROUP_CLOCK = EG_GROUP_MEMORY + 3 * EG_MEMORY,
	EG_GROUP_LEAD = EG_GROUP_CLOCK + EG_PILES * EG_NEAR,
	EG_GROUP_SIGHT = EG_GROUP_LEAD + EG_LEADS * EG_NEAR_END,
	EG_GROUP_OTHER_HAND = 0,
	EG_GROUP_OTHER_PARRY = EG_GROUP_OTHER_HAND + EG_NEAR * EG_VALUES * EG_COUNTS,
	EG_GROUP_OTHER_COMBINATION = EG_GROUP_OTHER_PARRY + EG_THREATS * EG_COUNTS,
	EG_GROUP_CONTEST = EG_GROUP_OTHER_COMBINATION + EG_VALUES * EG_VALUES * EG_COUNTS,
	EG_GROUP_OTHER = EG_GROUP_CONTEST + EG_NEAR * EG_VALUES * EG_COUNTS * EG_COUNTS,
};

/*
 * The number of statements about what a player knows, and the number of all statements, with those
 * about the other hand. The basic rules have their own statements.
 */
#define EG_FEATURES_SIGHT (2U * EG_GROUP_SIGHT)
#define EG_FEATURES_BOTH  (2U * (EG_GROUP_SIGHT + EG_GROUP_OTHER))
#define EG_FEATURES_MAX   48 /* the most statements that are true at once */

/* How many numbers eg_action_output may return. */
#define EG_OUTPUTS (2 * EG_VALUES + EG_HAND + EG_VALUES * (EG_HAND - 1) + 2)

/*
 * Writes the numbers of the statements that are true for a sight (see position.h); all are below
 * EG_FEATURES_SIGHT. Returns how many it wrote.
 */
size_t eg_features_sight(const struct eg_sight *sight, uint16_t features[EG_FEATURES_MAX]);

/*
 * Appends the numbers of the true statements about the other hand to the `count` numbers in
 * `features`; all are below EG_FEATURES_BOTH. Returns how many numbers `features` has then.
 */
size_t eg_features_other(const struct eg_sight *sight, const uint8_t other[EG_VALUES + 1],
	uint16_t features[EG_FEATURES_MAX], size_t count);

/* Returns the number of an action. Two legal actions of one position have different numbers. */
size_t eg_action_output(struct eg_action action);

#endif
