#include "engine/engarde.h"

#include "engine/internal.h"

uint8_t eg_round_distance(const struct eg_round *round)
{
	return (uint8_t)(round->space[EG_BLACK] - round->space[EG_WHITE]);
}

/* The position as the seat that is to act sees it. */
struct stance {
	const uint8_t *hand; /* cards by value; entry 0 is zero */
	enum eg_level level;
	struct eg_attack attack;
	uint8_t distance;
	uint8_t behind; /* spaces behind the fencer, up to their own end of the piste */
};

static struct stance take_stance(const struct eg_round *round)
{
	uint8_t space = round->space[round->to_act];

	return (struct stance){
		.hand = round->hand[round->to_act],
		.level = round->rules.level,
		.attack = round->attack,
		.distance = eg_round_distance(round),
		.behind = (uint8_t)(round->to_act == EG_WHITE ? space - 1 : EG_SPACES - space),
	};
}

/*
 * Returns how many cards of the hand are equal to a distance. No card is equal to a distance above
 * 5.
 */
static uint8_t held(const struct stance *stance, int distance)
{
	return stance->hand[distance <= EG_VALUES ? distance : 0];
}

/* Whether the player has the card, and this advance stops before the other fencer. */
static bool may_advance(const struct stance *stance, uint8_t card)
{
	return card < stance->distance && stance->hand[card] > 0;
}

/*
 * Whether the player has the card, and this retreat stays on the piste. A player may retreat in
 * their own turn, or when attacked by an advance-and-attack.
 */
static bool may_retreat(const struct stance *stance, uint8_t card)
{
	return card <= stance->behind && stance->hand[card] > 0;
}

/*
 * Returns how many cards an attack in the player's own turn may have, or 0 if the player can't
 * attack. In the basic rules an attack has one card.
 */
static uint8_t attack_limit(const struct stance *stance)
{
	uint8_t most = held(stance, stance->distance);

	return most > 1 && stance->level == EG_BASIC ? 1 : most;
}

/*
 * Returns how many cards an attack after an advance may have, or 0 if the player can't attack. If
 * the advance and the attack use the same card value, the card of the advance does not count for
 * the attack.
 */
static uint8_t advance_attack_limit(const struct stance *stance, uint8_t move)
{
	bool advances = stance->level == EG_ADVANCED && may_advance(stance, move);
	int card = advances ? stance->distance - move : 0;

	return (uint8_t)(held(stance, card) - (card == move));
}

/*
 * Whether the attacked player can parry. A parry takes as many cards as the attack, of the same
 * value.
 */
static bool may_parry(const struct stance *stance)
{
	return stance->hand[stance->attack.card] >= stance->attack.count;
}

static bool turn_allows(const struct stance *stance, struct eg_action action)
{
	switch ((enum eg_kind)action.kind) {
	case EG_ADVANCE:
		return may_advance(stance, action.move);
	case EG_RETREAT:
		return may_retreat(stance, action.move);
	case EG_ATTACK:
		return action.card == stance->distance && action.count <= attack_limit(stance);
	case EG_ADVANCE_ATTACK:
		return action.move + action.card == stance->distance &&
		       action.count <= advance_attack_limit(stance, action.move);
	case EG_PARRY:
	case EG_PASS:
		break;
	}
	return false;
}

/*
 * Whether the attacked player may play the action: a parry, or a retreat from an
 * advance-and-attack.
 */
static bool defence_allows(const struct stance *stance, struct eg_action action)
{
	if (action.kind == EG_PARRY)
		return may_parry(stance);
	return action.kind == EG_RETREAT && stance->attack.indirect &&
	       may_retreat(stance, action.move);
}

/*
 * Whether the action is allowed when the draw pile is empty in the basic rules: one last lunge, or
 * a pass.
 */
static bool last_lunge_allows(const struct stance *stance, struct eg_action action)
{
	if (action.kind == EG_PASS)
		return true;
	return action.kind == EG_ATTACK && turn_allows(stance, action);
}

