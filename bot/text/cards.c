#include "bot/text/cards.h"

#include "bot/text/pattern.h"
#include "bot/text/render.h"

#include <string.h>

bool bot_cards_parse(const struct bot_words *words, struct bot_cards *cards)
{
	struct bot_cards read = {0};
	uint8_t card, count;

	if (bot_pattern_parse_count(words, &card, &count)) {
		read.count[card] = count;
		*cards = read;
		return true;
	}
	for (size_t i = 0; i < words->count; i++) {
		for (const char *digit = words->word[i]; *digit; digit++) {
			if (*digit < '0' || *digit > '9')
				return false;
			size_t value = (size_t)(*digit - '0');
			if (value == 0 || value > EG_VALUES)
				read.bad_digit = true;
			else if (read.count[value] < EG_DECK)
				read.count[value]++;
		}
	}
	if (words->count == 0)
		return false;
	*cards = read;
	return true;
}

bool bot_cards_fit(
	const struct bot_cards *cards, const struct eg_view *view, struct eg_action action)
{
	return !cards->bad_digit && eg_view_fits(view, action, cards->count);
}

/* Returns the smallest value of which the player does not hold enough cards, or 0. */
static uint8_t find_missing(const struct bot_cards *cards, const struct eg_view *view)
{
	for (uint8_t value = 1; value <= EG_VALUES; value++)
		if (cards->count[value] > view->hand[value])
			return value;
	return 0;
}

static enum bot_msg find_reason(
	const struct bot_cards *cards, const struct eg_view *view, uint8_t lacks)
{
	if (cards->bad_digit)
		return BOT_MSG_WHY_NO_CARDS;
	if (view->phase == EG_DEFEND)
		return view->attack.indirect ? BOT_MSG_WHY_ATTACKED_INDIRECT : BOT_MSG_WHY_ATTACKED;
	if (view->phase == EG_LAST_LUNGE)
		return BOT_MSG_WHY_LUNGE;
	if (lacks == 0)
		return BOT_MSG_WHY_CARDS_UNUSED;
	return view->hand[lacks] == 0 ? BOT_MSG_WHY_NO_CARD : BOT_MSG_WHY_TOO_FEW;
}

void bot_cards_explain(
	struct bot_page *page, const struct bot_cards *cards, const struct eg_view *view)
{
	uint8_t lacks = find_missing(cards, view);
	char list[BOT_CARDS_SIZE], card[2] = {(char)('0' + lacks), '\0'};
	struct bot_args args = {.card = card, .cards = list, .distance = view->distance};

	if (view->phase == EG_DEFEND)
		bot_render_cards(view->attack.card, view->attack.count, list);
	else if (lacks)
		bot_render_cards(lacks, cards->count[lacks], list);
	else
		bot_render_all_cards(cards->count, list);
	bot_page_say(page, find_reason(cards, view, lacks), &args);
}
