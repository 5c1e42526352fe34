/* Matches that end because a player has not come, or has gone (presence.h). */
#ifndef BOT_PLAY_ABSENCE_H
#define BOT_PLAY_ABSENCE_H

#include "bot/match/loaded_match.h"

/* Ends a match when BOT_TIMER_JOIN runs out, if a player has neither joined nor acted. */
void bot_absence_end_unjoined(struct bot_loaded_match *loaded);

/*
 * Handles that a player has left their private room, if `private` is true, or the match's room.
 * Ends the match, or notes that the player is absent. A challenge ends only if the player has
 * left the challenge's room. In a bout of a competition the player has time to come back.
 */
void bot_absence_left(struct bot_loaded_match *loaded, enum eg_seat seat, bool private);

#endif
