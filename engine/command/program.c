#include "engine/command/program.h"

#include "engine/command/command.h"

#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TITLE_SIZE 64 /* for the names of a program and of its subcommand */

#define BAR 40

static bool asks_for_help(const char *argument)
{
	return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}

static void summarise(const struct program *program, const struct subcommand *command)
{
	printf("  %s %s%s%s\n      %s\n", program->name, command->name,
		*command->arguments ? " " : "", command->arguments, command->summary);
}

static int help(const struct program *program)
{
	printf("%s - %s\n\n", program->name, program->summary);
	for (size_t i = 0; i < program->count; i++)
		summarise(program, &program->commands[i]);
	printf("  %s --help | --version\n\n", program->name);
	if (program->print_rule_sets)
		program->print_rule_sets();
	printf("%s", program->notes);
	return STATUS_OK;
}

static int version(const struct program *program)
{
	printf("%s %s\n", program->name, ENGARDE_VERSION);
	return STATUS_OK;
}

static int run_command(
	const struct program *program, const struct subcommand *command, int argc, char **argv)
{
	char title[TITLE_SIZE];

	if (argc == 2 && asks_for_help(argv[1])) {
		summarise(program, command);
		printf("  %s --help lists all commands\n", program->name);
		return STATUS_OK;
	}
	opterr = 0; /* getopt prints no errors; option_unknown does */
	snprintf(title, sizeof(title), "%s %s", program->name, command->name);
	argv[0] = title;
	return command->run(argc, argv);
}

static int run(const struct program *program, int argc, char **argv)
{
	if (argc < 2)
		return option_misused(program->name, "a command is missing");
	if (asks_for_help(argv[1]))
		return help(program);
	if (strcmp(argv[1], "--version") == 0)
		return version(program);
	for (size_t i = 0; i < program->count; i++)
		if (strcmp(argv[1], program->commands[i].name) == 0)
			return run_command(program, &program->commands[i], argc - 1, argv + 1);
	return option_misused(program->name, "no command is called %s", argv[1]);
}

int program_run(const struct program *program, int argc, char **argv)
{
	int status = run(program, argc, argv);

	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	fprintf(stderr, "%s: standard output: write failed\n", program->name);
	return status == STATUS_OK ? STATUS_FAILED : status;
}

void progress_show(uint64_t done, uint64_t all)
{
	assert(all > 0);
	uint64_t percent = 100 * done / all;

	if (!isatty(STDERR_FILENO) || (done > 0 && 100 * (done - 1) / all == percent))
		return;
	fprintf(stderr, "\r[");
	for (uint64_t i = 0; i < BAR; i++)
		fputc(i * 100 < percent * BAR ? '#' : '.', stderr);
	fprintf(stderr, "] %3d %%%s", (int)percent, done == all ? "\n" : "");
}

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

/* Records */

#define SIZE_MAX_READ ((size_t)4 << 20) /* bytes; more than the record of any match needs */

/*
 * Reads the whole file. Returns NULL if the file can't be read (see errno) or is too large (errno
 * is 0).
 */
static char *read_all(FILE *file, size_t *size)
{
	char *text = malloc(SIZE_MAX_READ);

	if (!text)
		return NULL;
	errno = 0;
	*size = fread(text, 1, SIZE_MAX_READ, file);
	if (ferror(file) || *size == SIZE_MAX_READ) {
		free(text);
		return NULL;
	}
	/* Some editors write a byte order mark, the U+FEFF of UTF-8, before the text. */
	if (*size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
		memmove(text, text + 3, *size -= 3);
	return text;
}

char *record_file_argument(int argc, char **argv, size_t *size)
{
	if (argc != 2) {
		(void)option_misused(argv[0], "it takes one record");
		return NULL;
	}
	bool standard = strcmp(argv[1], "-") == 0;
	FILE *file = standard ? stdin : fopen(argv[1], "rb");
	char *text = file ? read_all(file, size) : NULL;

	if (!text)
		fprintf(stderr, "%s: %s: %s\n", argv[0], argv[1],
			errno ? strerror(errno) : "too large for a record");
	if (file && !standard)
		fclose(file);
	return text;
}

int record_file_faulty(char **argv, const struct eg_record_fault *fault)
{
	fprintf(stderr, "%s: %s:%lu: %s\n", argv[0], argv[1], (unsigned long)fault->line,
		fault->reason);
	return STATUS_FAILED;
}

void record_file_print_value(FILE *out, struct eg_text value)
{
	for (size_t i = 0; i < value.size; i++)
		fputc(value.start[i] >= ' ' && value.start[i] <= '~' ? value.start[i] : '?', out);
}
