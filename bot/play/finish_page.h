/* The page that ends a match: what the room gets to know when a match is over. */
#ifndef BOT_PLAY_FINISH_PAGE_H
#define BOT_PLAY_FINISH_PAGE_H

#include "bot/call/call.h"
#include "bot/club/rating.h"
#include "bot/match/loading.h"

#define BOT_FINISH_ROUNDS 15 /* the most rounds that the page lists */

/* What the bot tells about a match that has ended. */
struct bot_finish {
	struct bot_loaded_match *loaded;
	enum bot_msg why;
	struct bot_args args;
	struct bot_rating_change change; /* only if the match is rated */
	/* How the winner played against the loser before this match. Only if the match is rated. */
	struct bot_head_to_head earlier;
	enum eg_seat first;     /* whose touches each score begins with: the winner, else White */
	enum bot_practice next; /* only for practice: the opponent that the player gets next */
	unsigned actions;
	unsigned rounds; /* how many rounds have ended */
	/* The last rounds that have ended. Round i, counted from 0, is at i % BOT_FINISH_ROUNDS. */
	struct {
		uint8_t score[2];
		enum eg_reason reason;
	} round[BOT_FINISH_ROUNDS];
};

/* Notes how the rounds of the match ended, and counts its actions. */
void bot_finish_note_rounds(struct bot_finish *finish);

/* Whether people may play the match again: not a bout, and not if a moderator has stopped it. */
bool bot_finish_suggests_rematch(const struct bot_finish *finish);

/*
 * Adds the rating of a player before and after the match. `msg` is BOT_MSG_FINISH_RATING, or
 * BOT_MSG_FINISH_OWN_RATING if the player reads it.
 */
void bot_finish_add_rating(const struct bot_finish *finish, struct bot_page *page,
	enum eg_seat seat, enum bot_msg msg);

/*
 * Adds a line with the results of the last rated matches between the two, with this match. Adds
 * nothing if it is their first one.
 */
void bot_finish_add_between(const struct bot_finish *finish, struct bot_page *page);

/* Adds why a match that somebody has won is not rated. */
void bot_finish_add_unrated(const struct bot_finish *finish, struct bot_page *page);

/* Adds the command that analyses the match, if anybody has acted. */
void bot_finish_add_analysis(
	const struct bot_finish *finish, struct bot_page *page, const char *prefix);

/* Adds all that the room gets to know about the end of the match. */
void bot_finish_add(const struct bot_finish *finish, struct bot_page *page, const char *prefix);

/* Why a match is not rated, in a sentence that is true while people play and afterwards. */

/* Adds why no result of the match can be rated. Returns false, and adds nothing, if it can be. */
bool bot_finish_explain_unrated(const struct bot_loaded_match *loaded, struct bot_page *page);

#endif
