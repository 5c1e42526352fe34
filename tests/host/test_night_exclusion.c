/* Moderators exclude fencers from a club night. One who fences in it decides no rated match so. */
#include "bot/call/call.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"

#include <stdlib.h>
#include <string.h>

#define F0 "@f0:test"

/* Returns the bout that the user fences now. */
static struct bot_match find_bout(struct scene *scene, const char *user)
{
	struct bot_contest *night = scene_load_night(scene);
	struct bot_match found = {0};

	for (size_t i = 0; i < night->bouts && found.id == 0; i++) {
		if (night->bout[i].state != BOT_BOUT_FENCED)
			continue;
		found = scene_match(scene, night->bout[i].match);
		if (bot_match_seat(&found, user) == EG_NOBODY)
			found.id = 0;
	}
	free(night);
	assert_int_not_equal(found.id, 0);
	return found;
}

/* EVE, who moderates, fences in a night with so many others. Returns her first bout. */
static struct bot_match let_moderator_fence(struct scene *scene, unsigned others)
{
	scene_open_night(scene, "30m to 3", others);
	scene_say(scene, ROOM, EVE, "!eg night join");
	scene_start_night(scene);
	return find_bout(scene, EVE);
}

SCENE_TEST(test_excluded_fencer_is_out_and_stays_out)
{
	scene_open_night(scene, "30m to 1", 5);
	scene_say(scene, ROOM, EVE, "!eg night exclude @f4:test");
	scene_assert_said(scene, ROOM, "Done.");
	scene_ask_in(scene, ROOM, "@f4:test", "!eg night join", "a moderator has excluded you");
	scene_ask_in(scene, ROOM, EVE, "!eg night exclude @f4:test", "They don't take part.");
	scene_start_night(scene);
	scene_say(scene, ROOM, EVE, "!eg night exclude @f0:test");
	scene_wait(scene, SECOND);
	scene_check_night(scene);
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_EXCLUDED);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

