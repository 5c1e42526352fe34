/*
 * The lobby: rooms that show each other's open challenges. The moderators of a room put it into the
 * lobby. There, `challenge everywhere` makes an open challenge that other rooms of the lobby show
 * as well. Whoever accepts it there plays in private: the match belongs to the challenger's room.
 */
#ifndef BOT_CHALLENGE_LOBBY_H
#define BOT_CHALLENGE_LOBBY_H

#include "bot/call/call.h"

/* Puts a room into the lobby, or takes it out. bot_guests_are_welcome says whether it is there. */
void bot_lobby_set(struct bot_host *host, const char *room, bool has);

/*
 * Shows an open challenge, which the sender has made, in other rooms of the lobby, and tells the
 * sender in how many. Not more than BOT_CHALLENGE_ELSEWHERE rooms show it, so that it costs few
 * messages. A challenger, and all people of a room together, can do this only a few times in an
 * hour. No room gets more than a few of these messages in an hour, and only some of these may be
 * from people without a rating.
 */
void bot_lobby_show(const struct bot_call *call, const struct bot_match *challenge);

/*
 * Finds the challenge of another room that the sender means, by its number or by a reply, and that
 * the message's room shows. Returns false if there is none, if the sender has made it, or if
 * one of the two rooms has left the lobby since.
 */
bool bot_lobby_find(const struct bot_call *call, struct bot_match *challenge);

/*
 * Whether the sender can accept the challenge of another room, in which they need not be: that room
 * is still in the lobby, the bot may write there and, as far as the bot knows, nobody has silenced
 * the sender there.
 */
bool bot_lobby_may_accept(const struct bot_call *call, const struct bot_match *challenge);

#endif
