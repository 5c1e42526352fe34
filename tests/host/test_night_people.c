/* People who disturb a club night: they leave, are erased or banned. */
#include "bot/call/call.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"

#include <stdlib.h>
#include <string.h>

#define F0 "@f0:test"

/* As in the rules of the FIE, all bouts in the pool of somebody who withdraws are annulled. */
SCENE_TEST(test_withdrawal_annuls_the_bouts_of_the_pool)
{
	scene_begin_night(scene, "30m to 1", 4);
	scene_fence_bout(scene, scene_bout(scene));
	scene_ask_in(scene, ROOM, F0, "!eg night leave", "Do you want to leave the club night?");
	scene_say(scene, ROOM, F0, "!eg yes");
	scene_assert_said(scene, ROOM, "Club night: you don't take part any more.");
	scene_check_night(scene);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	struct bot_contest *night = scene_load_night(scene);
	struct bot_standing standings[BOT_CONTEST_ROWS];
	assert_int_equal(bot_contest_standings(night, 1, standings), 4);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(standings[i].bouts, 2);
	assert_true(standings[3].withdrawn);
	free(night);
}

SCENE_TEST(test_fencer_who_leaves_the_room_withdraws)
{
	scene_begin_night(scene, "30m to 1", 8);
	SCENE_CALL(scene, bot_host_user_left(scene->host, ROOM, F0));
	scene_wait(scene, SECOND);
	scene_check_night(scene);
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_WITHDRAWN);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

SCENE_TEST(test_erased_fencer_is_an_alias)
{
	scene_open_night(scene, "30m to 1", 5);
	scene_tell(scene, "@f4:test", "forget me yes");
	scene_wait(scene, SECOND);
	assert_int_equal(scene_count_entrants(scene), 4);
	scene_start_night(scene);
	scene_tell(scene, F0, "forget me yes");
	size_t before = scene->count;
	scene_wait(scene, SECOND);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	for (size_t i = before; i < scene->count; i++) {
		assert_null(strstr(scene->row[i].body, F0));
		assert_null(strstr(scene->row[i].to, "erased"));
	}
	scene_assert_said(scene, ROOM, "erased-");
}

/* A bout counts from its start. */
SCENE_TEST(test_erased_fencer_loses_the_bout)
{
	scene_begin_night(scene, "30m to 3", 4);
	scene_tell(scene, scene_match(scene, 1).player[EG_WHITE], "forget me yes");
	scene_wait(scene, SECOND);
	assert_int_equal(scene_match(scene, 1).ending, BOT_RESIGNED);
	assert_int_equal(scene_match(scene, 1).winner, EG_BLACK);
}

/* Both nights start at another time than when people signed up for them. */
SCENE_TEST(test_nobody_fences_in_two_nights)
{
	scene_open_night(scene, "30m to 1", 4);
	scene_say(scene, "!yard:test", ANN, "!eg night 5h to 1");
	for (unsigned i = 0; i < 4; i++) {
		char user[BOT_ID_SIZE];

		scene_fencer(i, user);
		scene_say(scene, "!yard:test", user, "!eg night join");
	}
	scene_start_night(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_POOLS);
	scene_say(scene, "!yard:test", ANN, "!eg night start yes");
	scene_wait(scene, SECOND);
	struct bot_competition other;
	assert_true(bot_competition_find(scene->store, "!yard:test", BOT_KIND_NIGHT, &other));
	assert_int_equal(other.stage, BOT_STAGE_ENDED);
}

SCENE_TEST(test_banned_fencer_is_out)
{
	scene_begin_night(scene, "30m to 1", 5);
	scene_add_admin(scene, ANN);
	scene_tell(scene, ANN, "ban " F0);
	scene_assert_said(scene, ANN, "From now on I ignore");
	scene_wait(scene, MINUTE);
	scene_fence_all(scene);
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_WITHDRAWN);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

/* Somebody who never acts loses by the clock, twice; then the night goes on without them. */
SCENE_TEST(test_two_forfeits_by_the_clock_withdraw)
{
	scene_begin_night(scene, "30m to 1", 3);
	for (int i = 0; i < 200 && scene_competition(scene).stage != BOT_STAGE_ENDED; i++)
		scene_wait(scene, MINUTE);
	scene_check_night(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	struct bot_contest *night = scene_load_night(scene);
	unsigned forfeits = 0;
	for (size_t i = 0; i < night->entrants; i++)
		forfeits += night->entrant[i].forfeits;
	assert_true(forfeits > 0);
	free(night);
}

/* Whom the bot can't reach in private loses; the others go on. */
SCENE_TEST(test_unreachable_fencer_holds_up_nobody)
{
	scene->unreachable = F0;
	scene_begin_night(scene, "30m to 1", 4);
	for (int i = 0; i < 60 && scene_competition(scene).stage != BOT_STAGE_ENDED; i++) {
		int64_t id;

		struct bot_contest *night = scene_load_night(scene);
		for (size_t j = 0; j < night->bouts; j++)
			if (night->bout[j].state == BOT_BOUT_FENCED &&
				(id = night->bout[j].match) &&
				scene_match(scene, id).status == BOT_PLAYING)
				scene_fence_bout(scene, id);
		free(night);
		scene_wait(scene, MINUTE);
	}
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_WITHDRAWN);
}

SCENE_TEST(test_bout_is_not_paused_stopped_or_abandoned)
{
	static const char *const commands[] = {"pause #1", "abandon #1", "abort #1", "stop #1 yes"};

	scene_begin_night(scene, "30m", 3);
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		bool by_moderator = i + 1 == sizeof(commands) / sizeof(*commands);

		scene_sayf(scene, ROOM, by_moderator ? EVE : scene_match(scene, 1).player[EG_WHITE],
			"!eg %s", commands[i]);
		scene_assert_answer(scene, ROOM, "#1 is a bout of a competition");
	}
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

/* A fencer of the first bout resigns it, after the two have acted so many times. */
static void resign_after(struct scene *scene, int actions)
{
	scene_begin_night(scene, "30m to 4", 3);
	struct bot_match match = scene_match(scene, 1);
	for (int i = 0; i < actions; i++)
		scene_play_last(scene, 1);
	scene_tell(scene, match.player[EG_WHITE], "resign #1 yes");
	scene_wait(scene, SECOND);
	assert_int_equal(scene_match(scene, 1).ending, BOT_RESIGNED);
	assert_int_equal(scene_match(scene, 1).winner, EG_BLACK);
}

/*
 * A bout counts from the start in its table: whoever resigns before both have acted has lost. But
 * it changes no rating until both have acted.
 */
SCENE_TEST(test_bout_that_is_resigned_early_is_lost)
{
	static const char why[] = "It is not rated: it ended before both had acted.";

	resign_after(scene, 1);
	assert_false(scene_match(scene, 1).rated);
	assert_int_equal(scene_count_said(scene, scene_match(scene, 1).player[EG_BLACK], why), 1);
	struct bot_contest *night = scene_load_night(scene);
	assert_int_equal(night->bout[0].winner, 1);
	assert_int_equal(night->bout[0].touches[1], 4);
	free(night);
}

SCENE_TEST(test_bout_that_is_resigned_later_is_rated)
{
	resign_after(scene, 2);
	assert_true(scene_match(scene, 1).rated);
}
