/*
 * usage: random_competitions COUNT SEED
 * Runs random competitions by the rules of bot/club, with ties, byes and withdrawals. Prints each
 * as a line of JSON: what has happened in it, and what bot/club makes of that. recompute.py checks
 * it.
 */
#include "bot/club/contest.h"
#include "bot/club/elimination.h"
#include "bot/competition/lots.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#define TOUCHES 3 /* few different touches make many ties */

/* The time of the competition: how many bouts have ended, and fencers withdrawn. */
static int64_t now;
static uint64_t state;

/* Returns a number below `limit`: xorshift64, of George Marsaglia. */
static uint64_t roll(uint64_t limit)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % limit;
}

struct competition {
	struct bot_contest night;
	unsigned char secret[EG_KEY];
	double rating[BOT_CONTEST_ROWS];
	unsigned withdraw; /* somebody withdraws in one of this many steps; 0: nobody does */
	json_t *withdrawn; /* lists of a fencer and a time */
	json_t *fenced;    /* lists of a round (-1: a deciding bout), two fencers, their touches,
			      the winner and a time */
};

/* Signs up some people, some of whom are absent. Their numbers have gaps. */
static void sign_up(struct competition *competition)
{
	struct bot_contest *night = &competition->night;
	size_t present = BOT_ENTRANTS_LEAST + (roll(2) ? roll(BOT_ENTRANTS_MOST - 2) : roll(7));
	uint8_t number = 0;

	for (size_t i = 0; i < EG_KEY; i++)
		competition->secret[i] = (unsigned char)roll(256);
	eg_key_print(competition->secret, night->competition.secret);
	while (present > 0) {
		size_t i = night->entrants++;
		struct bot_entrant *entrant = &night->entrant[i];

		*entrant = (struct bot_entrant){.number = number, .state = BOT_ENTRANT_PRESENT};
		number = (uint8_t)(number + 1 + roll(8) / 7);
		if (roll(12) == 0)
			entrant->state = BOT_ENTRANT_ABSENT;
		else
			present--;
		snprintf(
			entrant->event, sizeof(entrant->event), "$%llx", (unsigned long long)state);
		competition->rating[i] = (double)roll(4) * 100;
	}
	if (!bot_lots_draw(night))
		abort();
}

static void end_bout(struct competition *competition, struct bot_bout *bout, uint8_t winner)
{
	bool decides = bout->round == 0 && bout->place == BOT_CONTEST_DECIDES;

	bout->state = BOT_BOUT_ENDED;
	bout->winner = winner;
	bout->touches[winner] = TOUCHES;
	bout->touches[1 - winner] = (uint8_t)roll(TOUCHES);
	json_array_append_new(
		competition->fenced, json_pack("[i,i,i,i,i,i,I]", decides ? -1 : bout->round,
					     bout->entrant[0], bout->entrant[1], bout->touches[0],
					     bout->touches[1], bout->winner, (json_int_t)++now));
}

/* A random fencer withdraws, and loses the bout that they fence. */
static void withdraw(struct competition *competition)
{
	struct bot_contest *night = &competition->night;
	struct bot_entrant *entrant = &night->entrant[roll(night->entrants)];

	if (entrant->state != BOT_ENTRANT_PRESENT)
		return;
	entrant->state = BOT_ENTRANT_WITHDRAWN;
	json_array_append_new(
		competition->withdrawn, json_pack("[i,I]", entrant->number, (json_int_t)++now));
	struct bot_bout *bout = bot_contest_bout_of(night, entrant->number, BOT_BOUT_FENCED);
	if (bout)
		end_bout(competition, bout, bout->entrant[0] == entrant->number ? 1 : 0);
}

/* Returns a random bout that is fenced now, or NULL. */
static struct bot_bout *choose_bout(struct bot_contest *night)
{
	struct bot_bout *chosen = NULL;
	uint64_t count = 0;

	for (size_t i = 0; i < night->bouts; i++)
		if (night->bout[i].state == BOT_BOUT_FENCED && roll(++count) == 0)
			chosen = &night->bout[i];
	return chosen;
}

/* Something happens: a bout begins, a bout ends, or somebody withdraws. */
static void step(struct competition *competition)
{
	struct bot_contest *night = &competition->night;
	struct bot_bout *next = bot_contest_next_bout(night), *bout = choose_bout(night);

	if (competition->withdraw > 0 && roll(competition->withdraw) == 0)
		withdraw(competition);
	else if (next && (!bout || roll(2) == 0))
		next->state = BOT_BOUT_FENCED;
	else if (bout)
		end_bout(competition, bout, (uint8_t)roll(2));
}

