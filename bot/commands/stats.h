/* The command that shows the results and ratings of a player. */
#ifndef BOT_COMMANDS_STATS_H
#define BOT_COMMANDS_STATS_H

#include "bot/call/call.h"

BOT_MUST_USE enum bot_error bot_run_stats(struct bot_call *call);

/* Fills in a rating as people see it. The number after the ± is the 95 % interval. */
void bot_stats_fill(struct bot_args *args, const struct bot_rating *rating);

/*
 * Finds the player whom the `count` words after the command's name mean: the sender if there are no
 * words. If they mean nobody, tells the sender so, or asks, and makes `user` empty.
 */
BOT_MUST_USE enum bot_error bot_stats_find_user(
	const struct bot_call *call, size_t count, char user[BOT_ID_SIZE]);

#endif
