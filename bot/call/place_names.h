/* The names of countries and cities in all languages of the bot, and the time there. */
#ifndef BOT_CALL_PLACE_NAMES_H
#define BOT_CALL_PLACE_NAMES_H

/*
 * Finds a place by its name in any language, or a country by its code. Case, diacritics, hyphens
 * and full stops do not matter. ICU has the names of the countries and of the cities that the list
 * of time zones names; bot/call/places.def has others. Returns the zone of a city, such as
 * Europe/Vienna, or the code of a country (ISO 3166-1), such as AT, or NULL if no place has the
 * name.
 */
const char *bot_place_find(const char *typed);

#endif
