/* Checks that the bot sends nothing twice, and sends hands only into private rooms. */
#ifndef TESTS_LOOPBACK_LAWS_H
#define TESTS_LOOPBACK_LAWS_H

#include "tests/loopback/world.h"

struct lo_laws {
	size_t messages, edits, repeated;
	size_t acknowledgements; /* edits that the bot may drop; `edits` does not count them */
	/* how often the bot sent a message again although nobody else wrote in between */
	size_t twice;
	/* how often the bot sent a hand into a room that is not a private room */
	size_t leaks;
	size_t conflicts; /* how often the bot used a transaction id again with other content */
	/* a text about the first of these faults, or an empty text if there was no fault */
	char first[256];
};

struct lo_laws *lo_laws_create(void);
void lo_laws_destroy(struct lo_laws *laws);

/* Checks the bot's message at the stream position, and lets the players read it. */
void lo_laws_sent(struct lo_world *world, size_t position, const char *content, size_t size);
/* Checks a repeated request with the transaction id of the message at the position. */
void lo_laws_repeated(struct lo_world *world, size_t position, const char *content, size_t size);

/*
 * Writes everything that the bot has sent, room by room. Instead of an edited message, writes its
 * last edit. Then writes what the players have sent. If the bot and the players did the same in two
 * runs, the texts of these runs are equal.
 */
void lo_laws_transcript(const struct lo_world *world, struct lo_text *out);

#endif
