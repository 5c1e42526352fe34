/* Seasons: people whom moderators exclude, and include again. */
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"
#include "tests/support/scene_season.h"

#include <stdlib.h>

#define F0 "@f0:test"
#define F1 "@f1:test"

static struct bot_shuffle shuffle_of(struct scene *scene, int64_t match)
{
	struct bot_shuffle shuffle;

	SCENE_HOST(scene, assert_true(bot_store_shuffle(scene->store, match, &shuffle)));
	return shuffle;
}

SCENE_TEST(test_excluded_fencer_is_out)
{
	scene_open_season(scene, "4w to 1", 3);
	scene_say(scene, ROOM, EVE, "!eg season exclude " F0);
	assert_int_equal(scene_fencer_state(scene, F0), BOT_ENTRANT_EXCLUDED);
	scene_say(scene, ROOM, F0, "!eg season join");
	scene_assert_said(scene, ROOM, "a moderator has excluded you");
	scene_ask_in(scene, ROOM, EVE, "!eg season exclude @fo:test", "They don't take part.");
	scene_ask_in(scene, ROOM, EVE, "!eg season include @fo:test", "Nobody has excluded them.");
	scene_say(scene, ROOM, EVE, "!eg season include " F0);
	scene_assert_said(scene, ROOM, "Done. They take part again.");
	assert_int_equal(scene_fencer_state(scene, F0), BOT_ENTRANT_SIGNED_UP);
}

/* An exclusion annuls bouts, so it would wipe out a moderator's own defeats. */
SCENE_TEST(test_nobody_excludes_from_their_own_division)
{
	scene_open_season(scene, "4w to 1", 3);
	scene_say(scene, ROOM, EVE, "!eg season join");
	scene_say(scene, ROOM, EVE, "!eg season start yes");
	scene_wait(scene, SECOND);
	for (unsigned i = 0; i < 3; i++) {
		char user[BOT_ID_SIZE];

		scene_fencer(i, user);
		scene_sayf(scene, ROOM, EVE, "!eg season exclude %s", user);
		scene_assert_answer(scene, ROOM, "You fence against them in this competition");
		assert_int_equal(scene_fencer_state(scene, user), BOT_ENTRANT_PRESENT);
	}
}

/* All who have signed up are rivals until the divisions are drawn. */
SCENE_TEST(test_nobody_excludes_rivals_from_the_sign_up)
{
	scene_open_season(scene, "4w to 1", 3);
	scene_say(scene, ROOM, EVE, "!eg season exclude " F1);
	scene_say(scene, ROOM, EVE, "!eg season join");
	scene_say(scene, ROOM, EVE, "!eg season exclude " F0);
	scene_assert_answer(scene, ROOM, "You fence against them in this competition");
	assert_int_equal(scene_fencer_state(scene, F0), BOT_ENTRANT_SIGNED_UP);
	scene_say(scene, ROOM, EVE, "!eg season include " F1);
	scene_assert_said(scene, ROOM, "Done. They take part again.");
	scene_say(scene, ROOM, EVE, "!eg season leave yes");
	scene_say(scene, ROOM, EVE, "!eg season exclude " F0);
	assert_int_equal(scene_fencer_state(scene, F0), BOT_ENTRANT_EXCLUDED);
}

/*
 * Bouts that the exclusion stopped begin again, with other decks: both have seen cards of the old.
 */
SCENE_TEST(test_exclusion_is_taken_back_in_the_season)
{
	size_t again = 0;

	scene_begin_season(scene, "4w to 1", 4);
	struct bot_contest *before = scene_load_season(scene);
	scene_say(scene, ROOM, EVE, "!eg season exclude " F0);
	scene_wait(scene, SECOND);
	assert_int_equal(scene_fencer_state(scene, F0), BOT_ENTRANT_EXCLUDED);
	scene_say(scene, ROOM, EVE, "!eg season include " F0);
	scene_wait(scene, SECOND);
	assert_int_equal(scene_fencer_state(scene, F0), BOT_ENTRANT_PRESENT);
	scene_fence_season(scene);
	struct bot_contest *season = scene_load_season(scene);
	for (size_t i = 0; i < season->bouts; i++) {
		int64_t old = before->bout[i].match, match = season->bout[i].match;

		assert_int_not_equal(season->bout[i].winner, BOT_BOUT_NOBODY);
		if (old == 0 || old == match)
			continue;
		again++;
		assert_int_equal(scene_match(scene, old).ending, BOT_STOPPED);
		assert_string_not_equal(
			shuffle_of(scene, old).secret, shuffle_of(scene, match).secret);
	}
	assert_int_equal(again, 2);
	free(season);
	free(before);
}

/*
 * Otherwise who moderates could take a victory from anybody, by excluding the opponent for a day.
 */
SCENE_TEST(test_exclusion_that_is_taken_back_costs_nobody_a_bout)
{
	struct bot_standing standings[BOT_CONTEST_ROWS];

	scene_begin_season(scene, "4w to 1", 5);
	for (int i = 0; i < 3; i++) {
		scene_say(scene, ROOM, EVE, "!eg season exclude " F0);
		scene_wait(scene, MINUTE);
		scene_say(scene, ROOM, EVE, "!eg season include " F0);
		scene_wait(scene, MINUTE);
	}
	scene_fence_season(scene);
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_ENDED);
	struct bot_contest *season = scene_load_season(scene);
	assert_int_equal(bot_season_standings(season, 1, true, standings), 5);
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(standings[i].bouts, 4);
	free(season);
}

/* A bout that had ended before keeps its result, also if nobody played it to the end. */
SCENE_TEST(test_exclusion_keeps_the_bouts_before_it)
{
	scene_begin_season(scene, "4w to 1", 4);
	scene_wait(scene, DAY + HOUR);
	struct bot_contest *before = scene_load_season(scene);
	scene_say(scene, ROOM, EVE, "!eg season exclude " F0);
	scene_wait(scene, SECOND);
	scene_say(scene, ROOM, EVE, "!eg season include " F0);
	scene_wait(scene, SECOND);
	struct bot_contest *season = scene_load_season(scene);
	for (size_t i = 0; i < season->bouts; i++)
		if (before->bout[i].state == BOT_BOUT_ENDED)
			assert_memory_equal(
				&season->bout[i], &before->bout[i], sizeof(season->bout[i]));
	free(season);
	free(before);
}

/* Nobody knows any more whom a moderator excluded from the sign-up. */
SCENE_TEST(test_excluded_from_the_sign_up_is_out_of_the_season)
{
	scene_open_season(scene, "4w to 1", 4);
	scene_say(scene, ROOM, EVE, "!eg season exclude " F0);
	scene_say(scene, ROOM, EVE, "!eg season start yes");
	scene_wait(scene, SECOND);
	scene_say(scene, ROOM, EVE, "!eg season include " F0);
	scene_assert_answer(scene, ROOM, "They were not among the fencers when it began");
	scene_ask_in(scene, ROOM, EVE, "!eg season include " F1, "Nobody has excluded them.");
}