static size_t count_pool_fencers(const struct bot_contest *night)
{
	size_t count = 0;

	for (size_t i = 0; i < night->entrants; i++)
		count += night->entrant[i].pool > 0;
	return count;
}

/* Fences all bouts of the pools that are open. */
static void fence_pools(struct competition *competition)
{
	while (bot_contest_open_bouts(&competition->night, 0) > 0) {
		step(competition);
		bot_contest_annul(&competition->night);
	}
}

/* Fences the whole competition. */
static void fence(struct competition *competition)
{
	struct bot_contest *night = &competition->night;
	struct bot_tableau tableau;

	struct bot_standing standings[BOT_CONTEST_ROWS];

	bot_night_draw_pools(night, competition->rating);
	fence_pools(competition);
	if (count_pool_fencers(night) <= BOT_NIGHT_ONE_POOL &&
		bot_contest_add_deciding_bouts(
			night, standings, bot_contest_standings(night, 0, standings)) > 0)
		fence_pools(competition);
	bot_night_rank(night);
	if (count_pool_fencers(night) <= BOT_NIGHT_ONE_POOL || bot_contest_ranked(night) < 2)
		return;
	for (;;) {
		while (bot_night_update_tableau(night) > 0)
			;
		bot_night_tableau(night, &tableau);
		if (tableau.winner[tableau.rounds - 1][0] != BOT_TABLEAU_OPEN &&
			bot_contest_open_bouts(night, tableau.rounds) == 0)
			return;
		step(competition);
	}
}

static json_t *list_entrants(const struct competition *competition)
{
	const struct bot_contest *night = &competition->night;
	json_t *list = json_array();

	for (size_t i = 0; i < night->entrants; i++)
		json_array_append_new(
			list, json_pack("[i,b,f,s]", night->entrant[i].number,
				      night->entrant[i].state != BOT_ENTRANT_ABSENT,
				      competition->rating[i], night->entrant[i].event));
	return list;
}

/* Lists what bot/club says of each fencer: the number, pool, place in its sheet, rank and place. */
static json_t *list_fencers(struct bot_contest *night)
{
	uint8_t place[BOT_CONTEST_ROWS];
	json_t *list = json_array();

	bot_night_places(night, place);
	for (size_t i = 0; i < night->entrants; i++)
		json_array_append_new(list,
			json_pack("[i,i,i,i,i]", night->entrant[i].number, night->entrant[i].pool,
				night->entrant[i].place, night->entrant[i].rank, place[i]));
	return list;
}

/* Lists the bouts of the pools: the pool and the two fencers, in the order of the bouts. */
static json_t *list_bouts(const struct bot_contest *night)
{
	json_t *list = json_array();

	for (size_t i = 0; i < night->bouts; i++)
		if (night->bout[i].round == 0)
			json_array_append_new(list,
				json_pack("[i,i,i]", night->bout[i].place,
					night->bout[i].entrant[0], night->bout[i].entrant[1]));
	return list;
}

static json_t *run(void)
{
	struct competition *competition = calloc(1, sizeof(*competition));
	char secret[2 * EG_KEY + 1];

	if (!competition)
		abort();
	now = 0;
	competition->withdraw = (unsigned)(roll(3) * 20);
	competition->night.competition.third_place = roll(2) == 0;
	competition->withdrawn = json_array();
	competition->fenced = json_array();
	sign_up(competition);
	fence(competition);
	sodium_bin2hex(secret, sizeof(secret), competition->secret, EG_KEY);
	json_t *line = json_pack("{s:s,s:b,s:o,s:o,s:o,s:o,s:o}", "secret", secret, "third",
		competition->night.competition.third_place, "entrants", list_entrants(competition),
		"withdrawn", competition->withdrawn, "fenced", competition->fenced, "bouts",
		list_bouts(&competition->night), "fencers", list_fencers(&competition->night));
	free(competition);
	return line;
}

int main(int count, char **arguments)
{
	if (count != 3 || sodium_init() < 0) {
		fputs("usage: random_competitions COUNT SEED\n", stderr);
		return 2;
	}
	state = strtoull(arguments[2], NULL, 10) * 2 + 1;
	for (unsigned long i = strtoul(arguments[1], NULL, 10); i > 0; i--) {
		json_t *line = run();

		json_dumpf(line, stdout, JSON_COMPACT);
		putchar('\n');
		json_decref(line);
	}
	return 0;
}
