#include "engine/command/command.h"
#include "engine/command/options.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *name;
	const char *arguments;
	const char *summary;
	int (*run)(int argc, char **argv);
} commands[] = {
	{"trace", "", "plays the scripts on standard input and prints each state", command_trace},
	{"play", "[--rules NAME] [--touches N] [--against PLAYER] [--seed TEXT]",
		"a match at this terminal", command_play},
	{"bench", "[--rules NAME] [--seconds N] [--seed N]",
		"measures the speed of random legal play on one core", command_bench},
	{"verify", "RECORD", "checks a match record: its shuffles, actions and result",
		command_verify},
	{"replay", "RECORD", "shows a match record board by board", command_replay},
	{"analyse", "RECORD [--json] [--plot FILE]",
		"tells what each action of a match cost, and how much was luck", command_analyse},
	{"arena", "A B [--rounds N] [--rules NAME] [--seed N] [--plain] [--json]",
		"two players play the same decks from both seats", command_arena},
	{"calibrate", "PLAYER [--rounds N] [--rules NAME] [--seed N] [--json]",
		"measures whether the points that a seat expects are the points that it gets",
		command_calibrate},
	{"choose", "PLAYER", "reads what a seat knows, and prints what the player would play",
		command_choose},
	{"exploit",
		"PLAYER [--positions N] [--rounds N] [--rules NAME] [--seed N] [--model FILE] "
		"[--json]",
		"measures how much an opponent can win against the player", command_exploit},
};

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static bool asks_for_help(const char *argument)
{
	return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}

static void summarise(size_t command)
{
	printf("  engarde %s%s%s\n      %s\n", commands[command].name,
		*commands[command].arguments ? " " : "", commands[command].arguments,
		commands[command].summary);
}

static int help(void)
{
	printf("engarde - the rules of En Garde, a fencing game by Reiner Knizia\n\n");
	for (size_t i = 0; i < COMMANDS; i++)
		summarise(i);
	printf("  engarde --help | --version\n\n"
	       "Rule sets: basic, standard, advanced (the default), ferti.\n"
	       "Players: novice, fencer, maitre; exploiter; random, greedy, playouts. An effort\n"
	       "may follow a colon: maitre:10000 positions, or playouts:100 for each action.\n"
	       "The arena also takes model:FILE, a player that a network has learned.\n"
	       "Trace reads and writes JSON Lines. Its status is 1 if a line was not a script.\n"
	       "Verify's status is 1 if a record is wrong, and 3 if its rounds are right but\n"
	       "don't show how the match ended. RECORD - is standard input.\n");
	return STATUS_OK;
}

static int run_command(size_t command, int argc, char **argv)
{
	if (argc == 2 && asks_for_help(argv[1])) {
		summarise(command);
		printf("  engarde --help lists all commands\n");
		return STATUS_OK;
	}
	opterr = 0; /* getopt prints no errors; option_unknown does */
	return commands[command].run(argc, argv);
}

static int version(void)
{
	printf("engarde %s\n", ENGARDE_VERSION);
	return STATUS_OK;
}

static int run(int argc, char **argv)
{
	if (argc < 2)
		return option_misused("", "a command is missing");
	if (asks_for_help(argv[1]))
		return help();
	if (strcmp(argv[1], "--version") == 0)
		return version();
	for (size_t i = 0; i < COMMANDS; i++)
		if (strcmp(argv[1], commands[i].name) == 0)
			return run_command(i, argc - 1, argv + 1);
	return option_misused("", "no command is called %s", argv[1]);
}

int main(int argc, char **argv)
{
	int status = run(argc, argv);

	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	fprintf(stderr, "engarde: standard output: write failed\n");
	return status == STATUS_OK ? STATUS_FAILED : status;
}
