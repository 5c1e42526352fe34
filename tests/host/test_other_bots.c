/* Words that only other game bots understand: the bot says what to write instead. */
#include "bot/text/lang.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene.h"

#include <stdio.h>

static void test_word_of_another_bot_is_answered(void **state)
{
	static const struct {
		const char *word, *answer;
	} cases[] = {
		{"ping", "I am here."},
		{"uptime", "I am here."},
		{"donate", "I cost nothing"},
		{"spenden", "I cost nothing"},
		{"prefix ?", "commands begin with !engarde"},
		{"queue", "challenge asks anybody"},
		{"lobby", "challenge asks anybody"},
		{"wachtrij", "challenge asks anybody"},
		{"search", "challenge asks anybody"},
		{"join", "night join signs you up"},
		{"mitmachen", "night join signs you up"},
		{"quit", "resign gives a match up"},
		{"esci", "resign gives a match up"},
		{"flee", "resign gives a match up"},
		{"ready", "night join signs you up"},
		{"show rules", "advanced rules"},
		{"draw", "both players write abandon"},
		{"remis", "both players write abandon"},
		{"bug", "the people who host me"},
		{"status", "games lists your matches"},
		{"list", "games lists your matches"},
		{"standings", "top lists the best"},
		{"timer", "how much time is left"},
		{"elo", "has played no match yet"},
		{"me", "has played no match yet"},
		{"watch", "No match is being played"},
		{"forfeit", "You are in no match here"},
		{"version", "I am engarde-bot"},
		{"config", "Your settings"},
		{"leaderboard", "!engarde top"},
	};
	struct scene *scene = *state;

	scene_tell(scene, ANN, "language en");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		scene_tell(scene, ANN, cases[i].word);
		scene_assert_said(scene, ANN, cases[i].answer);
	}
}

/* In a room, these say how to challenge somebody. In private they would begin a practice match. */
static void test_new_game_is_the_next_step(void **state)
{
	static const char *const texts[] = {"new game", "start a game", "begin match",
		"play a game", "start a new game", "neue Partie", "nieuwe partij", "nuova partita"};
	struct scene *scene = *state;
	char text[64];

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		snprintf(text, sizeof(text), "!eg %s", texts[i]);
		scene_say(scene, ROOM, ANN, text);
		scene_assert_said(scene, ROOM, "!engarde challenge @someone");
	}
}

/* A word of each language is answered in the language of the reader. */
static void test_answer_is_in_the_language_of_the_reader(void **state)
{
	struct scene *scene = *state;

	for (size_t i = 0; i < bot_langs_count; i++) {
		char command[32];

		snprintf(command, sizeof(command), "language %s", bot_langs[i].code);
		scene_tell(scene, ANN, command);
		scene_tell(scene, ANN, scene_word(&bot_langs[i], "donate"));
		assert_string_equal(
			scene_last(scene, ANN)->body, bot_langs[i].messages[BOT_MSG_OTHER_DONATE]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			test_word_of_another_bot_is_answered, scene_setup, scene_teardown),
		cmocka_unit_test_setup_teardown(
			test_new_game_is_the_next_step, scene_setup, scene_teardown),
		cmocka_unit_test_setup_teardown(
			test_answer_is_in_the_language_of_the_reader, scene_setup, scene_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