/* An exclusion decides no match, but the night goes on without the excluded fencer. */
SCENE_TEST(test_exclusion_gives_nobody_a_rated_win)
{
	scene_begin_night(scene, "30m to 3", 4);
	struct bot_match match = scene_match(scene, 1);
	scene_play_rounds(scene, 1, 1);
	scene_sayf(scene, ROOM, EVE, "!eg night exclude %s", match.player[EG_WHITE]);
	scene_wait(scene, SECOND);
	assert_int_equal(scene_match(scene, 1).ending, BOT_STOPPED);
	assert_false(scene_match(scene, 1).rated);
	assert_int_equal(scene_count_said(scene, match.player[EG_WHITE],
				 "Club night: a moderator has excluded you."),
		1);
	struct bot_contest *night = scene_load_night(scene);
	assert_int_equal(night->bout[0].state, BOT_BOUT_ENDED);
	assert_int_equal(night->bout[0].winner, BOT_BOUT_NOBODY);
	free(night);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

SCENE_TEST(test_nobody_excludes_their_own_opponent)
{
	struct bot_match match = let_moderator_fence(scene, 3);
	const char *other = match.player[bot_match_seat(&match, EVE) == EG_WHITE];
	scene_sayf(scene, ROOM, EVE, "!eg night exclude %s", other);
	scene_assert_answer(scene, ROOM, "You fence against them in this competition");
	assert_int_equal(scene_entrant_state(scene, other), BOT_ENTRANT_PRESENT);
	assert_int_equal(scene_match(scene, match.id).status, BOT_PLAYING);
}

/* Returns whether both are in the same pool. */
static bool are_in_one_pool(struct scene *scene, const char *one, const char *other)
{
	struct bot_contest *night = scene_load_night(scene);
	bool same = bot_contest_find(night, one)->pool == bot_contest_find(night, other)->pool;

	free(night);
	return same;
}

/* An exclusion annuls the bouts of a pool, so it would wipe out a moderator's own defeats. */
SCENE_TEST(test_nobody_excludes_from_their_own_pool)
{
	size_t own = 0;

	let_moderator_fence(scene, 7);
	for (unsigned i = 0; i < 7; i++) {
		char user[BOT_ID_SIZE];

		scene_fencer(i, user);
		bool same = are_in_one_pool(scene, EVE, user);
		scene_sayf(scene, ROOM, EVE, "!eg night exclude %s", user);
		scene_assert_said(
			scene, ROOM, same ? "You fence against them in this competition" : "Done.");
		assert_int_equal(scene_entrant_state(scene, user),
			same ? BOT_ENTRANT_PRESENT : BOT_ENTRANT_EXCLUDED);
		own += same;
	}
	assert_int_equal(own, 3);
}

/* Who excludes themselves has withdrawn. */
SCENE_TEST(test_moderator_can_not_exclude_themselves_from_a_defeat)
{
	struct bot_match match = let_moderator_fence(scene, 3);
	scene_say(scene, ROOM, EVE, "!eg night exclude " EVE);
	scene_wait(scene, SECOND);
	assert_int_equal(scene_entrant_state(scene, EVE), BOT_ENTRANT_WITHDRAWN);
	assert_int_equal(scene_match(scene, match.id).ending, BOT_RESIGNED);
}

/* Nobody ends a night at the moment when they lead; and nobody loses by ending it. */
SCENE_TEST(test_night_stopped_by_a_fencer_ends_later)
{
	scene_open_night(scene, "30m to 1 clock 10m", 3);
	scene_say(scene, ROOM, EVE, "!eg night join");
	scene_start_night(scene);
	scene_say(scene, ROOM, EVE, "!eg night pause 20m");
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	assert_int_equal(scene_count_said(scene, ROOM, "Club night: it ends "), 1);
	scene_say(scene, ROOM, EVE, "!eg night pause");
	assert_int_equal(scene_count_said(scene, ROOM, "Club night: it ends "), 2);
	assert_int_equal(scene_competition(scene).resumes, 0);
	scene_wait(scene, 9 * MINUTE);
	struct bot_match match = find_bout(scene, EVE);
	scene_fence_bout(scene, match.id);
	assert_int_equal(scene_match(scene, match.id).ending, BOT_WON);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_POOLS);
	int64_t ends = scene_competition(scene).ends;
	scene_say(scene, ROOM, EVE, "!eg night stop yes"); /* it puts nothing off */
	assert_int_equal(scene_competition(scene).ends, ends);
	scene_wait(scene, 21 * MINUTE); /* the notice is longer than their turn */
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	assert_int_equal(scene_count_said(scene, ROOM, "The club night is over"), 1);
}

/* Nobody is excluded who does not take part: a mistake in a name would remain unnoticed. */
SCENE_TEST(test_only_entrants_are_excluded)
{
	scene_open_night(scene, "30m to 1", 4);
	scene_say(scene, ROOM, F0, "!eg night leave");
	scene_ask_in(scene, ROOM, EVE, "!eg night exclude " F0, "They don't take part.");
	scene_ask_in(scene, ROOM, EVE, "!eg night exclude @fo:test", "They don't take part.");
	scene_say(scene, ROOM, F0, "!eg night join");
	scene_say(scene, ROOM, EVE, "!eg night exclude " F0);
	scene_assert_said(scene, ROOM, "Done.");
	scene_ask_in(scene, ROOM, F0, "!eg night join", "a moderator has excluded you");
}

SCENE_TEST(test_exclusion_is_taken_back_before_the_start)
{
	scene_open_night(scene, "30m to 1", 4);
	scene_ask_in(scene, ROOM, EVE, "!eg night include " F0, "Nobody has excluded them");
	scene_say(scene, ROOM, EVE, "!eg night exclude " F0);
	scene_ask_in(scene, ROOM, F0, "!eg night include " F0, "moderators");
	scene_ask_in(scene, ROOM, EVE, "!eg night include", "Who may take part again?");
	scene_say(scene, ROOM, EVE, "!eg night include " F0);
	scene_assert_said(scene, ROOM, "Done. They take part again.");
	assert_int_equal(scene_count_said(scene, F0, "Club night: you take part again."), 1);
	scene_start_night(scene);
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_PRESENT);
	scene_fence_all(scene);
	struct bot_contest *night = scene_load_night(scene);
	assert_int_equal(night->bouts, 6);
	for (size_t i = 0; i < night->bouts; i++)
		assert_int_not_equal(night->bout[i].winner, BOT_BOUT_NOBODY);
	free(night);
}

