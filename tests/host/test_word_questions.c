/*
 * Questions that a few words answer: which language, rules or person, how many, how long, on or
 * off.
 */
#include "tests/support/scene_match.h"

#include "bot/call/call.h"

#include <string.h>

#define YES "\xE2\x9C\x85"
#define NO  "\xE2\x9D\x8C"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

UNIT_TEST(test_word_answers_a_question_in_private)
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
		{"practice foo to 7", "How strong shall I be", "the pupil",
			"not sure what you mean"},
		{"practice foo to 7", "How strong shall I be", "leerling", "you 1, Pupil 23"},
		{"stats foo", "Whose results?", "@bob", "@bob:test has played no match"},
		{"stats everybody", "is nobody", "@eve", "@eve:test has played no match"},
		{"stats foo", "Whose results?", "mich", "@ann:test has played no match"},
		{"block @bob foo", "Whose challenges?", "@bob", "@bob:test"},
		{"language", "I speak English here.", "Deutsch", "Von jetzt an spreche ich"},
		{"language", "I speak English here.", "duits", "Von jetzt an spreche ich"},
		{"language", "I speak English here.", "nl", "Nederlands"},
		{"language foo", "I don't know that language.", "italiano", "parlo italiano"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct scene *scene = scene_create(i);

		scene_ask(scene, ANN, cases[i].command, cases[i].question);
		scene_ask(scene, ANN, cases[i].answer, cases[i].said);
		scene_destroy(scene);
	}
}

static const struct person {
	const char *user, *name;
} people[] = {{ANN, "Ann"}, {"@bob:test", "Mia"}, {"@bobby:test", "Mia"}, {EVE, "Eve"}};

static void fill_room(struct scene *scene)
{
	for (size_t i = 0; i < COUNT(people); i++) {
		scene_set_person(scene, i, people[i].user, people[i].name);
	}
}

/* The answer completes the command, and all its other words remain. */
UNIT_TEST(test_answer_completes_a_challenge)
{
	static const struct {
		const char *command, *question, *answer, *challenge;
	} cases[] = {
		{"challenge @bob to 99", "How many touches", "7", "first to 7, 3 d"},
		{"challenge @bob to", "How many touches", "tot 2 bitte", "first to 2, 3 d"},
		{"challenge @bob to", "How many touches", "3 touches", "first to 3, 3 d"},
		{"challenge @bob to", "How many touches", "3 Treffer", "first to 3, 3 d"},
		{"challenge @bob to", "How many touches", "3 stoccate", "first to 3, 3 d"},
		{"challenge @bob to 0 clock 1h", "How many touches", "first to 2",
			"first to 2, 1 h"},
		{"challenge @bob clock soon to 2", "How long", "5 minuten", "first to 2, 5 min"},
		{"challenge @bob clock 99 days to 2", "How long", "2 days", "first to 2, 2 d"},
		{"challenge @bob clock 9s to 2", "How long", "1h", "first to 2, 1 h"},
		{"challenge @bob to 2 clock", "How long", "keine", "first to 2, no clock"},
		{"challenge @bob first to 2 first me", "Who begins?", "Schwarz",
			"first to 2, the challenged player begins"},
		{"challenge mia to 2", "Whom do you mean", "bobby",
			"challenges @bobby:test, first to 2"},
		{"challenge mia to 2", "Whom do you mean", "@bob:test",
			"challenges @bob:test, first to 2"},
		{"challenge mia to 2", "Whom do you mean", "2",
			"challenges @bobby:test, first to 2"},
		{"challenge mia to 2", "Whom do you mean", "#1",
			"challenges @bob:test, first to 2"},
		{"challenge nina to 2", "nobody in this room has that name", "Eve",
			"challenges Eve, first to 2"},
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct scene *scene = scene_create(i);

		fill_room(scene);
		scene_sayf(scene, ROOM, ANN, "!eg %s", cases[i].command);
		scene_assert_answer(scene, ROOM, cases[i].question);
		scene->reply_to = scene_last(scene, ROOM)->event;
		scene_say(scene, ROOM, ANN, cases[i].answer);
		scene_assert_said(scene, ROOM, cases[i].challenge);
		scene_destroy(scene);
	}
}

