/*
 * What only the sheet of a club night has: the sign-up with the check-in, how long the night takes,
 * and the tableau.
 */
#ifndef BOT_COMPETITION_NIGHT_SHEET_H
#define BOT_COMPETITION_NIGHT_SHEET_H

#include "bot/call/call.h"
#include "bot/club/contest.h"

/* The night's parts of a sheet: see struct bot_kind. */
void bot_night_add_sign_up(struct bot_host *host, struct bot_contest *night, const char *reader,
	struct bot_page *page);
void bot_night_add_rounds(struct bot_host *host, struct bot_contest *night, struct bot_page *page);

/* Adds the line that says how a round of the tableau has ended, from 1. */
void bot_sheet_add_round_end(
	struct bot_host *host, struct bot_contest *night, struct bot_page *page, uint8_t round);

/*
 * Estimates the milliseconds from the start of a night to its podium, in whole steps of five
 * minutes. There are BOT_ENTRANTS_LEAST to BOT_ENTRANTS_MOST fencers, bouts to `touches`, and at
 * most `at_once` bouts at a time, at least 1. Returns the time that people need or, if that is
 * longer, the time in which the platform takes all messages: one in `interval` milliseconds.
 */
int64_t bot_night_estimate(size_t fencers, unsigned touches, size_t at_once, int64_t interval);

#endif
