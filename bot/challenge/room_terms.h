/*
 * The terms that the moderators of a room have chosen for its matches: the rules, the number of
 * touches, the clock, and whether they are casual. A challenge whose words do not name one of these
 * terms takes the room's term. The store keeps the chosen terms as settings of the room.
 */
#ifndef BOT_CHALLENGE_ROOM_TERMS_H
#define BOT_CHALLENGE_ROOM_TERMS_H

#include "bot/call/call.h"

/*
 * Writes the terms that were chosen for the room to match->rules, match->clock and match->casual.
 * Leaves alone a term that nobody has chosen.
 */
void bot_room_terms_get(struct bot_host *host, const char *room, struct bot_match *match);

/*
 * Stores the rules, the touches and the clock of `match`, and whether it is casual, as the terms of
 * the room. Removes the setting of a term that has its default: the advanced rules, 5 touches,
 * BOT_CLOCK_USUAL, not casual.
 */
void bot_room_terms_set(struct bot_host *host, const char *room, const struct bot_match *match);

/*
 * Answers with the message that bot_challenge_read_term returned for the word `i`. If the message
 * asks for a value, the value completes the command.
 */
void bot_challenge_ask_for_term(const struct bot_call *call, enum bot_msg wrong, size_t i);

#endif
