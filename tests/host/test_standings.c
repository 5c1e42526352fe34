/* How the commands show ratings and history. */
#include "bot/call/call.h"
#include "tests/support/scene_match.h"
#include "tests/support/scene_night.h"
#include "tests/support/scene_season.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OTHER "!yard:test"

/* Plays a rated match. */
static void lose(struct scene *scene, const char *room, const char *loser, const char *winner)
{
	scene_give_up(scene, room, loser, winner, 2);
}

SCENE_TEST(test_top_lists_a_room_in_order)
{
	for (int i = 0; i < 4; i++)
		lose(scene, ROOM, ANN, BOB);
	lose(scene, ROOM, EVE, ANN);
	scene_say(scene, ROOM, ANN, "!eg top");
	const char *body = scene_last(scene, ROOM)->body;
	assert_non_null(strstr(body, "The first number is the rating minus its ±"));
	const char *bob = strstr(body, "1 – @bob:test: "), *ann = strstr(body, "2 – @ann:test: ");
	const char *eve = strstr(body, "3 – @eve:test: ");
	assert_true(bob && ann && eve && bob < ann && ann < eve);
	scene_ask(scene, ANN, "top", "That works only in a room");
}

/* The list shows the value that it sorts by, and not only values that contradict its order. */
SCENE_TEST(test_top_shows_what_it_sorts_by)
{
	static const struct {
		const char *user;
		double rating, deviation;
	} players[] = {{"@a:test", 1700, 250}, {"@b:test", 1600, 90.2}, {"@c:test", 1650, 115.4}};

	for (size_t i = 0; i < 3; i++) {
		const struct bot_rating rating = {
			{players[i].rating, players[i].deviation, 0.06}, 4, 2, 0, 0, 0};

		SCENE_HOST(scene, bot_rating_set(scene->store, ROOM, players[i].user, &rating));
	}
	scene_ask_in(scene, ROOM, ANN, "!eg top",
		"1 – @b:test: 1420 (1600 ± 180), won: 2 of 4\n"
		"2 – @c:test: 1419 (1650 ± 231), won: 2 of 4\n"
		"3 – @a:test: 1200 (1700 ± 500), won: 2 of 4");
}

SCENE_TEST(test_top_leaves_out_players_who_have_left)
{
	lose(scene, ROOM, ANN, BOB);
	lose(scene, ROOM, EVE, ANN);
	scene_set_person(scene, 0, ANN, "Ann");
	scene_set_person(scene, 1, EVE, "Eve");
	scene_ask_in(scene, ROOM, ANN, "!eg top", "1 – Ann: ");
	scene_assert_answer(scene, ROOM, "2 – @eve:test: ");
	assert_null(strstr(scene_last(scene, ROOM)->body, BOB));
	/* the platform does not know who is there */
	scene->knows_people = BOT_PEOPLE_LATER;
	scene_ask_in(scene, ROOM, ANN, "!eg top", "1 – @bob:test: ");
}

SCENE_TEST(test_top_of_a_month_counts_its_victories)
{
	scene_ask_in(
		scene, ROOM, ANN, "!eg top month", "No match of this room has counted this month");
	scene->now = INT64_C(1793491200000); /* 2026-11-01 00:00 UTC */
	for (int i = 0; i < 3; i++)
		lose(scene, ROOM, ANN, BOB);
	lose(scene, ROOM, BOB, EVE);
	lose(scene, ROOM, ANN, EVE);
	lose(scene, OTHER, BOB, ANN);
	scene_ask_in(scene, ROOM, ANN, "!eg top month",
		"Most matches won in this room, 2026-11:\n"
		"1 – @bob:test: 3 of 4\n"
		"2 – @eve:test: 2 of 2\n"
		"3 – @ann:test: 0 of 4");
	/* in a new month, the last one stays until somebody has played */
	scene->now += 30 * DAY;
	scene_ask_in(scene, ROOM, ANN, "!eg top monat", "2026-11:\n1 – @bob:test: 3 of 4");
	lose(scene, ROOM, EVE, ANN);
	scene_ask_in(scene, ROOM, ANN, "!eg top month?",
		"2026-12:\n1 – @ann:test: 1 of 1\n2 – @eve:test: 0 of 1");
	scene->now += 62 * DAY;
	scene_ask_in(
		scene, ROOM, ANN, "!eg top month", "No match of this room has counted this month");
	scene_ask_in(scene, ROOM, ANN, "!eg top all", "The best of this room.");
}

