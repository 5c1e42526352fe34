#include "engine/lab/model_player.h"

#include "engine/lab/train/model_file.h"

#include <stdio.h>

bool model_player_read(struct model_player *player, const char *command, const char *path,
	const struct eg_rules *rules)
{
	char fault[MODEL_FAULT_SIZE] = "out of memory";

	if (!imitation_init(&player->network) ||
		!model_file_read(&player->network, rules, path, fault)) {
		fprintf(stderr, "%s: %s: %s\n", command, path, fault);
		return false;
	}
	player->model = (struct eg_model){imitation_consider, &player->network};
	return true;
}

void model_player_finish(struct model_player *player)
{
	learner_finish(&player->network);
}
