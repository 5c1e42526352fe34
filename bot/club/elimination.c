#include "bot/club/elimination.h"

#include <assert.h>
#include <string.h>

/* The tableau */

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

/* The elimination of a night */

/* Returns the rank of an entrant, from 0. In a damaged night they may have none. */
static uint8_t rank_of(struct bot_contest *night, uint8_t number)
{
	const struct bot_entrant *entrant = bot_contest_entrant(night, number);

	return entrant && entrant->rank > 0 ? (uint8_t)(entrant->rank - 1) : BOT_TABLEAU_NOBODY;
}

/* The bout for the third place has the round of the final, and the place after it. */
static bool is_for_third(const struct bot_bout *bout, const struct bot_tableau *tableau)
{
	return tableau->rounds > 1 && bout->round == tableau->rounds && bout->place == 1;
}

bool bot_night_has_tableau(const struct bot_contest *night)
{
	return night->bouts > 0 && night->bout[night->bouts - 1].round > 0 &&
	       bot_contest_ranked(night) > 1;
}

bool bot_night_is_decided(struct bot_contest *night)
{
	struct bot_tableau tableau;

	if (!bot_night_has_tableau(night) || night->competition.ends > 0)
		return bot_contest_ranked(night) > 0;
	const struct bot_bout *third = bot_night_third_place_bout(night);
	bot_night_tableau(night, &tableau);
	return tableau.winner[tableau.rounds - 1][0] != BOT_TABLEAU_OPEN &&
	       (!third || third->state == BOT_BOUT_ENDED);
}

/* Whether the bout of the tableau can have its result there. In a damaged night it may not. */
static bool is_open_in(const struct bot_tableau *tableau, const struct bot_bout *bout)
{
	size_t round = bout->round - 1U;

	return round < tableau->rounds && bout->place < bot_tableau_bouts(tableau, round) &&
	       tableau->winner[round][bout->place] == BOT_TABLEAU_OPEN;
}

void bot_night_tableau(struct bot_contest *night, struct bot_tableau *tableau)
{
	bot_tableau_init(tableau, bot_contest_ranked(night));
	/* The bouts are in the order of their rounds, because each needs those before it. */
	for (size_t i = 0; i < night->bouts; i++) {
		const struct bot_bout *bout = &night->bout[i];

		if (bout->round == 0 || bout->state != BOT_BOUT_ENDED ||
			is_for_third(bout, tableau) || !is_open_in(tableau, bout))
			continue;
		bot_tableau_win(tableau, bout->round - 1U, bout->place,
			bout->winner == BOT_BOUT_NOBODY
				? BOT_TABLEAU_NOBODY
				: rank_of(night, bout->entrant[bout->winner]));
	}
}

const struct bot_bout *bot_night_find_bout(
	const struct bot_contest *night, size_t round, size_t place)
{
	for (size_t i = 0; i < night->bouts; i++)
		if (night->bout[i].round == round + 1 && night->bout[i].place == place)
			return &night->bout[i];
	return NULL;
}

/* Ends the bout if it waits, and cannot be fenced because a fencer has withdrawn. */
static bool decide_walkover(struct bot_contest *night, struct bot_bout *bout)
{
	bool one = bot_contest_is_present(night, bout->entrant[0]),
	     other = bot_contest_is_present(night, bout->entrant[1]);

	if (bout->round == 0 || bout->state != BOT_BOUT_WAITS || (one && other))
		return false;
	bout->state = BOT_BOUT_ENDED;
	if (one != other)
		bout->winner = one ? 0 : 1;
	return true;
}

/* Adds the bout if it is due. */
static bool add_due(
	struct bot_contest *night, const struct bot_tableau *tableau, size_t round, size_t place)
{
	uint8_t fencer[2];

	if (bot_night_find_bout(night, round, place) || !bot_tableau_is_due(tableau, round, place))
		return false;
	bot_tableau_pair(tableau, round, place, fencer);
	const struct bot_entrant *one = bot_contest_ranked_entrant(night, fencer[0] + 1U);
	const struct bot_entrant *other = bot_contest_ranked_entrant(night, fencer[1] + 1U);
	if (!one || !other) /* only in a damaged night */
		return false;
	bot_contest_add_bout(
		night, (uint8_t)(round + 1), (uint8_t)place, one->number, other->number);
	return true;
}

