/*
 * A program with subcommands (program_...): its help, its version and the choice of the subcommand.
 * Also what subcommands share: the progress bar of those that take long, reading their options
 * (option_...) and the file of a match record (record_file_...), and the options of those that let
 * players play many rounds (trial_...), as arena and the measurements of engarde_lab do.
 */
#ifndef ENGINE_COMMAND_PROGRAM_H
#define ENGINE_COMMAND_PROGRAM_H

#include "engine/opponent/opponent.h"

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * The exit status. STATUS_INCOMPLETE means that the content of a record is right, but its rounds
 * don't show how the match ended.
 */
enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_MISUSED = 2, STATUS_INCOMPLETE = 3 };

struct subcommand {
	const char *name;
	const char *arguments; /* for --help; "" if it takes none */
	const char *summary;
	/* Returns a status. argv[0] has the program and the subcommand, such as "engarde arena". */
	int (*run)(int argc, char **argv);
};

struct program {
	const char *name;
	const char *summary;
	const struct subcommand *commands;
	size_t count;
	void (*print_rule_sets)(void); /* for --help, before the notes; or NULL */
	const char *notes;             /* the last lines of --help */
};

/* Runs a subcommand, --help or --version. Returns the exit status. */
int program_run(const struct program *program, int argc, char **argv);

/* Shows how much is done, on standard error, if it is a terminal. `all` is above 0. */
void progress_show(uint64_t done, uint64_t all);

/*
 * Prints on standard error what is wrong with the command line. `command` has the program and the
 * subcommand, such as "engarde arena". Returns STATUS_MISUSED.
 */
int option_misused(const char *command, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Reads a decimal number from `low` to `high`. If it is wrong, calls option_misused with the name
 * of the argument, and returns false.
 */
bool option_value(const char *command, const char *name, const char *text, uint64_t low,
	uint64_t high, uint64_t *number);

/*
 * Reads the value of an option, such as --seed. getopt_long() has left the value in `optarg`. Works
 * as option_value does.
 */
bool option_number(
	const char *command, const char *option, uint64_t low, uint64_t high, uint64_t *number);

/*
 * Read the name of a rule set or of a player. If the name is wrong, they call option_misused and
 * return false.
 */
bool option_rules(const char *command, const char *name, struct eg_rules *rules);
bool option_player(const char *command, const char *name, struct eg_player *player);

/*
 * Prints which argument is wrong, after getopt_long() has returned '?' for this argument. Returns
 * STATUS_MISUSED.
 */
int option_unknown(char *const *argv);

#define TRIAL_MOST 1000000000 /* the most rounds or positions */

/* What the options of a command that lets players play many rounds say. */
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

/*
 * Reads the file that the command line names; "-" is standard input. The caller frees the text. If
 * the command line does not name exactly one file, or if the function can't read the file, it says
 * so on standard error and returns NULL.
 */
char *record_file_argument(int argc, char **argv, size_t *size);

/* Prints the fault of a record on standard error. Returns STATUS_FAILED. */
int record_file_faulty(char **argv, const struct eg_record_fault *fault);

/* Prints the value of a tag, with "?" for each byte that could be a command for the terminal. */
void record_file_print_value(FILE *out, struct eg_text value);

#endif
