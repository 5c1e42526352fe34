/*
 * The room that a command in private is about. Its last words may name the room, after "in"
 * (bot_words_is_in), as in `top in Fencing Club`.
 */
#ifndef BOT_COMPETITION_NAMED_ROOM_H
#define BOT_COMPETITION_NAMED_ROOM_H

#include "bot/call/call.h"

/* The bot lists so many of somebody's nights, or of their seasons: nobody has time for more. */
#define BOT_OWN_COMPETITIONS_MOST 6

/*
 * Finds the room of the competition in which the sender takes part; without one, of the competition
 * that waits for entrants in a room that the sender shares with the bot. If there is none, or if it
 * is not clear which one of several is meant, answers or asks them, and sets room[0] to 0.
 */
void bot_named_room_find(
	const struct bot_call *call, enum bot_competition_kind kind, char room[BOT_ID_SIZE]);

/*
 * Returns of which kinds a competition waits for entrants in a room that the sender of a private
 * command shares with the bot, and may write in: bit k for the kind k.
 */
unsigned bot_named_rooms_wait(const struct bot_call *call);

/* Returns how many words the call has before the "in" that names a room. */
size_t bot_named_room_words(const struct bot_words *words);

/*
 * Answers in private about the one room that the sender shares with the bot, or the one that they
 * name: with its name, and with what `add` adds. `add` gets the call as if it were about this room,
 * and without "in" and the room's name. If there are several rooms, asks which one the sender
 * means. Returns false, and answers nothing, if the bot knows of no room with the sender.
 */
bool bot_named_room_answer(const struct bot_call *call,
	void (*add)(const struct bot_call *call, struct bot_page *page));

#endif
