#include "bot/text/wish.h"

#include "bot/text/render.h"

#include <string.h>

bool bot_wish_read_action(const struct bot_words *words, struct bot_wish *wish)
{
	*wish = (struct bot_wish){.kind = BOT_WISH_PATTERN};
	return bot_pattern_parse(words, &wish->pattern);
}

/* Reads a letter or a number of the list. */
static bool read_place(
	const struct bot_words *words, enum bot_list_signs signs, bool votes, struct bot_wish *wish)
{
	const char *word = words->word[0];
	int64_t number;

	if (words->count != 1)
		return false;
	*wish = (struct bot_wish){.kind = BOT_WISH_PLACE, .signs = signs, .place = EG_LEGAL_MAX};
	if ((votes || signs == BOT_LIST_NUMBERS) && bot_words_number(word, INT64_MAX, &number)) {
		if (number > 0 && number <= EG_LEGAL_MAX)
			wish->place = (size_t)number - 1;
		return true;
	}
	size_t place = bot_words_letter(word);
	if (place == EG_CHOICES_MAX)
		return false;
	if (signs == BOT_LIST_LETTERS)
		wish->place = place;
	return true;
}

bool bot_wish_read_choice(
	const struct bot_words *words, enum bot_list_signs signs, bool votes, struct bot_wish *wish)
{
	if (read_place(words, signs, votes, wish))
		return true;
	wish->kind = BOT_WISH_CARDS;
	return bot_cards_parse(words, &wish->cards);
}

static bool fits(const struct bot_wish *wish, const struct eg_view *view, size_t place,
	struct eg_action action)
{
	switch (wish->kind) {
	case BOT_WISH_PLACE:
		return place == wish->place;
	case BOT_WISH_CARDS:
		return bot_cards_fit(&wish->cards, view, action);
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
	if (wish->kind == BOT_WISH_PLACE && wish->signs == BOT_LIST_NUMBERS)
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
		bot_cards_explain(page, &wish->cards, view);
	else
		bot_pattern_explain(page, &wish->pattern, view);
}
