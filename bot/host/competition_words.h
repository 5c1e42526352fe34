/* How people order the words of a command about a club night, a season or a team match. */
#ifndef BOT_HOST_COMPETITION_WORDS_H
#define BOT_HOST_COMPETITION_WORDS_H

#include "bot/call/call.h"
#include "bot/text/words.h"

/*
 * Puts the words in the order of the command: "cancel night" becomes "night cancel", "sign up for
 * the season" becomes "season join", "new season" becomes "season", and "season rules" becomes
 * "rules season". "sign up" alone becomes "join". Leaves other words alone.
 */
void bot_competition_words_order(struct bot_words *words);

#endif
