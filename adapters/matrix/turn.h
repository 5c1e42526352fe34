/*
 * Whose turn it is to be sent: lanes come one after the other, round and round, so that none waits
 * for all that another has to say. What belongs to a match comes before other answers, but for each
 * fourth time.
 */
#ifndef MX_TURN_H
#define MX_TURN_H

#include "bot/store.h"

#include <stdbool.h>

/* A lane by what is first in it. */
struct mx_head {
	bool chatter; /* an answer that belongs to no match */
	bool private;
	const char *to;
};

/* All zero at the beginning. */
struct mx_turns {
	struct mx_turn {
		bool private;
		char to[BOT_ID_SIZE];
	} last[2]; /* the lane served last: for a match, and for chatter */
	unsigned rounds;
};

/* Whether `a` comes before `b`, which is another lane. */
bool mx_turns_before(
	const struct mx_turns *turns, const struct mx_head *a, const struct mx_head *b);

/* The lane was served. */
void mx_turns_serve(struct mx_turns *turns, const struct mx_head *head);

/* Those that could be served were. */
void mx_turns_next(struct mx_turns *turns);

#endif
