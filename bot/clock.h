/*
 * The clock of a match: each turn may take the same time, from the message that asks the player
 * for it. At half and at nine tenths he is reminded; at the end he, and only he, has lost.
 */
#ifndef BOT_CLOCK_H
#define BOT_CLOCK_H

#include "bot/game.h"

/* Reads `90s`, `5m`, `2h`, `3d` or `none`, from BOT_CLOCK_MIN to BOT_CLOCK_MAX. False: none. */
bool bot_clock_read(const char *word, int64_t *clock);

/* What is left of the turn of a match that is being played, for its board and its hand. */
BOT_MUST_USE enum bot_error bot_clock_load(struct bot_game *game);

/* A turn begins. */
BOT_MUST_USE enum bot_error bot_clock_start(struct bot_game *game);

/* The turn's clock stops, and goes on with what was left. The caller stores the match. */
BOT_MUST_USE enum bot_error bot_clock_pause(struct bot_game *game);
BOT_MUST_USE enum bot_error bot_clock_resume(struct bot_game *game);

/* Tells boards anew by when their turns end, where that has moved: after the bot was down. */
BOT_MUST_USE enum bot_error bot_clock_show(struct bot_host *host);

/* A timer of the clock has run out: BOT_TIMER_HALF, _LATE or _FORFEIT. */
BOT_MUST_USE enum bot_error bot_clock_due(
	struct bot_host *host, int64_t match, enum bot_timer timer);

#endif
