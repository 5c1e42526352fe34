/* Questions that a word answers: which language, rules or opponent, on or off, a list or a poll. */
#include "tests/support/cmocka.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define YES "\xE2\x9C\x85"
#define NO  "\xE2\x9D\x8C"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void test_word_answers_a_question_in_private(void **state)
{
	static const struct {
		const char *command, *question, *answer, *said;
	} cases[] = {
		{"choices", "As a list, as a poll,", "poll", "comes as a poll"},
		{"choices", "As a list, as a poll,", "Umfrage, bitte", "comes as a poll"},
		{"choices foo", "As a list, as a poll,", "lijst", "as a list with letters"},
		{"choices", "As a list, as a poll,", "taps", "Tap a card under your list"},
		{"choices", "As a list, as a poll,", "antippen", "Tap a card under your list"},
		{"coach", "Shall I explain your turns?", "on", "I explain each of your turns"},
		{"coach", "Shall I explain your turns?", "ja", "I explain each of your turns"},
		{"coach", "Shall I explain your turns?", YES, "I explain each of your turns"},
		{"coach", "Shall I explain your turns?", "no thanks", "no longer explain"},
		{"coach", "Shall I explain your turns?", NO, "no longer explain"},
		{"coach", "Shall I explain your turns?", "aus", "no longer explain"},
		{"reactions", "Shall your reactions play", "nee", "no longer play"},
		{"rules foo", "Which rules?", "basic", "En Garde, basic rules"},
		{"rules foo", "Which rules?", "fortgeschritten", "En Garde, advanced rules"},
		{"practice foo", "How strong shall I be", "pupil", "you 1, Pupil 23"},
		{"language", "I speak English here.", "Deutsch", "Von jetzt an spreche ich"},
		{"language", "I speak English here.", "duits", "Von jetzt an spreche ich"},
		{"language", "I speak English here.", "nl", "Nederlands"},
		{"language foo", "I don't know that language.", "italiano", "parlo italiano"},
	};
	(void)state;

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct scene *scene = scene_create(i);

		scene_tell(scene, ANN, cases[i].command);
		scene_assert_said(scene, ANN, cases[i].question);
		scene_tell(scene, ANN, cases[i].answer);
		scene_assert_said(scene, ANN, cases[i].said);
		scene_destroy(scene);
	}
}

static void test_word_answers_a_question_in_a_room(void **state)
{
	struct scene *scene = *state;

	scene_say(scene, ROOM, EVE, "!eg language");
	scene->reply_to = scene_last(scene, ROOM)->event;
	scene_say(scene, ROOM, EVE, "Deutsch");
	scene_assert_answer(scene, ROOM, "Von jetzt an spreche ich hier Deutsch.");
	scene_say(scene, ROOM, EVE, "!eg einstellungen regeln");
	scene_assert_answer(scene, ROOM, "Welche Regeln?");
	scene_say(scene, ROOM, EVE, "!eg einfach");
	scene_assert_answer(scene, ROOM, "einfach");
	scene_say(scene, ROOM, EVE, "!eg brett bild vielleicht");
	scene_say(scene, ROOM, EVE, "!eg ja");
	scene_say(scene, ROOM, EVE, "!eg einstellungen");
	scene_assert_said(scene, ROOM, "brett bild \u2013 an");
}

/* The answer would lose the other words, and a card is never an option. */
static void test_other_words_answer_nothing(void **state)
{
	struct scene *scene = *state;

	scene_tell(scene, ANN, "practice foo to 7");
	scene_tell(scene, ANN, "pupil");
	scene_assert_answer(scene, ANN, "I don't know pupil.");
	scene_tell(scene, ANN, "coach");
	scene_tell(scene, ANN, "help");
	scene_tell(scene, ANN, "yes");
	scene_assert_answer(scene, ANN, "I can't tell what that answers.");
	scene_tell(scene, ANN, "choices");
	scene_tell(scene, ANN, "list poll");
	assert_null(strstr(scene_last(scene, ANN)->body, "will come as a list"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, scene_setup, scene_teardown)
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_word_answers_a_question_in_private),
		TEST(test_word_answers_a_question_in_a_room),
		TEST(test_other_words_answer_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
