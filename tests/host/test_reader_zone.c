/* The time zone of a reader: the command `timezone`, and the times in private and in the room. */
#include "bot/store/store.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_match.h"

#include <string.h>

/* Lets the turn of a match with a clock of three days last until its reminder at half time. */
static const char *wait_for_reminder(struct scene *scene)
{
	const char *user = scene_to_act(scene);

	scene_wait(scene, 36 * HOUR + MINUTE);
	return user;
}

static void test_reminder_is_in_the_zone_of_the_player(void **state)
{
	struct scene *scene = *state;

	scene_begin(scene, "clock 3d");
	scene_tell(scene, ANN, "timezone kolkata");
	scene_assert_answer(scene, ANN, "in your zone Asia/Kolkata");
	scene_tell(scene, BOB, "timezone Asia/Kolkata");
	scene_assert_said(scene, wait_for_reminder(scene), " IST.");
}

static void test_bot_says_once_how_to_choose(void **state)
{
	struct scene *scene = *state;

	scene_begin(scene, "clock 3d");
	const char *user = wait_for_reminder(scene);
	scene_assert_said(scene, user, " UTC.");
	scene_assert_said(scene, user, "My times are in UTC.");
	size_t told = scene->count;
	scene_wait(scene, 30 * HOUR); /* until the second reminder */
	for (size_t i = told; i < scene->count; i++)
		assert_null(strstr(scene->row[i].body, "My times are in UTC."));
}

/* What everybody reads is in the room's zone, whoever plays. */
static void test_board_is_in_the_zone_of_the_room(void **state)
{
	struct scene *scene = *state;

	scene_say(scene, ROOM, EVE, "!eg settings timezone tokyo");
	scene_assert_answer(scene, ROOM, "The time zone of this room is Asia/Tokyo.");
	scene_tell(scene, ANN, "timezone kolkata");
	scene_begin(scene, "clock 3d");
	scene_say(scene, ROOM, ANN, "!eg board");
	scene_assert_answer(scene, ROOM, " JST.");
	scene_tell(scene, ANN, "board");
	scene_assert_answer(scene, ANN, " IST.");
}

static void test_answers_name_the_zone_or_suggest_one(void **state)
{
	static const char *const cases[][2] = {
		{"timezone", "I don't know your time zone, so I write times in UTC"},
		{"timezone atlantis", "I know no time zone of this name."},
		{"timezone amsterdm", "Which time zone do you mean: Europe/Amsterdam?"},
		{"timezone buenos aires", "America/Argentina/Buenos_Aires: it is "},
		{"timezone", "Your time zone is America/Argentina/Buenos_Aires"},
		{"zeitzone new york", "America/New_York"},
		{"time zone london", "Europe/London"},
		{"my timezone is paris", "Europe/Paris"},
		{"zona horaria madrid", "Europe/Madrid"},
		{"fuseau horaire paris", "Europe/Paris"},
		{"what is my timezone?", "Your time zone is Europe/Paris"},
		{"settings timezone paris", "Europe/Paris"},
		{"settings", "Europe/Berlin \xE2\x80\x93 Europe/Paris"},
		{"timezone off", "in your zone UTC"},
	};
	struct scene *scene = *state;

	scene_tell(scene, ANN, "language en");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		scene_tell(scene, ANN, cases[i][0]);
		scene_assert_answer(scene, ANN, cases[i][1]);
	}
}

static void test_zone_is_kept_after_a_restart_and_forgotten_with_the_person(void **state)
{
	struct scene *scene = *state;

	scene_tell(scene, ANN, "timezone tokyo");
	scene_restart(scene, MINUTE);
	scene_tell(scene, ANN, "timezone");
	scene_assert_answer(scene, ANN, "Your time zone is Asia/Tokyo");
	scene_tell(scene, ANN, "forget me yes");
	scene_wait(scene, MINUTE);
	scene_tell(scene, ANN, "timezone");
	scene_assert_answer(scene, ANN, "I don't know your time zone");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scene_setup, scene_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_reminder_is_in_the_zone_of_the_player),
		TEST(test_bot_says_once_how_to_choose),
		TEST(test_board_is_in_the_zone_of_the_room),
		TEST(test_answers_name_the_zone_or_suggest_one),
		TEST(test_zone_is_kept_after_a_restart_and_forgotten_with_the_person),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