bool eg_legal_action(const struct eg_round *round, struct eg_action action)
{
	if (round->phase == EG_OVER || !eg_action_is_well_formed(action))
		return false;
	struct stance stance = take_stance(round);

	if (round->phase == EG_TURN)
		return turn_allows(&stance, action);
	if (round->phase == EG_DEFEND)
		return defence_allows(&stance, action);
	return last_lunge_allows(&stance, action);
}

/* Whether the hand has a card of at most `limit`. The hand of the seat to act is never empty. */
static bool holds_up_to(const struct stance *stance, uint8_t limit)
{
	if (limit >= EG_VALUES)
		return true;
	for (uint8_t card = 1; card <= limit; card++)
		if (stance->hand[card] > 0)
			return true;
	return false;
}

/*
 * This is faster than to list the actions. In a turn, a card below the distance can advance, and a
 * card equal to the distance can attack.
 */
bool eg_legal_any(const struct eg_round *round)
{
	struct stance stance = take_stance(round);

	if (round->phase == EG_DEFEND)
		return may_parry(&stance) ||
		       (stance.attack.indirect && holds_up_to(&stance, stance.behind));
	return holds_up_to(&stance, stance.distance) || holds_up_to(&stance, stance.behind);
}

struct list {
	struct eg_action *actions;
	size_t count;
};

/*
 * Adds the action if it is legal. Does so without a branch, which would be slow, because a
 * processor can't predict random hands.
 */
static void offer(struct list *list, bool legal, struct eg_action action)
{
	list->actions[list->count] = action;
	list->count += legal;
}

/* Adds the moves that the cards of the hand allow, up to `most` spaces. */
static void list_steps(struct list *list, const struct stance *stance, enum eg_kind kind, int most)
{
	for (uint8_t n = 1; n <= EG_VALUES; n++)
		offer(list, (n <= most) & (stance->hand[n] > 0),
			(struct eg_action){(uint8_t)kind, n, 0, 0});
}

/* Adds the attacks with one card, two cards, up to `limit` cards. */
static void list_attacks(struct list *list, uint8_t limit, struct eg_action attack)
{
	for (attack.count = 1; attack.count <= limit; attack.count++)
		list->actions[list->count++] = attack;
}

/* Adds the advances. The two cards of an advance-and-attack add up to the distance. */
static void list_advances(struct list *list, const struct stance *stance)
{
	if (stance->distance > 2 * EG_VALUES || stance->level != EG_ADVANCED) {
		list_steps(list, stance, EG_ADVANCE, stance->distance - 1);
		return;
	}
	for (uint8_t n = 1; n <= EG_VALUES; n++) {
		uint8_t rest = (uint8_t)(stance->distance - n);

		if (!may_advance(stance, n))
			continue;
		offer(list, true, (struct eg_action){EG_ADVANCE, n, 0, 0});
		list_attacks(list, advance_attack_limit(stance, n),
			(struct eg_action){EG_ADVANCE_ATTACK, n, rest, 0});
	}
}

static void list_direct_attacks(struct list *list, const struct stance *stance)
{
	list_attacks(
		list, attack_limit(stance), (struct eg_action){EG_ATTACK, 0, stance->distance, 0});
}

/* Lists the actions in the byte order of their notations: +, -, =, pass, x. */
size_t eg_round_legal(const struct eg_round *round, struct eg_action legal[EG_LEGAL_MAX])
{
	struct list list = {legal, 0};

	if (round->phase == EG_OVER)
		return 0;
	struct stance stance = take_stance(round);

	if (round->phase == EG_TURN)
		list_advances(&list, &stance);
	if (round->phase == EG_TURN || (round->phase == EG_DEFEND && stance.attack.indirect))
		list_steps(&list, &stance, EG_RETREAT, stance.behind);
	if (round->phase == EG_DEFEND)
		offer(&list, may_parry(&stance), (struct eg_action){.kind = EG_PARRY});
	if (round->phase == EG_LAST_LUNGE)
		offer(&list, true, (struct eg_action){.kind = EG_PASS});
	if (round->phase == EG_TURN || round->phase == EG_LAST_LUNGE)
		list_direct_attacks(&list, &stance);
	return list.count;
}
