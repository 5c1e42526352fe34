/*
 * Writes boards, hands and news of a match to a page. Every function here reads a view of the
 * engine. Messages to the chat room use the public view, and private messages to a player use that
 * player's view. So nobody can see another player's hand.
 */
#ifndef BOT_RENDER_H
#define BOT_RENDER_H

#include "bot/text/page.h"
#include "engine/engarde.h"

/* Writes `count` cards of one value, such as "5 5". BOT_CARDS_SIZE is enough for all 25 cards. */
#define BOT_CARDS_SIZE ((size_t)2 * EG_DECK)
void bot_render_cards(uint8_t card, uint8_t count, char cards[BOT_CARDS_SIZE]);

/* Writes cards of all values, such as "1 3 3". `count` has the number of cards of each value. */
void bot_render_all_cards(const uint8_t count[EG_VALUES + 1], char cards[BOT_CARDS_SIZE]);

/* The players of a match, by seat, and the time limit of the turn, as texts for people. */
struct bot_cast {
	int64_t id;             /* id of the match */
	const char *name[2];    /* labels; see bot/text/name.h */
	const char *with_id[2]; /* labels with the user id, shown in the first round */
	const char *until;      /* when the turn ends; NULL if the turn has no time limit */
	bool paused;
};

/*
 * Adds the news above a board or a hand: the action that the player of `seat` played, and how the
 * round ended if this action ended the round. `view` is the public view after the action.
 */
void bot_render_news(struct bot_page *page, const struct bot_cast *cast, enum eg_seat seat,
	struct eg_action action, const struct eg_match_view *view);

/*
 * Adds the board of the public view and the standing: sentences in the body, and a strip in
 * monospaced type in the HTML. `open` is true if the match has not ended. The view can't show this,
 * because a match may end without a last touch.
 */
void bot_render_board(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_match_view *view, bool open);

/* Adds the board without the standing. The caller adds another text that says whose turn it is. */
void bot_render_piste(
	struct bot_page *page, const struct bot_cast *cast, const struct eg_match_view *view);

/*
 * Adds the standing: sentences that say whose turn it is and which attack this player must answer,
 * or how the round or the match ended.
 */
void bot_render_standing(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_match_view *view, bool open);

/*
 * Returns the player whose blade points at the opponent. While a player must answer an attack, this
 * is the attacker. If a touch has ended the round, this is the winner of the round. Otherwise
 * returns EG_NOBODY.
 */
enum eg_seat bot_render_attacker(const struct eg_view *round);

/*
 * Adds the hand of the player whose view it is. If it is this player's turn, also adds the position
 * and the attack against the player. In this case, if `unseen` is true, adds the number of unseen
 * cards of each value. If `listed` is true, adds the list of the choices.
 */
void bot_render_hand(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_match_view *view, bool unseen, bool listed);

/*
 * Adds a hint: the action that the maitre would play, and how often the maitre would do so, in per
 * cent.
 */
void bot_render_advice(
	struct bot_page *page, int64_t match, struct eg_action action, uint8_t percent);

/*
 * Adds the choices of the view (see eg_view_choices), each in a new line with its letter. Adds only
 * those for which chosen[] is true, or all if `chosen` is NULL.
 */
void bot_render_choices(
	struct bot_page *page, const struct eg_view *view, const bool chosen[EG_LEGAL_MAX]);

#endif
