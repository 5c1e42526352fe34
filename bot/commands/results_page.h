/* The lines about a player's results: the form, streaks, and what the store has counted apart. */
#ifndef BOT_COMMANDS_RESULTS_PAGE_H
#define BOT_COMMANDS_RESULTS_PAGE_H

#include "bot/call/call.h"

/*
 * Adds how the player's last matches ended, and how many they have won or lost in a row. Adds
 * nothing before their second rated match. `rating` is the player's rating over all rooms.
 */
void bot_results_add_form(const struct bot_call *call, struct bot_page *page, const char *user,
	const struct bot_rating *rating);

/*
 * Adds how many matches the player has won by each rule set and, if the sender is this player, also
 * against each practice opponent: practice is private. Returns whether there are such matches; else
 * adds nothing.
 */
bool bot_results_add_tallies(
	const struct bot_call *call, struct bot_page *page, const char *user, const char *name);

/* Adds how many matches the player has won against each practice opponent, if there are any. */
void bot_results_add_practice(const struct bot_call *call, struct bot_page *page, const char *user);

#endif
