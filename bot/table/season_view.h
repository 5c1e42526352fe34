/* JSON of a season, for the page. It has names and results, and nothing of any hand. */
#ifndef BOT_TABLE_SEASON_VIEW_H
#define BOT_TABLE_SEASON_VIEW_H

#include "bot/table/match_view.h"

/*
 * Returns the JSON of the room's season: its fencers, the tables of its divisions, and the bouts
 * that are fenced now; or null if there is no season to show. Fencers are named by their index in
 * the list `fencers`. The rows of a division are in the order of the table; `fate` says where its
 * fencer goes at the end if the table stays as it is.
 */
json_t *bot_season_view(const struct bot_reader *reader, const char *room);

/*
 * Returns a JSON list of the reader's part in each season that they have entered: when it begins or
 * ends, their bouts that are fenced now, and in `text` their place and whom they fence later; or
 * NULL if they take part in none.
 */
json_t *bot_season_view_own(const struct bot_reader *reader);

#endif
