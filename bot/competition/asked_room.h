/*
 * The room that a question in private is about, such as `top`: the one room that the sender shares
 * with the bot, or the one that the command names after "in".
 */
#ifndef BOT_COMPETITION_ASKED_ROOM_H
#define BOT_COMPETITION_ASKED_ROOM_H

#include "bot/call/call.h"

/*
 * Answers in private with the name of the room and what `add` adds: it gets the call as if it were
 * about this room, and without "in" and the room's name. If there are several rooms, asks which one
 * the sender means. Returns false, and answers nothing, if the bot knows of no room with the
 * sender.
 */
bool bot_asked_room_answer(const struct bot_call *call,
	void (*add)(const struct bot_call *call, struct bot_page *page));

#endif