/* Whoever talks about something else gets no challenge. */
UNIT_TEST(test_other_words_complete_no_challenge)
{
	static const char *const cases[][2] = {{"challenge @bob to 99", "3 vooruit"},
		{"challenge @bob to 99", "none"}, {"challenge @bob clock 9s", "5"},
		{"challenge @bob clock 9s", "2 forward"}, {"challenge @bob first me", "eve"},
		{"challenge mia", "3"}, {"challenge mia", "bo"}, {"challenge mia", "everybody"},
		{"challenge mia", "help"}, {"challenge mia", "eve?"}};
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct scene *scene = scene_create(i);

		fill_room(scene);
		for (size_t j = 0; j < 2; j++)
			scene_sayf(scene, ROOM, ANN, "!eg %s", cases[i][j]);
		assert_null(strstr(scene_last(scene, ROOM)->body, "challenges"));
		scene_destroy(scene);
	}
}

/* A number belongs to the newest message that asks for one: here a hand, so the card is played. */
SCENE_TEST(test_number_belongs_to_the_newest_message)
{
	scene_tell(scene, ANN, "practice novice");
	scene_ask(scene, ANN, "practice to 99", "How many touches");
	scene_ask(scene, ANN, "3", "Your practice match #1 goes on");
	scene_tell(scene, ANN, "practice to 99");
	scene_tell(scene, ANN, "hand");
	scene_tell(scene, ANN, "3");
	assert_null(strstr(scene_last(scene, ANN)->body, "goes on"));
}

/* Whatever else the bot has said meanwhile, a number for a question plays no card. */
UNIT_TEST(test_number_for_a_question_plays_no_card)
{
	static const struct {
		const char *command, *question, *said, *number, *answer;
	} cases[] = {
		{"practice to 99", "How many touches", "hmm let me think about that", "2",
			"Your practice match #1 goes on"},
		{"practice to 99", "How many touches", "how do I win?", "2",
			"Your practice match #1 goes on"},
		{"practice to 99", "How many touches", "my dad used to fence", "200",
			"How many touches"},
		{"learn 9", "Which lesson?", "who knows", "8", "I can't tell what that answers."},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct scene *scene = scene_create(i);

		scene_tell(scene, ANN, "practice novice");
		scene_ask(scene, ANN, cases[i].command, cases[i].question);
		scene_tell(scene, ANN, cases[i].said);
		scene_ask(scene, ANN, cases[i].number, cases[i].answer);
		scene_destroy(scene);
	}
}

SCENE_TEST(test_rate_limit_leaves_the_question_open)
{
	scene->config.limits.sender_per_minute = 2;
	scene_tell(scene, ANN, "about");
	scene_ask(scene, ANN, "coach", "Shall I explain your turns?");
	scene_ask(scene, ANN, "yes", "that was a lot at once");
	scene_wait(scene, 2 * MINUTE);
	scene_ask(scene, ANN, "yes", "I explain each of your turns");
}

SCENE_TEST(test_word_answers_a_question_in_a_room)
{
	scene_say(scene, ROOM, EVE, "!eg language");
	scene->reply_to = scene_last(scene, ROOM)->event;
	scene_ask_in(scene, ROOM, EVE, "Deutsch", "Von jetzt an spreche ich hier Deutsch.");
	scene_ask_in(scene, ROOM, EVE, "!eg einstellungen regeln", "Welche Regeln?");
	scene_ask_in(scene, ROOM, EVE, "!eg einfach", "einfach");
	scene_say(scene, ROOM, EVE, "!eg brett bild vielleicht");
	scene_say(scene, ROOM, EVE, "!eg ja");
	scene_ask_in(scene, ROOM, EVE, "!eg einstellungen", "brett bild \u2013 an");
}

/* A word that is none of the options is a command of its own, which may close the question. */
SCENE_TEST(test_other_words_answer_nothing)
{
	scene_tell(scene, ANN, "coach");
	scene_tell(scene, ANN, "reactions on");
	scene_ask(scene, ANN, "yes", "I can't tell what that answers.");
	scene_tell(scene, ANN, "choices");
	scene_tell(scene, ANN, "list poll");
	assert_null(strstr(scene_last(scene, ANN)->body, "will come as a list"));
}
