/* Days off: clocks of a day or more stand still, so many days a season and a year. */
#include "bot/call/call.h"
#include "tests/support/scene_night.h"
#include "tests/support/scene_season.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define F0 "@f0:test"

/* Returns when the turn of a match ends, in the host's time. */
static int64_t end_of_turn(struct scene *scene, int64_t id)
{
	int64_t due = 0;

	SCENE_HOST(
		scene, assert_true(bot_store_timer_get(scene->store, id, BOT_TIMER_FORFEIT, &due)));
	return due;
}

/* Begins a match of ANN and BOB with such a clock. Returns who is to act. */
static const char *begin_match(struct scene *scene, const char *clock)
{
	char terms[32];

	snprintf(terms, sizeof(terms), "clock %s", clock);
	scene_begin(scene, terms);
	scene_wait(scene, SECOND);
	return scene_to_act(scene);
}

SCENE_TEST(test_clock_stands_still)
{
	const char *user = begin_match(scene, "1d");

	int64_t end = end_of_turn(scene, 1);
	scene_tell(scene, user, "away 3 days");
	scene_assert_said(scene, user, "You are away until");
	assert_int_equal(end_of_turn(scene, 1), end + 3 * DAY);
	scene_wait(scene, 3 * DAY);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_wait(scene, DAY + MINUTE);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
}

SCENE_TEST(test_opponent_hears_until_when)
{
	const char *user = begin_match(scene, "1d");

	scene_tell(scene, user, "away 1 week");
	scene_assert_said(scene, strcmp(user, ANN) == 0 ? BOB : ANN, "is away until");
}

SCENE_TEST(test_short_clock_runs_on)
{
	const char *user = begin_match(scene, "12h");

	int64_t end = end_of_turn(scene, 1);
	scene_tell(scene, user, "away 3 days");
	assert_int_equal(end_of_turn(scene, 1), end);
}

/* What was left of the turn is left when the player comes back early. */
SCENE_TEST(test_coming_back_lets_the_clock_run)
{
	const char *user = begin_match(scene, "2d");

	int64_t end = end_of_turn(scene, 1);
	scene_tell(scene, user, "away 10 days");
	scene_wait(scene, 4 * DAY);
	scene_tell(scene, user, "away never");
	scene_assert_said(scene, user, "Welcome back");
	assert_in_range(end_of_turn(scene, 1), end + 4 * DAY, end + 4 * DAY + MINUTE);
	scene_ask(scene, user, "away", "Days that you have left: 37.");
}

/* People who are away are in slow matches, in which somebody else may be to act. */
SCENE_TEST(test_sentence_during_a_match_says_that_somebody_is_back)
{
	static const char *const back[] = {"I'm back", "ich bin wieder da", "je suis de retour",
		"he vuelto", "sono tornato", "ik ben terug",
		"\xE6\x88\xBB\xE3\x82\x8A\xE3\x81\xBE\xE3\x81\x97\xE3\x81\x9F"};
	const char *user = begin_match(scene, "2d");
	const char *other = strcmp(user, ANN) == 0 ? BOB : ANN;

	scene_tell(scene, user, "language en"); /* so the bot offers no other one */
	scene_tell(scene, other, "language en");
	for (size_t i = 0; i < sizeof(back) / sizeof(back[0]); i++) {
		const char *away = i % 2 ? user : other;

		scene_tell(scene, away, "away 3 days");
		scene_tell(scene, away, back[i]);
		scene_assert_said(scene, away, "Welcome back");
		scene_wait(scene, MINUTE);
	}
}

SCENE_TEST(test_question_ends_no_absence)
{
	scene_tell(scene, ANN, "away 3 days");
	scene_tell(scene, ANN, "back?");
	scene_ask(scene, ANN, "away", "You are away until");
}

/* A player who acts in time while away gets the turn back with the clock standing still. */
SCENE_TEST(test_next_turn_waits_for_the_end)
{
	const char *user = begin_match(scene, "1d");

	int64_t end = end_of_turn(scene, 1);
	scene_tell(scene, user, "away 5 days");
	scene_play(scene);
	scene_wait(scene, SECOND);
	assert_in_range(end_of_turn(scene, 1), end, end + MINUTE);
	scene_play(scene);
	scene_wait(scene, SECOND);
	assert_in_range(end_of_turn(scene, 1), end + 5 * DAY, end + 5 * DAY + MINUTE);
}

