#include "engine/command/options.h"

#include "engine/command/command.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int option_misused(const char *command, const char *format, ...)
{
	va_list arguments;

	fprintf(stderr, "%s: ", command);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fprintf(stderr, "\nTry: %.*s --help\n", (int)strcspn(command, " "), command);
	return STATUS_MISUSED;
}

bool option_value(const char *command, const char *name, const char *text, uint64_t low,
	uint64_t high, uint64_t *number)
{
	char *end;

	errno = 0;
	unsigned long long value = strtoull(text, &end, 10);

	if (*text < '0' || *text > '9' || errno || *end || value < low || value > high) {
		option_misused(command, "%s must be a number from %llu to %llu", name,
			(unsigned long long)low, (unsigned long long)high);
		return false;
	}
	*number = value;
	return true;
}

bool option_number(
	const char *command, const char *option, uint64_t low, uint64_t high, uint64_t *number)
{
	return option_value(command, option, optarg, low, high, number);
}

bool option_rules(const char *command, const char *name, struct eg_rules *rules)
{
	if (eg_rules_parse(name, strlen(name), rules) == EG_OK)
		return true;
	option_misused(command, "no rule set is called %s", name);
	return false;
}

bool option_player(const char *command, const char *name, struct eg_player *player)
{
	if (eg_player_parse(name, strlen(name), player) == EG_OK)
		return true;
	if (strchr(name, ':'))
		option_misused(command, "%s: no such player, or the effort is not 1 to %d", name,
			EG_NODES_MAX);
	else
		option_misused(command, "no player is called %s", name);
	return false;
}

int option_unknown(char *const *argv)
{
	return option_misused(
		argv[0], "%s: there is no such option, or its value is missing", argv[optind - 1]);
}

bool trial_option(struct trial *trial, char *const *argv, int option)
{
	switch (option) {
	case 'n':
		return option_number(argv[0], "--rounds", 1, TRIAL_MOST, &trial->rounds);
	case 'r':
		return option_rules(argv[0], optarg, &trial->rules);
	case 's':
		return option_number(argv[0], "--seed", 0, UINT64_MAX, &trial->seed);
	case 'j':
		trial->json = true;
		return true;
	case '?':
		option_unknown(argv);
		return false;
	default:
		return true;
	}
}
