#include "engine/opponent/opponent.h"

#include "engine/opponent/baseline.h"
#include "engine/opponent/belief.h"
#include "engine/opponent/position.h"
#include "engine/opponent/search.h"

#include <string.h>

#define DEPTH           4 /* how many actions the players who search look ahead */
#define LADDER_NODES    3000
#define MAITRE_NODES    8000
#define EXPLOITER_NODES 20000
#define PLAYOUTS_NODES  100

/*
 * The ladder (see search.h). The maitre was chosen to be strong. The others were chosen so that
 * each wins about as many matches against the one below (README.md).
 */
static const struct {
	float randomness;
	float temperature;
	float allowance;
} ladder[] = {
	[EG_NOVICE] = {1, 1, 0.18F},
	[EG_PUPIL] = {1, 0.13F, 0.18F},
	[EG_FENCER] = {1, 0.06F, 0.18F},
	[EG_PROVOST] = {1, 0.022F, 0.18F},
	[EG_MAITRE] = {0.05F, 0.004F, 1},
};

static const struct {
	const char *name;
	enum eg_skill skill;
	uint32_t nodes; /* the effort (struct eg_player) if the name has no number at its end; 0 if
			   the name must not have a number */
} skills[] = {
	{"novice", EG_NOVICE, LADDER_NODES},
	{"pupil", EG_PUPIL, LADDER_NODES},
	{"fencer", EG_FENCER, LADDER_NODES},
	{"provost", EG_PROVOST, LADDER_NODES},
	{"maitre", EG_MAITRE, MAITRE_NODES},
	{"exploiter", EG_EXPLOITER, EXPLOITER_NODES},
	{"actor", EG_ACTOR, 0},
	{"random", EG_RANDOM, 0},
	{"greedy", EG_GREEDY, 0},
	{"playouts", EG_PLAYOUTS, PLAYOUTS_NODES},
};

#define SKILLS (sizeof(skills) / sizeof(skills[0]))

/* Reads a decimal number from 1, without leading zeros. */
static bool read_nodes(const char *text, size_t size, uint32_t *nodes)
{
	uint32_t number = 0;

	if (size == 0 || text[0] == '0')
		return false;
	for (size_t i = 0; i < size; i++) {
		if (text[i] < '0' || text[i] > '9')
			return false;
		number = 10 * number + (uint32_t)(text[i] - '0');
		if (number > EG_NODES_MAX)
			return false;
	}
	*nodes = number;
	return true;
}

enum eg_error eg_player_parse(const char *name, size_t size, struct eg_player *player)
{
	for (size_t i = 0; i < SKILLS; i++) {
		size_t length = strlen(skills[i].name);
		uint32_t nodes = skills[i].nodes;

		if (size < length || memcmp(name, skills[i].name, length) != 0)
			continue;
		if (size > length &&
			(nodes == 0 || name[length] != ':' ||
				!read_nodes(name + length + 1, size - length - 1, &nodes)))
			return EG_SYNTAX;
		*player = (struct eg_player){skills[i].skill, nodes, NULL};
		return EG_OK;
	}
	return EG_SYNTAX;
}

static void play_ladder(const struct eg_player *player, const struct eg_witness *witness,
	struct eg_dice *dice, struct eg_strategy *strategy)
{
	const struct eg_search search = {.effort = {player->nodes, DEPTH, &eg_actor_player},
		.stranger = true,
		.randomness = ladder[player->skill].randomness,
		.temperature = ladder[player->skill].temperature,
		.allowance = ladder[player->skill].allowance};

	eg_play_search(witness, &search, dice, strategy);
}

static void consider(const struct eg_player *player, const struct eg_witness *witness,
	const struct eg_position *position, uint64_t seed, struct eg_strategy *strategy)
{
	struct eg_dice dice = {seed};
	const struct eg_search exploit = {
		.effort = {player->nodes, DEPTH, player->model ? player->model : &eg_actor_player},
		.allowance = 1};

	switch (player->skill) {
	case EG_NOVICE:
	case EG_PUPIL:
	case EG_FENCER:
	case EG_PROVOST:
	case EG_MAITRE:
		play_ladder(player, witness, &dice, strategy);
		break;
	case EG_EXPLOITER:
		eg_play_search(witness, &exploit, &dice, strategy);
		break;
	case EG_ACTOR:
		eg_actor_player.consider(&eg_actor_player, position, strategy);
		break;
	case EG_RANDOM:
		for (size_t i = 0; i < strategy->count; i++)
			strategy->chances[i] = 1 / (float)strategy->count;
		break;
	case EG_GREEDY:
		eg_play_greedy(position, strategy);
		break;
	case EG_PLAYOUTS:
		eg_play_playouts(position, player->nodes, &dice, strategy);
		break;
	}
}

enum eg_error eg_consider(const struct eg_player *player, const struct eg_witness *witness,
	uint64_t seed, struct eg_strategy *strategy)
{
	struct eg_position position;
	const char *reason;
	enum eg_error error = eg_witness_position(witness, &position, &reason);

	if (error != EG_OK)
		return error;
	strategy->count = eg_round_legal(&position.round, strategy->legal);
	if (strategy->count > 1)
		consider(player, witness, &position, seed, strategy);
	else
		eg_insist(strategy, 0);
	return EG_OK;
}

struct eg_action eg_strategy_draw(const struct eg_strategy *strategy, uint64_t seed)
{
	struct eg_dice dice = {~seed}; /* not the dice that the player considered with */

	return strategy->legal[eg_pick(strategy->chances, strategy->count, eg_dice_unit(&dice))];
}

enum eg_error eg_choose(const struct eg_player *player, const struct eg_witness *witness,
	uint64_t seed, struct eg_action *action)
{
	struct eg_strategy strategy;
	enum eg_error error = eg_consider(player, witness, seed, &strategy);

	if (error == EG_OK)
		*action = eg_strategy_draw(&strategy, seed);
	return error;
}
