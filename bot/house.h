/*
 * The house as an opponent, in practice matches. It is told what its seat has witnessed and nothing
 * else, and what it draws comes from the match's own secret: a match replays, and nobody foresees
 * it. Its effort is counted, not timed: a choice takes a few milliseconds.
 */
#ifndef BOT_HOUSE_H
#define BOT_HOUSE_H

#include "bot/game.h"

#define BOT_HOUSE_SEAT EG_BLACK

/* Reads novice, fencer or maitre. False for another word. */
bool bot_house_read(const char *word, enum bot_house *house);

/* That word. */
const char *bot_house_word(enum bot_house house);

/* What is called Black where no user is: the house, or whoever will accept the challenge. */
enum bot_msg bot_house_name(enum bot_house house);

/* Whether the house is to act. */
bool bot_house_acts(const struct bot_game *game);

/* What the house plays, when it is to act. */
BOT_MUST_USE enum bot_error bot_house_choose(struct bot_game *game, struct eg_action *action);

/* What the maitre would play, and how often of a hundred times. */
struct bot_advice {
	struct eg_action action;
	uint8_t percent;
};

/* For the player who is to act: from what he has witnessed, always the same in a position. */
BOT_MUST_USE enum bot_error bot_house_advise(struct bot_game *game, struct bot_advice *advice);

#endif
