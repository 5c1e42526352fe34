/* The time zone of a reader: the command `timezone`, and the times in private and in the room. */
#include "bot/host/host.h"
#include "bot/store/person.h"
#include "bot/store/store.h"
#include "tests/support/scene_match.h"

#include <stdlib.h>
#include <string.h>

/* Lets the turn of a match with a clock of three days last until its reminder at half time. */
static const char *wait_for_reminder(struct scene *scene)
{
	const char *user = scene_to_act(scene);

	scene_wait(scene, 36 * HOUR + MINUTE);
	return user;
}

SCENE_TEST(test_reminder_is_in_the_zone_of_the_player)
{
	scene_begin(scene, "clock 3d");
	scene_ask(scene, ANN, "timezone kolkata", "in your zone Asia/Kolkata");
	scene_tell(scene, BOB, "timezone Asia/Kolkata");
	scene_assert_said(scene, wait_for_reminder(scene), " IST.");
}

SCENE_TEST(test_bot_says_once_how_to_choose)
{
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
SCENE_TEST(test_board_is_in_the_zone_of_the_room)
{
	scene_ask_in(scene, ROOM, EVE, "!eg settings timezone tokyo",
		"The time zone of this room is Asia/Tokyo.");
	scene_tell(scene, ANN, "timezone kolkata");
	scene_begin(scene, "clock 3d");
	scene_ask_in(scene, ROOM, ANN, "!eg board", " JST.");
	scene_ask(scene, ANN, "board", " IST.");
}

SCENE_TEST(test_answers_name_the_zone_or_suggest_one)
{
	static const char *const cases[][2] = {
		{"timezone", "I don't know your time zone, so I write times in UTC"},
		{"timezone atlantis", "I don't know this place."},
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
		{"settings", "timezone \xE2\x80\x93 Europe/Paris"},
		{"timezone off", "in your zone UTC"},
		{"timezone utc+2", "I now write times in UTC+2: it is "},
		{"timezone", "Your time zone is UTC+2: it is "},
		{"timezone mexico",
			"America/Mexico_City, America/Cancun, America/Matamoros, America/"},
		{"timezone est", "Which time zone do you mean: America/New_York, America/"},
		{"timezone italy", "in your zone Europe/Rome"},
		{"timezone boston", "in your zone America/New_York"},
		{"timezone springfield", "countries, as in timezone germany"},
		{"timezone germany", "in your zone Europe/Berlin"},
		{"timezone", "timezone auto takes the one in your profile"},
		{"timezone cest", "in your zone Europe/Berlin"},
		{"timezone MESZ", "in your zone Europe/Berlin"},
		{"zeitzone MEZ", "in your zone Europe/Berlin"},
		{"timezone eest", "Which time zone do you mean: "},
		{"i live in new york", "in your zone America/New_York"},
		{"\u30BF\u30A4\u30E0\u30BE\u30FC\u30F3\u3092\u65E5\u672C\u306B\u3057\u3066",
			"in your zone Asia/Tokyo"},
		{"estoy en buenos aires, la hora no es esa", "Buenos_Aires"},
		{"\u6771\u4EAC\u306E\u6642\u9593\u3067\u8868\u793A\u3057\u3066",
			"in your zone Asia/Tokyo"},
		{"\u6642\u9593\u304C\u305A\u308C\u3066\u308B\u3001\u30ED\u30F3\u30C9\u30F3\u306B"
		 "\u3044\u307E\u3059",
			"in your zone Europe/London"},
	};

	scene_tell(scene, ANN, "language en");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		scene_ask(scene, ANN, cases[i][0], cases[i][1]);
}

SCENE_TEST(test_zone_is_kept_after_a_restart_and_forgotten_with_the_person)
{
	scene_tell(scene, ANN, "timezone tokyo");
	scene_restart(scene, MINUTE);
	scene_ask(scene, ANN, "timezone", "Your time zone is Asia/Tokyo");
	scene_tell(scene, ANN, "forget me yes");
	scene_wait(scene, MINUTE);
	scene_ask(scene, ANN, "timezone", "I don't know your time zone");
}

/* The zone in the profile */

static unsigned asked; /* how often the bot has asked the platform */
static bool answers;   /* whether the platform knows zones */

static bool ask_zone(void *self, const char *user)
{
	(void)self;
	assert_string_equal(user, ANN);
	asked++;
	return answers;
}

static void begin_with_profiles(struct scene *scene)
{
	asked = 0;
	answers = true;
	scene->port.ask_zone = ask_zone;
	scene_tell(scene, ANN, "language en");
}

/* Lets the platform answer with the zone in the profile, or NULL. */
static void publish(struct scene *scene, const char *zone)
{
	SCENE_STORE(scene, bot_host_profile_zone(scene->host, ANN, zone));
}

static void assert_zone(struct scene *scene, const char *answer)
{
	scene_ask(scene, ANN, "timezone", answer);
}

SCENE_TEST(test_zone_comes_from_the_profile_and_is_refreshed_once_a_week)
{
	begin_with_profiles(scene);
	assert_zone(scene, "I am asking your profile for it now");
	assert_int_equal(asked, 1);
	publish(scene, "Asia/Tokyo");
	assert_zone(scene, "Your time zone is Asia/Tokyo, from your profile: it is ");
	scene_wait(scene, 6 * DAY);
	assert_zone(scene, "Asia/Tokyo, from your profile");
	assert_int_equal(asked, 1);
	scene_wait(scene, 2 * DAY);
	assert_zone(scene, "Asia/Tokyo, from your profile");
	assert_int_equal(asked, 2);
	publish(scene, "Asia/Kolkata");
	assert_zone(scene, "Asia/Kolkata, from your profile");
	assert_int_equal(asked, 2);
}

SCENE_TEST(test_own_choice_wins_and_off_is_one)
{
	begin_with_profiles(scene);
	publish(scene, "Asia/Tokyo");
	scene_tell(scene, ANN, "timezone berlin");
	publish(scene, "Asia/Kolkata");
	assert_zone(scene, "Your time zone is Europe/Berlin: it is ");
	scene_tell(scene, ANN, "timezone off");
	assert_zone(scene, "Your time zone is UTC: it is ");
	scene_tell(scene, ANN, "timezone utc");
	assert_zone(scene, "Your time zone is UTC: it is ");
	assert_int_equal(asked, 0);
}

SCENE_TEST(test_auto_goes_back_to_the_profile)
{
	static const char *const words[] = {"timezone auto", "timezone profile", "zeitzone profil",
		"tijdzone profiel", "fuso profilo", "fuseau profil", "zona perfil",
		"タイムゾーン 自動"};

	begin_with_profiles(scene);
	publish(scene, "Asia/Tokyo");
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		scene_tell(scene, ANN, "timezone off");
		scene_ask(scene, ANN, words[i], "Your time zone is Asia/Tokyo, from your profile");
		assert_zone(scene, "Your time zone is Asia/Tokyo, from your profile");
	}
	publish(scene, NULL);
	scene_ask(scene, ANN, "timezone auto", "I don't know your time zone");
}

