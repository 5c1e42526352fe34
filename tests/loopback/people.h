/*
 * The people, two in each room. Either they play matches, or one person of each room asks
 * questions, or the two fence a club night or a season with a third person. What they do depends
 * only on the seed and on what they read. So the matches are the same even if the bot restarts or
 * requests fail.
 */
#ifndef TESTS_LOOPBACK_PEOPLE_H
#define TESTS_LOOPBACK_PEOPLE_H

#include "tests/loopback/world.h"

enum lo_competition { LO_NO_COMPETITION, LO_CLUB_NIGHT, LO_SEASON };

/* The load: what the people do, and how fast. */
struct lo_load {
	size_t rooms;
	/* how many matches the people play in each room, one after the other */
	size_t matches;
	enum lo_competition competition; /* instead, three people in each room fence one */
	const char *rules;               /* "basic to 1" */
	/* in how many of a thousand turns the player first tries an illegal action */
	uint32_t wrong;
	size_t asks; /* how many questions the people ask, in all rooms together */
	/*
	 * how many questions a second the people ask. They do not wait for answers. With 0, the
	 * people of a room ask their next question after the answer to the last one.
	 */
	double asked;
	/* the text of a question. "{n}" becomes the question's number, which the answer repeats. */
	const char *text;
	bool waits; /* the people begin only after lo_people_go */
	bool held;  /* each action and each question waits until lo_people_act releases it */
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

/*
 * lo_people_entered notes that the bot has joined a room. lo_people_hear notes that the bot has
 * sent a message or an edit.
 */
void lo_people_entered(struct lo_world *world, size_t room);
void lo_people_hear(struct lo_world *world, size_t position);
/*
 * Returns the stream position of the last message of a room's people, or 0 if they have sent no
 * message. */
size_t lo_people_spoke(const struct lo_world *world, size_t bout);

/* Sends the messages that are due. */
void lo_people_turn(struct lo_world *world);
/* Returns the time of the next message, or INT64_MAX if no message is planned. */
int64_t lo_people_next(const struct lo_world *world);
/* Returns whether the bot is in all rooms. */
bool lo_people_are_in(const struct lo_world *world);
size_t lo_people_answered(const struct lo_world *world);
/* Returns whether the people have sent all messages and the bot has answered them. */
bool lo_people_are_done(const struct lo_world *world);

/*
 * Only for a load that holds commands back: releases the command that has waited longest. The time
 * to its answer is measured from `since`. Returns false if no command waits.
 */
bool lo_people_act(struct lo_world *world, int64_t since);
/*
 * Keeps `acting` commands unanswered at a time: each answer releases the next command at once. If
 * `acting` is 0, an answer releases no command.
 */
void lo_people_keep(struct lo_world *world, size_t acting);
/* Returns the number of rooms whose command waits until lo_people_act releases it. */
size_t lo_people_held(const struct lo_world *world);
/* Returns the number of rooms that wait for the bot's answer. */
size_t lo_people_acting(const struct lo_world *world);
/* Returns in how many rooms a player has to act although the board shows an older position. */
size_t lo_people_behind(const struct lo_world *world);

/*
 * said: how many commands the people have sent; answered: how many of them the bot has answered;
 * twice: how many of them the bot has answered more than once.
 */
struct lo_count {
	size_t said, answered, twice, matches;
	/*
	 * milliseconds from a command to its answer. If the load holds commands back, the time
	 * begins when the load releases the command.
	 */
	double median, p99, most;
	/*
	 * the median and the maximum of the seconds from an action to the first board that shows it
	 */
	double age, oldest;
	double took;    /* seconds from the first command to the last answer */
	size_t acted;   /* the number of released commands that the bot has answered */
	size_t opening; /* how many events the bot has sent for challenges, deals and welcomes */
};
void lo_people_count(const struct lo_world *world, struct lo_count *count);
/* Starts the measurement: the times and the counts `acted` and `opening` begin again at zero. */
void lo_people_forget(struct lo_world *world);
/* Lists the people who wait, and the answers that they wait for, one room in each line. */
void lo_people_waiting(const struct lo_world *world, struct lo_text *out);

/* Writes what the players have sent and how many hands they were dealt. */
void lo_people_transcript(const struct lo_world *world, struct lo_text *out);

#endif
