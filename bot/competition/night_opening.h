/* Opens a club night: on somebody's command, or because the room holds one every week. */
#ifndef BOT_COMPETITION_NIGHT_OPENING_H
#define BOT_COMPETITION_NIGHT_OPENING_H

#include "bot/call/call.h"
#include "bot/club/night.h"

/*
 * Stores a new competition, and shows it in its room. The caller has set the room, the organiser,
 * the event, the start and the terms. The event must be another one for each night, because the
 * night's secret may follow from it. Sets the rest, and the id.
 */
void bot_night_create(struct bot_host *host, struct bot_competition *competition);

#endif
