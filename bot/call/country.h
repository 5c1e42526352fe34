/* Countries by the names that people type, from the lists of the machine. */
#ifndef BOT_CALL_COUNTRY_H
#define BOT_CALL_COUNTRY_H

#include <stdbool.h>

#define BOT_COUNTRY_SIZE 3

/*
 * Finds the code of a country (ISO 3166-1), such as "NL", by its name in any language of the bot,
 * or its code of two or three letters. The English names are those of the database of time zones;
 * the others, and more English ones, need Debian's package iso-codes. Case, diacritics and spaces
 * do not matter. Returns false if no country has the name.
 */
bool bot_country_find(const char *typed, char code[BOT_COUNTRY_SIZE]);

#endif
