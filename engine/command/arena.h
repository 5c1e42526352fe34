/*
 * The arena: its command line, a duel of two players, and the result. engarde_lab lets more players
 * in than `engarde` does.
 */
#ifndef ENGINE_COMMAND_ARENA_H
#define ENGINE_COMMAND_ARENA_H

#include "engine/command/duel.h"
#include "engine/command/program.h"

struct arena {
	struct trial trial;
	struct duel duel;
	const char *names[2]; /* for the result; borrowed */
	/*
	 * Reads player `i` from its name on the command line: writes names[i], and duel.players[i]
	 * or duel.models[i]. If the name is wrong, prints the reason and returns false.
	 */
	bool (*read_player)(struct arena *arena, const char *command, const char *name, size_t i);
};

/* A function for read_player: a player by its name (see eg_player_parse). */
bool arena_read_player(struct arena *arena, const char *command, const char *name, size_t i);

/* Runs the command. The caller has set read_player, and all else to zeros. Returns a status. */
int arena_run(struct arena *arena, int argc, char **argv);

#endif
