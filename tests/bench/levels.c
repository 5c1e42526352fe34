/*
 * usage: levels RULES ROUNDS SEED
 * Rates the three practice opponents against each other, with the same Glicko-2 that rates people.
 * Each round counts as a game. Each pair plays at least ROUNDS rounds, each deck from both seats.
 */
#include "bot/club/rating.h"
#include "engine/command/duel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVELS 3
#define DECKS  10 /* how many decks each pair plays in a rating period */
#define GAMES  (2 * DECKS)

static const char *const names[LEVELS] = {"novice", "fencer", "maitre"};

struct ladder {
	struct eg_player players[LEVELS];
	struct eg_rules rules;
	struct eg_dice dice;
	struct bot_glicko strengths[LEVELS];
	struct bot_glicko_game games[LEVELS][(LEVELS - 1) * GAMES];
	size_t counts[LEVELS];
};

/*
 * Adds games with this mean score. Glicko-2 needs only the sum of the scores against an opponent,
 * so each game may have the mean.
 */
static void add_games(struct ladder *ladder, size_t player, size_t opponent, double score)
{
	for (size_t i = 0; i < GAMES; i++)
		ladder->games[player][ladder->counts[player]++] =
			(struct bot_glicko_game){ladder->strengths[opponent], score};
}

static bool play_pair(struct ladder *ladder, size_t a, size_t b)
{
	struct duel duel = {.players = {ladder->players[a], ladder->players[b]},
		.rules = ladder->rules,
		.rounds = DECKS,
		.dice = {eg_dice_roll(&ladder->dice)}};

	if (!duel_fight(&duel))
		return false;
	add_games(ladder, a, b, sample_mean(&duel.score));
	add_games(ladder, b, a, 1 - sample_mean(&duel.score));
	return true;
}

static bool play_period(struct ladder *ladder)
{
	memset(ladder->counts, 0, sizeof(ladder->counts));
	for (size_t a = 0; a < LEVELS; a++)
		for (size_t b = a + 1; b < LEVELS; b++)
			if (!play_pair(ladder, a, b))
				return false;
	for (size_t i = 0; i < LEVELS; i++)
		ladder->strengths[i] = bot_glicko_after(
			&ladder->strengths[i], ladder->games[i], ladder->counts[i], 1);
	return true;
}

static bool init(struct ladder *ladder, const char *rules, uint64_t seed)
{
	memset(ladder, 0, sizeof(*ladder));
	ladder->dice.state = seed;
	for (size_t i = 0; i < LEVELS; i++) {
		ladder->strengths[i] = bot_glicko_new;
		if (eg_player_parse(names[i], strlen(names[i]), &ladder->players[i]) != EG_OK)
			return false;
	}
	return eg_rules_parse(rules, strlen(rules), &ladder->rules) == EG_OK;
}

int main(int argc, char **argv)
{
	static struct ladder ladder;

	if (argc != 4 || !init(&ladder, argv[1], strtoull(argv[3], NULL, 10))) {
		fprintf(stderr, "usage: levels RULES ROUNDS SEED\n");
		return EXIT_FAILURE;
	}
	for (unsigned long rounds = strtoul(argv[2], NULL, 10), done = 0; done < rounds;
		done += GAMES)
		if (!play_period(&ladder)) {
			fprintf(stderr, "levels: a player did not answer\n");
			return EXIT_FAILURE;
		}
	for (size_t i = 0; i < LEVELS; i++)
		printf("%s %.0f +-%.0f\n", names[i], ladder.strengths[i].rating,
			2 * ladder.strengths[i].deviation);
	return EXIT_SUCCESS;
}
