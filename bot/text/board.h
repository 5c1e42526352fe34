/*
 * Writes to a page the board of a match, what the players did, and how a round ended. The body of
 * the page has the board in words. The HTML has a strip in monospaced type, of at most 30 columns,
 * and below the strip the same position in words. Most clients show the HTML to screen readers too,
 * and a screen reader can't read the strip.
 */
#ifndef BOT_TEXT_BOARD_H
#define BOT_TEXT_BOARD_H

#include "bot/text/render.h"

/*
 * Adds the sentence that says which action the player of `seat` played. If `automatic` is true, the
 * action played itself; then adds why.
 */
void bot_board_action(struct bot_page *page, const struct bot_cast *cast, enum eg_seat seat,
	struct eg_action action, bool automatic);

/* Adds to the player what they have played, without a full stop. */
void bot_board_played(struct bot_page *page, struct eg_action action);

/* Adds to the player the sentence that says which action of theirs played itself, and why. */
void bot_board_own_action(struct bot_page *page, struct eg_action action, bool automatic);

/*
 * Adds how the round ended. If cards decided the round, also adds both hands. The round of the view
 * must be over.
 */
void bot_board_ending(
	struct bot_page *page, const struct bot_cast *cast, const struct eg_match_view *view);

/* Adds the score, for the player of `seat`. */
void bot_board_score(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_match_view *view, enum eg_seat seat);

/*
 * Adds the board of the public view and the status. `open` is true if the match has not ended.
 * The view can't show this, because a match may end without a last touch.
 */
void bot_board_add(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_match_view *view, bool open);

/*
 * Adds the board without the status, and without the position in figures below the strip. The
 * caller adds another text, which says these things.
 */
void bot_board_piste(
	struct bot_page *page, const struct bot_cast *cast, const struct eg_match_view *view);

/* Adds a line with the strip to the HTML only. */
void bot_board_strip(struct bot_page *page, const struct eg_view *round);

/*
 * Adds the position in figures to the HTML, below the strip. bot_board_piste has added the position
 * to the body already.
 */
void bot_board_places(struct bot_page *page, const struct eg_match_view *view);

/*
 * Adds the status: sentences that say whose turn it is and which attack this player must answer,
 * or how the round or the match ended. For `open` see bot_board_add.
 */
void bot_board_status(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_match_view *view, bool open);

/*
 * Returns the player whose blade points at the opponent. While a player must answer an attack, this
 * is the attacker. If a touch has ended the round, this is the winner of the round. Otherwise
 * returns EG_NOBODY.
 */
enum eg_seat bot_board_attacker(const struct eg_view *round);

#endif
