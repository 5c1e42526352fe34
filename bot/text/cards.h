/*
 * The cards that a player names without saying what to do with them: 3, 5 5, 55 or "two 5s".
 * eg_view_fits says which legal actions the player may mean.
 */
#ifndef BOT_TEXT_CARDS_H
#define BOT_TEXT_CARDS_H

#include "bot/text/page.h"
#include "bot/text/words.h"
#include "engine/engarde.h"

struct bot_cards {
	uint8_t count[EG_VALUES + 1]; /* by value; at most EG_DECK of each */
	bool bad_digit;               /* the player typed a digit that is no card */
};

/* Reads cards. Returns false if the words are something else. */
bool bot_cards_parse(const struct bot_words *words, struct bot_cards *cards);

/* Whether a legal action of the view fits the cards; see eg_view_fits. */
bool bot_cards_fit(
	const struct bot_cards *cards, const struct eg_view *view, struct eg_action action);

/*
 * Adds the reason why no legal action fits the cards. `view` is the view of the player who is to
 * act. The text speaks of this player's hand, so nobody else may see the text.
 */
void bot_cards_explain(
	struct bot_page *page, const struct bot_cards *cards, const struct eg_view *view);

#endif
