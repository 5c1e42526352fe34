/* Casual matches: they change no rating, streak or table, and say so wherever people look. */
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define CASUAL "casual, so not rated"

static bool is_casual(struct scene *scene, int64_t id)
{
	return scene_match(scene, id).casual;
}

/* Resigns a match that both players have begun, so that it would be rated. */
static void play_and_resign(struct scene *scene, const char *resigns)
{
	scene_let_both_act(scene);
	scene_say(scene, ROOM, resigns, "!eg resign yes");
}

SCENE_TEST(test_casual_match_says_so_and_changes_nothing)
{
	struct bot_rating rating;

	scene_say(scene, ROOM, ANN, "!eg challenge @bob casual clock 5m");
	scene_assert_said(scene, ROOM, "first to 5, 5 min a turn, " CASUAL ". Answer");
	scene_say(scene, ROOM, BOB, "!eg accept");
	scene_assert_said(scene, ROOM, "first to 5. The match is " CASUAL ".");
	scene_ask(scene, ANN, "games", " \xC2\xB7 casual");
	play_and_resign(scene, ANN);
	scene_assert_said(scene, ROOM, "It is not rated: it is a casual match.");
	assert_int_equal(scene_match(scene, 1).ending, BOT_RESIGNED);
	assert_false(scene_match(scene, 1).rated);
	assert_false(bot_rating_get(scene->store, NULL, BOB, &rating));
	assert_false(bot_rating_get(scene->store, ROOM, BOB, &rating));
	scene_ask_in(scene, ROOM, BOB, "!eg stats", "has played no match yet that counts.");
	scene_say(scene, ROOM, BOB, "!eg top month");
	assert_null(strstr(scene_last(scene, ROOM)->body, "@bob:test"));
	scene_ask_in(scene, ROOM, BOB, "!eg history", "#1");
	scene_ask_in(scene, ROOM, BOB, "!eg record", "#1");
}

/* The answer says of which match it speaks, whether that one is rated, and why it is not. */
SCENE_TEST(test_bot_answers_whether_a_match_is_rated)
{
	static const char *const questions[] = {"is this match rated?", "is it rated?",
		"ist das gewertet?", "wird die Partie gewertet?", "is the game ranked?",
		"est-ce que la partie compte?", "la partita conta?", "la partida punt\u00FAa?"};

	scene_ask_in(
		scene, ROOM, ANN, "!eg is this match rated?", "No match is being played here.");
	scene_begin(scene, "casual");
	scene_tell(scene, ANN, "language en");
	for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
		scene_ask(scene, ANN, questions[i],
			"#1, @ann:test \u2013 @bob:test. It is not rated: it is a casual");
	}
	scene_say(scene, ROOM, ANN, "!eg resign yes");
	scene_ask_in(scene, ROOM, ANN, "!eg is this match rated?",
		"#1, @ann:test \u2013 @bob:test. It is not rated");
	scene_begin(scene, "");
	scene_ask_in(scene, ROOM, BOB, "!eg is this match rated?",
		"#2, @ann:test \u2013 @bob:test. It is rated: the result");
	scene_say(scene, ROOM, ANN, "!eg abort");
	scene_ask_in(scene, ROOM, BOB, "!eg is it rated?",
		"It is not rated: it ended without a winner.");
	scene_tell(scene, EVE, "practice");
	scene_ask(scene, EVE, "is this rated?", "It is not rated: practice against me never is.");
}

/* A match that would end too early to count costs nothing either. */
SCENE_TEST(test_casual_match_can_be_aborted_freely)
{
	for (int i = 0; i < 5; i++) {
		scene_begin(scene, "casual");
		scene_say(scene, ROOM, ANN, "!eg abort");
		assert_int_equal(scene_match(scene, i + 1).ending, BOT_VOID);
	}
}

SCENE_TEST(test_rematch_of_a_casual_match_is_casual)
{
	scene_begin(scene, "casual to 1 clock 5m");
	play_and_resign(scene, BOB);
	scene_ask_in(scene, ROOM, ANN, "!eg rematch", CASUAL);
	assert_true(is_casual(scene, 2));
	scene_say(scene, ROOM, ANN, "!eg cancel");
	scene_say(scene, ROOM, ANN, "!eg challenge @bob to 1 clock 5m");
	scene_say(scene, ROOM, BOB, "!eg rematch"); /* no answer to a match with other terms */
	scene_assert_answer(scene, ROOM, "#3 waits for your answer already");
}

