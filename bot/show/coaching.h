/*
 * Decides for which players the coach (bot/text/coach.h) explains their turns. It does so for all
 * players who have turned the coach on. It also does so for the players who have not finished a
 * match yet, unless they have turned it off.
 */
#ifndef BOT_SHOW_COACHING_H
#define BOT_SHOW_COACHING_H

#include "bot/match/loaded_match.h"

/* Whether the coach explains the user's turns. */
bool bot_coaching_wanted(struct bot_host *host, const char *user);

/*
 * Adds what the coach says about the turn to the page, if the user wants it. `view` is the user's
 * view of the match, and it is the user's turn. Only in practice does the coach recommend actions:
 * in a match between people that would be unfair. If the coach has ended with the user's first
 * match, says so instead, once.
 */
void bot_coaching_add(struct bot_loaded_match *loaded, const char *user,
	const struct eg_match_view *view, struct bot_page *page);

/* The command `coach`, which turns the coach on or off for the sender. */
void bot_run_coach(struct bot_call *call);

#endif
