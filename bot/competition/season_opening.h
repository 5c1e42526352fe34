/* Opens a season: on somebody's command, or because the last one has ended. */
#ifndef BOT_COMPETITION_SEASON_OPENING_H
#define BOT_COMPETITION_SEASON_OPENING_H

#include "bot/call/call.h"
#include "bot/club/season.h"

/*
 * Stores a new season, and shows it in its room. The caller has set the room, the organiser, the
 * event, the length and the terms. The event must be another one for each season, because its
 * secret may follow from it. Sets the rest, and the id.
 */
void bot_season_create(struct bot_host *host, struct bot_competition *competition);

/* Opens the season after one that has ended, with its terms. It has no organiser. */
void bot_season_open_next(struct bot_host *host, const struct bot_competition *last);

#endif
