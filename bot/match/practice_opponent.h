/*
 * The practice opponent: the computer player in practice matches, always Black. It knows only
 * what its seat has seen of the round. It draws its random numbers from a secret of the match
 * (match.dice), so nobody can foresee its actions, but a replay of the match repeats them. A choice
 * takes a few milliseconds: its effort is limited by a count, not by a clock.
 */
#ifndef BOT_PRACTICE_OPPONENT_H
#define BOT_PRACTICE_OPPONENT_H

#include "bot/match/loaded_match.h"

#define BOT_PRACTICE_OPPONENT_SEAT EG_BLACK

/* Reads the word novice, fencer or maitre, in upper or lower case. False for any other word. */
bool bot_practice_opponent_read(const char *word, enum bot_practice *opponent);

/* Returns the word of an opponent, as bot_practice_opponent_read reads it. */
const char *bot_practice_opponent_word(enum bot_practice opponent);

/* Whether the match is a practice match, and the opponent is to act. */
bool bot_practice_opponent_is_to_act(const struct bot_loaded_match *loaded);

/* Chooses the action of the practice opponent, which must be to act. */
BOT_MUST_USE enum bot_error bot_practice_opponent_choose(
	struct bot_loaded_match *loaded, struct eg_action *action);

struct bot_advice {
	struct eg_action action;
	uint8_t percent; /* how often the maitre would choose the action in this position */
};

/*
 * Advises the player who is to act: finds the action that the maitre would choose most often with
 * the knowledge of that player. The advice is always the same in the same position.
 */
BOT_MUST_USE enum bot_error bot_practice_opponent_advise(
	struct bot_loaded_match *loaded, struct bot_advice *advice);

#endif
