/* JSON of the sheets of a club night: its fencers, its pools and its tableau. */
#ifndef BOT_TABLE_NIGHT_SHEETS_H
#define BOT_TABLE_NIGHT_SHEETS_H

#include "bot/club/night.h"
#include "bot/table/match_view.h"

/* Adds the lists `fencers`, `pools` and `rounds` to the JSON of a night. */
void bot_night_sheets_add(const struct bot_reader *reader, struct bot_night *night, json_t *json);

#endif