SCENE_TEST(test_profile_without_a_real_zone_counts_as_none)
{
	enum { HUGE_SIZE = 100000 };
	char *huge = malloc(HUGE_SIZE + 1);
	const char *const zones[] = {NULL, "", "../../etc/passwd", "/etc/localtime", "Mars/Olympus",
		"Europe/Berlin\x1b[0m", "posix/Europe/Berlin", "a/b/../c", huge};

	assert_non_null(huge);
	memset(huge, 'A', HUGE_SIZE);
	huge[HUGE_SIZE] = '\0';
	begin_with_profiles(scene);
	for (size_t i = 0; i < sizeof(zones) / sizeof(zones[0]); i++) {
		publish(scene, "Asia/Tokyo");
		publish(scene, zones[i]);
		assert_zone(scene, "I don't know your time zone, so I write times in UTC");
	}
	assert_int_equal(asked, 0);
	free(huge);
}

SCENE_TEST(test_profile_that_cannot_be_read_is_asked_for_after_a_day)
{
	begin_with_profiles(scene);
	publish(scene, "Asia/Tokyo");
	scene_wait(scene, 8 * DAY);
	SCENE_STORE(scene, bot_host_profile_zone_fails(scene->host, ANN));
	assert_zone(scene, "Asia/Tokyo, from your profile");
	assert_int_equal(asked, 0);
	scene_wait(scene, DAY);
	assert_zone(scene, "Asia/Tokyo, from your profile");
	assert_int_equal(asked, 1);
}

/* The bot gives its advice once it knows that the profile says nothing. */
SCENE_TEST(test_advice_waits_for_the_profile)
{
	begin_with_profiles(scene);
	answers = false;
	assert_zone(scene, "I don't know your time zone, so I write times in UTC");
	answers = true;
	assert_zone(scene, "I am asking your profile");
	scene_ask(
		scene, ANN, "quiet 22-8", "I don't know your time zone, so these hours are in UTC");
	publish(scene, NULL);
	assert_zone(scene, "I don't know your time zone, so I write times in UTC");
}

static void note_zone(void *self, const char *kind, const struct bot_column *columns, size_t count)
{
	unsigned *found = self;
	(void)kind;

	for (size_t i = 0; i < count; i++)
		*found += columns[i].text && strcmp(columns[i].text, "Asia/Tokyo") == 0;
}

static unsigned count_in_export(struct scene *scene)
{
	unsigned found = 0;

	bot_store_person_rows(scene->store, ANN, note_zone, &found);
	return found;
}

SCENE_TEST(test_zone_of_the_profile_is_exported_and_forgotten)
{
	begin_with_profiles(scene);
	publish(scene, "Asia/Tokyo");
	assert_int_equal(count_in_export(scene), 1);
	scene_tell(scene, ANN, "forget me yes");
	scene_wait(scene, MINUTE);
	assert_int_equal(count_in_export(scene), 0);
}
