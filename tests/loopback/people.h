/*
 * The people, two in each room: they play matches, or one of them asks questions. What they do
 * depends only on the seed and on what they read. So the matches are the same, whatever happens to
 * the bot.
 */
#ifndef TESTS_LOOPBACK_PEOPLE_H
#define TESTS_LOOPBACK_PEOPLE_H

#include "tests/loopback/world.h"

struct lo_load {
	size_t rooms;
	size_t matches;    /* matches in each room, one after the other; 0: none */
	const char *rules; /* "basic to 1" */
	uint32_t wrong;    /* of a thousand turns, those with an illegal attempt */
	size_t asks;       /* questions, over all rooms; 0: none */
	double asked; /* questions a second, regardless of answers; 0: each waits for the answer to
			 the last */
	const char *text; /* the text of a question; "{n}" becomes its number, which the answer
			     repeats */
	bool waits;       /* waits for lo_people_go */
	bool held;        /* actions and questions wait for lo_people_act */
};

struct lo_people *lo_people_create(void);
void lo_people_destroy(struct lo_people *people);

/* Creates the rooms and invites the bot. */
void lo_people_draw(struct lo_world *world, const struct lo_load *load);
/* Creates more rooms. */
void lo_people_draw_more(struct lo_world *world, size_t rooms);
void lo_people_go(struct lo_world *world);
/* Writes lines that are no commands, spread over all rooms. */
void lo_people_chat(struct lo_world *world, size_t lines);
/* Asks a question in the next room. */
void lo_people_ask(struct lo_world *world);

/* Notes that the bot has joined a room; that it has sent or edited a message. */
void lo_people_entered(struct lo_world *world, size_t room);
void lo_people_hear(struct lo_world *world, size_t position);
/* The stream position of the last message of a room's people; 0: none. */
size_t lo_people_spoke(const struct lo_world *world, size_t bout);

/* Sends the messages that are due. */
void lo_people_turn(struct lo_world *world);
/* The time of the next message; INT64_MAX: none is planned. */
int64_t lo_people_next(const struct lo_world *world);
/* Whether the bot is in all rooms. */
bool lo_people_are_in(const struct lo_world *world);
size_t lo_people_answered(const struct lo_world *world);
/* Whether everything was sent and answered. */
bool lo_people_are_done(const struct lo_world *world);

/*
 * If the load holds commands back: releases the command of the room that has waited longest.
 * `since`: the time when the command was due. Returns false if no room waits.
 */
bool lo_people_act(struct lo_world *world, int64_t since);
/* Keeps this many commands outstanding: each answer releases the next command at once. 0: none. */
void lo_people_keep(struct lo_world *world, size_t acting);
/* The number of rooms that wait, and of rooms with an outstanding answer. */
size_t lo_people_held(const struct lo_world *world);
size_t lo_people_acting(const struct lo_world *world);
/* The number of rooms in which somebody is to act and the board is behind. */
size_t lo_people_behind(const struct lo_world *world);

/* Commands sent; answered; answered more than once. */
struct lo_count {
	size_t said, answered, twice, matches;
	double median, p99, most; /* milliseconds to the answer; only of released commands, if the
				     load holds them back */
	double age, oldest; /* seconds from an action to a board that shows it: median, maximum */
	double took;        /* seconds from the first command to the last answer */
	size_t acted;       /* released commands that were answered */
	size_t opening;     /* events of the bot for challenges, deals and greetings */
};
void lo_people_count(const struct lo_world *world, struct lo_count *count);
/* Starts the measurement: times, acted and opening count from now on. */
void lo_people_forget(struct lo_world *world);
/* Lists who waits for what, one line each. */
void lo_people_waiting(const struct lo_world *world, struct lo_text *out);

/* Writes what the players have sent and how many hands they were dealt. */
void lo_people_transcript(const struct lo_world *world, struct lo_text *out);

#endif
