/*
 * Why an action was worse than a better one: simple reasons that follow from the two actions and
 * from what the player knew.
 */
#ifndef ENGARDE_ANALYSIS_WHY_H
#define ENGARDE_ANALYSIS_WHY_H

#include "engine/engarde.h"

/*
 * The first rule that fits gives the reason. "After" an action means before the player draws. The
 * distance after an action is the distance between the fencers then.
 */
enum eg_why {
	EG_WHY_NONE, /* no rule fits */
	/* played a parry; better is a retreat */
	EG_WHY_PARRIED,
	/* attacked by an advance-and-attack: played a retreat; better is the parry */
	EG_WHY_NOT_PARRIED,
	/* played a retreat in a turn; better is an attack */
	EG_WHY_RETREATED,
	/* played an advance or a pass; better is an attack */
	EG_WHY_ATTACK_LEFT,
	/* both attack, and the played attack has fewer cards */
	EG_WHY_WEAK_ATTACK,
	/* both attack, and the played attack has more cards */
	EG_WHY_DEAR_ATTACK,
	/* played an attack; better is a move */
	EG_WHY_EARLY_ATTACK,
	/* Both are moves in all rules from here on. */
	/* not in the basic rules: the pile has at most two cards; after the played action, the
	   player has fewer cards equal to the distance than after the better one */
	EG_WHY_END_CARDS,
	/* the pile has at most two cards; after the better action, but not after the played one,
	   the player's fencer is further forward than the other one, or equally far */
	EG_WHY_END_POSITION,
	/* after the played action, but not after the better one, the other player may attack with
	   one card without an advance: a card equal to the distance is unseen */
	EG_WHY_IN_REACH,
	/* not in the basic rules: the other player may attack like that after both actions; after
	   the played one, the player has fewer cards to parry such an attack */
	EG_WHY_PARRY_SPENT,
	/* the other player may attack like that after both actions; after the played one, more of
	   the cards that attack like that are unseen */
	EG_WHY_EASY_TARGET,
	/* after the better action, but not after the played one, the player has a card equal to the
	   distance */
	EG_WHY_NO_ATTACK,
};
#define EG_WHYS (EG_WHY_NO_ATTACK + 1)

/*
 * Returns why `played` was worse than `better`. The view is the one of the player before the
 * action. Both actions are legal in it.
 */
enum eg_why eg_why_worse(
	const struct eg_view *view, struct eg_action played, struct eg_action better);

/* Returns a name for programs, such as attack_left; "none" for EG_WHY_NONE. Static. */
const char *eg_why_name(enum eg_why why);

#endif
