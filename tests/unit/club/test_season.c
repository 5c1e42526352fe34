#include "bot/club/season.h"

#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes a season of present fencers, whose lots are in the order of their numbers. */
static struct bot_contest *make_season(size_t fencers)
{
	struct bot_contest *season = calloc(1, sizeof(*season));

	assert_non_null(season);
	season->competition.kind = BOT_KIND_SEASON;
	season->competition.stage = BOT_STAGE_POOLS;
	season->entrants = fencers;
	for (size_t i = 0; i < fencers; i++) {
		season->entrant[i] = (struct bot_entrant){.number = (uint8_t)i,
			.state = BOT_ENTRANT_PRESENT,
			.at_once = BOT_SEASON_AT_ONCE};
		snprintf(season->entrant[i].user, BOT_ID_SIZE, "@f%zu:x", i);
		season->lot[i] = i + 1;
	}
	return season;
}

static struct bot_contest *draw(size_t fencers)
{
	static const struct bot_seed equal[BOT_CONTEST_ROWS];
	struct bot_contest *season = make_season(fencers);

	bot_season_draw(season, equal);
	return season;
}

/* Ends the bout of two fencers with these touches: more touches win. */
static void decide(struct bot_contest *season, uint8_t one, uint8_t other, uint8_t a, uint8_t b)
{
	for (size_t i = 0; i < season->bouts; i++) {
		struct bot_bout *bout = &season->bout[i];
		bool same = bout->entrant[0] == one && bout->entrant[1] == other;

		if (!same && (bout->entrant[0] != other || bout->entrant[1] != one))
			continue;
		bout->state = BOT_BOUT_ENDED;
		bout->touches[0] = same ? a : b;
		bout->touches[1] = same ? b : a;
		bout->winner = bout->touches[0] > bout->touches[1] ? 0 : 1;
		return;
	}
	fail_msg("%u and %u don't meet", one, other);
}

/* Decides all bouts that are open: the fencer with the smaller number wins. */
static void decide_all(struct bot_contest *season)
{
	for (size_t i = 0; i < season->bouts; i++) {
		const struct bot_bout *bout = &season->bout[i];

		if (bout->state != BOT_BOUT_ENDED)
			decide(season, bout->entrant[0], bout->entrant[1],
				bout->entrant[0] < bout->entrant[1] ? 5 : 3,
				bout->entrant[0] < bout->entrant[1] ? 3 : 5);
	}
}

/* Asserts that the division has these fencers, in this order. */
static void assert_table(
	struct bot_contest *season, uint8_t division, bool over, const char *expected)
{
	struct bot_standing standings[BOT_CONTEST_ROWS];
	size_t count = bot_season_standings(season, division, over, standings);
	char found[200] = "";

	for (size_t i = 0; i < count; i++)
		snprintf(found + strlen(found), sizeof(found) - strlen(found), "%s%u",
			i > 0 ? " " : "", season->entrant[standings[i].entrant].number);
	assert_string_equal(found, expected);
}

/* The divisions */

UNIT_TEST(test_divisions_follow_ratings)
{
	struct bot_seed seed[BOT_CONTEST_ROWS] = {0};
	struct bot_contest *season = make_season(9);

	for (size_t i = 0; i < 9; i++)
		seed[i].rating = (double)(i * 10);
	bot_season_draw(season, seed);
	assert_int_equal(bot_contest_pools(season), 2);
	for (size_t i = 0; i < 9; i++)
		assert_int_equal(season->entrant[i].pool, i >= 4 ? 1 : 2);
	assert_int_equal(season->bouts, 10 + 6);
	free(season);
}

