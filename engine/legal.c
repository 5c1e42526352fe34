#include "engine/legal.h"

#include "engine/action.h"

/* The spaces between a fencer and his own end of the piste. */
static uint8_t room_behind(const struct eg_round *round)
{
	uint8_t space = round->space[round->to_act];

	return (uint8_t)(round->to_act == EG_WHITE ? space - 1 : EG_SPACES - space);
}

/* Cards of a value in the hand of who is to act. */
static uint8_t held(const struct eg_round *round, uint8_t card)
{
	return round->hand[round->to_act][card];
}

/* Cards equal to the distance in the hand of who is to act. */
static uint8_t held_at_distance(const struct eg_round *round)
{
	uint8_t distance = eg_round_distance(round);

	return distance <= EG_VALUES ? held(round, distance) : 0;
}

/* A turn: advance N, short of the other fencer. */
static bool may_advance(const struct eg_round *round, uint8_t card)
{
	return held(round, card) > 0 && card < eg_round_distance(round);
}

/* A turn, or being attacked by an advance-and-attack: retreat N, staying on the piste. */
static bool may_retreat(const struct eg_round *round, uint8_t card)
{
	return held(round, card) > 0 && card <= room_behind(round);
}

/* A turn: the strongest attack; basic knows one card only. */
static uint8_t attack_limit(const struct eg_round *round)
{
	uint8_t most = held_at_distance(round);

	return most > 1 && round->rules.level == EG_BASIC ? 1 : most;
}

/*
 * A turn: the strongest attack after advancing N. The attack's card may equal the advance's,
 * which is then not counted twice.
 */
static uint8_t advance_attack_limit(const struct eg_round *round, uint8_t move)
{
	uint8_t distance = eg_round_distance(round);

	if (round->rules.level != EG_ADVANCED || held(round, move) == 0 || distance <= move ||
		distance - move > EG_VALUES)
		return 0;
	uint8_t card = (uint8_t)(distance - move);
	return (uint8_t)(held(round, card) - (card == move));
}

/* Being attacked: a parry takes exactly as many cards of the same value. */
static bool may_parry(const struct eg_round *round)
{
	return held(round, round->attack.card) >= round->attack.count;
}

static bool turn_allows(const struct eg_round *round, struct eg_action action)
{
	switch ((enum eg_kind)action.kind) {
	case EG_ADVANCE:
		return may_advance(round, action.move);
	case EG_RETREAT:
		return may_retreat(round, action.move);
	case EG_ATTACK:
		return action.card == eg_round_distance(round) &&
		       action.count <= attack_limit(round);
	case EG_ADVANCE_ATTACK:
		return action.move + action.card == eg_round_distance(round) &&
		       action.count <= advance_attack_limit(round, action.move);
	case EG_PARRY:
	case EG_PASS:
		return false;
	}
	return false;
}

/* Being attacked: parry, or retreat from an advance-and-attack only. */
static bool defence_allows(const struct eg_round *round, struct eg_action action)
{
	if (action.kind == EG_PARRY)
		return may_parry(round);
	return action.kind == EG_RETREAT && round->attack.indirect &&
	       may_retreat(round, action.move);
}

/* The end of the draw pile, basic: one last lunge, or a pass. */
static bool last_lunge_allows(const struct eg_round *round, struct eg_action action)
{
	if (action.kind == EG_PASS)
		return true;
	return action.kind == EG_ATTACK && turn_allows(round, action);
}

bool eg_legal_action(const struct eg_round *round, struct eg_action action)
{
	if (!eg_action_well_formed(action))
		return false;
	switch (round->phase) {
	case EG_TURN:
		return turn_allows(round, action);
	case EG_DEFEND:
		return defence_allows(round, action);
	case EG_LAST_LUNGE:
		return last_lunge_allows(round, action);
	case EG_OVER:
		return false;
	}
	return false;
}

static uint8_t lowest_card(const struct eg_round *round)
{
	uint8_t card = 1;

	while (card <= EG_VALUES && held(round, card) == 0)
		card++;
	return card;
}

/*
 * The lowest card tells: if it is below the distance it advances, if it is the distance it
 * attacks, and when it cannot retreat no other can. A hand without cards has no action.
 */
bool eg_legal_any(const struct eg_round *round)
{
	uint8_t lowest = lowest_card(round);

	if (lowest > EG_VALUES)
		return false;
	if (round->phase == EG_DEFEND)
		return may_parry(round) || (round->attack.indirect && lowest <= room_behind(round));
	if (round->phase == EG_LAST_LUNGE)
		return true;
	return lowest <= eg_round_distance(round) || lowest <= room_behind(round);
}

struct list {
	struct eg_action *actions;
	size_t count;
};

/* Writes first and counts after: hands are too random for a processor to foresee. */
static void offer(struct list *list, bool legal, struct eg_action action)
{
	list->actions[list->count] = action;
	list->count += legal;
}

static void list_attacks(struct list *list, uint8_t limit, struct eg_action attack)
{
	for (attack.count = 1; attack.count <= limit; attack.count++)
		offer(list, true, attack);
}

static void list_advances(struct list *list, const struct eg_round *round)
{
	uint8_t distance = eg_round_distance(round);

	for (uint8_t n = 1; n <= EG_VALUES; n++) {
		offer(list, may_advance(round, n), (struct eg_action){EG_ADVANCE, n, 0, 0});
		if (distance > n)
			list_attacks(list, advance_attack_limit(round, n),
				(struct eg_action){
					EG_ADVANCE_ATTACK, n, (uint8_t)(distance - n), 0});
	}
}

static void list_retreats(struct list *list, const struct eg_round *round)
{
	for (uint8_t n = 1; n <= EG_VALUES; n++)
		offer(list, may_retreat(round, n), (struct eg_action){EG_RETREAT, n, 0, 0});
}

static void list_direct_attacks(struct list *list, const struct eg_round *round)
{
	list_attacks(list, attack_limit(round),
		(struct eg_action){EG_ATTACK, 0, eg_round_distance(round), 0});
}

/* Byte order of the notation: + before - before = before pass before x. */
size_t eg_round_legal(const struct eg_round *round, struct eg_action legal[EG_LEGAL_MAX])
{
	struct list list = {legal, 0};

	switch (round->phase) {
	case EG_TURN:
		list_advances(&list, round);
		list_retreats(&list, round);
		list_direct_attacks(&list, round);
		break;
	case EG_DEFEND:
		if (round->attack.indirect)
			list_retreats(&list, round);
		offer(&list, may_parry(round), (struct eg_action){EG_PARRY, 0, 0, 0});
		break;
	case EG_LAST_LUNGE:
		offer(&list, true, (struct eg_action){EG_PASS, 0, 0, 0});
		list_direct_attacks(&list, round);
		break;
	case EG_OVER:
		break;
	}
	return list.count;
}
