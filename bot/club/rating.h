/*
 * Ratings, and how matches change the ratings when they end. The rating system is Glicko-2, after
 * Mark E. Glickman, "Example of the Glicko-2 system" (www.glicko.net).
 */
#ifndef BOT_CLUB_RATING_H
#define BOT_CLUB_RATING_H

#include "bot/store/ratings.h"
#include "bot/store/store.h"

#include <stddef.h>

/* The ratings of a match's players in its room, by seat, before and after the match. */
struct bot_rating_change {
	double before[2];
	double after[2];
	int64_t played[2];  /* how many rated matches, with this one */
	double over_all[2]; /* the ratings over all rooms, after the match */
};

/*
 * Updates the ratings of both players of a match that has ended: the ratings in the match's room,
 * and the ratings over all rooms. Sets match->rated, and writes *change if the match is rated.
 * Changes no rating if the match does not count. A match counts if it may be rated
 * (bot_match_may_be_rated), somebody has won it, and it was fenced (bot_rating_was_fenced). Between
 * the same two players the second match within a day counts half, the third a quarter, and the
 * fourth an eighth. Further matches within this day do not count. For a player who has played with
 * three other people, a match counts an eighth of this if the opponent has not. The caller stores
 * the match.
 */
void bot_rating_update(
	struct bot_store *store, struct bot_match *match, struct bot_rating_change *change);

/*
 * Returns false if the match is a bout of a competition in which not both players have acted, else
 * true. Such a bout counts in the competition's table, but changes no rating. (If
 * another match ends so early, bot/play/early_ending.h decides whether it is void or a loss.)
 */
bool bot_rating_was_fenced(struct bot_store *store, const struct bot_match *match);

/* The strength of a player who has not played yet. */
extern const struct bot_glicko bot_glicko_new;

struct bot_glicko_game {
	struct bot_glicko opponent; /* the opponent's strength before the rating period */
	double score; /* 1 if the player won, 0 if the player lost, 0.5 if nobody won */
};

/*
 * Returns the player's strength after a rating period with these games. Without games only the
 * deviation grows. `part` is the length of the period, more than 0 and up to 1; 1 is a whole
 * period. In a shorter period each game counts less, and less time passes. So two games in half
 * periods change the strength about as much as one game in a whole period.
 */
struct bot_glicko bot_glicko_after(const struct bot_glicko *player,
	const struct bot_glicko_game games[], size_t count, double part);

#endif
