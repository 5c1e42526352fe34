/* Whom a command about a player's results means, and a player's rating as people see it. */
#ifndef BOT_COMMANDS_PLAYER_H
#define BOT_COMMANDS_PLAYER_H

#include "bot/call/call.h"

/*
 * Returns how many words after the command's name name a player. The last word is not one of them
 * if it means `option` (an English word), unless all words together are somebody's name.
 */
size_t bot_player_words(const struct bot_call *call, const char *option);

/*
 * Finds the player whom the `count` words after the command's name mean: the sender if there are no
 * words. If they mean nobody, tells the sender so, or asks, and makes `user` empty.
 */
void bot_player_find(const struct bot_call *call, size_t count, char user[BOT_ID_SIZE]);

/* Fills in a rating as people see it. The number after the ± is the 95 % interval. */
void bot_player_rating(struct bot_args *args, const struct bot_rating *rating);

#endif
