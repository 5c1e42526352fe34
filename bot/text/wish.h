/*
 * A wish is what a player wants to play, as they have typed or tapped it: an action in words or in
 * notation, a choice of the list by its letter, or only cards. Several legal actions may fit it.
 *
 * The cards that a player names without saying what to do with them: 3, 5 5, 55 or "two 5s".
 * eg_view_fits says which legal actions the player may mean.
 */
#ifndef BOT_TEXT_WISH_H
#define BOT_TEXT_WISH_H

#include "bot/text/page.h"
#include "bot/text/pattern.h"
#include "bot/text/words.h"
#include "engine/engarde.h"

struct bot_cards {
	uint8_t count[EG_VALUES + 1]; /* by value; at most EG_DECK of each */
	bool bad_digit;               /* the player typed a digit that is no card */
};

struct bot_wish {
	enum {
		BOT_WISH_PLACE,   /* the action at a place of the list */
		BOT_WISH_CARDS,   /* an action with these cards */
		BOT_WISH_PATTERN, /* an action that fits the pattern */
	} kind;
	bool numbered; /* only for a place: its list has numbers */
	size_t place;  /* counted from 0; may be beyond the list's end */
	struct bot_cards cards;
	struct bot_pattern pattern;
};

/* Reads an action in words or in notation. Returns false if the words are something else. */
bool bot_wish_read_action(const struct bot_words *words, struct bot_wish *wish);

/*
 * Reads a letter or a number of a list with these letters, or cards. `votes`: the words are the
 * vote in a poll, which is always a number. Returns false if the words are something else.
 */
bool bot_wish_read_choice(
	const struct bot_words *words, uint32_t letters, bool votes, struct bot_wish *wish);

/*
 * Sets chosen[] to true for the choices (see eg_view_choices) that fit the wish, and returns how
 * many fit. Sets *last to the last action that fits.
 */
size_t bot_wish_mark(const struct bot_wish *wish, const struct eg_view *view,
	bool chosen[EG_LEGAL_MAX], struct eg_action *last);

/*
 * If the wish is an attack without cards, marks each advance-and-attack in the same way: no direct
 * attack is legal, but the player may want to advance and attack.
 */
size_t bot_wish_mark_indirect(
	const struct bot_wish *wish, const struct eg_view *view, bool chosen[EG_LEGAL_MAX]);

/*
 * Adds the reason why no legal action fits the wish, which was read from `words`. `wish` is NULL if
 * the words are no wish. `view` is the view of the player who is to act. The text speaks of this
 * player's hand, so nobody else may see the text.
 */
void bot_wish_explain(struct bot_page *page, const struct bot_wish *wish,
	const struct bot_words *words, const struct eg_view *view);

#endif
