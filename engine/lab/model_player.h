/* A model of a player from a file (engine/lab/train/model_file.h). */
#ifndef ENGINE_LAB_MODEL_PLAYER_H
#define ENGINE_LAB_MODEL_PLAYER_H

#include "engine/lab/train/imitation.h"

/* Starts as zeros. model_player_finish frees it, and may be called at any time after that. */
struct model_player {
	struct learner network;
	struct eg_model model; /* plays as the network; valid as long as the struct */
};

/*
 * Reads a model that has learned these rules. If that fails, prints the reason on standard error,
 * after the name of the command, and returns false.
 */
bool model_player_read(struct model_player *player, const char *command, const char *path,
	const struct eg_rules *rules);
void model_player_finish(struct model_player *player);

#endif