UNIT_TEST(test_last_season_comes_before_ratings)
{
	/* those who stay, who were promoted, who were relegated, and who are new */
	static const struct {
		struct bot_seed seed;
		uint8_t pool;
	} rows[] = {
		{{1, 1, 1, 1000}, 1},
		{{1, 1, 2, 1000}, 1},
		{{1, 1, 3, 1000}, 1},
		{{1, 2, 1, 1000}, 1},
		{{2, 1, 4, 2000}, 2},
		{{2, 2, 2, 1900}, 2},
		{{2, 2, 3, 1800}, 2},
		{{0, 0, 0, 2500}, 2},
		{{1, 1, 5, 900}, 1},
	};
	const size_t count = sizeof(rows) / sizeof(rows[0]);
	struct bot_seed seed[BOT_CONTEST_ROWS] = {0};
	struct bot_contest *season = make_season(count);

	for (size_t i = 0; i < count; i++)
		seed[i] = rows[i].seed;
	bot_season_draw(season, seed);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(season->entrant[i].pool, rows[i].pool);
	free(season);
}

/* The order of bouts */

UNIT_TEST(test_two_bouts_at_once)
{
	bool away[BOT_CONTEST_ROWS] = {false};
	struct bot_contest *season = draw(8);
	struct bot_bout *next;
	size_t begun = 0;

	for (; (next = bot_season_next_bout(season, away)); begun++)
		next->state = BOT_BOUT_FENCED;
	assert_int_equal(begun, 8); /* the first two rounds */
	for (uint8_t i = 0; i < 8; i++)
		assert_int_equal(bot_season_bouts_now(season, i), 2);
	free(season);
}

UNIT_TEST(test_who_wants_more_gets_more)
{
	bool away[BOT_CONTEST_ROWS] = {false};
	struct bot_contest *season = draw(8);
	struct bot_bout *next;

	for (size_t i = 0; i < 8; i++)
		season->entrant[i].at_once = i < 4 ? 7 : 1;
	while ((next = bot_season_next_bout(season, away)))
		next->state = BOT_BOUT_FENCED;
	for (uint8_t i = 4; i < 8; i++)
		assert_int_equal(bot_season_bouts_now(season, i), 1);
	for (uint8_t i = 0; i < 4; i++)
		assert_in_range(bot_season_bouts_now(season, i), 3, 7);
	free(season);
}

UNIT_TEST(test_nobody_waits_for_who_is_away)
{
	bool away[BOT_CONTEST_ROWS] = {[2] = true};
	struct bot_contest *season = draw(4);
	struct bot_bout *next;
	size_t begun = 0;

	season->entrant[3].state = BOT_ENTRANT_WITHDRAWN;
	for (; (next = bot_season_next_bout(season, away)); begun++)
		next->state = BOT_BOUT_FENCED;
	assert_int_equal(begun, 1);
	assert_int_equal(bot_season_bouts_now(season, 2), 0);
	assert_int_equal(bot_season_bouts_now(season, 3), 0);
	free(season);
}

/* The table */

/* Who withdraws before half of their bouts leaves no trace in the results of the others. */
UNIT_TEST(test_early_withdrawal_annuls)
{
	struct bot_contest *season = draw(4);
	struct bot_standing standings[BOT_CONTEST_ROWS];

	decide(season, 0, 3, 1, 5);
	decide(season, 0, 1, 5, 4);
	season->entrant[3].state = BOT_ENTRANT_WITHDRAWN;
	bot_contest_annul(season);
	bot_season_standings(season, 1, false, standings);
	assert_int_equal(standings[0].entrant, 0);
	assert_int_equal(standings[0].bouts, 1);
	assert_true(standings[3].withdrawn);
	assert_int_equal(standings[3].bouts, 0);
	free(season);
}

UNIT_TEST(test_late_withdrawal_keeps_the_results)
{
	struct bot_contest *season = draw(4);
	struct bot_standing standings[BOT_CONTEST_ROWS];

	decide(season, 3, 0, 5, 1);
	decide(season, 3, 1, 5, 1);
	season->entrant[3].state = BOT_ENTRANT_WITHDRAWN;
	bot_contest_annul(season);
	decide(season, 0, 1, 5, 0);
	decide(season, 0, 2, 5, 0);
	decide(season, 1, 2, 5, 0);
	/* 0 has won two of three, 1 one of three, and 2 none of two */
	assert_table(season, 1, true, "0 1 2 3");
	bot_season_standings(season, 1, true, standings);
	assert_int_equal(standings[0].bouts, 3);
	assert_int_equal(standings[3].bouts, 2);
	free(season);
}

