#include "bot/text/pattern_fit.h"

#include "bot/text/render.h"

static bool open_or(uint8_t wanted, uint8_t value)
{
	return wanted == 0 || wanted == value;
}

/*
 * Whether the letter and the cards of a brief pattern may mean an action. One card fits each
 * advance-and-attack that moves or attacks with it. In both cases the player could also only
 * advance by this card. So at least two actions fit, and the bot asks which one the player means.
 */
static bool fits_brief(const struct bot_pattern *pattern, struct eg_action action)
{
	bool attacks = action.card == pattern->card && action.count == pattern->count;
	bool moves = action.move == pattern->card && pattern->count == 1;

	switch ((enum eg_kind)action.kind) {
	case EG_ADVANCE:
		return moves;
	case EG_ATTACK:
		return attacks;
	case EG_ADVANCE_ATTACK:
		return moves || (attacks && pattern->count == 1);
	case EG_RETREAT:
	case EG_PARRY:
	case EG_PASS:
		break;
	}
	return false;
}

/* Whether the letter of a copied line is the letter of the action. */
static bool fits_letter(
	const struct bot_pattern *pattern, const struct eg_view *view, struct eg_action action)
{
	struct eg_action choices[EG_LEGAL_MAX];
	size_t count = eg_view_choices(view, choices);
	size_t place = bot_words_letter((const char[]){pattern->letter, '\0'});

	return pattern->letter == '\0' ||
	       (place < count && eg_action_equal(choices[place], action));
}

bool bot_pattern_fits(
	const struct bot_pattern *pattern, const struct eg_view *view, struct eg_action action)
{
	if (pattern->brief)
		return fits_brief(pattern, action);
	bool parry = action.kind == EG_PARRY; /* a parry is compared with the cards of the attack */

	return action.kind == pattern->kind && fits_letter(pattern, view, action) &&
	       open_or(pattern->move, action.move) &&
	       open_or(pattern->card, parry ? view->attack.card : action.card) &&
	       open_or(pattern->count, parry ? view->attack.count : action.count);
}

/* What works instead of an action that is not possible */

static bool uses(const struct eg_action *action, uint8_t card)
{
	return action->move == card || action->card == card;
}

/* Returns a legal action of this kind, with the card if there is one, or NULL. */
static const struct eg_action *find(const struct eg_view *view, enum eg_kind kind, uint8_t card)
{
	const struct eg_action *found = NULL;

	for (size_t i = 0; i < view->legal_count; i++) {
		const struct eg_action *action = &view->legal[i];

		if (action->kind == kind && (!found || (uses(action, card) && !uses(found, card))))
			found = action;
	}
	return found;
}

/* Like find, but only with the card. */
static const struct eg_action *find_move(
	const struct eg_view *view, enum eg_kind kind, uint8_t card)
{
	const struct eg_action *move = find(view, kind, card);

	return move && move->move == card ? move : NULL;
}

static void suggest_attack(struct bot_page *page, const struct eg_action *action)
{
	char words[BOT_ACTION_WORDS_SIZE];

	bot_render_action(page->lang, *action, words);
	bot_page_say(page, BOT_MSG_TRY_ATTACK, &(struct bot_args){.words = words});
}

/* Names one move with a card of this value, or two if `other` is not NULL. */
static void suggest_moves(struct bot_page *page, uint8_t value, const struct eg_action *move,
	const struct eg_action *other)
{
	char first[BOT_ACTION_WORDS_SIZE] = "", second[BOT_ACTION_WORDS_SIZE] = "";
	const char card[] = {(char)('0' + value), '\0'};

	bot_render_action(page->lang, *move, first);
	if (other)
		bot_render_action(page->lang, *other, second);
	bot_page_say(page, other ? BOT_MSG_TRY_MOVES : BOT_MSG_TRY_MOVE,
		&(struct bot_args){.card = card, .first = first, .second = second});
}

/*
 * Adds a sentence with a legal attack or, if there is none, with the moves that the card of the
 * pattern makes possible. Adds nothing if the view has neither.
 */
static void suggest_instead(
	struct bot_page *page, const struct bot_pattern *pattern, const struct eg_view *view)
{
	const struct eg_action *attack = find(view, EG_ATTACK, pattern->card);
	const struct eg_action *advance = find_move(view, EG_ADVANCE, pattern->card);
	const struct eg_action *retreat = find_move(view, EG_RETREAT, pattern->card);

