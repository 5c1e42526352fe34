/*
 * The players, two to a room: they play matches, or one of them asks something again and again.
 * What a player does follows from the seed and from what he reads, and from nothing else, so that
 * whatever happens to the bot meanwhile the matches are the same.
 */
#ifndef TESTS_LOOPBACK_PEOPLE_H
#define TESTS_LOOPBACK_PEOPLE_H

#include "tests/loopback/world.h"

struct lo_load {
	size_t rooms;
	size_t matches;    /* in each room, one after the other; 0: none is played */
	const char *rules; /* "basic to 1" */
	uint32_t wrong;    /* in a thousand: turns before which something illegal is tried */
	size_t asks;       /* questions in all rooms together; 0: none */
	double asked; /* of them a second, whatever the answers; 0: the next when one is there */
	const char *text; /* of a question; "{n}" in it is its number, which the answer repeats */
	bool waits;       /* for lo_people_go */
};

struct lo_people *lo_people_create(void);
void lo_people_destroy(struct lo_people *people);

/* Makes the rooms, to which the bot is invited. */
void lo_people_draw(struct lo_world *world, const struct lo_load *load);
void lo_people_go(struct lo_world *world);
/* Talk that is not for the bot, so many lines in all rooms together. */
void lo_people_chat(struct lo_world *world, size_t lines);

/* The bot has come into a room; it has said something. */
void lo_people_entered(struct lo_world *world, size_t room);
void lo_people_hear(struct lo_world *world, size_t position);
/* The stream position of what a room's people said last; 0: nothing. */
size_t lo_people_spoke(const struct lo_world *world, size_t bout);

/* Says what is due. */
void lo_people_turn(struct lo_world *world);
/* When something will be; INT64_MAX: nothing is planned. */
int64_t lo_people_next(const struct lo_world *world);
/* The bot is in all rooms. */
bool lo_people_are_in(const struct lo_world *world);
size_t lo_people_answered(const struct lo_world *world);
/* All is said and answered. */
bool lo_people_are_done(const struct lo_world *world);

/* Commands said, and of those the answered, and the answered more than once. */
struct lo_count {
	size_t said, answered, twice, matches;
	double median, p99, most; /* milliseconds until the answer */
	double took;              /* seconds from the first command to the last answer */
};
void lo_people_count(const struct lo_world *world, struct lo_count *count);
/* Who waits for what, a line each. */
void lo_people_waiting(const struct lo_world *world, struct lo_text *out);

/* What the players have said and how often they were dealt hands. */
void lo_people_transcript(const struct lo_world *world, struct lo_text *out);

#endif
