/* One run of the real program on a loopback homeserver, until the bot has answered all commands. */
#ifndef TESTS_CRASH_TRIAL_H
#define TESTS_CRASH_TRIAL_H

#include "tests/loopback/people.h"
#include "tests/loopback/world.h"

struct trial {
	const char *bot, *tracer; /* paths of programs */
	/* for LD_PRELOAD: fixed_secrets.c, and also failing_malloc.c if an allocation must fail */
	const char *preload;
	struct lo_options options;
	struct lo_load load;
	/* The tracer kills the bot once, at a system call: */
	long point;       /* the number of this call, or 0 if the tracer does not kill the bot */
	const char *side; /* "entry" or "exit" of the call */
	/* One allocation fails in the bot's second process, after the bot has joined all rooms: */
	long allocation; /* the number of this allocation, or 0 if none fails */
	/* The test kills the bot at random: */
	size_t kills, total; /* `kills` is how often; `total` is the number of all commands */
	uint64_t seed;
	int64_t patience; /* after how many seconds without an answer the bot counts as stuck */
};

/* The result of a trial. */
struct verdict {
	bool reached; /* the run reached the crash point, or the allocation that must fail */
	bool gave_up; /* the bot ended because memory ran out, and said so */
	size_t killed, starts, lost, twice, leaks, commands, limited;
	double seconds;
	struct lo_text transcript;
	char why[512]; /* why the trial failed; empty if it succeeded */
};

/* Runs the trial with its files in `directory`, after deleting the old files there. */
void trial_run(const struct trial *trial, const char *directory, struct verdict *verdict);
void trial_finish(struct verdict *verdict);

#endif
