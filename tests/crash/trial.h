/* One run of the bot, as the program it is, against a world on loopback, until all is answered. */
#ifndef TESTS_CRASH_TRIAL_H
#define TESTS_CRASH_TRIAL_H

#include "tests/loopback/people.h"
#include "tests/loopback/world.h"

struct trial {
	const char *bot, *tracer; /* programs */
	const char *preload;      /* what fixes the secrets, and what makes allocations fail */
	struct lo_options options;
	struct lo_load load;
	/* Killed once at a system call: */
	long point;       /* which; 0: at none */
	const char *side; /* "entry" or "exit" */
	/* Short of memory once, after it was in all rooms and has been started again: */
	long allocation; /* which one fails; 0: none does */
	/* Killed at random: */
	size_t kills, total; /* within so many commands */
	uint64_t seed;
	int64_t patience; /* seconds without any answer until it counts as stopped */
};

/* What came of it. */
struct verdict {
	bool reached; /* the point, or the allocation, was */
	bool gave_up; /* the bot ended for want of memory, and said so */
	size_t killed, starts, lost, twice, leaks, commands, limited;
	double seconds;
	struct lo_text transcript;
	char why[512]; /* empty: it went as it must */
};

/* `directory` is emptied of what a run before has left there. */
void trial_run(const struct trial *trial, const char *directory, struct verdict *verdict);
void trial_finish(struct verdict *verdict);

#endif
