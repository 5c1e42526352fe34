/*
 * The messages of a challenge that is over. They invite people to accept it, in the room and in the
 * private copy (bot/challenge/challenge.h). So the bot edits each of them once: then it says in one
 * line what has become of the challenge.
 *
 * The edit is an optional letter (bot/store/outbox.h), because other messages say the same: the
 * first board of the match, or the news that the challenge has ended.
 */
#ifndef BOT_SHOW_ENDED_CHALLENGE_H
#define BOT_SHOW_ENDED_CHALLENGE_H

#include "bot/match/loaded_match.h"

#define BOT_CHALLENGE_ELSEWHERE 5 /* the most other rooms that show a challenge */

/* `loaded` was accepted: its status is not BOT_CHALLENGE any more. */
void bot_ended_challenge_accepted(const struct bot_loaded_match *loaded);

/* `loaded` was replaced by the challenge with the id `newer` in the same room. */
void bot_ended_challenge_replaced(const struct bot_loaded_match *loaded, int64_t newer);

/* `loaded` has ended without a match. Why it has ended is news that the room gets besides. */
void bot_ended_challenge_unplayed(const struct bot_loaded_match *loaded);

#endif
