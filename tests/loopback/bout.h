/* A room with its two people, as those who play in it and those who ask in it share it. */
#ifndef TESTS_LOOPBACK_BOUT_H
#define TESTS_LOOPBACK_BOUT_H

#include "tests/loopback/people.h"

#define LO_BODY 256

/* What the people of a room wait for. */
enum lo_expected {
	LO_WELCOME,
	LO_GO,
	LO_CHALLENGE,
	LO_HANDS,
	LO_TOP,
	LO_STATS_WHITE,
	LO_STATS_BLACK,
	LO_ANSWER,
	LO_NOTHING
};

/* Where a match stands, as a text tells it: enough to tell two turns in a row apart. */
struct lo_position {
	unsigned distance, pile;
};

struct lo_bout {
	size_t room, white, black;
	size_t private[2];
	enum lo_expected expects;
	size_t matches;
	int64_t number; /* the match's; 0: none */
	int64_t asked;  /* when the command was said that waits for its answer */
	size_t spoke;   /* the stream position */
	size_t asks;    /* the number of the last question */
	size_t hands, said;
	uint64_t turn[2]; /* the one that each has answered last */
	/* What will be said: */
	size_t speaker, where;
	int64_t due;
	char text[LO_BODY];
	/* What is measured of it: */
	bool acting;    /* it was let go, and has no answer yet */
	bool on;        /* somebody has had his turn in the match */
	int64_t unseen; /* since when the board does not show what was played; 0: it does */
	struct lo_position hand, board;
};

/* A question and its answer. */
struct lo_ask {
	size_t bout;
	int64_t at;
	unsigned answers;
};

/* Bouts in the order in which they came. */
struct lo_queue {
	size_t *bouts; /* a ring */
	size_t first, count, room;
};

/* Microseconds. */
struct lo_times {
	uint32_t *times;
	size_t count, room;
};

struct lo_people {
	struct lo_load load;
	struct lo_bout *bouts;
	size_t bout_count, bout_room;
	struct lo_queue planned; /* those that will speak, in the order of time */
	struct lo_queue held;    /* those that speak when they are let go */
	struct lo_ask *asks;
	size_t ask_count, ask_room;
	struct lo_times waits; /* of each command that was answered */
	struct lo_times ages;  /* of what was played when a board first showed it */
	size_t entered, done, said, answered, twice, matches;
	size_t acting, kept, acted, opening, chatted;
	int64_t began, ended;
	bool going;
};

/* Now; in a room that need not be the bout's own. */
void lo_bout_say(
	struct lo_world *world, struct lo_bout *bout, size_t user, size_t room, const char *text);
/* When the people have thought about it. */
void lo_bout_plan(struct lo_world *world, struct lo_bout *bout, size_t user, size_t room,
	const char *format, ...) __attribute__((format(printf, 5, 6)));
/* The same, for what waits to be let go where the load has it so. */
void lo_bout_plan_turn(struct lo_world *world, struct lo_bout *bout, size_t user, size_t room,
	const char *format, ...) __attribute__((format(printf, 5, 6)));
/* A command of then has had its effect. */
void lo_bout_answered(struct lo_world *world, struct lo_bout *bout, int64_t asked);
void lo_times_add(struct lo_times *times, int64_t time);

/* Matches: */
void lo_match_begin(struct lo_world *world, struct lo_bout *bout);
void lo_match_hear(struct lo_world *world, struct lo_bout *bout, const char *body);
void lo_match_hear_in_private(
	struct lo_world *world, struct lo_bout *bout, size_t room, const char *body);
/* A message in the room shows this now, as HTML. */
void lo_match_see(struct lo_world *world, struct lo_bout *bout, const char *html);
/* Its board shows another position than the one in which somebody is to act. */
bool lo_match_is_behind(const struct lo_bout *bout);

/* Questions: */
void lo_ask_begin(struct lo_world *world, struct lo_bout *bout);
void lo_ask(struct lo_world *world, struct lo_bout *bout);
void lo_ask_hear(struct lo_world *world, struct lo_bout *bout, const char *body);
/* Those that are due by the load's rate. */
void lo_ask_on(struct lo_world *world);
/* When the next one is; INT64_MAX: never. */
int64_t lo_ask_next(const struct lo_world *world);

#endif
