/* Which legal actions fit what a player typed or, if none does, why, and what works instead. */
#ifndef BOT_TEXT_PATTERN_FIT_H
#define BOT_TEXT_PATTERN_FIT_H

#include "bot/text/pattern.h"

/* Whether a legal action of the view fits the pattern. */
bool bot_pattern_fits(
	const struct bot_pattern *pattern, const struct eg_view *view, struct eg_action action);

/*
 * Adds the reason why no legal action fits the pattern. `view` is the view of the player who is to
 * act. The text speaks of this player's hand, so nobody else may see the text.
 */
void bot_pattern_explain(
	struct bot_page *page, const struct bot_pattern *pattern, const struct eg_view *view);

#endif
