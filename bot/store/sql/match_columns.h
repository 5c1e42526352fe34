/* Binds and gets rows of the table matches. */
#ifndef BOT_STORE_SQL_MATCH_COLUMNS_H
#define BOT_STORE_SQL_MATCH_COLUMNS_H

#include "bot/store/matches.h"
#include "bot/store/sql/query.h"

/* Whether all fields of a match are in their ranges, except the identifiers. */
bool bot_match_is_storable(const struct bot_match *match);
/* Binds the fields of a match but its id, in the order of MATCH_COLUMNS in statements.def. */
void bot_match_bind(struct bot_query *query, const struct bot_match *match);
/* Gets a match, a struct bot_match: its id, and then these columns. */
void bot_match_get(struct bot_query *query, void *match);

/* Returns the name that a status has in the store, as a static string, or NULL if there is none. */
const char *bot_match_status_name(int status);
/* Get columns of a match as bot_match_get does. */
enum bot_practice bot_match_get_practice(struct bot_query *query);
enum eg_seat bot_match_get_seat(struct bot_query *query);

#endif