/* The words of all languages, and of other hosts of games. */
SCENE_TEST(test_casual_has_many_names)
{
	static const struct {
		const char *words;
		bool casual;
	} each[] = {{"challenge casual", true}, {"challenge friendly to 3", true},
		{"challenge unrated", true}, {"challenge unranked", true},
		{"challenge for fun", true}, {"challenge just_for_fun", false},
		{"challenge not rated", true}, {"challenge no rating", true},
		{"challenge without rating", true}, {"challenge rated off", true},
		{"challenge casual off", false}, {"challenge rated", false},
		{"challenge ranked", false}, {"challenge rated on", false},
		{"challenge casual clock 5m", true}, {"challenge casual rated", false},
		{"herausfordern freundschaftlich", true}, {"herausfordern ohne Wertung", true},
		{"herausfordern zum Spa\xC3\x9F", true}, {"herausfordern nicht gewertet", true},
		{"herausfordern gewertet", false}, {"uitdagen vriendschappelijk", true},
		{"uitdagen zonder rating", true}, {"uitdagen voor de lol", true},
		{"uitdagen officieel", false}, {"sfida amichevole", true},
		{"sfida per divertimento", true}, {"sfida senza rating", true},
		{"sfida classificata", false}, {"d\xC3\xA9\x66i amical", true},
		{"d\xC3\xA9\x66i pour le plaisir", true}, {"d\xC3\xA9\x66i sans cote", true},
		{"d\xC3\xA9\x66i non class\xC3\xA9", true},
		{"d\xC3\xA9\x66i class\xC3\xA9\x65", false}, {"retar amistosa", true},
		{"retar sin puntuaci\xC3\xB3n", true}, {"retar puntuada", false},
		{"\xE6\x8C\x91\xE6\x88\xA6 \xE8\xA6\xAA\xE5\x96\x84\xE8\xA9\xA6\xE5\x90\x88", true},
		{"\xE6\x8C\x91\xE6\x88\xA6 "
		 "\xE3\x83\xAC\xE3\x83\xBC\xE3\x83\x86\xE3\x82\xA3\xE3\x83\xB3\xE3\x82\xB0"
		 "\xE3\x81\xAA\xE3\x81\x97",
			true}};
	int64_t id = 0;
	char text[96];

	for (size_t i = 0; i < sizeof(each) / sizeof(each[0]); i++) {
		snprintf(text, sizeof(text), "!eg %s", each[i].words);
		scene_say(scene, ROOM, ANN, text);
		if (strstr(text, "just_for_fun")) { /* a name, not a term */
			scene_assert_answer(scene, ROOM, "nobody in this room has that name");
			continue;
		}
		if (is_casual(scene, ++id) != each[i].casual)
			fail_msg("%s", each[i].words);
		scene_say(scene, ROOM, ANN, "!eg cancel");
		scene->now += DAY;
	}
}

SCENE_TEST(test_moderators_choose_the_usual_kind)
{
	scene_ask_in(scene, ROOM, ANN, "!eg settings rated off", "moderators");
	scene_ask_in(scene, ROOM, EVE, "!eg settings rated off", CASUAL);
	scene_ask_in(scene, ROOM, ANN, "!eg settings", "settings rated \xE2\x80\x93 off");
	scene_say(scene, ROOM, EVE, "!eg settings to 2"); /* keeps what it does not name */
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_assert_said(scene, ROOM, "first to 2, 3 d a turn, " CASUAL);
	scene_ask_in(
		scene, ROOM, ANN, "!eg challenge @bob rated", "first to 2, 3 d a turn. Answer");
	assert_false(is_casual(scene, 2));
	scene_say(scene, ROOM, EVE, "!eg settings rated");
	scene_ask_in(scene, ROOM, ANN, "!eg settings", "settings rated \xE2\x80\x93 on");
}

/* What counts for a room always counts, also in a room whose challenges are casual. */
SCENE_TEST(test_nights_seasons_and_practice_are_never_casual)
{
	scene_say(scene, ROOM, EVE, "!eg settings rated off");
	scene_ask_in(scene, ROOM, EVE, "!eg night 30m casual", "I don't understand casual here");
	scene_ask_in(
		scene, ROOM, EVE, "!eg season 4 weeks casual", "I don't understand casual here");
	scene_say(scene, ROOM, EVE, "!eg season 4 weeks");
	assert_null(strstr(scene_last(scene, ROOM)->body, "casual"));
	scene_tell(scene, ANN, "practice casual");
	assert_false(is_casual(scene, 1));
	assert_int_not_equal(scene_match(scene, 1).practice, BOT_NO_PRACTICE);
}
