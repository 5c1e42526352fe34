#include "engine/command/command.h"

static const struct subcommand commands[] = {
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
	{"choose", "PLAYER", "reads what a seat knows, and prints what the player would play",
		command_choose},
};

static const struct program program = {
	.name = "engarde",
	.summary = "the rules of En Garde, a fencing game by Reiner Knizia",
	.commands = commands,
	.count = sizeof(commands) / sizeof(commands[0]),
	.notes = "Rule sets: basic, standard, advanced (the default), ferti.\n"
		 "Players: novice, fencer, maitre; exploiter; random, greedy, playouts. An effort\n"
		 "may follow a colon: maitre:10000 positions, or playouts:100 for each action.\n"
		 "Trace reads and writes JSON Lines. Its status is 1 if a line was not a script.\n"
		 "Verify's status is 1 if a record is wrong, and 3 if its rounds are right but\n"
		 "don't show how the match ended. RECORD - is standard input.\n",
};

int main(int argc, char **argv)
{
	return program_run(&program, argc, argv);
}