/* All bouts are fenced after all; the one that was stopped begins again. */
SCENE_TEST(test_exclusion_is_taken_back_in_the_pools)
{
	scene_begin_night(scene, "30m to 1", 5);
	struct bot_match match = scene_match(scene, 1);
	const char *user = match.player[EG_WHITE];
	scene_sayf(scene, ROOM, EVE, "!eg night exclude %s", user);
	scene_wait(scene, SECOND);
	scene_sayf(scene, ROOM, EVE, "!eg night include %s", user);
	scene_assert_said(scene, ROOM, "Done. They take part again.");
	assert_int_equal(scene_entrant_state(scene, user), BOT_ENTRANT_PRESENT);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	struct bot_contest *night = scene_load_night(scene);
	for (size_t i = 0; i < night->bouts; i++) {
		assert_int_not_equal(night->bout[i].winner, BOT_BOUT_NOBODY);
		assert_int_not_equal(night->bout[i].match, match.id);
	}
	free(night);
}

/* After the pools their ranking stands. */
SCENE_TEST(test_exclusion_stays_in_the_tableau)
{
	scene_begin_night(scene, "30m to 1", 6);
	scene_say(scene, ROOM, EVE, "!eg night exclude " F0);
	for (int64_t id;
		scene_competition(scene).stage == BOT_STAGE_POOLS && (id = scene_bout(scene)) != 0;)
		scene_fence_bout(scene, id);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_TABLEAU);
	scene_ask_in(scene, ROOM, EVE, "!eg night include " F0, "It is too late for that");
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_EXCLUDED);
}

/* Where the only moderator fences, somebody who runs the bot decides. */
SCENE_TEST(test_admin_of_the_bot_excludes)
{
	char admin[] = "@ann:test", *admins[] = {admin};

	scene_begin_night(scene, "30m to 1", 4);
	scene_ask_in(scene, ROOM, "@ann:test", "!eg night exclude " F0, "moderators");
	scene->config.admins.users = admins;
	scene->config.admins.users_count = 1;
	scene_say(scene, ROOM, "@ann:test", "!eg night exclude " F0);
	scene_assert_said(scene, ROOM, "Done.");
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_EXCLUDED);
}

static bool has_row(struct scene *scene, const char *user)
{
	struct bot_contest *night = scene_load_night(scene);
	bool has = bot_contest_find(night, user) != NULL;

	free(night);
	return has;
}

/* A forgotten user stays out of the night, until nobody can sign up for it any more. */
SCENE_TEST(test_exclusion_outlives_forgetting)
{
	scene_open_night(scene, "30m to 1", 4);
	scene_say(scene, ROOM, EVE, "!eg night exclude " F0);
	scene_tell(scene, F0, "forget me yes");
	scene_wait(scene, SECOND);
	scene_ask_in(scene, ROOM, F0, "!eg night join", "a moderator has excluded you");
	scene_start_night(scene);
	assert_false(has_row(scene, F0));
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

SCENE_TEST(test_exclusions_end_with_the_night)
{
	scene_open_night(scene, "30m to 1", 1);
	scene_say(scene, ROOM, EVE, "!eg night exclude " F0);
	assert_true(has_row(scene, F0));
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	assert_false(has_row(scene, F0));
	bool told = false;
	for (size_t i = 0; i < scene->count; i++)
		told = told || strstr(scene->row[i].body, "stopped before it began");
	assert_true(told);
	scene_wait(scene, MINUTE);
	scene_open_night(scene, "30m to 1", 1);
	scene_say(scene, ROOM, EVE, "!eg night exclude " F0);
	SCENE_HOST(scene, bot_store_person_erase(scene->store, F0, "erased-1"));
	assert_false(has_row(scene, F0)); /* an admin erases all */
	scene_say(scene, ROOM, "@f1:test", "!eg night join");
	scene_say(scene, ROOM, EVE, "!eg night exclude @f1:test");
	assert_true(has_row(scene, "@f1:test"));
	scene_wait(scene, HOUR);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	assert_false(has_row(scene, "@f1:test"));
}
