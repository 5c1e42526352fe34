/* What the bot has said, and whether it may: nothing twice, no hand but to whom it belongs. */
#ifndef TESTS_LOOPBACK_LAWS_H
#define TESTS_LOOPBACK_LAWS_H

#include "tests/loopback/world.h"

struct lo_laws {
	size_t messages, edits, repeated;
	size_t twice;     /* said again, while nobody else had said anything */
	size_t leaks;     /* told a hand in a room that is not the player's own */
	size_t conflicts; /* a transaction id came again with another content */
	char first[256];  /* the first breach, in words; empty: none */
};

struct lo_laws *lo_laws_create(void);
void lo_laws_destroy(struct lo_laws *laws);

/* The bot's message at the position was taken: looks at it, and has the players hear it. */
void lo_laws_sent(struct lo_world *world, size_t position, const char *content, size_t size);
/* One came again under the transaction id of the message at the position. */
void lo_laws_repeated(struct lo_world *world, size_t position, const char *content, size_t size);

/*
 * All that the bot has said, room by room, each message as it was edited last; then what the
 * players have said. Two runs in which everybody did the same give the same text.
 */
void lo_laws_transcript(const struct lo_world *world, struct lo_text *out);

#endif
