#include "engine/engarde.h"

#include <string.h>

#define CHOICE_PLACES (3 * EG_VALUES + 3)

/* x is missing, because it is notation, and y, because people write it for "yes". */
static const char letters[] = "abcdefghijklmnopqrstuvwz";
_Static_assert(EG_LETTERS == sizeof(letters) - 1 && EG_CHOICES_MAX <= EG_LETTERS,
	"each choice has a letter");

/*
 * Returns the place of an action in the list: the kinds in the order of this function, and within
 * a kind the smallest move first. Attacks with the same move stay in the order of the view.
 */
static unsigned place_of(struct eg_action action)
{
	switch ((enum eg_kind)action.kind) {
	case EG_ATTACK:
		return 0;
	case EG_ADVANCE_ATTACK:
		return action.move;
	case EG_PARRY:
		return EG_VALUES + 1;
	case EG_ADVANCE:
		return EG_VALUES + 1 + action.move;
	case EG_RETREAT:
		return 2 * EG_VALUES + 1 + action.move;
	case EG_PASS:
		break;
	}
	return CHOICE_PLACES - 1;
}

size_t eg_view_choices(const struct eg_view *view, struct eg_action choices[EG_LEGAL_MAX])
{
	size_t count = 0;

	for (unsigned place = 0; place < CHOICE_PLACES; place++)
		for (size_t i = 0; i < view->legal_count; i++)
			if (place_of(view->legal[i]) == place)
				choices[count++] = view->legal[i];
	return count;
}

size_t eg_choices_line(const struct eg_action *choices, size_t count)
{
	size_t line = 1;

	while (line < count && choices[line].kind == choices[0].kind)
		line++;
	return line;
}

char eg_choice_letter(size_t index)
{
	return letters[index];
}

size_t eg_choice_index(char letter)
{
	size_t index = 0;

	while (index < EG_LETTERS && letters[index] != letter)
		index++;
	return index;
}

bool eg_view_fits(
	const struct eg_view *view, struct eg_action action, const uint8_t cards[EG_VALUES + 1])
{
	uint8_t used[EG_VALUES + 1] = {0};
	size_t total = 0, last = 0;

	if (action.kind == EG_PARRY) {
		action.card = view->attack.card;
		action.count = view->attack.count;
	}
	used[action.move] = 1;
	used[action.card] = (uint8_t)(used[action.card] + action.count);
	used[0] = 0; /* the index of a field that the action does not use */
	for (size_t value = 1; value <= EG_VALUES; value++) {
		total += cards[value];
		if (cards[value] > 0)
			last = value;
	}
	return total == 1 ? used[last] > 0 : memcmp(used, cards, sizeof(used)) == 0;
}

/* Returns how many spaces lie behind a player. */
static unsigned count_behind(const struct eg_view *view, enum eg_seat seat)
{
	if (seat == EG_WHITE)
		return view->space[EG_WHITE] - 1U;
	return EG_SPACES - (unsigned)view->space[EG_BLACK];
}

/* Whether enough cards of the attack's value exist for both the attack and a parry. */
static bool may_be_parried(const struct eg_attack *attack)
{
	return 2 * attack->count <= EG_COPIES;
}

/*
 * Finds the only answer to an attack. A player who can't answer has lost the round already, so a
 * direct attack can be parried. The single retreat has to be of one space: each longer one needs
 * another card, and nobody knows which of them the player holds.
 */
static bool find_answer(const struct eg_view *view, struct eg_action *action)
{
	unsigned behind = count_behind(view, view->to_act);

	if (!view->attack.indirect || behind == 0)
		*action = (struct eg_action){.kind = EG_PARRY};
	else if (behind == 1 && !may_be_parried(&view->attack))
		*action = (struct eg_action){.kind = EG_RETREAT, .move = 1};
	else
		return false;
	return true;
}

bool eg_view_forced(const struct eg_view *view, struct eg_action *action)
{
	if (view->phase == EG_DEFEND)
		return find_answer(view, action);
	if (view->phase != EG_TURN || view->rules.level != EG_BASIC || view->distance > 1 ||
		count_behind(view, view->to_act) > 0)
		return false;
	*action = (struct eg_action){.kind = EG_ATTACK, .card = 1, .count = 1};
	return true;
}

/* Plans */

/* Returns the smaller of two numbers, which are numbers of spaces or cards. */
static uint8_t least(unsigned a, unsigned b)
{
	return (uint8_t)(a < b ? a : b);
}