/* The clocks run until the day comes; then they stand still, and the player hears so. */
SCENE_TEST(test_absence_is_announced_ahead)
{
	const char *user = begin_match(scene, "2d");

	int64_t end = end_of_turn(scene, 1);
	scene_ask(scene, user, "away from tomorrow for 3 days",
		"You will be away from tomorrow 00:00 UTC until");
	assert_int_equal(end_of_turn(scene, 1), end);
	assert_int_equal(scene_count_said(scene, user, "You are away until"), 0);
	scene_wait(scene, DAY);
	assert_int_equal(scene_count_said(scene, user, "You are away until"), 1);
	assert_in_range(end_of_turn(scene, 1), end + 3 * DAY - MINUTE, end + 3 * DAY + MINUTE);
	scene_ask(scene, user, "away", "Days that you have left: 39.");
	scene_wait(scene, 3 * DAY);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_ask(scene, user, "away", "You are not away.");
}

/* What is announced can be replaced and taken back, also while the player is away. */
SCENE_TEST(test_announced_absence_is_taken_back)
{
	const char *user = begin_match(scene, "2d");

	int64_t end = end_of_turn(scene, 1);
	scene_ask(
		scene, user, "away from 3 jan to 5 jan", "from Sat 00:00 UTC until Mon 23:59 UTC");
	scene_ask(
		scene, user, "away from 4 jan to 5 jan", "from Sun 00:00 UTC until Mon 23:59 UTC");
	scene_ask(scene, user, "away from 4 jan to 1 mar", "How long are you away");
	scene_ask(scene, user, "away from 4 jan", "How long are you away");
	scene_ask(scene, user, "away", "You will be away from Sun 00:00 UTC");
	scene_tell(scene, user, "away 1 day");
	scene_assert_said(scene, user, "You are away until");
	scene_assert_said(scene, user, "You will be away from Sun 00:00 UTC");
	scene_tell(scene, user, "away never");
	scene_wait(scene, 4 * DAY);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	assert_in_range(end, 1, scene->host->time);
	scene_tell(scene, user, "away");
	scene_assert_said(scene, user, "You are not away.");
}

/* A day off that nobody took costs nothing, and a bot that was down all the time is not confused.
 */
SCENE_TEST(test_announced_absence_ends_in_downtime)
{
	scene_ask(scene, ANN, "away from tomorrow for 2 days", "You will be away");
	scene->now += 5 * DAY;
	scene_wait(scene, SECOND);
	scene_ask(scene, ANN, "away", "Days that you have left: 42.");
}

/* A wall clock that is far ahead for a while drops no announcement, whatever it was set to. */
SCENE_TEST(test_announced_absence_outlives_a_wrong_clock)
{
	static const int64_t ahead[] = {5 * DAY, 20 * 365 * DAY};

	scene_ask(scene, ANN, "away from tomorrow for 2 days", "You will be away");
	for (size_t i = 0; i < 2; i++) {
		scene->now += ahead[i];
		scene_wait(scene, 2 * MINUTE);
		scene_ask(scene, ANN, "away", "You are not away.");
		scene->now -= ahead[i];
		scene_wait(scene, 2 * MINUTE);
		scene_ask(scene, ANN, "away", "You will be away");
	}
	scene_wait(scene, DAY);
	assert_int_equal(scene_count_said(scene, ANN, "You are away until"), 1);
}

/* It may also begin one. When the clock is right again, the player is not away for half a year. */
SCENE_TEST(test_absence_that_a_wrong_clock_began_is_announced_again)
{
	const char *user = begin_match(scene, "2d");

	int64_t end = end_of_turn(scene, 1);
	scene_ask(scene, user, "away from 1 july for 8 days", "You will be away");
	scene->now += 182 * DAY;
	scene_wait(scene, 2 * MINUTE);
	scene_ask(scene, user, "away", "You are away until");
	assert_in_range(end_of_turn(scene, 1), end + 6 * DAY, end + 8 * DAY);
	scene->now -= 182 * DAY;
	scene_wait(scene, 2 * MINUTE);
	scene_ask(scene, user, "away", "You will be away");
	scene_ask(scene, user, "away never", "had announced is off.");
	scene_ask(scene, user, "away", "Days that you have left: 42.");
	assert_in_range(end_of_turn(scene, 1), end - 10 * MINUTE, end + 10 * MINUTE);
}

