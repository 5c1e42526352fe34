/* The names of the months, as people type them. */
#ifndef BOT_TEXT_MONTH_H
#define BOT_TEXT_MONTH_H

/*
 * Reads the name of a month in any language, or at least three letters that it begins with, as in
 * "sept". Returns 1 to 12, or 0 if the word is no month, or begins several.
 */
int bot_month_read(const char *word);

#endif
