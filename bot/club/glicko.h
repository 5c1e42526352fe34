/*
 * The Glicko-2 rating system, after Mark E. Glickman, "Example of the Glicko-2 system"
 * (www.glicko.net). Pure arithmetic.
 */
#ifndef BOT_GLICKO_H
#define BOT_GLICKO_H

#include "bot/store/ratings.h"

#include <stddef.h>

/* A player who has not played. */
extern const struct bot_glicko bot_glicko_new;

struct bot_glicko_game {
	struct bot_glicko opponent; /* before the rating period */
	double score;               /* 1 won, 0 lost, 0.5 drawn */
};

/* Returns a player after a rating period. Without games only the deviation grows. */
struct bot_glicko bot_glicko_after(
	const struct bot_glicko *player, const struct bot_glicko_game games[], size_t count);

/*
 * Returns a player after a rating period with one game that counts in part: 0 < part <= 1. Two
 * games that count half change the player about as much as one whole game.
 */
struct bot_glicko bot_glicko_after_part(
	const struct bot_glicko *player, const struct bot_glicko_game *game, double part);

#endif