	if (!attack)
		attack = find(view, EG_ADVANCE_ATTACK, pattern->card);
	if (attack)
		suggest_attack(page, attack);
	else if (advance)
		suggest_moves(page, pattern->card, advance, retreat);
	else if (retreat)
		suggest_moves(page, pattern->card, retreat, NULL);
}

/* Why no legal action fits a pattern */

static bool is_card(uint8_t card)
{
	return card <= EG_VALUES;
}

static enum bot_msg reason_of_move(const struct bot_pattern *pattern, const struct eg_view *view)
{
	if (pattern->move && !view->hand[pattern->move])
		return BOT_MSG_WHY_NO_CARD;
	if (pattern->kind == EG_RETREAT)
		return BOT_MSG_WHY_OFF_PISTE;
	return pattern->move ? BOT_MSG_WHY_TOO_CLOSE : BOT_MSG_WHY_OTHER;
}

static enum bot_msg reason_in_defence(const struct bot_pattern *pattern, const struct eg_view *view)
{
	if (pattern->kind != EG_PARRY && !view->attack.indirect)
		return BOT_MSG_WHY_ATTACKED;
	if (pattern->kind != EG_PARRY && pattern->kind != EG_RETREAT)
		return BOT_MSG_WHY_ATTACKED_INDIRECT;
	if (pattern->kind == EG_RETREAT)
		return reason_of_move(pattern, view);
	if (view->hand[view->attack.card] < view->attack.count)
		return BOT_MSG_WHY_NO_PARRY;
	return BOT_MSG_WHY_OTHER_PARRY;
}

static enum bot_msg reason_of_attack(const struct bot_pattern *pattern, const struct eg_view *view)
{
	bool indirect = pattern->kind == EG_ADVANCE_ATTACK;

	if (indirect && view->rules.level != EG_ADVANCED)
		return BOT_MSG_WHY_NOT_ADVANCED;
	if (!indirect && view->distance > EG_VALUES)
		return BOT_MSG_WHY_TOO_FAR;
	if (!indirect && (pattern->card == 0 || pattern->card != view->distance))
		return BOT_MSG_WHY_DISTANCE;
	if (indirect && (!pattern->move || !pattern->card ||
				pattern->move + pattern->card != view->distance))
		return BOT_MSG_WHY_INDIRECT_DISTANCE;
	if (view->rules.level == EG_BASIC && pattern->count > 1)
		return BOT_MSG_WHY_ONE_CARD;
	return BOT_MSG_WHY_TOO_FEW;
}

static enum bot_msg reason_in_turn(const struct bot_pattern *pattern, const struct eg_view *view)
{
	switch (pattern->kind) {
	case EG_PARRY:
		return BOT_MSG_WHY_NOT_ATTACKED;
	case EG_PASS:
		return BOT_MSG_WHY_NO_PASS;
	case EG_ADVANCE:
	case EG_RETREAT:
		return reason_of_move(pattern, view);
	case EG_ATTACK:
	case EG_ADVANCE_ATTACK:
		break;
	}
	if (pattern->move && !view->hand[pattern->move])
		return BOT_MSG_WHY_NO_CARD;
	return reason_of_attack(pattern, view);
}

static enum bot_msg find_reason(const struct bot_pattern *pattern, const struct eg_view *view)
{
	if (!is_card(pattern->move) || !is_card(pattern->card))
		return BOT_MSG_WHY_NO_SUCH_CARD;
	if (view->phase == EG_DEFEND)
		return reason_in_defence(pattern, view);
	if (view->phase == EG_LAST_LUNGE)
		return BOT_MSG_WHY_LUNGE;
	return reason_in_turn(pattern, view);
}

void bot_pattern_explain(
	struct bot_page *page, const struct bot_pattern *pattern, const struct eg_view *view)
{
	bool defends = view->phase == EG_DEFEND;
	bool attacks = !defends && pattern->card;
	char cards[BOT_CARDS_SIZE], card[2] = {(char)('0' + pattern->move), '\0'};
	struct bot_args args = {
		.card = card, .cards = cards, .move = pattern->move, .distance = view->distance};

	bot_render_cards(attacks ? pattern->card : view->attack.card,
		attacks ? pattern->count : view->attack.count, cards);
	enum bot_msg reason = find_reason(pattern, view);
	bot_page_say(page, reason, &args);
	if (reason == BOT_MSG_WHY_TOO_FAR || reason == BOT_MSG_WHY_DISTANCE ||
		reason == BOT_MSG_WHY_INDIRECT_DISTANCE)
		suggest_instead(page, pattern, view);
}