/* Fencing one bout and winning it is not enough to win a season. */
UNIT_TEST(test_who_fences_little_comes_last)
{
	struct bot_contest *season = draw(5);

	decide(season, 0, 1, 5, 0);
	for (uint8_t i = 1; i < 5; i++)
		for (uint8_t j = (uint8_t)(i + 1); j < 5; j++)
			decide(season, i, j, 5, 3);
	bot_season_annul(season);
	assert_table(season, 1, false, "0 1 2 3 4");
	assert_table(season, 1, true, "1 2 3 4 0");
	free(season);
}

/* Half of the bouts are not enough to come before somebody who has fenced all and won more. */
UNIT_TEST(test_who_fences_half_does_not_win)
{
	struct bot_contest *season = draw(5);
	struct bot_standing standings[BOT_CONTEST_ROWS];

	decide(season, 0, 3, 5, 0);
	decide(season, 0, 4, 5, 0);
	for (uint8_t i = 1; i < 5; i++)
		for (uint8_t j = (uint8_t)(i + 1); j < 5; j++)
			decide(season, i, j, 5, 3);
	bot_season_annul(season);
	assert_table(season, 1, false, "0 1 2 3 4");
	/* 0 has won two of four, as 2 has two of four, who has the worse indicator; 1 has three */
	assert_table(season, 1, true, "1 0 2 3 4");
	bot_season_standings(season, 1, true, standings);
	assert_int_equal(standings[1].victories, 2);
	assert_int_equal(standings[1].bouts, 4);
	free(season);
}

/* Nobody has to pay for an opponent who hardly fences. */
UNIT_TEST(test_bouts_with_who_fences_little_are_not_missed)
{
	struct bot_contest *season = draw(5);
	struct bot_standing standings[BOT_CONTEST_ROWS];

	decide(season, 4, 3, 5, 0);
	for (uint8_t i = 0; i < 4; i++)
		for (uint8_t j = (uint8_t)(i + 1); j < 4; j++)
			decide(season, i, j, 5, 3);
	bot_season_annul(season);
	assert_table(season, 1, true, "0 1 2 3 4");
	bot_season_standings(season, 1, true, standings);
	assert_int_equal(standings[0].bouts, 3);
	assert_int_equal(standings[3].bouts, 4);
	free(season);
}

/* A bout that ends with equal touches was fenced, but nobody has won it. */
UNIT_TEST(test_equal_touches_are_nobodys_victory)
{
	struct bot_contest *season = draw(3);
	struct bot_standing standings[BOT_CONTEST_ROWS];

	decide(season, 0, 1, 3, 3);
	for (size_t i = 0; i < season->bouts; i++)
		if (season->bout[i].state == BOT_BOUT_ENDED)
			season->bout[i].winner = BOT_BOUT_NOBODY;
	decide(season, 0, 2, 5, 0);
	decide(season, 1, 2, 5, 1);
	assert_table(season, 1, true, "0 1 2");
	bot_season_standings(season, 1, true, standings);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(standings[i].victories, 1);
		assert_int_equal(standings[i].bouts, 2);
	}
	assert_true(bot_season_has_fenced_half(season, &season->entrant[0]));
	free(season);
}

/* Nobody misses bouts against those who have withdrawn. */
UNIT_TEST(test_withdrawals_leave_nobody_behind)
{
	struct bot_contest *season = draw(5);

	decide(season, 0, 1, 5, 0);
	for (uint8_t i = 2; i < 5; i++)
		season->entrant[i].state = BOT_ENTRANT_WITHDRAWN;
	bot_contest_annul(season);
	assert_table(season, 1, true, "0 1 2 3 4");
	free(season);
}

