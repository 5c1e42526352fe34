#include "bot/text/wish.h"

#include "bot/text/pattern.h"
#include "bot/text/pattern_fit.h"
#include "bot/text/render.h"

#include <string.h>

/* Reads cards. Returns false if the words are something else. */
static bool parse_cards(const struct bot_words *words, struct bot_cards *cards)
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

/* Whether a legal action of the view fits the cards; see eg_view_fits. */
static bool cards_fit(
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

/*
 * Adds the reason why no legal action fits the cards. `view` is the view of the player who is to
 * act. The text speaks of this player's hand, so nobody else may see the text.
 */
static void explain_cards(
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

bool bot_wish_read_action(const struct bot_words *words, struct bot_wish *wish)
{
	*wish = (struct bot_wish){.kind = BOT_WISH_PATTERN};
	return bot_pattern_parse(words, &wish->pattern);
}

/* Reads a letter or a number of the list. */
static bool read_place(
	const struct bot_words *words, uint32_t letters, bool votes, struct bot_wish *wish)
{
	const size_t first = bot_letters_first(letters);
	const char *word = words->word[0];
	int64_t number;

	if (words->count != 1)
		return false;
	*wish = (struct bot_wish){
		.kind = BOT_WISH_PLACE, .numbered = letters == 0, .place = EG_LEGAL_MAX};
	if ((votes || letters == 0) && bot_words_number(word, INT64_MAX, &number)) {
		if (number > 0 && number <= EG_LEGAL_MAX)
			wish->place = (size_t)number - 1;
		return true;
	}
	size_t place = bot_words_letter(word);
	if (place == EG_LETTERS)
		return false;
	if (place >= first)
		wish->place = place - first;
	return true;
}

bool bot_wish_read_choice(
	const struct bot_words *words, uint32_t letters, bool votes, struct bot_wish *wish)
{
	if (read_place(words, letters, votes, wish))
		return true;
	wish->kind = BOT_WISH_CARDS;
	return parse_cards(words, &wish->cards);
}

static bool fits(const struct bot_wish *wish, const struct eg_view *view, size_t place,
	struct eg_action action)
{
	switch (wish->kind) {
	case BOT_WISH_PLACE:
		return place == wish->place;
	case BOT_WISH_CARDS:
		return cards_fit(&wish->cards, view, action);
	case BOT_WISH_PATTERN:
		break;
	}
	return bot_pattern_fits(&wish->pattern, view, action);
}

size_t bot_wish_mark(const struct bot_wish *wish, const struct eg_view *view,
	bool chosen[EG_LEGAL_MAX], struct eg_action *last)
{
	struct eg_action choices[EG_LEGAL_MAX];
	size_t fitting = 0;

	size_t count = eg_view_choices(view, choices);
	/* Earlier versions numbered view->legal. */
	if (wish->kind == BOT_WISH_PLACE && wish->numbered)
		memcpy(choices, view->legal, sizeof(choices));
	for (size_t i = 0; i < count; i++) {
		chosen[i] = fits(wish, view, i, choices[i]);
		if (chosen[i])
			*last = choices[i];
		fitting += chosen[i];
	}
	return fitting;
}

size_t bot_wish_mark_indirect(
	const struct bot_wish *wish, const struct eg_view *view, bool chosen[EG_LEGAL_MAX])
{
	struct bot_wish indirect = *wish;
	struct eg_action last;

	if (wish->kind != BOT_WISH_PATTERN || wish->pattern.kind != EG_ATTACK || wish->pattern.card)
		return 0;
	indirect.pattern.kind = EG_ADVANCE_ATTACK;
	return bot_wish_mark(&indirect, view, chosen, &last);
}

void bot_wish_explain(struct bot_page *page, const struct bot_wish *wish,
	const struct bot_words *words, const struct eg_view *view)
{
	if (!wish)
		bot_render_example(page, view);
	else if (wish->kind == BOT_WISH_PLACE)
		bot_page_say(page, BOT_MSG_NO_CHOICE, &(struct bot_args){.words = words->word[0]});
	else if (wish->kind == BOT_WISH_CARDS)
		explain_cards(page, &wish->cards, view);
	else
		bot_pattern_explain(page, &wish->pattern, view);
}
