/*
 * The options of commands that let players play many rounds: arena, and the measurements of
 * engarde_lab.
 */
#ifndef ENGINE_COMMAND_TRIAL_H
#define ENGINE_COMMAND_TRIAL_H

#include "engine/engarde.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>

#define TRIAL_MOST 1000000000 /* the most rounds or positions */

struct trial {
	struct eg_rules rules;
	uint64_t rounds; /* 1 to TRIAL_MOST; for duels, the number of decks */
	uint64_t seed;
	bool json;
};

/* clang-format off */
/* The values without options. */
#define TRIAL_USUAL {.rules = {EG_ADVANCED, EG_FINAL_POSITION}, .rounds = 1000, .seed = 1}

/* The entries of a trial's options in the table for getopt_long(). */
#define TRIAL_OPTIONS \
	{"rounds", required_argument, NULL, 'n'}, \
	{"rules", required_argument, NULL, 'r'}, \
	{"seed", required_argument, NULL, 's'}, \
	{"json", no_argument, NULL, 'j'}
/* clang-format on */

/*
 * Reads the option that getopt_long() has just returned. Prints what is wrong and returns false if
 * there is no such option ('?') or its value is wrong. Leaves options that only the command knows
 * to the command.
 */
bool trial_option(struct trial *trial, char *const *argv, int option);

#endif
