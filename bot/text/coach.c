#include "bot/text/coach.h"

#include "bot/text/analysis.h"
#include "bot/text/render.h"

#include <math.h>

/*
 * The judge mixes actions that are about equally good. If it plays its second action at least this
 * often, the coach recommends both.
 */
#define EITHER 0.25F

/* What the position means */

/*
 * Returns the longest distance that an attack can have. An attack takes a card equal to the
 * distance. In the advanced rules a player may advance with another card first.
 */
static uint8_t reach_of(const struct eg_view *view)
{
	return view->rules.level == EG_ADVANCED ? 2 * EG_VALUES : EG_VALUES;
}

/* Finds the legal attack without an advance that has the most cards. Returns false if none is. */
static bool find_attack(const struct eg_view *view, struct bot_coach_tip *tip)
{
	for (uint8_t i = 0; i < view->legal_count; i++) {
		struct eg_action action = view->legal[i];

		if (action.kind != EG_ATTACK || action.count <= tip->count)
			continue;
		tip->card = action.card;
		tip->count = action.count;
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

/* Whether the player draws the last card, if there is one, after an action that takes one card. */
static bool draws_last(const struct eg_view *view)
{
	return view->pile <= EG_HAND + 1 - view->hand_size[view->seat];
}

/* Chooses what to say to a player who can only retreat from an attack. */
static enum bot_msg choose_retreat(const struct eg_view *view)
{
	if (!draws_last(view))
		return BOT_MSG_COACH_RETREAT;
	return view->pile == 0 && view->rules.final_retreat == EG_FINAL_POSITION
		       ? BOT_MSG_COACH_RETREAT_LAST
		       : BOT_MSG_COACH_LAST;
}

/* Whether the player could do nothing more after a parry: each card left is too large. */
static bool parry_blocks(const struct eg_view *view)
{
	uint8_t space = view->space[view->seat];
	uint8_t behind = (uint8_t)(view->seat == EG_WHITE ? space - 1 : EG_SPACES - space);

	for (uint8_t value = 1; value <= EG_VALUES; value++) {
		int left = view->hand[value];

		if (value == view->attack.card)
			left -= view->attack.count;
		if (left > 0 && (value <= view->distance || value <= behind))
			return false;
	}
	return true;
}

static enum bot_msg choose_defence(const struct eg_view *view, struct bot_coach_tip *tip)
{
	tip->card = view->attack.card;
	tip->count = view->attack.count;
	if (!has_legal(view, EG_PARRY))
		return choose_retreat(view);
	if (view->pile == 0)
		return BOT_MSG_COACH_PARRY_LAST;
	if (parry_blocks(view))
		return BOT_MSG_RULES_STUCK;
	return has_legal(view, EG_RETREAT) ? BOT_MSG_COACH_PARRY_OR_RETREAT : BOT_MSG_COACH_PARRY;
}

/* Chooses what to say about a player's own turn in which they can attack without an advance. */
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

	if (find_attack(view, tip))
		return choose_attack(view, tip);
	if (has_legal(view, EG_ADVANCE_ATTACK))
		return BOT_MSG_COACH_INDIRECT;
	/* Only moves are legal. */
	if (draws_last(view))
		return basic ? BOT_MSG_COACH_LAST_BASIC : BOT_MSG_COACH_LAST;
	if (view->distance > reach_of(view))
		return BOT_MSG_COACH_FAR;
	if (view->rules.level != EG_ADVANCED || view->distance == 1)
		return BOT_MSG_COACH_NOTHING;
	return view->distance > EG_VALUES ? BOT_MSG_COACH_NOTHING_FAR
					  : BOT_MSG_COACH_NOTHING_ADVANCED;
}

/* What the coach would play */

/* Finds the action that the judge plays most often, apart from the action at index `excluded`. */
static size_t find_favourite(const struct eg_strategy *judged, size_t excluded)
{
	size_t favourite = excluded == 0 ? 1 : 0;

	for (size_t i = favourite + 1; i < judged->count; i++)
		if (i != excluded && judged->chances[i] > judged->chances[favourite])
			favourite = i;
	return favourite;
}

/*
 * Returns the most frequent reason for which `best` is better than another action. Leaves out what
 * an action of the list has more of: the coach praises `best` alone.
 */
static enum eg_why find_reason(const struct eg_view *view, struct eg_action best, bool same_kind)
{
	unsigned counts[EG_WHYS] = {0};
	enum eg_why why = EG_WHY_NONE;

	for (uint8_t i = 0; i < view->legal_count; i++) {
		struct eg_action other = view->legal[i];

		if (!eg_action_equal(other, best) && (!same_kind || other.kind == best.kind))
			counts[eg_why_worse(view, other, best)]++;
	}
	/* Where the move leads is clear without words. */
	counts[EG_WHY_NONE] = counts[EG_WHY_FORWARD] = counts[EG_WHY_DISTANCE] = 0;
	for (int i = EG_WHY_NONE; i < EG_WHYS; i++)
		if (counts[i] > counts[why] && !eg_why_is_surpassed(view, best, (enum eg_why)i))
			why = (enum eg_why)i;
	return why;
}

/*
 * Returns why the action is better than most others. The choice between two advances is harder than
 * that between an advance and a retreat, so actions of the same kind come first.
 */
static enum eg_why explain(const struct eg_view *view, struct eg_action best)
{
	enum eg_why why = find_reason(view, best, true);

	return why == EG_WHY_NONE ? find_reason(view, best, false) : why;
}

static void recommend(
	const struct eg_view *view, const struct eg_strategy *judged, struct bot_coach_tip *tip)
{
	if (judged->count < 2)
		return;
	size_t best = find_favourite(judged, judged->count);
	size_t second = find_favourite(judged, best);

	tip->action[tip->recommended++] = judged->legal[best];
	if (judged->chances[second] >= EITHER)
		tip->action[tip->recommended++] = judged->legal[second];
	else
		tip->why = explain(view, tip->action[0]);
}

struct bot_coach_tip bot_coach_choose(const struct eg_view *view, const struct eg_strategy *judged)
{
	struct bot_coach_tip tip = {0};

	if (view->phase == EG_DEFEND)
		tip.msg = choose_defence(view, &tip);
	else if (view->phase == EG_LAST_LUNGE)
		tip.msg = BOT_MSG_COACH_LUNGE;
	else
		tip.msg = choose_turn(view, &tip);
	if (judged)
		recommend(view, judged, &tip);
	return tip;
}

/*
 * Whether what the position means adds something to the recommended actions. An explanation of an
 * attack beside the advice to do something else would confuse. That two cards make the distance is
 * clear from the advice to play them.
 */
static bool adds_something(const struct bot_coach_tip *tip)
{
	bool attacks = false, advances = false;

	for (uint8_t i = 0; i < tip->recommended; i++) {
		attacks = attacks || tip->action[i].kind == EG_ATTACK;
		advances = advances || tip->action[i].kind == EG_ADVANCE_ATTACK;
	}
	if (tip->recommended == 0)
		return true;
	if (tip->msg == BOT_MSG_COACH_INDIRECT)
		return !advances;
	return attacks || (tip->msg != BOT_MSG_COACH_ATTACK && tip->msg != BOT_MSG_COACH_SURE);
}

static void say_recommended(struct bot_page *page, const struct bot_coach_tip *tip)
{
	char first[BOT_ACTION_WORDS_SIZE], second[BOT_ACTION_WORDS_SIZE];
	const struct bot_args args = {.words = first, .action = second};

	bot_render_action(page->lang, tip->action[0], first);
	bot_render_action(page->lang, tip->action[1], second);
	if (tip->recommended > 1) {
		bot_page_say(page, BOT_MSG_COACH_EITHER, &args);
		return;
	}
	bot_page_say(page, BOT_MSG_COACH_BEST, &args);
	bot_page_say(page, bot_analysis_reason(tip->why), NULL);
}

void bot_coach_say(
	struct bot_page *page, const struct eg_view *view, const struct eg_strategy *judged)
{
	const struct bot_coach_tip tip = bot_coach_choose(view, judged);
	char cards[BOT_CARDS_SIZE];
	const struct bot_args args = {
		.distance = view->distance, .reach = reach_of(view), .cards = cards};

	bot_render_cards(tip.card, tip.count, cards);
	bot_page_say(page, BOT_MSG_COACH, NULL);
	/* The reason for the advice, or what the position means: a phone has no room for both. */
	if (tip.recommended == 1 && tip.why != EG_WHY_NONE) {
		say_recommended(page, &tip);
		return;
	}
	if (adds_something(&tip))
		bot_page_say(page, tip.msg, &args);
	if (tip.recommended == 0)
		return;
	if (adds_something(&tip))
		bot_page_space(page);
	say_recommended(page, &tip);
}

void bot_coach_hint(struct bot_page *page, int64_t match, const struct eg_view *view,
	const struct eg_strategy *judged)
{
	const struct bot_coach_tip tip = bot_coach_choose(view, judged);
	size_t best = find_favourite(judged, judged->count);
	char words[BOT_ACTION_WORDS_SIZE], notation[EG_ACTION_SIZE];

	bot_render_action(page->lang, judged->legal[best], words);
	eg_action_print(judged->legal[best], notation);
	bot_page_say(page, BOT_MSG_HINT,
		&(struct bot_args){.id = match,
			.words = words,
			.action = notation,
			.count = lroundf(100 * judged->chances[best])});
	bot_page_say(page, bot_analysis_reason(tip.why), NULL);
}
