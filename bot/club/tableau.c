#include "bot/club/tableau.h"

#include <assert.h>
#include <string.h>

/*
 * Returns the rank of the fencer on a line of a tableau, both from 0. In each bout of the first
 * round, the ranks add up to the size of the tableau minus one: 1 v 16, 8 v 9 and so on, from the
 * top. If nothing surprising happens, this holds for the later rounds, too.
 */
static size_t rank_on_line(size_t line, size_t rounds)
{
	size_t rank = 0;

	/* From the final back to the first round: a bit of the line says which half it is in. */
	for (size_t round = 1; round <= rounds; round++) {
		size_t size = (size_t)1 << round, half = line >> (rounds - round) & 1;
		/* the stronger fencer has the upper line, except in the lower of two bouts */
		bool is_lower = round > 1 && (line >> (rounds - round + 1) & 1);

		if (half != (size_t)is_lower)
			rank = size - 1 - rank;
	}
	return rank;
}

size_t bot_tableau_bouts(const struct bot_tableau *tableau, size_t round)
{
	return (size_t)1 << (tableau->rounds - 1 - round);
}

void bot_tableau_pair(
	const struct bot_tableau *tableau, size_t round, size_t bout, uint8_t fencer[2])
{
	for (size_t i = 0; i < 2; i++) {
		if (round > 0) {
			fencer[i] = tableau->winner[round - 1][2 * bout + i];
			continue;
		}
		size_t rank = rank_on_line(2 * bout + i, tableau->rounds);
		fencer[i] = rank < tableau->fencers ? (uint8_t)rank : BOT_TABLEAU_NOBODY;
	}
}

/* If one of the two fencers of an open bout is nobody, the other one goes on. */
static void pass_bye(struct bot_tableau *tableau, size_t round, size_t bout)
{
	uint8_t fencer[2];

	bot_tableau_pair(tableau, round, bout, fencer);
	for (size_t i = 0; i < 2; i++)
		if (fencer[i] == BOT_TABLEAU_NOBODY && fencer[1 - i] != BOT_TABLEAU_OPEN) {
			bot_tableau_win(tableau, round, bout, fencer[1 - i]);
			return;
		}
}

void bot_tableau_init(struct bot_tableau *tableau, size_t fencers)
{
	assert(fencers >= 2 && fencers <= BOT_ENTRANTS_MOST);
	tableau->fencers = (uint8_t)fencers;
	tableau->rounds = 1;
	while ((size_t)1 << tableau->rounds < fencers)
		tableau->rounds++;
	memset(tableau->winner, BOT_TABLEAU_OPEN, sizeof(tableau->winner));
	for (size_t bout = 0; bout < bot_tableau_bouts(tableau, 0); bout++)
		pass_bye(tableau, 0, bout);
}

bool bot_tableau_is_due(const struct bot_tableau *tableau, size_t round, size_t bout)
{
	uint8_t fencer[2];

	bot_tableau_pair(tableau, round, bout, fencer);
	return tableau->winner[round][bout] == BOT_TABLEAU_OPEN && fencer[0] < tableau->fencers &&
	       fencer[1] < tableau->fencers;
}

void bot_tableau_win(struct bot_tableau *tableau, size_t round, size_t bout, uint8_t winner)
{
	assert(tableau->winner[round][bout] == BOT_TABLEAU_OPEN);
	tableau->winner[round][bout] = winner;
	if (round + 1 < tableau->rounds)
		pass_bye(tableau, round + 1, bout / 2);
}

/* Returns how many bouts of the tableau the fencer has won. A bye counts as a bout won. */
static size_t count_won(const struct bot_tableau *tableau, uint8_t fencer)
{
	size_t won = 0;

	for (size_t round = 0; round < tableau->rounds; round++)
		for (size_t bout = 0; bout < bot_tableau_bouts(tableau, round); bout++)
			won += tableau->winner[round][bout] == fencer;
	return won;
}

void bot_tableau_places(const struct bot_tableau *tableau, uint8_t place[BOT_ENTRANTS_MOST])
{
	size_t won[BOT_ENTRANTS_MOST];

	for (uint8_t i = 0; i < tableau->fencers; i++)
		won[i] = count_won(tableau, i);
	/* Without a bout for the third place, those who lose a semi-final share it. */
	bool semis_over = tableau->rounds > 1 &&
			  tableau->winner[tableau->rounds - 2][0] != BOT_TABLEAU_OPEN &&
			  tableau->winner[tableau->rounds - 2][1] != BOT_TABLEAU_OPEN;
	for (size_t i = 0; i < tableau->fencers; i++) {
		bool is_semi_finalist = semis_over && won[i] + 2 == tableau->rounds;

		size_t better = 0;

		for (size_t j = 0; j < tableau->fencers; j++)
			better +=
				won[j] > won[i] || (j < i && won[j] == won[i] && !is_semi_finalist);
		place[i] = (uint8_t)(better + 1);
	}
}
