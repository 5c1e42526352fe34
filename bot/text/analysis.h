/* Writes the analysis of a match to a page, in words. */
#ifndef BOT_TEXT_ANALYSIS_H
#define BOT_TEXT_ANALYSIS_H

#include "bot/text/render.h"
#include "engine/analysis/analysis.h"

#define BOT_TURNS_SHOWN 3 /* turning points, in words and in the picture */

/*
 * Adds a finished analysis: for each player the accuracy, the luck, how many actions cost much, and
 * the costliest ones with what was better and why; then the turning points of the match. Everybody
 * who reads the page sees both hands, so the match must have ended. `prefix` is what commands begin
 * with where the page is read.
 */
void bot_analysis_add(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_analysis *analysis, const char *prefix);

/* Returns the reason why an action is better than another: the end of a sentence about it. */
enum bot_msg bot_analysis_reason(enum eg_why why);

#endif
