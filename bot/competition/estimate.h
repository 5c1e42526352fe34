/* How long a club night takes. */
#ifndef BOT_COMPETITION_ESTIMATE_H
#define BOT_COMPETITION_ESTIMATE_H

#include "bot/call/call.h"
#include "bot/club/contest.h"

/*
 * Estimates the milliseconds from the start of a night to its podium, in whole steps of five
 * minutes. There are BOT_ENTRANTS_LEAST to BOT_ENTRANTS_MOST fencers, bouts to `touches`, and at
 * most `at_once` bouts at a time, at least 1. Returns the time that people need or, if that is
 * longer, the time in which the platform takes all messages: one in `interval` milliseconds.
 */
int64_t bot_estimate_night(size_t fencers, unsigned touches, size_t at_once, int64_t interval);

/* Says how long the night takes with those who have signed up or, if they are few, with more. */
void bot_estimate_add(
	const struct bot_host *host, const struct bot_contest *night, struct bot_page *page);

#endif
