#include "bot/text/suggestion.h"

#include "bot/text/render.h"

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

void bot_suggest_instead(
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
