/* A bout is a room with its two people, who play matches there or ask questions. */
#ifndef TESTS_LOOPBACK_BOUT_H
#define TESTS_LOOPBACK_BOUT_H

#include "tests/loopback/people.h"

#define LO_BODY 256

/* The message of the bot that the people of a room wait for. */
enum lo_expected {
	LO_WELCOME,
	LO_GO,
	LO_CHALLENGE,
	LO_HANDS,
	LO_TOP,
	LO_STATS_WHITE,
	LO_STATS_BLACK,
	LO_ANSWER,
	LO_OPENING,
	LO_ENTRY,
	LO_NOTHING
};

/*
 * The position of a match, as a message of the bot shows it. If two messages show the same
 * position, they belong to the same turn.
 */
struct lo_position {
	unsigned distance, pile;
};

struct lo_bout {
	size_t room, white, black;
	size_t third; /* only in a competition */
	size_t private[3];
	/*
	 * how many commands of the sign-up were written, and how many have asked a last question
	 * after the competition
	 */
	size_t entered, left;
	enum lo_expected expects;
	size_t matches;
	int64_t number; /* the number of the match that the people play, or 0 if they play none */
	int64_t asked;  /* the time when the unanswered command was sent */
	size_t spoke;   /* the stream position of the people's last message */
	size_t asks;    /* the number of the last question that was asked in the room */
	size_t hands, said;
	/*
	 * for White, Black and the third person, a hash of the last list of choices that they have
	 * answered
	 */
	uint64_t turn[3];
	/* The planned message: */
	size_t speaker, where;
	int64_t due;
	char text[LO_BODY];
	/* What is measured: */
	bool acting; /* the load has released the command, and the bot has not answered it yet */
	bool on;     /* the match has begun: a player has received a list of choices */
	/* when the board became out of date, or 0 if the board shows the newest position */
	int64_t unseen;
	struct lo_position hand, board;
};

/* A question and its answer. */
struct lo_ask {
	size_t bout;
	int64_t at;
	unsigned answers;
};

/* A queue of bouts, first in, first out. */
struct lo_queue {
	size_t *bouts; /* a ring buffer */
	size_t first, count, room;
};

/* Times in microseconds. */
struct lo_times {
	uint32_t *times;
	size_t count, room;
};

struct lo_people {
	struct lo_load load;
	struct lo_bout *bouts;
	size_t bout_count, bout_room;
	struct lo_queue planned; /* bouts with a planned message, sorted by its time */
	struct lo_queue held;    /* bouts whose people wait until the load releases their command */
	struct lo_ask *asks;
	size_t ask_count, ask_room;
	/* for each answered command, the time from the command to its answer */
	struct lo_times waits;
	struct lo_times ages; /* the time from each action to the first board that showed it */
	size_t entered, done, said, answered, twice, matches;
	size_t acting, kept, acted, opening, chatted;
	int64_t began, ended;
	bool going;
};

/* Sends a message now, in any room. */
void lo_bout_say(
	struct lo_world *world, struct lo_bout *bout, size_t user, size_t room, const char *text);
/* Plans a message. The people send it after their time to think. */
void lo_bout_plan(struct lo_world *world, struct lo_bout *bout, size_t user, size_t room,
	const char *format, ...) __attribute__((format(printf, 5, 6)));
/*
 * Plans a command in a match. If the load holds commands back, the command instead waits until the
 * load releases it.
 */
void lo_bout_plan_turn(struct lo_world *world, struct lo_bout *bout, size_t user, size_t room,
	const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Notes that the bot has answered the command that was sent at the time `asked`. */
void lo_bout_answered(struct lo_world *world, struct lo_bout *bout, int64_t asked);
void lo_times_add(struct lo_times *times, int64_t time);

/* Matches: */
void lo_match_begin(struct lo_world *world, struct lo_bout *bout);
void lo_match_hear(struct lo_world *world, struct lo_bout *bout, const char *body);
void lo_match_hear_in_private(
	struct lo_world *world, struct lo_bout *bout, size_t room, const char *body);
/* Reads the board from a message in the room. `html` is the HTML of this message. */
void lo_match_see(struct lo_world *world, struct lo_bout *bout, const char *html);
/* Returns whether the board differs from the position in which a player has to act. */
bool lo_match_is_behind(const struct lo_bout *bout);

/* Returns a hash of a hand and its position, which begin the text. */
uint64_t lo_match_hash(uint64_t seed, const char *text);

/* Competitions: */
void lo_competition_begin(struct lo_world *world, struct lo_bout *bout);
void lo_competition_hear(struct lo_world *world, struct lo_bout *bout, const char *body);
void lo_competition_hear_in_private(
	struct lo_world *world, struct lo_bout *bout, size_t room, const char *body);

/* Questions: */
void lo_ask_begin(struct lo_world *world, struct lo_bout *bout);
void lo_ask(struct lo_world *world, struct lo_bout *bout);
void lo_ask_hear(struct lo_world *world, struct lo_bout *bout, const char *body);
/* Sends the questions that are due by the load's rate. */
void lo_ask_on(struct lo_world *world);
/* Returns the time of the next question, or INT64_MAX if no question is planned. */
int64_t lo_ask_next(const struct lo_world *world);

#endif
