/* The command lines of the subcommands. */
#ifndef ENGINE_COMMAND_OPTIONS_H
#define ENGINE_COMMAND_OPTIONS_H

#include "engine/opponent/opponent.h"

#include <stdbool.h>
#include <stdint.h>

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

#endif
