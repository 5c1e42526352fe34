/* What works instead of an attack that is not possible. */
#ifndef BOT_TEXT_SUGGESTION_H
#define BOT_TEXT_SUGGESTION_H

#include "bot/text/pattern.h"

/*
 * Adds a sentence with a legal attack or, if there is none, with the moves that the card of the
 * pattern makes possible. Adds nothing if the view has neither. `view` is the view of the player
 * who is to act.
 */
void bot_suggest_instead(
	struct bot_page *page, const struct bot_pattern *pattern, const struct eg_view *view);

#endif
