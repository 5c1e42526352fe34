/* Why a match is not rated, in a sentence that is true while people play and afterwards. */
#ifndef BOT_PLAY_UNRATED_H
#define BOT_PLAY_UNRATED_H

#include "bot/match/loading.h"

/* Adds why no result of the match can be rated. Returns false, and adds nothing, if it can be. */
bool bot_unrated_explain(const struct bot_loaded_match *loaded, struct bot_page *page);

#endif
