/* Pauses of a club night. */
#include "bot/call/call.h"
#include "bot/competition/pause.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"

#include <string.h>

#define F0 "@f0:test"

/* Begins a night of bouts to one touch, of which one is fenced at a time. */
static void begin(struct scene *scene, unsigned count)
{
	scene->config.matches.per_room = 1;
	scene_begin_night(scene, "30m to 1", count);
}

/* The bout that has begun is fenced to its end, and the next one waits for the end of the pause. */
SCENE_TEST(test_pause_holds_back_new_bouts)
{
	begin(scene, 4);
	scene_say(scene, ROOM, EVE, "!eg night pause");
	scene_assert_said(scene, ROOM, "The club night pauses until 00:");
	assert_string_equal(scene->row[scene->count - 2].to, ROOM);
	assert_non_null(strstr(scene->row[scene->count - 2].body, "Pause until 00:"));
	scene_fence_bout(scene, scene_bout(scene));
	assert_int_equal(scene_bout(scene), 0);
	scene_say(scene, ROOM, EVE, "!eg night resume");
	scene_assert_said(scene, ROOM, "The pause is over: the club night goes on.");
	assert_int_not_equal(scene_bout(scene), 0);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

SCENE_TEST(test_pause_ends_by_itself)
{
	begin(scene, 3);
	scene_say(scene, ROOM, EVE, "!eg night pause 5 min");
	scene_fence_bout(scene, scene_bout(scene));
	scene_wait(scene, 4 * MINUTE);
	assert_int_equal(scene_bout(scene), 0);
	scene_wait(scene, MINUTE);
	assert_int_not_equal(scene_bout(scene), 0);
	scene_wait(scene, HOUR);
	assert_int_equal(scene_count_said(scene, ROOM, "The pause is over"), 1);
}

/* The clock of a bout that has begun goes on in the pause. */
SCENE_TEST(test_clock_runs_in_a_pause)
{
	begin(scene, 3);
	int64_t id = scene_bout(scene);
	scene_say(scene, ROOM, EVE, "!eg night pause 1h");
	for (int i = 0; i < 10 && scene_match(scene, id).status == BOT_PLAYING; i++)
		scene_wait(scene, MINUTE);
	assert_int_equal(scene_match(scene, id).ending, BOT_FORFEITED);
	assert_int_equal(scene_bout(scene), 0);
}

SCENE_TEST(test_pause_survives_restarts_and_costs_no_downtime)
{
	begin(scene, 3);
	scene_fence_bout(scene, scene_bout(scene));
	scene_say(scene, ROOM, EVE, "!eg night pause 10m");
	scene_fence_bout(scene, scene_bout(scene));
	scene_restart(scene, HOUR); /* the host is down */
	scene_wait(scene, 5 * MINUTE);
	assert_int_equal(scene_bout(scene), 0);
	scene_wait(scene, 6 * MINUTE);
	assert_int_not_equal(scene_bout(scene), 0);
}

/* A moderator who pauses again and again can't hold up the night for ever. */
SCENE_TEST(test_all_pauses_together_are_limited)
{
	int64_t before = scene->steady;

	begin(scene, 3);
	scene_fence_bout(scene, scene_bout(scene));
	scene_say(scene, ROOM, EVE, "!eg night pause 1h");
	scene_fence_bout(scene, scene_bout(scene));
	for (int i = 0; i < 100 && scene_bout(scene) == 0; i++) {
		scene_say(scene, ROOM, EVE, "!eg night pause 2h");
		scene_wait(scene, 10 * MINUTE);
	}
	assert_int_not_equal(scene_bout(scene), 0);
	assert_in_range(scene->steady - before, 2 * HOUR, 3 * HOUR);
	scene_ask_in(scene, ROOM, EVE, "!eg night pause", "this night has had them");
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

/* What remains of a pause that somebody ends is left for another one. */
SCENE_TEST(test_rest_of_a_pause_is_given_back)
{
	begin(scene, 3);
	for (int i = 0; i < 4; i++) {
		scene_say(scene, ROOM, EVE, "!eg night pause 2h");
		scene_assert_said(scene, ROOM, "The club night pauses until");
		scene_wait(scene, SECOND);
		scene_say(scene, ROOM, EVE, "!eg night resume");
		scene_wait(scene, MINUTE);
	}
	assert_in_range(scene_competition(scene).paused, 4 * SECOND, 10 * SECOND);
}

SCENE_TEST(test_only_moderators_pause)
{
	static const char *const words[] = {"!eg night pause", "!eg night resume"};

	scene_say(scene, ROOM, ANN, "!eg night 30m to 1");
	scene_ask_in(scene, ROOM, EVE, "!eg night pause", "The club night has not begun yet");
	for (unsigned i = 0; i < 3; i++) {
		char user[BOT_ID_SIZE];

		scene_fencer(i, user);
		scene_say(scene, ROOM, user, "!eg night join");
	}
	scene_start_night(scene);
	for (size_t i = 0; i < 2; i++) { /* nor the organiser */
		scene_ask_in(scene, ROOM, ANN, words[i], "Only moderators");
	}
	scene_ask_in(scene, ROOM, EVE, "!eg night resume", "The club night does not pause now.");
	scene_say(scene, ROOM, EVE, "!eg night pause 30m");
	scene->moderator = BOB; /* EVE is demoted */
	scene_ask_in(scene, ROOM, EVE, "!eg night pause 2h", "Only moderators");
	assert_int_equal(scene_competition(scene).paused, 30 * MINUTE);
}

SCENE_TEST(test_length_is_checked)
{
	static const char *const words[] = {"!eg night pause none", "!eg night pause 3h",
		"!eg night pause 30s", "!eg night pause soon"};

	begin(scene, 3);
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		scene_ask_in(scene, ROOM, EVE, words[i], "A pause takes from a minute to 2 hours");
		scene_wait(scene, MINUTE / 2);
	}
	assert_int_equal(scene_competition(scene).resumes, 0);
}

/* A fencer who leaves in a pause is out, and the night goes on without them. */
SCENE_TEST(test_fencer_leaves_in_a_pause)
{
	begin(scene, 4);
	scene_say(scene, ROOM, EVE, "!eg night pause 30m");
	scene_say(scene, ROOM, F0, "!eg night leave yes");
	scene_wait(scene, SECOND);
	scene_check_night(scene);
	scene_wait(scene, 30 * MINUTE);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

/* The pause moves with the room, and ends there. */
SCENE_TEST(test_pause_moves_with_the_room)
{
	struct bot_competition competition;

	begin(scene, 3);
	scene_say(scene, ROOM, EVE, "!eg night pause 10m");
	SCENE_HOST(scene, bot_store_room_moved(scene->store, ROOM, "!new:test"));
	scene_wait(scene, 11 * MINUTE);
	assert_true(bot_competition_find(scene->store, "!new:test", BOT_KIND_NIGHT, &competition));
	assert_int_equal(competition.resumes, 0);
	assert_int_equal(scene_count_said(scene, "!new:test", "The pause is over"), 1);
}

SCENE_TEST(test_night_can_be_stopped_in_a_pause)
{
	begin(scene, 3);
	scene_say(scene, ROOM, EVE, "!eg night pause 10m");
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	assert_int_equal(scene_count_said(scene, ROOM, "Club night: stopped."), 1);
	scene_wait(scene, HOUR);
	assert_int_equal(scene_count_said(scene, ROOM, "The pause is over"), 0);
}