/* What was announced does not end a longer absence that has begun since. */
SCENE_TEST(test_announced_absence_shortens_none)
{
	const char *user = begin_match(scene, "3d");

	scene_ask(scene, user, "away from 5 jan to 6 jan", "You will be away from");
	scene_tell(scene, user, "away until 30 jan");
	scene_wait(scene, 6 * DAY);
	assert_int_equal(scene_count_said(scene, user, "You are away until"), 1);
	scene_wait(scene, 12 * DAY);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

/* Stopping the clock again and again costs a day each time. */
SCENE_TEST(test_days_are_limited)
{
	scene_ask(scene, ANN, "away", "Days that you have left: 42.");
	for (int i = 0; i < 4; i++) {
		scene_tell(scene, ANN, "away 1 day");
		scene_wait(scene, 11 * MINUTE);
		scene_tell(scene, ANN, "away never");
	}
	scene_ask(scene, ANN, "away", "Days that you have left: 38.");
	scene_ask(scene, ANN, "away 6 weeks", "for 42 in a year. Days that you have left: 38.");
	scene_ask(scene, ANN, "away 5 weeks", "Days that you have left: 3.");
	scene_wait(scene, 366 * DAY);
	scene_ask(scene, ANN, "away", "Days that you have left: 42.");
}

/* Whoever takes it back at once loses no day, and gains no time. */
SCENE_TEST(test_absence_that_is_taken_back_costs_nothing)
{
	const char *user = begin_match(scene, "1d");

	int64_t end = end_of_turn(scene, 1);
	for (int i = 0; i < 3; i++) {
		scene_tell(scene, user, "away 3 days");
		scene_wait(scene, 9 * MINUTE);
		scene_tell(scene, user, "away never");
		assert_in_range(end_of_turn(scene, 1), end - SECOND, end + SECOND);
	}
	scene_ask(scene, user, "away", "Days that you have left: 42.");
	scene_tell(scene, user, "away 3 weeks");
	scene_tell(scene, user, "away 5 weeks");
	scene_assert_said(scene, user, "Days that you have left: 7.");
	assert_in_range(end_of_turn(scene, 1), end + 35 * DAY - SECOND, end + 35 * DAY + SECOND);
}

SCENE_TEST(test_words_are_checked)
{
	static const char *const wrong[] = {"away 0 days", "away 9999 days", "away 7 weeks",
		"away 2 weeks 3", "away until 1969-12-31", "away 1970-13-01",
		"away until 1970-02-31", "away until 31.2.", "away until friday week",
		"away until the", "away the 3rd until 9999-12-31", "I'm away tomorrow until 8",
		"away 2\u6708", "away 5 febx", "away 5xx feb", "away 13\u67081\u65E5"};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		scene_ask(scene, ANN, wrong[i], "How long are you away?");
		scene_wait(scene, MINUTE);
	}
	scene_ask(scene, ANN, "away never", "You are not away.");
}

SCENE_TEST(test_dates_have_small_words_and_endings)
{
	static const char *const typed[] = {"away until the 11th of january",
		"away bis zum 11. Januar", "away jusqu'au 11e janvier", "away hasta el 11 de enero",
		"away fino al 11 gennaio", "away tot de 11e januari", "away 1\u670811\u65E5",
		"away 1\u670811\u65E5\u307E\u3067"};

	scene_tell(scene, ANN, "language en");
	for (size_t i = 0; i < sizeof(typed) / sizeof(typed[0]); i++) {
		scene_ask(scene, ANN, typed[i], "until 1970-01-11 23:59 UTC");
		scene_wait(scene, MINUTE);
	}
	scene_ask(scene, ANN, "away jusqu'au 3rd jan", "until Sat 23:59 UTC");
	scene_ask(scene, ANN, "away fino a luned\u00EC", "until Mon 23:59 UTC");
}

/* It is a Thursday: the next one is a week away. */
SCENE_TEST(test_spans_as_people_say_them)
{
	static const struct {
		const char *said, *answer;
	} cases[] = {{"busy next week", "from Mon 00:00 UTC until 1970-01-11 23:59 UTC"},
		{"away from the 5th to the 12th", "from Mon 00:00 UTC until 1970-01-12 23:59 UTC"},
		{"I'm away from the 3rd to the 10th of february",
			"from 1970-02-03 00:00 UTC until 1970-02-10 23:59 UTC"},
		{"away until thursday", "You are away until 1970-01-08 23:59 UTC"},
		{"away until next thursday", "You are away until 1970-01-08 23:59 UTC"},
		{"away from thursday to saturday", "You are away until Sat 23:59 UTC"},
		{"away tomorrow", "from tomorrow 00:00 UTC until tomorrow 23:59 UTC"},
		{"I'm off until the 9th", "You are away until 1970-01-09 23:59 UTC"},
		{"bin ab samstag zwei wochen im urlaub",
			"from Sat 00:00 UTC until 1970-01-17 00:00 UTC"},
		{"5\u65E5\u304B\u308912\u65E5\u307E\u3067\u3044\u307E\u305B\u3093",
			"from Mon 00:00 UTC until 1970-01-12 23:59 UTC"}};

	scene_tell(scene, ANN, "language en");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		scene_ask(scene, ANN, cases[i].said, cases[i].answer);
		scene_tell(scene, ANN, "away never");
	}
}

