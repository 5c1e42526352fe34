/*
 * Why an action was worse than a better one: simple reasons that follow from the two actions and
 * from what the player knew.
 */
#ifndef ENGINE_ANALYSIS_WHY_H
#define ENGINE_ANALYSIS_WHY_H

#include "engine/engarde.h"

/*
 * The first rule that fits gives the reason. "After" an action means before the player draws. The
 * distance after an action is the distance between the fencers then. A direct attack is one without
 * an advance. An attack is possible if the other player may have cards for it: they are unseen. A
 * move ends the round if it draws the last card or answers an attack that drew it; in the basic
 * rules, one last lunge may follow. The ground after an action is how much further the player's
 * fencer has advanced than the other one.
 */
enum eg_why {
	EG_WHY_NONE, /* no rule fits */
	/* played a parry; better is a retreat after which the round goes on */
	EG_WHY_PARRIED,
	/* attacked by an advance-and-attack: played a retreat; better is the parry */
	EG_WHY_NOT_PARRIED,
	/* better is a direct attack, and too few cards are unseen to parry it; in the basic rules,
	   any attack */
	EG_WHY_SURE_ATTACK,
	/* played a retreat in a turn; better is an attack */
	EG_WHY_RETREATED,
	/* played an advance or a pass; better is an attack */
	EG_WHY_ATTACK_LEFT,
	/* both attack, and the played attack has fewer cards */
	EG_WHY_WEAK_ATTACK,
	/* both attack, and the played attack has more cards; the better one leaves cards in the
	   pile */
	EG_WHY_DEAR_ATTACK,
	/* played an attack; better is a move after which the round goes on */
	EG_WHY_EARLY_ATTACK,
	/* In the rules below, both actions are moves if nothing else is said. If one of them ends
	   the round, only the rules named END_... fit. */
	/* not in the basic rules: the better move ends the round, or the pile has at most two
	   cards; after the played action, the player has fewer cards equal to the distance than
	   after the better one */
	EG_WHY_END_CARDS,
	/* the better move ends the round, or the pile has at most two cards; the player's fencer is
	   further forward than the other one after the better move, and not after the played one;
	   or further back after the played move, and not after the better one */
	EG_WHY_END_POSITION,
	/* the better move ends the round, and the player's fencer is further forward; the played
	   action, which may be an attack or a parry, does not end the round */
	EG_WHY_END_AHEAD,
	/* the played move ends the round, and the player's fencer is not further forward; the
	   better move does not end the round */
	EG_WHY_END_BEHIND,
	/* after the played move, but not after the better one, a direct attack is possible */
	EG_WHY_IN_REACH,
	/* not in the basic rules: a direct attack is possible after both moves; after the played
	   one, the player has fewer cards to parry it */
	EG_WHY_PARRY_SPENT,
	/* a direct attack is possible after both moves; after the played one, more cards for it are
	   unseen */
	EG_WHY_EASY_TARGET,
	/* after the played move, but not after the better one, an attack is possible */
	EG_WHY_OUT_OF_REACH,
	/* the ground after the better action is larger: both attack with as many cards, or both are
	   moves, and the played one is a retreat or the pile has at most six cards */
	EG_WHY_GROUND,
	/* no attack is possible after the played move; after the better one, the player can answer
	   more of the other player's advances with a direct attack */
	EG_WHY_READY,
	/* after the better move, but not after the played one, the player has a card equal to the
	   distance */
	EG_WHY_NO_ATTACK,
	/* no attack is possible after the played move; after the better one, the player has cards
	   of more values */
	EG_WHY_VARIETY,
	/* not in the basic rules: the played move is an advance after which an attack is possible,
	   and more cards of the value that the better move uses are unseen */
	EG_WHY_RARE_CARD,
	/* both are moves, and the better one leads further forward */
	EG_WHY_FORWARD,
	/* both are moves, or attack with as many cards, and the better one leaves more distance */
	EG_WHY_DISTANCE,
};
#define EG_WHYS (EG_WHY_DISTANCE + 1)

/*
 * Returns why `played` was worse than `better`. The view is the one of the player before the
 * action. Both actions are legal in it.
 */
enum eg_why eg_why_worse(
	const struct eg_view *view, struct eg_action played, struct eg_action better);

/*
 * Whether another legal action of the view has more of what the reason praises in `action`: more
 * ground, for instance. The reason is then fine to compare two actions, and misleads where it
 * praises one alone. A reason that says what is so, such as EG_WHY_OUT_OF_REACH, is never
 * surpassed.
 */
bool eg_why_is_surpassed(const struct eg_view *view, struct eg_action action, enum eg_why why);

/* Returns a name for programs, such as attack_left; "none" for EG_WHY_NONE. Static. */
const char *eg_why_name(enum eg_why why);

#endif
