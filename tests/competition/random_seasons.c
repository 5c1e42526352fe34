/*
 * usage: random_seasons COUNT SEED
 * Runs random seasons by the rules of bot/club, with ties, withdrawals, absences, and ends before
 * all bouts are fenced. Prints each as a line of JSON: what has happened in it, and what bot/club
 * makes of that. recompute_seasons.py checks it.
 */
#include "bot/club/season.h"
#include "bot/competition/lots.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#define TOUCHES 3 /* few different touches make many ties */

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
	struct bot_contest season;
	unsigned char secret[EG_KEY];
	struct bot_seed seed[BOT_CONTEST_ROWS];
	bool away[BOT_CONTEST_ROWS];
	unsigned withdraw; /* somebody withdraws in one of this many steps; 0: nobody does */
	json_t *fenced; /* lists of two fencers, their touches, the winner, and whether it decides
			 */
};

/* Seeds somebody who fenced the last season, as its results would. */
static void seed_returning(struct bot_seed *seed)
{
	uint8_t division = (uint8_t)(1 + roll(3));
	int64_t change = (int64_t)roll(3) - 1;

	*seed = (struct bot_seed){.division = division,
		.rank = (uint8_t)(1 + roll(8)),
		.target = (uint8_t)(division + (division > 1 || change > 0 ? change : 0))};
}

/* Signs up some people, some of whom can't take part. Their numbers have gaps. */
static void sign_up(struct competition *competition)
{
	struct bot_contest *season = &competition->season;
	size_t present = BOT_ENTRANTS_LEAST + (roll(2) ? roll(BOT_ENTRANTS_MOST - 2) : roll(7));
	bool is_first = roll(2) == 0;
	uint8_t number = 0;

	for (size_t i = 0; i < EG_KEY; i++)
		competition->secret[i] = (unsigned char)roll(256);
	eg_key_print(competition->secret, season->competition.secret);
	while (present > 0) {
		size_t i = season->entrants++;
		struct bot_entrant *entrant = &season->entrant[i];

		*entrant = (struct bot_entrant){.number = number,
			.state = roll(12) == 0 ? BOT_ENTRANT_ABSENT : BOT_ENTRANT_PRESENT,
			.at_once = (uint8_t)(roll(4) == 0 ? 1 + roll(7) : BOT_SEASON_AT_ONCE)};
		number = (uint8_t)(number + 1 + roll(8) / 7);
		present -= entrant->state == BOT_ENTRANT_PRESENT;
		snprintf(
			entrant->event, sizeof(entrant->event), "$%llx", (unsigned long long)state);
		if (!is_first && roll(3) > 0)
			seed_returning(&competition->seed[i]);
		competition->seed[i].rating = (double)roll(4) * 100;
	}
	if (!bot_lots_draw(season))
		abort();
}

static void list_fenced(struct competition *competition, const struct bot_bout *bout)
{
	json_array_append_new(competition->fenced,
		json_pack("[i,i,i,i,i,b]", bout->entrant[0], bout->entrant[1], bout->touches[0],
			bout->touches[1], bout->winner, bout->place == BOT_CONTEST_DECIDES));
}

static void end_bout(struct competition *competition, struct bot_bout *bout, uint8_t winner)
{
	bout->state = BOT_BOUT_ENDED;
	bout->winner = winner;
	if (winner == BOT_BOUT_NOBODY)
		return;
	bout->touches[winner] = (uint8_t)(1 + roll(TOUCHES));
	bout->touches[1 - winner] = (uint8_t)roll(bout->touches[winner] + 1U);
	list_fenced(competition, bout);
}

/* The time of a bout ends, and nobody has more touches. */
static void end_equal(struct competition *competition, struct bot_bout *bout)
{
	bout->state = BOT_BOUT_ENDED;
	bout->touches[0] = bout->touches[1] = (uint8_t)(1 + roll(TOUCHES));
	list_fenced(competition, bout);
}

/* A random fencer withdraws: their bouts under way count for nobody. */
static void withdraw(struct competition *competition)
{
	struct bot_contest *season = &competition->season;
	struct bot_entrant *entrant = &season->entrant[roll(season->entrants)];

	if (entrant->state != BOT_ENTRANT_PRESENT)
		return;
	entrant->state = BOT_ENTRANT_WITHDRAWN;
	entrant->forfeits = roll(3) == 0 ? BOT_CONTEST_FORFEITS : (uint8_t)roll(2);
	for (size_t i = 0; i < season->bouts; i++) {
		struct bot_bout *bout = &season->bout[i];

		if (bout->state == BOT_BOUT_FENCED && (bout->entrant[0] == entrant->number ||
							      bout->entrant[1] == entrant->number))
			end_bout(competition, bout, BOT_BOUT_NOBODY);
	}
	bot_contest_annul(season);
}

/* A random fencer is excluded, and included again: their bouts that have not ended wait again. */
static void exclude_for_a_while(struct bot_contest *season)
{
	struct bot_entrant *entrant = &season->entrant[roll(season->entrants)];

	if (entrant->state != BOT_ENTRANT_PRESENT)
		return;
	entrant->state = BOT_ENTRANT_EXCLUDED;
	for (size_t i = 0; i < season->bouts; i++) {
		struct bot_bout *bout = &season->bout[i];

		if (bout->state == BOT_BOUT_FENCED && (bout->entrant[0] == entrant->number ||
							      bout->entrant[1] == entrant->number))
			bot_contest_annul_bout(bout);
	}
	bot_contest_annul(season);
	entrant->state = BOT_ENTRANT_PRESENT;
	bot_contest_reopen(season, entrant->number);
}