SCENE_TEST(test_until_the_end_of_a_day)
{
	static const struct {
		const char *typed, *until;
	} days[] = {{"away until tomorrow", "until tomorrow 23:59 UTC"},
		{"away until monday", "until Mon 23:59 UTC"},
		{"away until 1970-02-05", "until 1970-02-05 23:59 UTC"},
		{"away until 5.2.", "until 1970-02-05 23:59 UTC"},
		{"away bis 5.2.1970", "until 1970-02-05 23:59 UTC"},
		{"away until 5 feb", "until 1970-02-05 23:59 UTC"},
		{"away until february 5th", "until 1970-02-05 23:59 UTC"}};

	for (size_t i = 0; i < sizeof(days) / sizeof(days[0]); i++) {
		scene_ask(scene, ANN, days[i].typed, days[i].until);
		scene_ask(scene, ANN, i % 2 ? "away back" : "away stop", "Welcome back");
		scene_wait(scene, MINUTE);
	}
	scene_ask(scene, ANN, "away a week", "You are away until");
}

/* The new year has the rest of days off that go on, and no more days than others. */
SCENE_TEST(test_year_turns_during_days_off)
{
	scene_tell(scene, ANN, "away 1 day");
	scene_wait(scene, 360 * DAY);
	scene_ask(scene, ANN, "away 20 days", "Days that you have left: 21.");
	scene_wait(scene, 10 * DAY);
	scene_ask(scene, ANN, "away", "Days that you have left: 33.");
	scene_ask(scene, ANN, "away 6 weeks", "Days that you have left: 0.");
}

/* Downtime: the host's time stands still, and the day on which somebody is back comes nearer. */

/* Lets the bot be down for so long. The turns move when its first call finds that out. */
static void be_down(struct scene *scene, int64_t ms)
{
	int64_t next;

	scene_restart(scene, ms);
	scene_run_timers(scene, &next);
}

static int64_t time_left(struct scene *scene)
{
	return end_of_turn(scene, 1) - scene->host->time;
}

SCENE_TEST(test_downtime_gives_and_takes_nothing)
{
	const char *user = begin_match(scene, "2d");

	int64_t left = time_left(scene);
	scene_tell(scene, user, "away 10 days");
	assert_int_equal(time_left(scene), left + 10 * DAY);
	scene_wait(scene, DAY);
	assert_int_equal(time_left(scene), left + 9 * DAY);
	be_down(scene, 3 * DAY + HOUR);
	assert_in_range(time_left(scene), left + 6 * DAY - HOUR, left + 6 * DAY - HOUR + MINUTE);
	be_down(scene, SECOND); /* nothing is corrected twice */
	assert_in_range(time_left(scene), left + 6 * DAY - HOUR, left + 6 * DAY - HOUR + MINUTE);
	scene_ask(scene, user, "away", "Days that you have left: 35.");
	scene_tell(scene, user, "away never");
	assert_in_range(time_left(scene), left - MINUTE, left + MINUTE);
	scene_ask(scene, user, "away", "Days that you have left: 40.");
}

/* The days off end during the downtime: afterwards, the player has the time that was left. */
SCENE_TEST(test_days_off_end_in_downtime)
{
	const char *user = begin_match(scene, "2d");

	int64_t left = time_left(scene);
	scene_tell(scene, user, "away 2 days");
	be_down(scene, 5 * DAY);
	assert_in_range(time_left(scene), left - MINUTE, left + MINUTE);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	be_down(scene, 5 * DAY); /* nobody is away any more */
	assert_in_range(time_left(scene), left - MINUTE, left + MINUTE);
	scene_ask(scene, user, "away", "You are not away.");
	scene_assert_said(scene, user, "Days that you have left: 42.");
}

