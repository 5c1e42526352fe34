#include "bot/match/practice_opponent.h"

#include "bot/base/attempt.h"
#include "bot/base/memory.h"
#include "bot/match/position.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool bot_practice_opponent_read(const char *word, enum bot_practice *opponent)
{
	for (enum bot_practice i = BOT_NOVICE; i <= BOT_MAITRE; i++) {
		if (strcasecmp(word, bot_practice_name(i)) != 0)
			continue;
		*opponent = i;
		return true;
	}
	return false;
}

enum bot_msg bot_practice_opponent_name(enum bot_practice opponent)
{
	static const enum bot_msg names[] = {
		[BOT_NOVICE] = BOT_MSG_HOUSE_NOVICE,
		[BOT_PUPIL] = BOT_MSG_HOUSE_PUPIL,
		[BOT_FENCER] = BOT_MSG_HOUSE_FENCER,
		[BOT_PROVOST] = BOT_MSG_HOUSE_PROVOST,
		[BOT_MAITRE] = BOT_MSG_HOUSE_MAITRE,
	};

	return names[opponent];
}

enum bot_practice bot_practice_opponent_adapt(struct bot_host *host, const char *user)
{
	struct bot_practised last[2];

	size_t count = bot_store_match_practised(host->store, user, last, 2);
	enum bot_practice opponent = count > 0 ? last[0].opponent : BOT_NOVICE;
	if (count > 0 && last[0].won && opponent < BOT_MAITRE)
		opponent++;
	else if (count > 1 && !last[0].won && !last[1].won &&
		 last[1].opponent == last[0].opponent && opponent > BOT_NOVICE)
		opponent--;
	return opponent;
}

bool bot_practice_opponent_is_to_act(const struct bot_loaded_match *loaded)
{
	return loaded->match.practice != BOT_NO_PRACTICE && loaded->state.winner == EG_NOBODY &&
	       loaded->state.round.to_act == BOT_PRACTICE_OPPONENT_SEAT;
}

_Noreturn static void fail_damaged(const struct bot_loaded_match *loaded)
{
	bot_store_damaged(loaded->host->store, loaded->match.id);
}

/*
 * What the chosen action is for. Advice for the player and actions of the practice opponent use
 * different random numbers.
 */
enum purpose { TO_PLAY, TO_ADVISE };

/* Returns the seed for a choice. The seed depends on the match, the position and the purpose. */
static uint64_t make_seed(const struct bot_loaded_match *loaded, enum purpose purpose)
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

static struct eg_player find_player(enum bot_practice opponent)
{
	const char *name = bot_practice_name(opponent);
	struct eg_player player;

	enum eg_error unknown = eg_player_parse(name, strlen(name), &player);
	assert(!unknown);
	(void)unknown;
	return player;
}

struct eg_action bot_practice_opponent_choose(const struct bot_loaded_match *loaded)
{
	struct eg_player player = find_player(loaded->match.practice);
	struct eg_witness seen = bot_position_witness(loaded);
	struct eg_action action;

	if (eg_choose(&player, &seen, make_seed(loaded, TO_PLAY), &action))
		fail_damaged(loaded);
	return action;
}

/*
 * How many judgements the host remembers. The hand, the hint and the web page need the judgement of
 * the same turn, one after the other, and an open web page needs it again after each change.
 */
#define JUDGEMENTS 16

struct judgement {
	int64_t match; /* 0: nothing is remembered */
	uint64_t seed;
	struct eg_witness seen;
	struct eg_strategy strategy;
};

struct bot_judgement_cache {
	struct judgement judgements[JUDGEMENTS];
};

struct bot_judgement_cache *bot_judgement_cache_create(void)
{
	return bot_calloc(1, sizeof(struct bot_judgement_cache));
}

void bot_judgement_cache_destroy(struct bot_judgement_cache *cache)
{
	free(cache);
}

/*
 * Whether two witnesses have seen the same. Their match and their seed are equal, but after a
 * rollback other cards and actions may follow.
 */
static bool saw_the_same(const struct eg_witness *a, const struct eg_witness *b)
{
	if (a->action_count != b->action_count || a->drawn_count != b->drawn_count ||
		memcmp(a->dealt, b->dealt, sizeof(a->dealt)) != 0 ||
		memcmp(a->drawn, b->drawn, a->drawn_count) != 0)
		return false;
	for (size_t i = 0; i < a->action_count; i++)
		if (!eg_action_equal(a->actions[i], b->actions[i]))
			return false;
	return true;
}

struct eg_strategy bot_practice_opponent_judge(const struct bot_loaded_match *loaded)
{
	int64_t match = loaded->match.id;
	struct judgement *known =
		&loaded->host->judgement_cache->judgements[(uint64_t)match % JUDGEMENTS];
	struct eg_player maitre = find_player(BOT_MAITRE);
	uint64_t seed = make_seed(loaded, TO_ADVISE);
	struct eg_witness seen = bot_position_witness(loaded);
	struct eg_strategy strategy;

	if (known->match != match || known->seed != seed || !saw_the_same(&known->seen, &seen)) {
		if (eg_consider(&maitre, &seen, seed, &strategy))
			fail_damaged(loaded);
		*known = (struct judgement){match, seed, seen, strategy};
	}
	return known->strategy;
}
