/*
 * The command `challenge` in private, for people who can't write in the room where they want to
 * play, perhaps because they can't encrypt. The bot makes the challenge in a room that both people
 * share with it. If they share several, it asks in which one.
 */
#ifndef BOT_COMMANDS_PRIVATE_CHALLENGE_H
#define BOT_COMMANDS_PRIVATE_CHALLENGE_H

#include "bot/call/room_label.h"

#define BOT_SHARED_LISTED 5 /* how many rooms the bot lists */

/* Where two people can play. */
struct bot_shared_rooms {
	const char *named; /* what the sender calls the room, or NULL if they have not said it */
	enum bot_room_match match; /* how well `named` names the rooms; BOT_ROOM_OTHER if NULL */
	char room[BOT_SHARED_LISTED][BOT_ID_SIZE];
	size_t count;    /* how many rooms they share with the bot, as far as the bot knows */
	bool incomplete; /* the bot does not know yet who is in some of its rooms */
};

/*
 * Finds the rooms that the sender and another user share with the bot. The caller has set
 * shared->named. If it is not NULL, finds the rooms with this name, or, if there are none, the
 * rooms whose names begin with it. Looks at a few rooms only; the next search goes on after them.
 * So nobody can hide the other rooms behind rooms of their own.
 */
void bot_find_shared_rooms(
	const struct bot_call *call, const char *user, struct bot_shared_rooms *shared);

/*
 * Asks the sender in which of the rooms the bot shall challenge the user. The words of the call
 * name no room.
 */
BOT_MUST_USE enum bot_error bot_ask_shared_room(
	const struct bot_call *call, const char *user, const struct bot_shared_rooms *shared);

/*
 * Tells the sender that the bot can't make the challenge to the user from here, and what works
 * instead.
 */
BOT_MUST_USE enum bot_error bot_reply_no_shared_room(
	const struct bot_call *call, const char *user, const struct bot_shared_rooms *shared);

#endif
