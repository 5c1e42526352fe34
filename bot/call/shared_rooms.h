/*
 * The rooms that the sender of a private command shares with the bot, and perhaps with another
 * person: the command is about one of them. If there are several, the bot asks about which one.
 */
#ifndef BOT_CALL_SHARED_ROOMS_H
#define BOT_CALL_SHARED_ROOMS_H

#include "bot/call/room_label.h"

#define BOT_SHARED_MOST   32 /* the most rooms that a search looks at, without private ones */
#define BOT_SHARED_LISTED 5  /* how many of them the bot lists */

struct bot_shared_rooms {
	const char *named; /* what the sender calls the room, or NULL if they have not said it */
	enum bot_room_match match; /* how well `named` names the rooms; BOT_ROOM_OTHER if NULL */
	char room[BOT_SHARED_MOST][BOT_ID_SIZE];
	size_t count;    /* how many rooms they share with the bot, as far as the bot knows */
	bool incomplete; /* the bot does not know yet who is in some of its rooms */
};

/*
 * Finds the rooms that the sender and a user, who may be the sender, share with the bot. The caller
 * has set shared->named. If it is not NULL, finds the rooms with this name, or, if there are none,
 * the rooms whose names begin with it. If no room has the name, sets it to NULL and finds all.
 * Looks at a few rooms only; the next search goes on after them. So nobody can hide the other rooms
 * behind rooms of their own.
 */
void bot_shared_rooms_find(
	const struct bot_call *call, const char *user, struct bot_shared_rooms *shared);

/*
 * Adds the rooms to the page, which asks the sender which one they mean, and sends it. The words of
 * the call name no room: the answer adds "in" and the room to them.
 */
void bot_shared_rooms_ask(
	const struct bot_call *call, struct bot_page *page, const struct bot_shared_rooms *shared);

#endif
