/*
 * The house is the computer player: the opponent in practice matches, always Black. It knows only
 * what its seat has seen of the round. It draws its random numbers from a secret of the match
 * (match.dice): so nobody can foresee its actions, but a replay of the match repeats them. A choice
 * takes a few milliseconds: its effort is limited by a count, not by a clock.
 */
#ifndef BOT_HOUSE_H
#define BOT_HOUSE_H

#include "bot/match/loaded_match.h"

#define BOT_HOUSE_SEAT EG_BLACK

/* Reads the word novice, fencer or maitre, in upper or lower case. False for any other word. */
bool bot_house_read(const char *word, enum bot_house *house);

/* Returns the word of a house, as bot_house_read reads it; NULL for BOT_NO_HOUSE. */
const char *bot_house_word(enum bot_house house);

/*
 * Returns the message that names Black if no user is Black: the name of the house or, for
 * BOT_NO_HOUSE, the open seat of a challenge.
 */
enum bot_msg bot_house_name(enum bot_house house);

/* Whether the match is a practice match, and the house is to act. */
bool bot_house_acts(const struct bot_loaded_match *loaded);

/* Chooses the action of the house, which must be to act. */
BOT_MUST_USE enum bot_error bot_house_choose(
	struct bot_loaded_match *loaded, struct eg_action *action);

struct bot_advice {
	struct eg_action action;
	uint8_t percent; /* how often the maitre would choose the action in this position */
};

/*
 * Advises the player who is to act: finds the action that the maitre would choose most often with
 * the knowledge of that player. The advice is always the same in the same position.
 */
BOT_MUST_USE enum bot_error bot_house_advise(
	struct bot_loaded_match *loaded, struct bot_advice *advice);

#endif
