#include "engine/analysis/why.h"

#include <string.h>

#define END  2 /* with at most this many cards in the pile, the round ends within a turn or two */
#define NEAR 6 /* with at most this many cards in the pile, the end is near */

/* What the player has after an action, before drawing. */
struct after {
	struct eg_action action;
	bool ends; /* the round ends, or only the last lunge of the basic rules follows */
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

/* Whether the player draws the last card when they have used this many cards. */
static bool empties_pile(const struct eg_view *view, unsigned used)
{
	unsigned size = EG_HAND + used;

	for (size_t value = 1; value <= EG_VALUES; value++)
		size -= view->hand[value];
	return size >= view->pile;
}

/* Computes what follows an action. Only for a move, `ends` is right. */
static void play(const struct eg_view *view, struct eg_action action, struct after *after)
{
	int steps = action.kind == EG_RETREAT ? -(int)action.move : action.move;
	int middle = view->space[EG_WHITE] + view->space[EG_BLACK] - (1 + EG_SPACES);
	bool parry = action.kind == EG_PARRY;
	uint8_t card = parry ? view->attack.card : action.card;
	uint8_t count = parry ? view->attack.count : action.count;

	after->action = action;
	after->ends = empties_pile(view, 1);
	after->distance = view->distance - steps;
	after->lead = (view->seat == EG_WHITE ? middle : -middle) + steps;
	memcpy(after->hand, view->hand, sizeof(after->hand));
	after->hand[action.move] = (uint8_t)(after->hand[action.move] - (action.move > 0));
	after->hand[card] = (uint8_t)(after->hand[card] - count);
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

/* The number of pairs of unseen cards that make an advance-and-attack from this distance. */
static int pairs(const struct eg_view *view, const struct after *after)
{
	int count = 0;

	if (view->rules.level != EG_ADVANCED)
		return 0;
	for (int step = 1; step <= EG_VALUES; step++) {
		int card = after->distance - step;

		if (card >= step && card <= EG_VALUES)
			count += card > step ? view->unseen[step] * view->unseen[card]
					     : view->unseen[step] * (view->unseen[step] - 1) / 2;
	}
	return count;
}

static bool is_in_reach(const struct eg_view *view, const struct after *after)
{
	return threats(view, after) > 0 || pairs(view, after) > 0;
}

/* The number of unseen cards with which the other player would advance into a direct attack. */
static int answers(const struct eg_view *view, const struct after *after)
{
	int count = 0;

	for (int step = 1; step <= EG_VALUES; step++) {
		int left = after->distance - step;

		if (left >= 1 && left <= EG_VALUES && after->hand[left] > 0)
			count += view->unseen[step];
	}
	return count;
}

/* The number of different values in the hand. */
static int values(const struct after *after)
{
	int count = 0;

	for (size_t value = 1; value <= EG_VALUES; value++)
		count += after->hand[value] > 0;
	return count;
}

/* Moves */

static int sign(int number)
{
	return (number > 0) - (number < 0);
}

static bool has_fewer_matching(
	const struct eg_view *view, const struct after *played, const struct after *better)
{
	/* The basic rules know no parries, and at their end the cards don't count. */
	return view->rules.level != EG_BASIC && matching(played) < matching(better);
}

/* Compares two moves if one of them ends the round, or if the pile is nearly empty. */
static enum eg_why compare_ends(
	const struct eg_view *view, const struct after *played, const struct after *better)
{
	if (played->ends && !better->ends)
		return played->lead <= 0 ? EG_WHY_END_BEHIND : EG_WHY_NONE;
	if (has_fewer_matching(view, played, better))
		return EG_WHY_END_CARDS;
	if (sign(played->lead) < sign(better->lead))
		return EG_WHY_END_POSITION;
	return better->ends && !played->ends && better->lead > 0 ? EG_WHY_END_AHEAD : EG_WHY_NONE;
}

/* Compares moves by the direct attacks that may follow. */
static enum eg_why compare_threats(
	const struct eg_view *view, const struct after *played, const struct after *better)
{
	if (threats(view, played) == 0)
		return EG_WHY_NONE;
	if (threats(view, better) == 0)
		return EG_WHY_IN_REACH;
	if (has_fewer_matching(view, played, better))
		return EG_WHY_PARRY_SPENT;
	return threats(view, played) > threats(view, better) ? EG_WHY_EASY_TARGET : EG_WHY_NONE;
}

/* Compares moves by what the players may do in their next turns. */
static enum eg_why compare_plans(
	const struct eg_view *view, const struct after *played, const struct after *better)
{
	bool reached = is_in_reach(view, played);
	bool retreat = played->action.kind == EG_RETREAT;

	if (reached && !is_in_reach(view, better))
		return EG_WHY_OUT_OF_REACH;
	if (played->lead < better->lead && (retreat || view->pile <= NEAR))
		return EG_WHY_GROUND;
	if (!reached && answers(view, played) < answers(view, better))
		return EG_WHY_READY;
	if (matching(played) == 0 && matching(better) > 0)
		return EG_WHY_NO_ATTACK;
	if (!reached && values(played) < values(better))
		return EG_WHY_VARIETY;
	if (reached && !retreat && view->rules.level != EG_BASIC &&
		view->unseen[played->action.move] < view->unseen[better->action.move])
		return EG_WHY_RARE_CARD;
	return EG_WHY_NONE;
}

static enum eg_why compare_moves(
	const struct eg_view *view, const struct after *played, const struct after *better)
{
	bool ends = played->ends || better->ends;
	enum eg_why why = EG_WHY_NONE;

	if (ends || view->pile <= END)
		why = compare_ends(view, played, better);
	if (why == EG_WHY_NONE && !ends)
		why = compare_threats(view, played, better);
	if (why == EG_WHY_NONE && !ends)
		why = compare_plans(view, played, better);
	if (why != EG_WHY_NONE || ends || played->lead == better->lead)
		return why;
	return played->lead < better->lead ? EG_WHY_FORWARD : EG_WHY_DISTANCE;
}

/* Attacks and parries */

/* Why a move is better than an attack or a parry. `early` is the reason if the round goes on. */
static enum eg_why explain_move(const struct after *better, enum eg_why early)
{
	if (!better->ends)
		return early;
	return better->lead > 0 ? EG_WHY_END_AHEAD : EG_WHY_NONE;
}

static enum eg_why compare_attacks(
	const struct eg_view *view, struct eg_action played, struct eg_action better)
{
	unsigned used = better.move > 0 ? better.count + 1U : better.count;

	if (played.count < better.count)
		return EG_WHY_WEAK_ATTACK;
	if (played.count > better.count)
		return empties_pile(view, used) ? EG_WHY_NONE : EG_WHY_DEAR_ATTACK;
	if (played.move == better.move)
		return EG_WHY_NONE;
	return played.move < better.move ? EG_WHY_GROUND : EG_WHY_DISTANCE;
}

static bool is_sure(const struct eg_view *view, struct eg_action action)
{
	return action.kind == EG_ATTACK &&
	       (view->rules.level == EG_BASIC || view->unseen[action.card] < action.count);
}

static enum eg_why explain_attack(
	const struct eg_view *view, struct eg_action played, struct eg_action better)
{
	if (is_sure(view, better))
		return EG_WHY_SURE_ATTACK;
	if (attacks(played))
		return compare_attacks(view, played, better);
	return played.kind == EG_RETREAT ? EG_WHY_RETREATED : EG_WHY_ATTACK_LEFT;
}

enum eg_why eg_why_worse(
	const struct eg_view *view, struct eg_action played, struct eg_action better)
{
	struct after after[2];

	if (better.kind == EG_PARRY)
		return EG_WHY_NOT_PARRIED;
	if (attacks(better))
		return explain_attack(view, played, better);
	if (!moves(better))
		return EG_WHY_NONE;
	play(view, better, &after[1]);
	if (!moves(played))
		return explain_move(
			&after[1], played.kind == EG_PARRY ? EG_WHY_PARRIED : EG_WHY_EARLY_ATTACK);
	play(view, played, &after[0]);
	return compare_moves(view, &after[0], &after[1]);
}

/* What the reasons praise. Each function returns how much of it the player has after an action. */

static int lead(const struct eg_view *view, const struct after *after)
{
	(void)view;
	return after->lead;
}

static int guards(const struct eg_view *view, const struct after *after)
{
	(void)view;
	return matching(after);
}

static int variety(const struct eg_view *view, const struct after *after)
{
	(void)view;
	return values(after);
}

static int safety(const struct eg_view *view, const struct after *after)
{
	return -threats(view, after);
}

static int force(const struct eg_view *view, const struct after *after)
{
	(void)view;
	return attacks(after->action) ? after->action.count : 0;
}

static int thrift(const struct eg_view *view, const struct after *after)
{
	(void)view;
	return attacks(after->action) ? -(int)after->action.count : -EG_COPIES - 1;
}

/* A card is easy to spare if the other player may hold many of them. */
static int spare(const struct eg_view *view, const struct after *after)
{
	return moves(after->action) ? view->unseen[after->action.move] : 0;
}

bool eg_why_is_surpassed(const struct eg_view *view, struct eg_action action, enum eg_why why)
{
	static int (*const praised[EG_WHYS])(const struct eg_view *, const struct after *) = {
		[EG_WHY_WEAK_ATTACK] = force,
		[EG_WHY_DEAR_ATTACK] = thrift,
		[EG_WHY_END_CARDS] = guards,
		[EG_WHY_END_POSITION] = lead,
		[EG_WHY_PARRY_SPENT] = guards,
		[EG_WHY_EASY_TARGET] = safety,
		[EG_WHY_GROUND] = lead,
		[EG_WHY_READY] = answers,
		[EG_WHY_VARIETY] = variety,
		[EG_WHY_RARE_CARD] = spare,
	};
	struct after after, other;

	if (!praised[why])
		return false;
	play(view, action, &after);
	for (uint8_t i = 0; i < view->legal_count; i++) {
		play(view, view->legal[i], &other);
		if (praised[why](view, &other) > praised[why](view, &after))
			return true;
	}
	return false;
}

const char *eg_why_name(enum eg_why why)
{
	static const char *const names[EG_WHYS] = {
		[EG_WHY_NONE] = "none",
		[EG_WHY_PARRIED] = "parried",
		[EG_WHY_NOT_PARRIED] = "not_parried",
		[EG_WHY_SURE_ATTACK] = "sure_attack",
		[EG_WHY_RETREATED] = "retreated",
		[EG_WHY_ATTACK_LEFT] = "attack_left",
		[EG_WHY_WEAK_ATTACK] = "weak_attack",
		[EG_WHY_DEAR_ATTACK] = "dear_attack",
		[EG_WHY_EARLY_ATTACK] = "early_attack",
		[EG_WHY_END_CARDS] = "end_cards",
		[EG_WHY_END_POSITION] = "end_position",
		[EG_WHY_END_AHEAD] = "end_ahead",
		[EG_WHY_END_BEHIND] = "end_behind",
		[EG_WHY_IN_REACH] = "in_reach",
		[EG_WHY_PARRY_SPENT] = "parry_spent",
		[EG_WHY_EASY_TARGET] = "easy_target",
		[EG_WHY_OUT_OF_REACH] = "out_of_reach",
		[EG_WHY_GROUND] = "ground",
		[EG_WHY_READY] = "ready",
		[EG_WHY_VARIETY] = "variety",
		[EG_WHY_RARE_CARD] = "rare_card",
		[EG_WHY_NO_ATTACK] = "no_attack",
		[EG_WHY_FORWARD] = "forward",
		[EG_WHY_DISTANCE] = "distance",
	};

	return names[why];
}
