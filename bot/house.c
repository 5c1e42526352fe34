#include "bot/house.h"

#include "engine/opponent/opponent.h"

#include <sodium.h>
#include <string.h>
#include <strings.h>

static const struct {
	const char *player; /* of engine/opponent, with its usual effort */
	enum bot_msg name;
} houses[] = {
	[BOT_NO_HOUSE] = {NULL, BOT_MSG_SOMEBODY},
	[BOT_NOVICE] = {"novice", BOT_MSG_HOUSE_NOVICE},
	[BOT_FENCER] = {"fencer", BOT_MSG_HOUSE_FENCER},
	[BOT_MAITRE] = {"maitre", BOT_MSG_HOUSE_MAITRE},
};

bool bot_house_read(const char *word, enum bot_house *house)
{
	for (size_t i = BOT_NOVICE; i < sizeof(houses) / sizeof(houses[0]); i++) {
		if (strcasecmp(word, houses[i].player) != 0)
			continue;
		*house = (enum bot_house)i;
		return true;
	}
	return false;
}

const char *bot_house_word(enum bot_house house)
{
	return houses[house].player;
}

enum bot_msg bot_house_name(enum bot_house house)
{
	return houses[house].name;
}

bool bot_house_acts(const struct bot_game *game)
{
	return game->match.house != BOT_NO_HOUSE && game->state.winner == EG_NOBODY &&
	       game->state.round.to_act == BOT_HOUSE_SEAT;
}

static enum bot_error damaged(const struct bot_game *game)
{
	return bot_store_damaged(game->host->store, game->match.id);
}

/* What who is to act has witnessed of the round: the one door from the cards to the house. */
static enum bot_error witness(struct bot_game *game, struct eg_witness *seen)
{
	const struct eg_match *state = &game->state;
	enum eg_seat first = state->rules.first;
	struct bot_round round;

	if (state->rounds % 2 == 0)
		first = eg_opponent(first);
	enum bot_error error =
		bot_store_round_get(game->host->store, game->match.id, state->rounds, &round);
	if (error)
		return error;
	if (eg_witness_round(seen, &state->rules.round, first, round.deck, round.action,
		    round.actions, state->round.to_act))
		return damaged(game);
	return BOT_OK;
}

/* Each purpose has its own dice in each position. */
enum purpose { TO_PLAY, TO_ADVISE };

static uint64_t seed(const struct bot_game *game, enum purpose purpose)
{
	unsigned char key[crypto_shorthash_KEYBYTES] = {0};
	unsigned char where[4] = {(unsigned char)(game->state.rounds & 255),
		(unsigned char)(game->state.rounds >> 8), game->state.round.plies,
		(unsigned char)purpose};
	unsigned char hash[crypto_shorthash_BYTES];
	uint64_t value = 0;

	for (size_t i = 0; i < sizeof(value); i++)
		key[i] = (unsigned char)((uint64_t)game->match.dice >> 8 * i);
	crypto_shorthash(hash, where, sizeof(where), key);
	for (size_t i = 0; i < sizeof(value); i++)
		value |= (uint64_t)hash[i] << 8 * i;
	return value;
}

static enum bot_error player(enum bot_house house, struct eg_player *found)
{
	const char *name = houses[house].player;

	return eg_player_parse(name, strlen(name), found) ? BOT_INVALID : BOT_OK;
}

enum bot_error bot_house_choose(struct bot_game *game, struct eg_action *action)
{
	struct eg_witness seen;
	struct eg_player house;

	enum bot_error error = player(game->match.house, &house);
	if (!error)
		error = witness(game, &seen);
	if (error)
		return error;
	return eg_choose(&house, &seen, seed(game, TO_PLAY), action) ? damaged(game) : BOT_OK;
}

enum bot_error bot_house_advise(struct bot_game *game, struct bot_advice *advice)
{
	struct eg_strategy strategy;
	struct eg_witness seen;
	struct eg_player maitre;
	size_t best = 0;

	enum bot_error error = player(BOT_MAITRE, &maitre);
	if (!error)
		error = witness(game, &seen);
	if (error)
		return error;
	if (eg_consider(&maitre, &seen, seed(game, TO_ADVISE), &strategy))
		return damaged(game);
	for (size_t i = 1; i < strategy.count; i++)
		best = strategy.chances[i] > strategy.chances[best] ? i : best;
	advice->action = strategy.legal[best];
	advice->percent = (uint8_t)(100 * strategy.chances[best] + 0.5F);
	return BOT_OK;
}
