/* Numbers that people write in words: "zwölf", "ventuno", "二十". */
#ifndef BOT_TEXT_SPELLED_NUMBER_H
#define BOT_TEXT_SPELLED_NUMBER_H

#define BOT_SPELLED_MOST 31 /* the days of a month */

/*
 * Returns the number, from 2 to BOT_SPELLED_MOST, that a word spells in any language of the bot,
 * as ICU does, in any case and without diacritics; or 0. One is no number here: in most languages
 * it is an article, too. The first call lists all numbers.
 */
int bot_spelled_number(const char *word);

#endif