/* A bout that an exclusion has hindered for a while need not be fenced. */
UNIT_TEST(test_bouts_that_waited_again_are_not_missed)
{
	struct bot_standing standings[BOT_CONTEST_ROWS];
	struct bot_contest *season = draw(5);

	decide_all(season);
	for (size_t i = 0; i < season->bouts; i++)
		if (season->bout[i].entrant[0] == 0 || season->bout[i].entrant[1] == 0)
			bot_contest_annul_bout(&season->bout[i]);
	bot_contest_reopen(season, 0);
	decide(season, 0, 1, 5, 0);
	decide(season, 0, 2, 5, 0);
	bot_season_annul(season);
	bot_season_standings(season, 1, true, standings);
	assert_table(season, 1, true, "0 1 2 3 4");
	assert_int_equal(standings[0].bouts, 2);
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(standings[i].bouts, standings[i].entrant == 0   ? 2
						     : standings[i].entrant <= 2 ? 4
										 : 3);
	free(season);
}

UNIT_TEST(test_bout_waits_again_only_so_often)
{
	struct bot_contest *season = draw(3);

	for (int i = 0; i <= BOT_CONTEST_AGAIN_MOST; i++) {
		bot_contest_annul_bout(&season->bout[0]);
		bot_contest_reopen(season, season->bout[0].entrant[0]);
		assert_int_equal(season->bout[0].state,
			i < BOT_CONTEST_AGAIN_MOST ? BOT_BOUT_WAITS : BOT_BOUT_ENDED);
	}
	assert_int_equal(season->bout[0].again, BOT_CONTEST_AGAIN_MOST);
	free(season);
}

/* The end */

UNIT_TEST(test_quarters_change_the_division)
{
	struct bot_contest *season = draw(16);

	assert_null(bot_season_champion(season));
	decide_all(season);
	bot_season_rank(season);
	assert_int_equal(bot_season_champion(season)->number, 0);
	for (size_t i = 0; i < 16; i++)
		assert_int_equal(bot_season_fate(season, &season->entrant[i]),
			i == 6 || i == 7   ? BOT_SEASON_RELEGATED
			: i == 8 || i == 9 ? BOT_SEASON_PROMOTED
					   : BOT_SEASON_STAYS);
	free(season);
}

/* Those who withdraw take the last places, so nobody else is relegated for them. */
UNIT_TEST(test_withdrawn_fencers_take_the_relegation)
{
	struct bot_contest *season = draw(16);

	season->entrant[0].state = season->entrant[1].state = BOT_ENTRANT_WITHDRAWN;
	bot_contest_annul(season);
	decide_all(season);
	bot_season_rank(season);
	assert_int_equal(bot_season_champion(season)->number, 2);
	for (size_t i = 0; i < 8; i++)
		assert_int_equal(bot_season_fate(season, &season->entrant[i]), BOT_SEASON_STAYS);
	for (size_t place = 1; place <= 8; place++)
		assert_int_equal(bot_season_fate_at(season, 1, place),
			place > 6 ? BOT_SEASON_RELEGATED : BOT_SEASON_STAYS);
	free(season);
}

/* A first division that has not fenced leaves the results of the others as they are. */
UNIT_TEST(test_lower_division_alone_is_a_result)
{
	struct bot_contest *season = draw(16);

	assert_false(bot_season_has_result(season));
	decide(season, 8, 9, 5, 0);
	bot_season_annul(season);
	bot_season_rank(season);
	assert_null(bot_season_champion(season));
	assert_true(bot_season_has_result(season));
	free(season);
}

UNIT_TEST(test_no_bout_no_champion)
{
	struct bot_contest *season = draw(4);

	bot_season_annul(season);
	bot_season_rank(season);
	assert_null(bot_season_champion(season));
	free(season);
}
