#include "engine/analysis/why.h"

#include <string.h>

#define END 2 /* with at most this many cards in the pile, the round ends within a turn or two */

/* What the player has after an action, before drawing. */
struct after {
	int distance;
	int lead; /* how much further the player's fencer has advanced than the other one */
	uint8_t hand[EG_VALUES + 1];
};

static bool attacks(struct eg_action action)
{
	return action.kind == EG_ATTACK || action.kind == EG_ADVANCE_ATTACK;
}

static bool moves(struct eg_action action)
{
	return action.kind == EG_ADVANCE || action.kind == EG_RETREAT;
}

static void move(const struct eg_view *view, struct eg_action action, struct after *after)
{
	int steps = action.kind == EG_ADVANCE ? action.move : -(int)action.move;
	int middle = view->space[EG_WHITE] + view->space[EG_BLACK] - (1 + EG_SPACES);

	after->distance = view->distance - steps;
	after->lead = (view->seat == EG_WHITE ? middle : -middle) + steps;
	memcpy(after->hand, view->hand, sizeof(after->hand));
	after->hand[action.move]--;
}

/* The number of cards of the hand that equal the distance, to attack with or to parry with. */
static int matching(const struct after *after)
{
	return after->distance <= EG_VALUES ? after->hand[after->distance] : 0;
}

/* The number of unseen cards that attack from this distance without an advance. */
static int threats(const struct eg_view *view, const struct after *after)
{
	return after->distance <= EG_VALUES ? view->unseen[after->distance] : 0;
}

static enum eg_why compare_moves(
	const struct eg_view *view, const struct after *played, const struct after *better)
{
	bool end = view->pile <= END;
	bool basic = view->rules.level == EG_BASIC; /* without parries, and cards don't count */
	bool fewer = !basic && matching(played) < matching(better);

	if (end && fewer)
		return EG_WHY_END_CARDS;
	if (end && played->lead < 0 && better->lead >= 0)
		return EG_WHY_END_POSITION;
	if (threats(view, played) > 0 && threats(view, better) == 0)
		return EG_WHY_IN_REACH;
	if (threats(view, played) > 0 && fewer)
		return EG_WHY_PARRY_SPENT;
	if (threats(view, played) > threats(view, better))
		return EG_WHY_EASY_TARGET;
	if (matching(played) == 0 && matching(better) > 0)
		return EG_WHY_NO_ATTACK;
	return EG_WHY_NONE;
}

static enum eg_why compare_attacks(struct eg_action played, struct eg_action better)
{
	if (played.count < better.count)
		return EG_WHY_WEAK_ATTACK;
	return played.count > better.count ? EG_WHY_DEAR_ATTACK : EG_WHY_NONE;
}

enum eg_why eg_why_worse(
	const struct eg_view *view, struct eg_action played, struct eg_action better)
{
	struct after after[2];

	if (played.kind == EG_PARRY)
		return better.kind == EG_RETREAT ? EG_WHY_PARRIED : EG_WHY_NONE;
	if (better.kind == EG_PARRY)
		return EG_WHY_NOT_PARRIED;
	if (attacks(played) && attacks(better))
		return compare_attacks(played, better);
	if (attacks(better))
		return played.kind == EG_RETREAT ? EG_WHY_RETREATED : EG_WHY_ATTACK_LEFT;
	if (attacks(played) && moves(better))
		return EG_WHY_EARLY_ATTACK;
	if (!moves(played) || !moves(better))
		return EG_WHY_NONE;
	move(view, played, &after[0]);
	move(view, better, &after[1]);
	return compare_moves(view, &after[0], &after[1]);
}

const char *eg_why_name(enum eg_why why)
{
	static const char *const names[EG_WHYS] = {
		[EG_WHY_NONE] = "none",
		[EG_WHY_PARRIED] = "parried",
		[EG_WHY_NOT_PARRIED] = "not_parried",
		[EG_WHY_RETREATED] = "retreated",
		[EG_WHY_ATTACK_LEFT] = "attack_left",
		[EG_WHY_WEAK_ATTACK] = "weak_attack",
		[EG_WHY_DEAR_ATTACK] = "dear_attack",
		[EG_WHY_EARLY_ATTACK] = "early_attack",
		[EG_WHY_END_POSITION] = "end_position",
		[EG_WHY_END_CARDS] = "end_cards",
		[EG_WHY_IN_REACH] = "in_reach",
		[EG_WHY_PARRY_SPENT] = "parry_spent",
		[EG_WHY_EASY_TARGET] = "easy_target",
		[EG_WHY_NO_ATTACK] = "no_attack",
	};

	return names[why];
}
