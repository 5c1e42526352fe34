/*
 * The command `challenge` in private, for people who can't write in the room where they want to
 * play, perhaps because they can't encrypt. The bot makes the challenge in the one room that both
 * people share with it.
 */
#ifndef BOT_COMMANDS_PRIVATE_CHALLENGE_H
#define BOT_COMMANDS_PRIVATE_CHALLENGE_H

#include "bot/call/call.h"

/* Where two people can play. */
struct bot_shared_room {
	char room[BOT_ID_SIZE];
	size_t count;    /* how many rooms they share with the bot, as far as the bot knows */
	bool incomplete; /* the bot does not know yet who is in some of its rooms */
};

/*
 * Finds the rooms that the sender and another user share with the bot. Looks at a few rooms only;
 * the next search goes on after them. So nobody can hide the other rooms behind rooms of their own.
 */
void bot_find_shared_room(
	const struct bot_call *call, const char *user, struct bot_shared_room *shared);

/*
 * Tells the sender that the bot can't make the challenge to the user from here, and what works
 * instead.
 */
BOT_MUST_USE enum bot_error bot_reply_no_shared_room(
	const struct bot_call *call, const char *user, const struct bot_shared_room *shared);

#endif
