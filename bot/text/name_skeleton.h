/*
 * Tells which names people could mistake: for each other, or for words of the bot.
 *
 * The bot compares names itself. ICU finds that characters look alike, but not "rn" and "m", nor an
 * i and an l in names that differ in case: of the 25 pairs that the test of this file takes for
 * alike, it finds 13. The bot can compare Latin letters, and kana with the kanji that are common in
 * names, but no name that mixes both. So if a name has other letters, the label (name.h) always has
 * the id, too.
 *
 * Names are compared by the letters that people would tell apart at a glance. So this part knows
 * the kana, and the kanji that are common in names, and no others: a rare kanji may look like a
 * common one.
 */
#ifndef BOT_TEXT_NAME_SKELETON_H
#define BOT_TEXT_NAME_SKELETON_H

#include "bot/store/store.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Writes the skeleton of a name. Names that look alike have the same skeleton. A skeleton has no
 * capital letters, accents, spaces or punctuation. In a skeleton, one letter stands for all letters
 * that people mistake for each other, such as I, l and 1.
 *
 * The skeleton of a Japanese name has kana and kanji only.
 *
 * `skeleton` becomes empty if the name can't be compared. Such a name has no letter at all, or a
 * character that is not a Latin letter, a digit, a space or punctuation; or a Japanese name has one
 * that is not a kana, a kanji common in names, a space or punctuation.
 */
void bot_name_skeleton(const char *name, char skeleton[BOT_NAME_SIZE]);

/* Whether the text has kana or kanji. */
bool bot_name_has_japanese(const char *text);

/*
 * Whether people could mistake a cleaned name, or a part of it, for words or numbers of the bot's
 * messages, for the bot, or for the reader. For example "Bob wins", "Moderator", "You" or "Bob 12".
 */
bool bot_name_is_doubtful(const char *name);

#endif