/* The first message after the downtime may come before the bot has looked at its timers. */
SCENE_TEST(test_message_comes_first_after_downtime)
{
	const char *user = begin_match(scene, "2d");

	int64_t left = time_left(scene);
	scene_tell(scene, user, "away 10 days");
	scene_restart(scene, 3 * DAY);
	scene_tell(scene, user, "away never");
	assert_in_range(time_left(scene), left - MINUTE, left + MINUTE);
	scene_tell(scene, user, "away 10 days");
	scene_play(scene);
	scene_wait(scene, SECOND);
	scene_restart(scene, 3 * DAY);
	scene_play(scene);
	scene_wait(scene, SECOND);
	assert_in_range(time_left(scene), 9 * DAY - MINUTE, 9 * DAY);
}

/* The wall clock was wrong, and is set back: the days off still end on the date that was named. */
SCENE_TEST(test_wall_clock_is_set_back)
{
	const char *user = begin_match(scene, "2d");

	scene_wait(scene, 5 * DAY / 4);
	int64_t left = time_left(scene);
	scene_tell(scene, user, "away 3 days");
	scene->now -= DAY;
	scene_wait(scene, SECOND);
	assert_in_range(time_left(scene), left + 4 * DAY - MINUTE, left + 4 * DAY);
}

/* A pause keeps what is left of the turn, and nothing of the days off. */
SCENE_TEST(test_pause_while_away)
{
	const char *user = begin_match(scene, "2d");

	int64_t left = time_left(scene);
	scene_tell(scene, user, "away 5 days");
	scene_tell(scene, ANN, "pause");
	scene_tell(scene, BOB, "pause");
	assert_true(scene_match(scene, 1).left > 0);
	assert_in_range(scene_match(scene, 1).left, left - MINUTE, left);
	scene_tell(scene, ANN, "resume");
	scene_tell(scene, BOB, "resume");
	scene_wait(scene, SECOND);
	assert_in_range(time_left(scene), left + 5 * DAY - MINUTE, left + 5 * DAY);
}

/* A season */

SCENE_TEST(test_no_bout_begins_for_who_is_away)
{
	unsigned number = 0;

	scene_open_season(scene, "4w to 1", 4);
	scene_tell(scene, F0, "away 2 days");
	scene_say(scene, ROOM, EVE, "!eg season start yes");
	scene_wait(scene, SECOND);
	assert_int_equal(scene_count_said(scene, ROOM, "(away)"), 1);
	struct bot_contest *season = scene_load_season(scene);
	number = bot_contest_find(season, F0)->number;
	assert_int_equal(bot_season_bouts_now(season, (uint8_t)number), 0);
	free(season);
	assert_int_equal(scene_fence_season(scene), 3);
	scene_wait(scene, 2 * DAY + HOUR);
	season = scene_load_season(scene);
	assert_int_equal(bot_season_bouts_now(season, (uint8_t)number), 2);
	free(season);
}

SCENE_TEST(test_days_of_a_season_are_limited)
{
	scene_begin_season(scene, "8w to 1", 3);
	scene_ask(scene, F0, "away 15 days",
		"14 days in a season, and for 42 in a year. Days that you have left: 14.");
	scene_ask(scene, F0, "away from 3 jan to 25 jan", "Days that you have left: 14.");
	scene_tell(scene, F0, "away 2 weeks");
	scene_assert_said(scene, F0, "Days that you have left: 0.");
	struct bot_contest *season = scene_load_season(scene);
	assert_int_equal(bot_contest_find(season, F0)->days_away, 14);
	free(season);
	scene_wait(scene, 11 * MINUTE);
	scene_tell(scene, F0, "away never");
	season = scene_load_season(scene);
	assert_int_equal(bot_contest_find(season, F0)->days_away, 1);
	free(season);
}

/* Those days off that began during the sign-up and are left take days of the season. */
SCENE_TEST(test_days_off_before_the_start_count)
{
	scene_open_season(scene, "8w to 1", 3);
	scene_tell(scene, F0, "away 20 days");
	scene_wait(scene, DAY);
	scene_say(scene, ROOM, EVE, "!eg season start yes");
	scene_wait(scene, SECOND);
	struct bot_contest *season = scene_load_season(scene);
	assert_int_equal(bot_contest_find(season, F0)->days_away, 19);
	free(season);
	scene_tell(scene, F0, "away never");
	scene_ask(scene, F0, "away 2 weeks", "Days that you have left: 13.");
}

