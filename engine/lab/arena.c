#include "engine/lab/lab.h"

#include "engine/command/arena.h"
#include "engine/lab/model_player.h"

#include <string.h>

#define PREFIX "model:"

/* An arena whose players may be models from files. */
struct lab_arena {
	struct arena arena; /* comes first, so that a pointer to it is a pointer to the whole */
	struct model_player models[2];
};

static bool read_player(struct arena *arena, const char *command, const char *name, size_t i)
{
	struct model_player *model = &((struct lab_arena *)arena)->models[i];

	if (strncmp(name, PREFIX, strlen(PREFIX)) != 0)
		return arena_read_player(arena, command, name, i);
	arena->names[i] = "model";
	arena->duel.models[i] = &model->model;
	return model_player_read(model, command, name + strlen(PREFIX), &arena->duel.rules);
}

int lab_arena(int argc, char **argv)
{
	struct lab_arena lab = {.arena = {.read_player = read_player}};
	int status = arena_run(&lab.arena, argc, argv);

	for (size_t i = 0; i < 2; i++)
		model_player_finish(&lab.models[i]);
	return status;
}
