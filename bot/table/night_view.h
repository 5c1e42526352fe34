/* JSON of a club night, for the page. It has names and results, and nothing of any hand. */
#ifndef BOT_TABLE_NIGHT_VIEW_H
#define BOT_TABLE_NIGHT_VIEW_H

#include "bot/table/match_view.h"

/*
 * Returns the JSON of the room's night: its fencers, the sheets of its pools and its tableau; or
 * null if there is no night to show. Fencers are named by their index in the list `fencers`. In a
 * bout, null stands for a fencer who is not known yet, and -1 for nobody, if a bout is a bye.
 */
json_t *bot_night_view(const struct bot_reader *reader, const char *room);

/*
 * Returns the JSON of the reader's part in the night that they have entered: what comes next for
 * them; or NULL if they take part in none.
 */
json_t *bot_night_view_own(const struct bot_reader *reader);

#endif
