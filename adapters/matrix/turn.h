/*
 * Whose turn it is to be sent: lanes come one after the other, round and round, so that none waits
 * for all that another has to say. What a match goes on by comes first, but other answers each
 * fourth time, and a board that is only brought up to date each twelfth: those who play see it in
 * private, and the longer it waits the more it says at once.
 */
#ifndef MX_TURN_H
#define MX_TURN_H

#include "bot/store.h"

#include <stdbool.h>

enum mx_urgency {
	MX_NEWS,    /* of a match */
	MX_CHATTER, /* an answer that belongs to no match */
	MX_REVISED, /* an edit, behind which nothing waits in its lane */
	MX_URGENCIES,
};

/* A lane by what is first in it. */
struct mx_head {
	enum mx_urgency urgency;
	bool private;
	const char *to;
};

/* All zero at the beginning. */
struct mx_turns {
	struct mx_turn {
		bool private;
		char to[BOT_ID_SIZE];
	} last[MX_URGENCIES]; /* the lane served last for each */
	unsigned rounds;
};

/* Whether `a` comes before `b`, which is another lane. */
bool mx_turns_before(
	const struct mx_turns *turns, const struct mx_head *a, const struct mx_head *b);

/* The lane was served. */
void mx_turns_serve(struct mx_turns *turns, const struct mx_head *head);

/*
 * One that was served has been sent: the next round begins. One that was told to wait ends none;
 * else, where each second request is told so, what comes first in some rounds might never be sent.
 */
void mx_turns_next(struct mx_turns *turns);

#endif
