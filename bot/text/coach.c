#include "bot/text/coach.h"

#include "bot/text/render.h"

/*
 * Returns the longest distance that an attack can have. An attack takes a card equal to the
 * distance. In the advanced rules a player may advance with another card first.
 */
static uint8_t reach_of(const struct eg_view *view)
{
	return view->rules.level == EG_ADVANCED ? 2 * EG_VALUES : EG_VALUES;
}

/* Returns the distance after the move of an action. */
static uint8_t gap_after(const struct eg_view *view, struct eg_action action)
{
	return (uint8_t)(action.kind == EG_RETREAT ? view->distance + action.move
						   : view->distance - action.move);
}

/* Finds the legal attack of this kind with the most cards. Returns false if there is none. */
static bool find_attack(const struct eg_view *view, enum eg_kind kind, struct bot_coach_tip *tip)
{
	tip->count = 0;
	for (uint8_t i = 0; i < view->legal_count; i++) {
		struct eg_action action = view->legal[i];

		if (action.kind != kind || action.count <= tip->count)
			continue;
		tip->action = action;
		tip->gap = gap_after(view, action);
		tip->card = action.card;
		tip->count = action.count;
	}
	return tip->count > 0;
}

/*
 * Finds a move of this kind after which no attack can reach the player. If there are several, finds
 * the one that leaves the shortest distance. Returns false if there is none.
 */
static bool find_safe_move(const struct eg_view *view, enum eg_kind kind, struct bot_coach_tip *tip)
{
	tip->gap = 0;
	for (uint8_t i = 0; i < view->legal_count; i++) {
		struct eg_action action = view->legal[i];
		uint8_t gap = gap_after(view, action);

		if (action.kind != kind || gap <= reach_of(view) ||
			(tip->gap > 0 && gap >= tip->gap))
			continue;
		tip->action = action;
		tip->gap = gap;
	}
	return tip->gap > 0;
}

/*
 * Finds a move after which the player holds cards equal to the new distance: the move after which
 * they hold the most such cards. Returns false if there is none.
 */
static bool find_prepared_move(const struct eg_view *view, struct bot_coach_tip *tip)
{
	tip->count = 0;
	for (uint8_t i = 0; i < view->legal_count; i++) {
		struct eg_action action = view->legal[i];
		uint8_t gap = gap_after(view, action);

		if ((action.kind != EG_ADVANCE && action.kind != EG_RETREAT) || gap > EG_VALUES)
			continue;
		uint8_t kept = (uint8_t)(view->hand[gap] - (action.move == gap));
		if (kept <= tip->count)
			continue;
		tip->action = action;
		tip->gap = tip->card = gap;
		tip->count = kept;
	}
	return tip->count > 0;
}

static bool has_legal(const struct eg_view *view, enum eg_kind kind)
{
	for (uint8_t i = 0; i < view->legal_count; i++)
		if (view->legal[i].kind == kind)
			return true;
	return false;
}

static enum bot_msg choose_defence(const struct eg_view *view, struct bot_coach_tip *tip)
{
	tip->card = view->attack.card;
	tip->count = view->attack.count;
	if (!has_legal(view, EG_PARRY))
		return BOT_MSG_COACH_RETREAT;
	if (view->pile == 0)
		return BOT_MSG_COACH_PARRY_LAST;
	return has_legal(view, EG_RETREAT) ? BOT_MSG_COACH_PARRY_OR_RETREAT : BOT_MSG_COACH_PARRY;
}

/* Chooses what to say about a player's own turn in which they can attack directly. */
static enum bot_msg choose_attack(const struct eg_view *view, const struct bot_coach_tip *tip)
{
	if (view->rules.level == EG_BASIC)
		return BOT_MSG_COACH_TOUCH;
	/* The other player holds at most the remaining cards of this value. */
	return tip->count > EG_COPIES - tip->count ? BOT_MSG_COACH_SURE : BOT_MSG_COACH_ATTACK;
}

static enum bot_msg choose_turn(const struct eg_view *view, struct bot_coach_tip *tip)
{
	bool basic = view->rules.level == EG_BASIC;

	if (find_attack(view, EG_ATTACK, tip))
		return choose_attack(view, tip);
	if (find_attack(view, EG_ADVANCE_ATTACK, tip))
		return BOT_MSG_COACH_INDIRECT;
	/* Only moves are legal. A move takes one card, and the player fills their hand again. */
	if (view->pile <= EG_HAND + 1 - view->hand_size[view->seat])
		return basic ? BOT_MSG_COACH_LAST_BASIC : BOT_MSG_COACH_LAST;
	if (view->distance > reach_of(view))
		return find_safe_move(view, EG_ADVANCE, tip) ? BOT_MSG_COACH_FAR
							     : BOT_MSG_COACH_FAR_EDGE;
	/* In the basic rules nobody can parry. */
	if (!basic && find_prepared_move(view, tip))
		return BOT_MSG_COACH_PREPARE;
	if (find_safe_move(view, EG_RETREAT, tip))
		return BOT_MSG_COACH_AWAY;
	if (view->rules.level != EG_ADVANCED || view->distance == 1)
		return BOT_MSG_COACH_NOTHING;
	return view->distance > EG_VALUES ? BOT_MSG_COACH_NOTHING_FAR
					  : BOT_MSG_COACH_NOTHING_ADVANCED;
}

struct bot_coach_tip bot_coach_choose(const struct eg_view *view)
{
	struct bot_coach_tip tip = {0};

	if (view->phase == EG_DEFEND)
		tip.msg = choose_defence(view, &tip);
	else if (view->phase == EG_LAST_LUNGE)
		tip.msg = BOT_MSG_COACH_LUNGE;
	else
		tip.msg = choose_turn(view, &tip);
	return tip;
}

void bot_coach_say(struct bot_page *page, const struct eg_view *view)
{
	const struct bot_coach_tip tip = bot_coach_choose(view);
	char cards[BOT_CARDS_SIZE], words[2 * BOT_CARDS_SIZE];
	struct bot_args args = {.distance = view->distance,
		.gap = tip.gap,
		.reach = reach_of(view),
		.move = tip.action.move,
		.cards = cards,
		.words = words};

	bot_render_cards(tip.card, tip.count, cards);
	bot_page_string(page->lang,
		tip.action.kind == EG_RETREAT ? BOT_MSG_ACT_RETREAT : BOT_MSG_ACT_ADVANCE, &args,
		words, sizeof(words));
	bot_page_say(page, BOT_MSG_COACH, NULL);
	bot_page_say(page, tip.msg, &args);
}