/* Returns a random bout that is fenced now, or NULL. */
static struct bot_bout *choose_bout(struct bot_contest *season)
{
	struct bot_bout *chosen = NULL;
	uint64_t count = 0;

	for (size_t i = 0; i < season->bouts; i++)
		if (season->bout[i].state == BOT_BOUT_FENCED && roll(++count) == 0)
			chosen = &season->bout[i];
	return chosen;
}

static void begin_bout(struct bot_bout *bout)
{
	bout->state = BOT_BOUT_FENCED;
	bout->match = bout->number;
}

/*
 * Something happens: somebody goes away or comes back, a bout begins or ends, somebody withdraws.
 */
static void step(struct competition *competition)
{
	struct bot_contest *season = &competition->season;
	struct bot_bout *next = bot_season_next_bout(season, competition->away);
	struct bot_bout *bout = choose_bout(season);
	size_t traveller = roll(season->entrants);

	if (competition->withdraw > 0 && roll(competition->withdraw) == 0)
		withdraw(competition);
	else if (roll(100) == 0)
		exclude_for_a_while(season);
	else if (roll(5) == 0 || (!next && !bout))
		competition->away[traveller] = !competition->away[traveller];
	else if (next && (!bout || roll(2) == 0))
		begin_bout(next);
	else if (bout && roll(8) == 0)
		end_equal(competition, bout);
	else if (bout)
		end_bout(competition, bout, (uint8_t)roll(2));
}

/* Fences the deciding bouts, if there are any. */
static void fence_for_title(struct competition *competition)
{
	struct bot_standing standings[BOT_CONTEST_ROWS];
	struct bot_contest *season = &competition->season;
	size_t count = bot_season_standings(season, 1, true, standings);

	bot_contest_add_deciding_bouts(season, standings, count);
	for (size_t i = 0; i < season->bouts; i++)
		if (season->bout[i].state == BOT_BOUT_WAITS)
			end_bout(competition, &season->bout[i], (uint8_t)roll(3));
}

/* Fences the season, to its last bout or until its time is over. */
static void fence(struct competition *competition)
{
	struct bot_contest *season = &competition->season;
	uint64_t left = roll(2) ? UINT64_MAX : roll(400);

	bot_season_draw(season, competition->seed);
	for (; left > 0 && bot_contest_open_bouts(season, 0) > 0; left--)
		step(competition);
	for (size_t i = 0; i < season->bouts; i++)
		if (season->bout[i].state == BOT_BOUT_FENCED)
			end_bout(competition, &season->bout[i], (uint8_t)roll(3));
	bot_season_annul(season);
	fence_for_title(competition);
	bot_season_rank(season);
}

static json_t *list_entrants(const struct competition *competition)
{
	json_t *list = json_array();

	for (size_t i = 0; i < competition->season.entrants; i++) {
		const struct bot_entrant *entrant = &competition->season.entrant[i];
		const struct bot_seed *seed = &competition->seed[i];

		json_array_append_new(
			list, json_pack("[i,i,i,i,i,f,s,i]", entrant->number, entrant->state,
				      seed->target, seed->division, seed->rank, seed->rating,
				      entrant->event, entrant->forfeits));
	}
	return list;
}

/* Lists what bot/club says of each fencer: the number, division, place in its sheet, rank, fate. */
static json_t *list_fencers(const struct bot_contest *season)
{
	json_t *list = json_array();

	for (size_t i = 0; i < season->entrants; i++) {
		const struct bot_entrant *entrant = &season->entrant[i];

		json_array_append_new(list,
			json_pack("[i,i,i,i,i]", entrant->number, entrant->pool, entrant->place,
				entrant->rank, bot_season_fate(season, entrant)));
	}
	return list;
}

static json_t *list_bouts(const struct bot_contest *season)
{
	json_t *list = json_array();

	for (size_t i = 0; i < season->bouts; i++)
		json_array_append_new(list,
			json_pack("[i,i,i,b]", season->bout[i].place, season->bout[i].entrant[0],
				season->bout[i].entrant[1], season->bout[i].again > 0));
	return list;
}

static void print(struct competition *competition)
{
	char secret[2 * EG_KEY + 1];

	sodium_bin2hex(secret, sizeof(secret), competition->secret, EG_KEY);
	json_t *line = json_pack("{s:s,s:o,s:o,s:o,s:o}", "secret", secret, "entrants",
		list_entrants(competition), "bouts", list_bouts(&competition->season), "fenced",
		competition->fenced, "fencers", list_fencers(&competition->season));
	json_dumpf(line, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(line);
}

int main(int argc, char **argv)
{
	if (argc != 3 || sodium_init() < 0)
		return 2;
	state = strtoull(argv[2], NULL, 10) * 2654435761U + 1;
	for (long left = strtol(argv[1], NULL, 10); left > 0; left--) {
		struct competition *competition = calloc(1, sizeof(*competition));

		if (!competition)
			return 1;
		competition->withdraw = roll(2) ? 0 : (unsigned)(10 + roll(100));
		competition->fenced = json_array();
		sign_up(competition);
		fence(competition);
		print(competition);
		free(competition);
	}
	return 0;
}