/* Adds the moves with the cards of the hand, up to `most` spaces. */
static size_t plan_moves(const struct eg_view *view, enum eg_kind kind, unsigned most,
	struct eg_action plans[EG_PLANS_MAX], size_t count)
{
	for (uint8_t card = 1; card <= least(most, EG_VALUES); card++)
		if (view->hand[card] > 0)
			plans[count++] = (struct eg_action){.kind = (uint8_t)kind, .move = card};
	return count;
}

/*
 * Adds the attacks, but none with cards equal to the distance: the distance changes before the
 * player's own turn, unless the other player attacks from where they stand. Then the answer is a
 * parry.
 */
static size_t plan_attacks(
	const struct eg_view *view, unsigned farthest, struct eg_action plans[EG_PLANS_MAX])
{
	const unsigned most = view->rules.level == EG_BASIC ? 1 : EG_HAND;
	size_t attacks = 0;

	for (uint8_t card = 1; card <= least(farthest, EG_VALUES); card++)
		for (uint8_t i = 1; i <= least(view->hand[card], most); i++)
			if (card != view->distance && card + EG_VALUES >= view->distance)
				plans[attacks++] =
					(struct eg_action){EG_ATTACK, .card = card, .count = i};
	return attacks;
}

size_t eg_view_plans(const struct eg_view *view, struct eg_action plans[EG_PLANS_MAX])
{
	/* the longest distance of each level from which an attack may come that can be parried */
	static const unsigned reach[] = {
		[EG_BASIC] = 0, [EG_STANDARD] = EG_VALUES, [EG_ADVANCED] = 2 * EG_VALUES};
	const unsigned farthest =
		view->distance + least(count_behind(view, eg_opponent(view->seat)), EG_VALUES);
	size_t count = plan_attacks(view, farthest, plans);

	if (view->distance <= reach[view->rules.level])
		plans[count++] = (struct eg_action){.kind = EG_PARRY};
	count = plan_moves(view, EG_ADVANCE, farthest - 1, plans, count);
	return plan_moves(view, EG_RETREAT, count_behind(view, view->seat), plans, count);
}

/* Lost rounds */

static uint8_t distance_after(const struct eg_view *view, struct eg_action action)
{
	bool back = action.kind == EG_RETREAT;

	return (uint8_t)(back ? view->distance + action.move : view->distance - action.move);
}

/* Puts all unseen cards of this value on top of the draw pile, and then into the other hand. */
static void hide(struct eg_round *round, uint8_t value, uint8_t count, uint8_t *place)
{
	for (; count > 0; count--)
		if (*place < EG_DECK)
			round->deck[(*place)++] = value;
		else
			round->hand[eg_opponent(round->to_act)][value]++;
}

/*
 * Makes the best round that the player can hope for if a draw of the whole pile ends it: the pile
 * has as many cards equal to `distance` as it can have, and the other player has none but the rest.
 */
static void hope(const struct eg_view *view, uint8_t distance, struct eg_round *round)
{
	uint8_t place = (uint8_t)(EG_DECK - view->pile);
	uint8_t first = distance <= EG_VALUES ? distance : 0;

	*round = (struct eg_round){.rules = view->rules,
		.to_act = view->to_act,
		.phase = view->phase,
		.attack = view->attack,
		.drawn = place,
		.plies = view->plies};
	memcpy(round->space, view->space, sizeof(round->space));
	memcpy(round->hand[view->to_act], view->hand, sizeof(view->hand));
	hide(round, first, view->unseen[first], &place);
	for (uint8_t value = 1; value <= EG_VALUES; value++)
		if (value != first)
			hide(round, value, view->unseen[value], &place);
}

static bool loses(const struct eg_view *view, struct eg_action action)
{
	struct eg_round round;

	hope(view, distance_after(view, action), &round);
	enum eg_error error = eg_round_play(&round, action);
	(void)error; /* a round is not over after an action that is not allowed */
	return round.phase == EG_OVER && round.result.winner == eg_opponent(view->to_act);
}

bool eg_view_lost(const struct eg_view *view, struct eg_action *action)
{
	struct eg_action choices[EG_LEGAL_MAX];
	size_t count = eg_view_choices(view, choices);

	/* In the basic rules, the other player's last lunge follows a move. */
	if (view->rules.level == EG_BASIC || count == 0)
		return false;
	for (size_t i = 0; i < count; i++)
		if (!loses(view, choices[i]))
			return false;
	*action = choices[0];
	return true;
}
