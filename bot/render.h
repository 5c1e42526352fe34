/*
 * What matches look like. All of it is made from views: a public page from the public's, a
 * private one from its player's, so that a hand can't be shown to anybody else.
 */
#ifndef BOT_RENDER_H
#define BOT_RENDER_H

#include "bot/page.h"
#include "engine/engarde.h"

/* Who plays in which match, by seat, and how long the turn may take: for people. */
struct bot_cast {
	int64_t id;
	const char *name[2];
	const char *until; /* by when the turn ends; NULL: when the player likes */
	bool paused;
};

/*
 * What has just happened: the action of `seat`, and how the round ended when that ended it, from
 * the public view after it. It stands above a board or a hand.
 */
void bot_render_news(struct bot_page *page, const struct bot_cast *cast, enum eg_seat seat,
	struct eg_action action, const struct eg_match_view *view);

/* Adds by when the turn ends, or that the match is paused; nothing where there is no clock. */
void bot_render_clock(struct bot_page *page, const struct bot_cast *cast);

/*
 * The board, from the public view: sentences for listeners, a strip in monospaced type for eyes.
 * `open` tells whether the match goes on: it may have ended without a last touch.
 */
void bot_render_board(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_match_view *view, bool open);

/* The same without whose turn it is: for above a hand, which says so itself. */
void bot_render_piste(
	struct bot_page *page, const struct bot_cast *cast, const struct eg_match_view *view);

/* One sentence of that: who is to act and against what, or how it ended. */
void bot_render_standing(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_match_view *view, bool open);

/* How the round ended that is over. */
void bot_render_ending(
	struct bot_page *page, const struct bot_cast *cast, const struct eg_match_view *view);

/* Whose blade is out: in an attack that waits for its defence, or in the touch that ended it. */
enum eg_seat bot_render_attacker(const struct eg_view *round);

/*
 * A player's hand and, when it is his to act, what he is up against and, if `listed`, all that he
 * may do, numbered.
 */
void bot_render_hand(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_match_view *view, bool unseen, bool listed);

/* What the maitre would play in a match, and how often of a hundred times. */
void bot_render_advice(
	struct bot_page *page, int64_t match, struct eg_action action, uint8_t percent);

/* All that the player may do, in the order of that list, one a line. */
void bot_render_answers(struct bot_page *page, const struct eg_view *view);

/* The choices of the view that `chosen` marks, under the numbers they have in the hand. */
void bot_render_choices(
	struct bot_page *page, const struct eg_view *view, const bool chosen[EG_LEGAL_MAX]);

#endif
