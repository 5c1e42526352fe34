/* People who take back the check mark by which they have entered a night, a season or a match. */
#include "bot/host/host.h"
#include "tests/support/scene_match.h"
#include "tests/support/scene_night.h"
#include "tests/support/scene_season.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define YES   "\xE2\x9C\x85"
#define AGAIN "\xF0\x9F\x94\x81"
#define F0    "@f0:test"
#define F1    "@f1:test"

/* Lets the user react in ROOM. Writes the id of the reaction. */
static void react(struct scene *scene, const char *user, const char *to, const char *key,
	char event[BOT_ID_SIZE])
{
	char message[BOT_ID_SIZE];

	snprintf(message, sizeof(message), "%s", to);
	snprintf(event, BOT_ID_SIZE, "$event%u", scene->events);
	scene_react(scene, ROOM, user, message, key);
}

static void remove_by(struct scene *scene, const char *event, const char *user)
{
	SCENE_CALL(scene, bot_host_message_removed(scene->host, ROOM, NULL, event, user));
}

SCENE_TEST(test_removed_check_mark_signs_off_a_night)
{
	char event[BOT_ID_SIZE];

	scene_open_night(scene, "30m", 0);
	react(scene, F0, scene->row[0].event, YES, event);
	assert_int_equal(scene_count_entrants(scene), 1);
	remove_by(scene, event, EVE); /* a moderator who cleans up */
	assert_int_equal(scene_count_entrants(scene), 1);
	remove_by(scene, event, F0);
	assert_int_equal(scene_count_entrants(scene), 0);
	assert_int_equal(scene_events(scene), 1);
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_EDIT);
	assert_null(strstr(scene_last(scene, ROOM)->body, F0));
}

/* The homeserver may report a removal twice, and people come back. */
SCENE_TEST(test_each_check_mark_counts_once)
{
	char first[BOT_ID_SIZE], second[BOT_ID_SIZE];

	scene_open_night(scene, "30m", 0);
	react(scene, F0, scene->row[0].event, YES, first);
	remove_by(scene, first, F0);
	react(scene, F0, scene->row[0].event, YES, second);
	assert_int_equal(scene_count_entrants(scene), 1);
	remove_by(scene, first, F0);
	scene_assert_quiet(scene);
	assert_int_equal(scene_count_entrants(scene), 1);
	remove_by(scene, second, F0);
	assert_int_equal(scene_count_entrants(scene), 0);
}

/* Who tidies up removes messages, too, and must not lose their place by that. */
SCENE_TEST(test_removed_message_signs_nobody_off)
{
	char event[BOT_ID_SIZE];

	scene_open_night(scene, "30m", 0);
	snprintf(event, sizeof(event), "$event%u", scene->events);
	scene_say(scene, ROOM, F0, "!eg night join");
	remove_by(scene, event, F0);
	scene_assert_quiet(scene);
	assert_int_equal(scene_count_entrants(scene), 1);
}

SCENE_TEST(test_check_mark_of_an_older_night_counts_for_it_alone)
{
	char event[BOT_ID_SIZE];

	scene_open_night(scene, "30m", 0);
	react(scene, F0, scene->row[0].event, YES, event);
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	scene_say(scene, ROOM, EVE, "!eg night 30m");
	scene_say(scene, ROOM, F0, "!eg night join");
	remove_by(scene, event, F0);
	scene_assert_quiet(scene);
	assert_int_equal(scene_count_entrants(scene), 1);
}

SCENE_TEST(test_night_that_has_begun_asks)
{
	char event[BOT_ID_SIZE];

	scene_open_night(scene, "30m", 0);
	char sheet[BOT_ID_SIZE];
	snprintf(sheet, sizeof(sheet), "%s", scene->row[0].event);
	react(scene, F0, sheet, YES, event);
	react(scene, F1, sheet, YES, (char[BOT_ID_SIZE]){""});
	react(scene, "@f2:test", sheet, YES, (char[BOT_ID_SIZE]){""});
	scene_start_night(scene);
	remove_by(scene, event, F0);
	scene_assert_answer(scene, ROOM, "Do you want to leave the club night?");
	assert_int_equal(scene_count_entrants(scene), 3);
}

SCENE_TEST(test_removed_check_mark_signs_off_a_season)
{
	char event[BOT_ID_SIZE];

	scene_open_season(scene, "4 weeks", 0);
	react(scene, F0, scene->row[0].event, YES, event);
	struct bot_contest *season = scene_load_season(scene);
	assert_int_equal(season->entrants, 1);
	free(season);
	remove_by(scene, event, F0);
	assert_int_equal(scene_events(scene), 1);
	assert_null(strstr(scene_last(scene, ROOM)->body, F0));
	season = scene_load_season(scene);
	assert_int_equal(season->entrants, 0);
	free(season);
}

SCENE_TEST(test_removed_check_mark_aborts_the_match)
{
	char event[BOT_ID_SIZE];

	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	react(scene, BOB, scene_last(scene, ROOM)->event, YES, event);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	remove_by(scene, event, ANN);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	remove_by(scene, event, BOB);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	assert_int_equal(scene_match(scene, 1).ending, BOT_VOID);
	remove_by(scene, event, BOB);
	scene_assert_quiet(scene);
}

/* Once both have acted, the check mark is no way out. */
SCENE_TEST(test_match_in_which_both_have_acted_goes_on)
{
	char event[BOT_ID_SIZE];

	scene_say(scene, ROOM, ANN, "!eg challenge @bob first white");
	react(scene, BOB, scene_last(scene, ROOM)->event, YES, event);
	scene_let_both_act(scene);
	remove_by(scene, event, BOB);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_assert_answer(scene, ROOM, "You have both acted in #1");
}

SCENE_TEST(test_removed_wish_for_a_rematch_is_cancelled)
{
	char event[BOT_ID_SIZE];

	scene_begin(scene, "to 1");
	scene_let_both_act(scene);
	scene_say(scene, ROOM, BOB, "!eg resign yes");
	react(scene, ANN, scene_last(scene, ROOM)->event, AGAIN, event);
	assert_int_equal(scene_match(scene, 2).status, BOT_CHALLENGE);
	remove_by(scene, event, ANN);
	scene_assert_said(scene, ROOM, "#2 is cancelled");
}
