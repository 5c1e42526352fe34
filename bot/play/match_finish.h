/*
 * The finish: how a match ends, and what the bot tells about its end.
 *
 * After the last board the room gets one message that mentions both players: who won, how each
 * round ended, the ratings before and after, how long the match took, and how to play again. If the
 * room wants pictures, this message is a picture of the last position. Each player also gets a
 * short private message. A practice match has only one player, who gets only one message: in
 * the room of the match or, if the match is private, in their private room.
 */
#ifndef BOT_PLAY_MATCH_FINISH_H
#define BOT_PLAY_MATCH_FINISH_H

#include "bot/show/hand.h"

/*
 * Ends a match or a challenge: stores how it ended, clears its timers, and updates the ratings.
 * Tells the end to the room and, if the match was being played, to the players. `news` has the
 * actions that the bot has not told the room yet. `winner` is EG_NOBODY if nobody wins. `why` is
 * the message that says how the match ended, and `args` has its values. This function fills in
 * args.id, and the names .white, .black and .challenged.
 */
void bot_match_finish(struct bot_loaded_match *loaded, const struct bot_news *news,
	enum bot_ending ending, enum eg_seat winner, enum bot_msg why, struct bot_args args);

#endif
