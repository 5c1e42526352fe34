#include "engine/command/program.h"
#include "engine/lab/lab.h"

static const struct subcommand commands[] = {
	{"train", "ROUNDS SEED TO [FROM]", "learns the players' networks from the rules alone",
		lab_train},
	{"imitate", "PLAYER RULES ROUNDS SEED FILE",
		"teaches a network to play as the player plays: a model of the player",
		lab_imitate},
	{"respond", "MODEL|actor RULES ROUNDS SEED FILE",
		"teaches a network to win against one player", lab_respond},
	{"arena", "A B [--rounds N] [--rules NAME] [--seed N] [--plain] [--json]",
		"as `engarde arena`; a player may be model:FILE, too", lab_arena},
	{"exploit",
		"PLAYER [--pile N] [--positions N] [--iterations N] [--rounds N] [--rules NAME] "
		"[--seed N] [--model FILE] [--json]",
		"measures how much an opponent can win against the player", lab_exploit},
	{"calibrate", "PLAYER [--rounds N] [--rules NAME] [--seed N] [--json]",
		"measures whether the points that a seat expects are the points that it gets",
		lab_calibrate},
	{"puzzles", "COUNT SEED FILE", "makes puzzles for so many days", lab_puzzles},
	{"judge", "FILE [--seed N] [--show]",
		"asks two other judges whether they find the same actions best", lab_judge},
};

static const struct program program = {
	.name = "engarde_lab",
	.summary = "makes and measures the networks of the computer's players, and makes puzzles",
	.commands = commands,
	.count = sizeof(commands) / sizeof(commands[0]),
	.notes = "Rule sets and players are those of `engarde`. engine/lab/README.md explains the\n"
		 "measurements. The same arguments give the same result on each machine.\n",
};

int main(int argc, char **argv)
{
	return program_run(&program, argc, argv);
}