struct bot_bout *bot_night_third_place_bout(struct bot_contest *night)
{
	struct bot_tableau tableau;

	if (bot_contest_ranked(night) < 2)
		return NULL;
	bot_night_tableau(night, &tableau);
	for (size_t i = 0; i < night->bouts; i++)
		if (is_for_third(&night->bout[i], &tableau))
			return &night->bout[i];
	return NULL;
}

/* Returns who has lost a bout, or NULL: it has not ended, or nobody or both have lost it. */
static const struct bot_entrant *find_loser(
	struct bot_contest *night, const struct bot_tableau *tableau, size_t round, size_t bout)
{
	uint8_t fencer[2], winner = tableau->winner[round][bout];

	bot_tableau_pair(tableau, round, bout, fencer);
	for (size_t i = 0; i < 2; i++)
		if (winner == fencer[i] && winner < tableau->fencers &&
			fencer[1 - i] < tableau->fencers)
			return bot_contest_ranked_entrant(night, fencer[1 - i] + 1U);
	return NULL;
}

/* Adds the bout for the third place if the night has one, and if it is due. */
static bool add_third_place(struct bot_contest *night, const struct bot_tableau *tableau)
{
	const struct bot_entrant *loser[2];

	if (!night->competition.third_place || tableau->rounds < 2 ||
		bot_night_find_bout(night, tableau->rounds - 1U, 1))
		return false;
	for (size_t i = 0; i < 2; i++) {
		loser[i] = find_loser(night, tableau, tableau->rounds - 2U, i);
		if (!loser[i])
			return false;
	}
	bot_contest_add_bout(night, tableau->rounds, 1, loser[0]->number, loser[1]->number);
	return true;
}

size_t bot_night_update_tableau(struct bot_contest *night)
{
	struct bot_tableau tableau;
	size_t changes = 0;

	bot_night_tableau(night, &tableau);
	changes += add_third_place(night, &tableau); /* it begins before the final */
	for (size_t round = 0; round < tableau.rounds; round++)
		for (size_t i = 0; i < bot_tableau_bouts(&tableau, round); i++)
			changes += add_due(night, &tableau, round, i);
	for (size_t i = 0; i < night->bouts; i++)
		changes += decide_walkover(night, &night->bout[i]);
	return changes;
}

uint8_t bot_night_place_after(
	struct bot_contest *night, const struct bot_bout *bout, uint8_t number)
{
	bool has_winner = bout->winner != BOT_BOUT_NOBODY;
	struct bot_tableau tableau;

	bot_night_tableau(night, &tableau);
	if (bout->state != BOT_BOUT_ENDED || bout->round != tableau.rounds)
		return 0;
	if (!is_for_third(bout, &tableau))
		return has_winner && bout->entrant[bout->winner] == number ? 1 : 2;
	return has_winner && bout->entrant[bout->winner] != number ? 4 : 3;
}

void bot_night_places(struct bot_contest *night, uint8_t place[BOT_CONTEST_ROWS])
{
	uint8_t of_rank[BOT_ENTRANTS_MOST];
	struct bot_tableau tableau;

	memset(place, 0, BOT_CONTEST_ROWS);
	if (!bot_night_has_tableau(night)) { /* one pool */
		for (size_t i = 0; i < night->entrants; i++)
			place[i] = night->entrant[i].rank;
		return;
	}
	bot_night_tableau(night, &tableau);
	bot_tableau_places(&tableau, of_rank);
	for (size_t i = 0; i < night->entrants; i++)
		if (night->entrant[i].rank > 0)
			place[i] = of_rank[night->entrant[i].rank - 1];
	/* Without a winner, both are third. */
	const struct bot_bout *third = bot_night_third_place_bout(night);
	if (third && third->winner != BOT_BOUT_NOBODY)
		place[bot_contest_entrant(night, third->entrant[1 - third->winner]) -
			night->entrant] = 4;
}