/* The time of a bout that begins in days off is as long as any when they end early. */
SCENE_TEST(test_coming_back_cuts_no_bout)
{
	int64_t due = 0;

	scene->unreachable = F0;
	scene_begin_season(scene, "8 weeks to 5", 3);
	struct bot_contest *season = scene_load_season(scene);
	size_t at = 0;
	while (season->bout[at].entrant[0] != 0 && season->bout[at].entrant[1] != 0)
		at++;
	int64_t id = season->bout[at].match;
	free(season);
	scene_tell(scene, F0, "away 2 weeks");
	int64_t began = scene->host->time;
	scene->unreachable = NULL;
	scene_report_reached(scene, F0);
	scene_wait(scene, 0); /* the hand is delivered */
	assert_int_equal(scene_match(scene, id).status, BOT_PLAYING);
	scene_tell(scene, F0, "away never");
	SCENE_HOST(scene, assert_true(bot_store_timer_get(scene->store, id, BOT_TIMER_BOUT, &due)));
	assert_int_equal(due, began + 15 * DAY);
}

/* People say it in a sentence, and also when they come back. */
SCENE_TEST(test_sentences_about_days_off)
{
	static const struct {
		const char *text, *answer;
	} cases[] = {
		{"I'm away for 3 days", "You are away until"},
		{"I'm back!", "Welcome back"},
		{"i am away until 12 january", "You are away until"},
		{"bin wieder da", "Welcome back"},
		{"away from today to saturday", "You are away until"},
		{"sono tornata", "Welcome back"},
		{"away 2 days", "You are away until"},
		{"back", "Welcome back"},
		{"away 2 days", "You are away until"},
		{"Zur\u00FCck!", "Welcome back"},
		{"away 2 days", "You are away until"},
		{"retreat", "You are in no match here."},
		{"back", "Welcome back"},
		{"back", "You are in no match here."},
		{"away from monday to friday", "You will be away from Mon 00:00 UTC until"},
		{"abwesend von samstag bis montag", "You will be away from Sat 00:00 UTC until"},
		{"\u4F11\u307F 1\u670812\u65E5\u304B\u3089 1\u670815\u65E5\u307E\u3067",
			"You will be away from"},
		{"\u4F11\u307F \u91D1\u66DC \u65E5\u66DC", "You will be away from"},
		{"i am away from monday to friday", "You will be away from Mon 00:00 UTC until"},
		{"away never", "The absence that you had announced is off."},
		{"I'm back", "You are not away."},
	};

	scene_give_private_rooms(scene);
	scene_tell(scene, ANN, "language en");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		scene_ask(scene, ANN, cases[i].text, cases[i].answer);
}

/* Who says when they will be back, or that they are not, stays away. */
SCENE_TEST(test_sentences_about_another_return_end_no_absence)
{
	static const char *const sentences[] = {"when I am back", "if I am back",
		"I am back on monday", "ik ben terug op maandag", "me revoil\u00E0 pas encore",
		"\u305F\u3060\u3044\u307E\u7559\u5B88\u3067\u3059"};

	scene_give_private_rooms(scene);
	scene_tell(scene, ANN, "language en");
	scene_tell(scene, ANN, "away 5 days");
	for (size_t i = 0; i < sizeof(sentences) / sizeof(sentences[0]); i++)
		scene_tell(scene, ANN, sentences[i]);
	scene_ask(scene, ANN, "away", "You are away until");
	scene_ask(scene, ANN, "\u305F\u3060\u3044\u307E", "Welcome back");
	scene_tell(scene, ANN, "away 5 days");
	scene_ask(scene, ANN, "I'm back today", "Welcome back");
}

/* What the bot offers in a room works there as it stands. */
SCENE_TEST(test_answers_in_a_room_have_the_prefix)
{
	scene_ask_in(scene, ROOM, ANN, "!eg away", "With !engarde away 3 days");
	scene_ask_in(scene, ROOM, ANN, "!eg away 3 days", "!engarde away never ends it.");
	scene_ask_in(scene, ROOM, ANN, "!engarde away never", "Welcome back");
}

/* A question about an absence begins none, nor does what others do, or what is over. */
SCENE_TEST(test_talk_of_absences_begins_none)
{
	static const char *const said[] = {"bob is away until monday", "he is away for two weeks",
		"I was away until friday", "is alice away until friday?",
		"will alice be away until monday?", "can I be away for 3 days?"};

	scene_tell(scene, ANN, "language en");
	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
		scene_tell(scene, ANN, said[i]);
		scene_ask(scene, ANN, "I'm back", "You are not away.");
	}
	scene_ask(scene, ANN, "I am away for 3 days", "You are away until ");
}
