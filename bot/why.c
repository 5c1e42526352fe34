#include "bot/why.h"

void bot_cards_print(uint8_t card, uint8_t count, char cards[BOT_CARDS_SIZE])
{
	struct bot_text text;

	bot_text_init(&text, cards, BOT_CARDS_SIZE);
	for (uint8_t i = 0; i < count; i++) {
		bot_text_add(&text, i > 0 ? " " : "");
		bot_text_add_number(&text, card);
	}
}

static bool exists(uint8_t card)
{
	return card <= EG_VALUES;
}

static enum bot_msg why_move(const struct bot_pattern *pattern, const struct eg_view *view)
{
	if (pattern->move && !view->hand[pattern->move])
		return BOT_MSG_WHY_NO_CARD;
	if (pattern->kind == EG_RETREAT)
		return BOT_MSG_WHY_OFF_PISTE;
	return pattern->move ? BOT_MSG_WHY_TOO_CLOSE : BOT_MSG_WHY_OTHER;
}

static enum bot_msg why_defend(const struct bot_pattern *pattern, const struct eg_view *view)
{
	if (pattern->kind != EG_PARRY && !view->attack.indirect)
		return BOT_MSG_WHY_ATTACKED;
	if (pattern->kind != EG_PARRY && pattern->kind != EG_RETREAT)
		return BOT_MSG_WHY_ATTACKED_INDIRECT;
	if (pattern->kind == EG_RETREAT)
		return why_move(pattern, view);
	if (view->hand[view->attack.card] < view->attack.count)
		return BOT_MSG_WHY_NO_PARRY;
	return BOT_MSG_WHY_OTHER_PARRY;
}

static enum bot_msg why_attack(const struct bot_pattern *pattern, const struct eg_view *view)
{
	bool indirect = pattern->kind == EG_ADVANCE_ATTACK;

	if (indirect && view->rules.level != EG_ADVANCED)
		return BOT_MSG_WHY_NOT_ADVANCED;
	if (!indirect && (pattern->card == 0 || pattern->card != view->distance))
		return BOT_MSG_WHY_DISTANCE;
	if (indirect && (!pattern->move || !pattern->card ||
				pattern->move + pattern->card != view->distance))
		return BOT_MSG_WHY_INDIRECT_DISTANCE;
	if (view->rules.level == EG_BASIC && pattern->count > 1)
		return BOT_MSG_WHY_ONE_CARD;
	return BOT_MSG_WHY_TOO_FEW;
}

static enum bot_msg why_turn(const struct bot_pattern *pattern, const struct eg_view *view)
{
	switch (pattern->kind) {
	case EG_PARRY:
		return BOT_MSG_WHY_NOT_ATTACKED;
	case EG_PASS:
		return BOT_MSG_WHY_NO_PASS;
	case EG_ADVANCE:
	case EG_RETREAT:
		return why_move(pattern, view);
	case EG_ATTACK:
	case EG_ADVANCE_ATTACK:
		break;
	}
	if (pattern->move && !view->hand[pattern->move])
		return BOT_MSG_WHY_NO_CARD;
	return why_attack(pattern, view);
}

static enum bot_msg why(const struct bot_pattern *pattern, const struct eg_view *view)
{
	if (!exists(pattern->move) || !exists(pattern->card))
		return BOT_MSG_WHY_NO_SUCH_CARD;
	if (view->phase == EG_DEFEND)
		return why_defend(pattern, view);
	if (view->phase == EG_LAST_LUNGE)
		return BOT_MSG_WHY_LUNGE;
	return why_turn(pattern, view);
}

void bot_why(struct bot_page *page, const struct bot_pattern *pattern, const struct eg_view *view)
{
	bool defends = view->phase == EG_DEFEND;
	bool attacks = !defends && pattern->card;
	char cards[BOT_CARDS_SIZE], card[2] = {(char)('0' + pattern->move), '\0'};
	struct bot_args args = {
		.card = card, .cards = cards, .move = pattern->move, .distance = view->distance};

	bot_cards_print(attacks ? pattern->card : view->attack.card,
		attacks ? pattern->count : view->attack.count, cards);
	bot_page_say(page, why(pattern, view), &args);
}
