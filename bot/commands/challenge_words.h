/* The words of `challenge`: whom it names, its terms, and in private the room. */
#ifndef BOT_COMMANDS_CHALLENGE_WORDS_H
#define BOT_COMMANDS_CHALLENGE_WORDS_H

#include "bot/call/call.h"

/* What the words of the command ask for. */
struct bot_challenge_request {
	bool readable;   /* the words were right */
	bool everywhere; /* other rooms shall show the challenge */
	struct bot_match match;
};

/*
 * Reads the challenge that the words of the call ask for, with the usual terms of a room. If the
 * words are wrong, tells the sender why.
 */
void bot_challenge_read_request(
	const struct bot_call *call, const char *room, struct bot_challenge_request *request);

/*
 * Removes "in" and the words after it from the command, and writes these words to `room`: the name
 * of a room. Returns false if the command does not name a room.
 */
bool bot_challenge_take_room(struct bot_call *call, char room[BOT_WORDS_SIZE]);

#endif
