/*
 * The people, two to a room: they play matches, or one of them asks something again and again. What
 * they do follows from the seed and from what they read, and from nothing else, so that whatever
 * happens to the bot meanwhile the matches are the same.
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
	bool held;        /* actions and questions wait for lo_people_act */
};

struct lo_people *lo_people_create(void);
void lo_people_destroy(struct lo_people *people);

/* Makes the rooms, to which the bot is invited. */
void lo_people_draw(struct lo_world *world, const struct lo_load *load);
/* Makes more of them. */
void lo_people_draw_more(struct lo_world *world, size_t rooms);
void lo_people_go(struct lo_world *world);
/* Talk that is not for the bot, so many lines in all rooms together, by turns. */
void lo_people_chat(struct lo_world *world, size_t lines);
/* A question, in all rooms by turns. */
void lo_people_ask(struct lo_world *world);

/* The bot has come into a room; it has said, or edited, something. */
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

/*
 * Where the load holds them: has the room speak whose people have waited for the longest. `since`
 * is when they would have, had the bot been quick enough. False: nobody waits.
 */
bool lo_people_act(struct lo_world *world, int64_t since);
/* Keeps so many acting: whoever is answered has the next one speak at once. 0: none. */
void lo_people_keep(struct lo_world *world, size_t acting);
/* How many rooms wait, and in how many an answer is outstanding. */
size_t lo_people_held(const struct lo_world *world);
size_t lo_people_acting(const struct lo_world *world);
/* Rooms in which somebody is to act, and whose board does not show where the match stands. */
size_t lo_people_behind(const struct lo_world *world);

/* Commands said, and of those the answered, and the answered more than once. */
struct lo_count {
	size_t said, answered, twice, matches;
	double median, p99, most; /* milliseconds until the answer; of those let go where held */
	double age, oldest;       /* seconds from an action until a board showed it: median, most */
	double took;              /* seconds from the first command to the last answer */
	size_t acted;             /* of those let go, the answered */
	size_t opening;           /* events that the bot sent for challenges, deals and greetings */
};
void lo_people_count(const struct lo_world *world, struct lo_count *count);
/* Times, acted and opening count from now on. */
void lo_people_forget(struct lo_world *world);
/* Who waits for what, a line each. */
void lo_people_waiting(const struct lo_world *world, struct lo_text *out);

/* What the players have said and how often they were dealt hands. */
void lo_people_transcript(const struct lo_world *world, struct lo_text *out);

#endif
