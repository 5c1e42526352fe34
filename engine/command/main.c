#include "engine/command/command.h"
#include "engine/engarde.h"

#include <stdio.h>

static const struct subcommand commands[] = {
	{"trace", "", "plays the scripts on standard input and prints each state", command_trace},
	{"play", "[--rules NAME] [--touches N] [--against PLAYER] [--seed TEXT]",
		"a match at this terminal", command_play},
	{"bench", "[--rules NAME] [--seconds N] [--seed N]",
		"measures the speed of random legal play on one core", command_bench},
	{"verify", "RECORD", "checks the records of matches, or of a club night", command_verify},
	{"replay", "RECORD", "shows a match record board by board", command_replay},
	{"analyse", "RECORD [--json] [--plot FILE]",
		"tells what each action of a match cost, and how much was luck", command_analyse},
	{"arena", "A B [--rounds N] [--rules NAME] [--seed N] [--plain] [--json]",
		"two players play the same decks from both seats", command_arena},
	{"choose", "PLAYER", "reads what a seat knows, and prints what the player would play",
		command_choose},
};

static void print_rule_sets(void)
{
	static const char *const names[] = {
#define SET(NAME, name, level, final_retreat) [EG_RULES_##NAME] = #name,
		EG_RULE_SETS(SET)
#undef SET
	};

	printf("Rule sets: ");
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		printf("%s%s%s", i > 0 ? ", " : "", names[i],
			i == EG_RULES_ADVANCED ? " (the default)" : "");
	printf(".\n");
}

static const struct program program = {
	.name = "engarde",
	.summary = "the rules of En Garde, a fencing game by Reiner Knizia",
	.commands = commands,
	.count = sizeof(commands) / sizeof(commands[0]),
	.print_rule_sets = print_rule_sets,
	.notes = "Players: novice, pupil, fencer, provost, maitre; exploiter, actor; random, "
		 "greedy,\n"
		 "playouts. An effort may follow a colon: maitre:10000 positions, or playouts:100\n"
		 "for each action.\n"
		 "Trace reads and writes JSON Lines. Its status is 1 if a line was not a script.\n"
		 "Verify's status is 1 if a record is wrong, and 3 if its rounds are right but\n"
		 "don't show how the match ended. RECORD - is standard input.\n",
};

int main(int argc, char **argv)
{
	return program_run(&program, argc, argv);
}
