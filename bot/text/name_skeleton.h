/*
 * Tells which names look alike.
 *
 * The bot compares names itself, because the ICU library needs 30 megabytes of data to find names
 * that look alike. The bot can compare only Latin letters. So if a name has other letters, the
 * label (name.h) always has the id, too.
 */
#ifndef BOT_NAME_SKELETON_H
#define BOT_NAME_SKELETON_H

#include "bot/store/store.h"

/*
 * Writes the skeleton of a name. Names that look alike have the same skeleton. A skeleton has no
 * capital letters, accents, spaces or punctuation. In a skeleton, one letter stands for all letters
 * that people mistake for each other, such as I, l and 1.
 *
 * `skeleton` becomes empty if the name can't be compared. Such a name has a character that is not a
 * Latin letter, a digit, a space or punctuation, or it has no letter at all.
 */
void bot_name_skeleton(const char *name, char skeleton[BOT_NAME_SIZE]);

#endif