/* Each night and season of the year counts: a point for coming, and one for everybody behind. */
SCENE_TEST(test_top_of_a_year_counts_nights_and_seasons)
{
	char wanted[512];

	scene->now = INT64_C(1793491200000); /* 2026-11-01 00:00 UTC */
	scene_ask_in(scene, ROOM, ANN, "!eg top year", "this year or last year");
	scene_begin_night(scene, "30m to 1", 3);
	scene_fence_all(scene);
	struct bot_contest *night = scene_load_night(scene);
	const char *first = bot_contest_ranked_entrant(night, 1)->user;
	const char *last = bot_contest_ranked_entrant(night, 3)->user;
	snprintf(wanted, sizeof(wanted),
		"seasons of this room, 2026. A point for taking part, and one for everybody behind "
		"you:\n1 – %s: 3 (from 1)\n",
		first);
	scene_ask_in(scene, ROOM, ANN, "!eg top year", wanted);
	snprintf(wanted, sizeof(wanted), "\n3 – %s: 1 (from 1)", last);
	scene_ask_in(scene, ROOM, ANN, "!eg top jahr", wanted);
	free(night);
	/* in a new year, the last one stays until something has ended */
	scene->now += 100 * DAY;
	scene_wait(scene, SECOND);
	scene_ask_in(scene, ROOM, ANN, "!eg top year", "seasons of this room, 2026.");
	scene_begin_season(scene, "4w to 1", 3);
	scene_fence_season(scene);
	scene_ask_in(scene, ROOM, ANN, "!eg top year", ": 3 (from 1)\n2 – ");
	scene_assert_said(scene, ROOM, "seasons of this room, 2027.");
	scene->now += 800 * DAY;
	scene_wait(scene, SECOND);
	scene_ask_in(scene, ROOM, ANN, "!eg top year", "this year or last year");
}

SCENE_TEST(test_top_of_something_else_is_explained)
{
	scene_ask_in(scene, ROOM, ANN, "!eg top <b>",
		"!engarde top lists the best of this room by rating, !engarde top month those "
		"with most");
	scene_ask_in(scene, ROOM, ANN, "!eg top month month", "I don't understand month here.");
	scene_ask_in(scene, ROOM, ANN, "!eg top season", "There is no season here.");
	scene_ask(scene, ANN, "top month", "That works only in a room");
}

SCENE_TEST(test_top_of_a_month_leaves_out_players_who_have_left)
{
	lose(scene, ROOM, ANN, BOB);
	lose(scene, ROOM, ANN, EVE);
	scene_set_person(scene, 0, ANN, "Ann");
	scene_set_person(scene, 1, EVE, "Eve");
	scene_ask_in(scene, ROOM, ANN, "!eg top month", "1 – @eve:test: 1 of 1\n2 – Ann: 0 of 2");
	assert_null(strstr(scene_last(scene, ROOM)->body, BOB));
}

/* Players who have left, be they many and better, do not hide those who are there. */
SCENE_TEST(test_top_of_a_month_looks_behind_those_who_have_left)
{
	char user[BOT_ID_SIZE];

	lose(scene, ROOM, ANN, BOB);
	scene_say(scene, ROOM, ANN, "!eg top month");
	const char *month = strchr(scene_last(scene, ROOM)->body, ',');
	assert_non_null(month);
	char name[8] = "";
	memcpy(name, month + 2, 7); /* such as 2026-11 */
	const struct bot_tally_key key = {BOT_TALLY_MONTH, name, ROOM};
	for (unsigned i = 0; i < 200; i++) {
		snprintf(user, sizeof(user), "@left%u:test", i);
		SCENE_HOST(scene, bot_tally_add(scene->store, user, &key, true));
		SCENE_HOST(scene, bot_tally_add(scene->store, user, &key, true));
	}
	scene_set_person(scene, 0, ANN, "Ann");
	scene_set_person(scene, 1, BOB, "Bob");
	scene_ask_in(scene, ROOM, ANN, "!eg top month", "1 – @bob:test: 1 of 1\n2 – Ann: 0 of 1");
}

SCENE_TEST(test_history_shows_how_each_match_ended)
{
	scene_ask_in(scene, ROOM, ANN, "!eg history", "No match has ended in this room yet.");
	lose(scene, ROOM, ANN, BOB);
	scene->now += INT64_C(86400000);
	scene_begin(scene, "");
	scene_say(scene, ROOM, EVE, "!eg stop yes");
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_say(scene, ROOM, BOB, "!eg decline"); /* a declined challenge is not a match */
	scene_begin(scene, "clock 5m first white");
	scene_tell(scene, ANN, "a");
	scene_tell(scene, BOB, "a");
	scene_wait(scene, INT64_C(300000));
	lose(scene, OTHER, BOB, ANN);
	scene_begin(scene, ""); /* this match has not ended */
	scene_ask_in(scene, ROOM, EVE, "!eg history",
		"The last matches of this room:\n"
		"1970-01-02 #4 @ann:test – @bob:test 0 : 0, @bob:test wins on time\n"
		"1970-01-02 #2 @ann:test – @bob:test 0 : 0, stopped\n"
		"1970-01-01 #1 @ann:test – @bob:test 0 : 0, @bob:test wins, @ann:test resigned");
	assert_null(strstr(scene_last(scene, ROOM)->body, "#3"));
	assert_null(strstr(scene_last(scene, ROOM)->body, "#5"));
	assert_null(strstr(scene_last(scene, ROOM)->body, "#6"));
}

SCENE_TEST(test_history_is_bounded)
{
	for (int i = 0; i < 12; i++)
		lose(scene, ROOM, ANN, BOB);
	scene_ask_in(scene, ROOM, ANN, "!eg history", "#12 ");
	scene_assert_said(scene, ROOM, "#3 ");
	assert_null(strstr(scene_last(scene, ROOM)->body, "#2 "));
}
