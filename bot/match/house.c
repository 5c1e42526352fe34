#include "bot/match/house.h"

#include "engine/opponent/opponent.h"

#include <sodium.h>
#include <string.h>
#include <strings.h>

static const struct {
	const char *player; /* the name in engine/opponent */
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

bool bot_house_acts(const struct bot_loaded_match *loaded)
{
	return loaded->match.house != BOT_NO_HOUSE && loaded->state.winner == EG_NOBODY &&
	       loaded->state.round.to_act == BOT_HOUSE_SEAT;
}

static enum bot_error damaged(const struct bot_loaded_match *loaded)
{
	return bot_store_damaged(loaded->host->store, loaded->match.id);
}

/*
 * Finds what the player to act has seen of the round. The house learns about the cards only through
 * this function.
 */
static enum bot_error witness(struct bot_loaded_match *loaded, struct eg_witness *seen)
{
	const struct eg_match *state = &loaded->state;
	enum eg_seat first = state->rules.first;
	struct bot_round round;

	if (state->rounds % 2 == 0)
		first = eg_opponent(first);
	enum bot_error error =
		bot_store_round_get(loaded->host->store, loaded->match.id, state->rounds, &round);
	if (error)
		return error;
	if (eg_witness_round(seen, &state->rules.round, first, round.deck, round.action,
		    round.actions, state->round.to_act))
		return damaged(loaded);
	return BOT_OK;
}

/* Advice and the actions of the house use different random numbers. */
enum purpose { TO_PLAY, TO_ADVISE };

/* Returns the seed for a choice, which depends on the match, the position and the purpose. */
static uint64_t seed(const struct bot_loaded_match *loaded, enum purpose purpose)
{
	unsigned char key[crypto_shorthash_KEYBYTES] = {0};
	unsigned char where[4] = {(unsigned char)(loaded->state.rounds & 255),
		(unsigned char)(loaded->state.rounds >> 8), loaded->state.round.plies,
		(unsigned char)purpose};
	unsigned char hash[crypto_shorthash_BYTES];
	uint64_t value = 0;

	for (size_t i = 0; i < sizeof(value); i++)
		key[i] = (unsigned char)((uint64_t)loaded->match.dice >> 8 * i);
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

enum bot_error bot_house_choose(struct bot_loaded_match *loaded, struct eg_action *action)
{
	struct eg_witness seen;
	struct eg_player house;

	enum bot_error error = player(loaded->match.house, &house);
	if (!error)
		error = witness(loaded, &seen);
	if (error)
		return error;
	return eg_choose(&house, &seen, seed(loaded, TO_PLAY), action) ? damaged(loaded) : BOT_OK;
}

enum bot_error bot_house_advise(struct bot_loaded_match *loaded, struct bot_advice *advice)
{
	struct eg_strategy strategy;
	struct eg_witness seen;
	struct eg_player maitre;
	size_t best = 0;

	enum bot_error error = player(BOT_MAITRE, &maitre);
	if (!error)
		error = witness(loaded, &seen);
	if (error)
		return error;
	if (eg_consider(&maitre, &seen, seed(loaded, TO_ADVISE), &strategy))
		return damaged(loaded);
	for (size_t i = 1; i < strategy.count; i++)
		best = strategy.chances[i] > strategy.chances[best] ? i : best;
	advice->action = strategy.legal[best];
	advice->percent = (uint8_t)(100 * strategy.chances[best] + 0.5F);
	return BOT_OK;
}
