/* Tests the tableau of direct elimination. tests/competition goes through tableaux, too. */
#include "bot/club/elimination.h"
#include "tests/support/cmocka.h"

/* The places of a tableau of 16 in the rules of the FIE, as ranks from 1. */
UNIT_TEST(test_places_are_those_of_the_fie)
{
	static const uint8_t places[] = {1, 16, 9, 8, 5, 12, 13, 4, 3, 14, 11, 6, 7, 10, 15, 2};
	struct bot_tableau tableau;
	uint8_t fencer[2];

	bot_tableau_init(&tableau, 16);
	assert_int_equal(tableau.rounds, 4);
	for (size_t bout = 0; bout < 8; bout++) {
		bot_tableau_pair(&tableau, 0, bout, fencer);
		assert_int_equal(fencer[0] + 1, places[2 * bout]);
		assert_int_equal(fencer[1] + 1, places[2 * bout + 1]);
		assert_true(bot_tableau_is_due(&tableau, 0, bout));
		assert_false(bot_tableau_is_due(&tableau, 1, bout / 2));
	}
}

UNIT_TEST(test_best_have_a_bye)
{
	struct bot_tableau tableau;
	uint8_t fencer[2];

	bot_tableau_init(&tableau, 5);
	assert_int_equal(tableau.rounds, 3);
	for (size_t bout = 0; bout < 4; bout++) /* only 4 v 5 is fenced */
		assert_int_equal(bot_tableau_is_due(&tableau, 0, bout), bout == 1);
	bot_tableau_pair(&tableau, 0, 1, fencer);
	assert_int_equal(fencer[0], 4);
	assert_int_equal(fencer[1], 3);
	assert_true(bot_tableau_is_due(&tableau, 1, 1)); /* 2 v 3 */
	bot_tableau_pair(&tableau, 1, 0, fencer);
	assert_int_equal(fencer[0], 0);
	assert_int_equal(fencer[1], BOT_TABLEAU_OPEN);
}

/*
 * Without a surprise, everybody ends on their rank, but both losers of the semi-finals are third.
 */
UNIT_TEST(test_favourites_keep_their_ranks)
{
	uint8_t place[BOT_ENTRANTS_MOST], fencer[2];

	for (size_t fencers = 2; fencers <= BOT_ENTRANTS_MOST; fencers++) {
		struct bot_tableau tableau;

		bot_tableau_init(&tableau, fencers);
		for (size_t round = 0; round < tableau.rounds; round++)
			for (size_t bout = 0; bout < bot_tableau_bouts(&tableau, round); bout++) {
				if (!bot_tableau_is_due(&tableau, round, bout))
					continue;
				bot_tableau_pair(&tableau, round, bout, fencer);
				bot_tableau_win(&tableau, round, bout,
					fencer[0] < fencer[1] ? fencer[0] : fencer[1]);
			}
		bot_tableau_places(&tableau, place);
		for (size_t i = 0; i < fencers; i++)
			assert_int_equal(place[i], i == 3 ? 3 : i + 1);
	}
}

/* If both fencers of a semi-final withdraw, the other finalist has won. */
UNIT_TEST(test_withdrawals_let_the_opponent_go_on)
{
	uint8_t place[BOT_ENTRANTS_MOST];
	struct bot_tableau tableau;

	bot_tableau_init(&tableau, 4);
	bot_tableau_win(&tableau, 0, 0, BOT_TABLEAU_NOBODY);
	assert_int_equal(tableau.winner[1][0], BOT_TABLEAU_OPEN);
	bot_tableau_win(&tableau, 0, 1, 2);
	assert_int_equal(tableau.winner[1][0], 2);
	bot_tableau_places(&tableau, place);
	assert_memory_equal(place, ((const uint8_t[]){2, 2, 1, 2}), 4);
}
