/*
 * The times, numbers and terms in a sentence, as the commands take them: "10 at night until seven
 * in the morning" becomes "10pm until 7am", "for two weeks" "2 weeks", and "um halb neun" "um
 * 8:30".
 */
#ifndef BOT_HOST_TIMED_WORDS_H
#define BOT_HOST_TIMED_WORDS_H

#include "bot/text/words.h"

/* Leaves only these words of the sentence. There may be none. `terms`: also those of matches. */
void bot_timed_words_keep(struct bot_words *words, bool terms);

#endif
