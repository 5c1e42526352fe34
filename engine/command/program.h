/*
 * A program with subcommands: its help, its version, the choice of the subcommand, and the progress
 * bar of those that take long.
 */
#ifndef ENGINE_COMMAND_PROGRAM_H
#define ENGINE_COMMAND_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

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

#endif
