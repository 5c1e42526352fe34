/*
 * The command `challenge` in private, for people who can't write in the room where they want to
 * play, perhaps because they can't encrypt. The bot makes the challenge in a room that both people
 * share with it. If they share several, it asks in which one.
 */
#ifndef BOT_COMMANDS_PRIVATE_CHALLENGE_H
#define BOT_COMMANDS_PRIVATE_CHALLENGE_H

#include "bot/commands/shared_rooms.h"

/*
 * Asks the sender in which of the rooms the bot should challenge the user. The words of the call
 * name no room.
 */
void bot_ask_shared_room(
	const struct bot_call *call, const char *user, const struct bot_shared_rooms *shared);

/*
 * Tells the sender that the bot can't make the challenge to the user from here, and what works
 * instead.
 */
void bot_reply_no_shared_room(
	const struct bot_call *call, const char *user, const struct bot_shared_rooms *shared);

#endif
