/* Words and emoji around an action that say nothing about which action it is. */
#ifndef BOT_TEXT_FILLER_H
#define BOT_TEXT_FILLER_H

#include "bot/text/words.h"

/*
 * Returns how many words at the beginning say only that the player wants to do what follows, as in
 * "I'd like to advance 2".
 */
size_t bot_filler_count(const struct bot_words *words);

/*
 * Whether `length` bytes are emoji that only show a mood, such as a fencer or a smile. Emoji that
 * may mean a direction, a number, a doubt or "no" are not among them.
 */
bool bot_filler_is_emoji(const char *text, size_t length);

#endif
