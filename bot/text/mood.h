/* Emoji beside an action that say nothing about which action it is. */
#ifndef BOT_TEXT_MOOD_H
#define BOT_TEXT_MOOD_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Whether `length` bytes are emoji that only show a mood, such as a fencer or a smile. Emoji that
 * may mean a direction, a number, a doubt or "no" are not among them.
 */
bool bot_mood_is_emoji(const char *text, size_t length);

#endif
