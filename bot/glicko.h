/*
 * Glicko-2, after Mark E. Glickman, "Example of the Glicko-2 system" (www.glicko.net): a player's
 * strength, how sure that is, and how much it swings. Pure arithmetic.
 */
#ifndef BOT_GLICKO_H
#define BOT_GLICKO_H

#include <stddef.h>

struct bot_glicko {
	double rating;     /* 1500 is where everybody begins */
	double deviation;  /* the true strength is within two of them at 19 in 20 */
	double volatility; /* how erratic the results are */
};

/* Somebody who has not played. */
extern const struct bot_glicko bot_glicko_new;

struct bot_glicko_game {
	struct bot_glicko opponent; /* as before the rating period */
	double score;               /* 1 won, 0 lost, 0.5 drawn */
};

/* The player after a rating period of these games; without one only the deviation grows. */
struct bot_glicko bot_glicko_after(
	const struct bot_glicko *player, const struct bot_glicko_game games[], size_t count);

#endif
