/*
 * Choices by number. A number means something in one list only: that of the turn for which it was
 * made. Who answers on an older list is told so instead.
 */
#ifndef BOT_CHOICE_H
#define BOT_CHOICE_H

#include "bot/game.h"

/* The turn of a match, for the list of what may be played in it; never 0. */
int64_t bot_choice_turn(const struct eg_match_view *view);

/*
 * Whether a number may mean the list of this turn: it does unless the message replies to the list
 * of another turn, or of another match.
 */
BOT_MUST_USE enum bot_error bot_choice_holds(const struct bot_call *call,
	const struct bot_game *game, const struct eg_match_view *view, bool *holds);

/* Handles a reaction or a vote; one that is no number is no answer to anything. */
BOT_MUST_USE enum bot_error bot_choice_run(
	struct bot_host *host, const struct bot_message *message);

/* Whether the player wants his choices as a poll. */
BOT_MUST_USE enum bot_error bot_choice_by_poll(struct bot_host *host, const char *user, bool *poll);

#endif
