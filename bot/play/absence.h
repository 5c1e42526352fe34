/*
 * Matches that end because a player has not come, has gone (presence.h), or is about to be erased.
 */
#ifndef BOT_PLAY_ABSENCE_H
#define BOT_PLAY_ABSENCE_H

#include "bot/match/loaded_match.h"

/* Ends a match when BOT_TIMER_JOIN runs out, if a player has neither joined nor acted. */
void bot_absence_end_unjoined(struct bot_loaded_match *loaded);

/*
 * Handles that a player has left a room. Ends the match, or notes that the player is absent. A
 * challenge ends only if the player has left the challenge's room. Whoever leaves their private
 * room, or any room in a bout of a competition, has time to come back.
 */
enum bot_place_left {
	BOT_LEFT_ROOM,    /* the match's room */
	BOT_LEFT_PRIVATE, /* the player's private room */
	BOT_DECLINED,     /* the player's private room, which they have never joined */
};
void bot_absence_left(
	struct bot_loaded_match *loaded, enum eg_seat seat, enum bot_place_left place);

/*
 * Call this before the bot forgets a user's data. Ends the user's challenges and matches (these
 * matches are not rated), tells the other players, ends the user's link to their table, and makes
 * the bot leave the user's private room.
 */
void bot_absence_end_erased(struct bot_host *host, const char *user);

#endif
