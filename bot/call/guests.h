/*
 * Guests: people who play a match of a room without being in it. They have accepted a challenge
 * that the lobby showed them elsewhere (bot/challenge/lobby.h). They play in private, and may play
 * again against the same person while the room is in the lobby. The bot tells them neither the name
 * of the room nor its id. In a team match, those who fence for the other room are guests, too, but
 * know the room's name.
 */
#ifndef BOT_CALL_GUESTS_H
#define BOT_CALL_GUESTS_H

#include "bot/call/call.h"
#include "bot/call/room_label.h"

#define BOT_LOBBY_SETTING "lobby" /* the key of a room's setting: "on", or not set */

/* Returns whether a room is in the lobby, so that it has guests. */
bool bot_guests_are_welcome(struct bot_host *host, const char *room);

/*
 * Returns whether two people may play in a room again, although one of them is not there: the room
 * is in the lobby, and they have played a match there.
 */
bool bot_guests_may_play(
	struct bot_host *host, const char *room, const char *one, const char *other);

/*
 * Returns whether the sender may act in the room of a match of theirs from elsewhere. They may not
 * if they have certainly left the room, unless they may play there as a guest.
 */
bool bot_guests_may_enter(const struct bot_call *call, const struct bot_match *match);

/*
 * Returns whether the bot may tell a user which room it is. If the room is in the lobby, the user
 * must certainly be in it; else they must not certainly be outside.
 */
bool bot_guests_may_see_room(struct bot_host *host, const char *room, const char *user);

/*
 * Writes the place of a match for a user, as bot_room_place does, and links it to the room on the
 * page. For a guest, the place is "in another room", without a link.
 */
void bot_guests_add_place(struct bot_host *host, struct bot_page *page, const char *room,
	const char *user, char place[BOT_ROOM_LABEL_SIZE]);

#endif
