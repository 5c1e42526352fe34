/* How a moderator moves a club night to another time. */
#ifndef BOT_COMPETITION_NEW_START_H
#define BOT_COMPETITION_NEW_START_H

#include "bot/call/call.h"

/*
 * Moves the room's night to the time `starts`, in the host's time, and tells its entrants once.
 * Returns false, and does nothing, if there is none whose sign-up goes on, or if the sender does
 * not moderate the room.
 */
bool bot_night_move_start(const struct bot_call *call, int64_t starts);

#endif
