/* The lessons: answers, `skip`, `back` and `stop`, restarts, and matches beside the lessons. */
#include "bot/call/reaction_keys.h"
#include "tests/support/scene_talk.h"

#include <stdio.h>
#include <string.h>

#define CARD(digit) digit BOT_REACTION_KEYCAP

static size_t rows_to(const struct scene *scene, const char *user)
{
	size_t count = 0;

	for (size_t i = scene->mark; i < scene->count; i++)
		count += strcmp(scene->row[i].to, user) == 0;
	return count;
}

SCENE_SET_UP(setup)
{
	scene_give_private_rooms(scene);
	scene_tell(scene, ANN, "language en");
}

SCENE_TEST_FROM(setup, test_six_lessons_end_with_the_offer_of_a_match)
{
	static const struct {
		const char *answer, *next;
	} steps[] = {
		{"learn", "Lesson 1 of 6"},
		{"e", "Lesson 2 of 6"},
		{"attack 4 4", "Lesson 3 of 6"},
		{"=", "Lesson 4 of 6"},
		{"+3x44", "Lesson 5 of 6"},
		{"retreat 1", "Lesson 6 of 6"},
		{"-2", "Shall we play a practice match?"},
		{"yes", "Your hand:"},
	};

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		scene_ask(scene, ANN, steps[i].answer, steps[i].next);
	}
	scene_tell(scene, ANN, "+1"); /* the lessons are over: this is for the match */
	assert_null(strstr(scene_last(scene, ANN)->body, "Lesson"));
}

SCENE_TEST_FROM(setup, test_wrong_answer_is_explained_and_asked_again)
{
	static const struct {
		const char *lesson, *answer, *why;
	} cases[] = {
		{"learn 1", "retreat 1", "You would step off the piste."},
		{"learn 1", "attack", "too far for an attack"},
		{"learn 1", "advance 7", "Cards are 1 to 5."},
		{"learn 1", "x", "too far for an attack"},
		{"learn 1", "o", "There is no o in your list"},
		{"learn 2", "attack 4", "attack with both"},
		{"learn 2", "3", "You hold no 3."},
		{"learn 2", "+2", "attack with both"},
		{"learn 3", "attack 3", "parry with as many"},
		{"learn 4", "+4x3", "two equal cards"},
		{"learn 4", "attack 4", "too far for an attack"},
		{"learn 5", "parry", "you can't parry"},
		{"learn 6", "+2", "Maître wins round 1"},
		{"learn 6", "-4", "look once more"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		scene_tell(scene, ANN, cases[i].lesson);
		scene_ask(scene, ANN, cases[i].answer, cases[i].why);
		assert_non_null(strstr(scene_last(scene, ANN)->body, "Your hand: "));
		assert_non_null(strstr(scene_last(scene, ANN)->body, "\na. "));
	}
}

SCENE_TEST_FROM(setup, test_answer_that_fits_several_choices_lists_them)
{
	scene_tell(scene, ANN, "learn 2");
	scene_ask(scene, ANN, "4", "Which of these?");
	scene_ask(scene, ANN, "b", "Lesson 3 of 6");
	scene_tell(scene, ANN, "learn 4");
	scene_ask(scene, ANN, "attack", "Which of these?");
}

SCENE_TEST_FROM(setup, test_question_answers_no_lesson)
{
	scene_tell(scene, ANN, "learn 1");
	scene_ask(scene, ANN, "+1?", "because of the question mark");
	scene_ask(scene, ANN, "yes", "Lesson 2 of 6");
}

SCENE_TEST_FROM(setup, test_taps_answer_the_newest_lesson)
{
	scene_tell(scene, ANN, "choices taps");
	scene_tell(scene, ANN, "learn");
	const struct scene_row *first = scene_last(scene, ANN);
	assert_string_equal(first->reactions,
		CARD("1") "\n" CARD("2") "\n" CARD("3") "\n" CARD("4") "\n" CARD("5"));
	scene_choose(scene, ANN, first->event, CARD("3"));
	scene_assert_answer(scene, ANN, "Lesson 2 of 6");
	const struct scene_row *second = scene_last(scene, ANN);
	scene_choose(scene, ANN, second->event, CARD("4"));
	scene_assert_answer(scene, ANN, "Which of these?");
	const struct scene_row *letters = scene_last(scene, ANN);
	assert_string_equal(letters->reactions, "");
	scene_choose(scene, ANN, first->event, CARD("3"));
	assert_null(strstr(scene_last(scene, ANN)->body, "Lesson"));
	scene_choose(scene, ANN, letters->event, "\xF0\x9F\x87\xA7");
	scene_assert_answer(scene, ANN, "Lesson 3 of 6");
}

SCENE_TEST_FROM(setup, test_skip_back_and_stop)
{
	scene_tell(scene, ANN, "learn");
	scene_ask(scene, ANN, "back", "Lesson 1 of 6");
	scene_ask(scene, ANN, "skip", "Lesson 2 of 6");
	scene_ask(scene, ANN, "next", "Lesson 3 of 6");
	scene_ask(scene, ANN, "back", "Lesson 2 of 6");
	scene_ask(scene, ANN, "board", "Lesson 2 of 6");
	scene_ask(scene, ANN, "stop", "The lessons wait");
	scene_ask(scene, ANN, "x44", "You are in no match here.");
	scene_ask(scene, ANN, "learn", "Lesson 2 of 6");
	scene_tell(scene, ANN, "learn 6");
	scene_ask(scene, ANN, "learn 5", "Lesson 5 of 6");
	scene_ask(scene, ANN, "learn stop", "The lessons wait");
	scene_ask(scene, ANN, "learn 7", "Which lesson?");
	scene_ask(scene, ANN, "3", "Lesson 3 of 6");
}

SCENE_TEST_FROM(setup, test_lesson_obeys_sentences)
{
	static const char *const stops[] = {"stop the lesson", "stop lesson", "quit the lesson",
		"beende die Lektion", "arr\u00EAte la le\u00E7on", "termina la lecci\u00F3n",
		"ferma la lezione", "stop de les",
		"\u30EC\u30C3\u30B9\u30F3\u3092\u3084\u3081\u308B"};

	for (size_t i = 0; i < sizeof(stops) / sizeof(stops[0]); i++) {
		scene_tell(scene, ANN, "learn 2");
		scene_ask(scene, ANN, stops[i], "The lessons wait");
	}
	scene_tell(scene, ANN, "learn 2");
	scene_ask(scene, ANN, "start again from the beginning", "Lesson 1 of 6");
}

SCENE_TEST_FROM(setup, test_word_for_back_goes_back_in_each_language)
{
	for (size_t i = 0; i < bot_langs_count; i++) {
		const struct bot_lang *lang = &bot_langs[i];
		char back[32];

		scene_tellf(scene, ANN, "language %s", lang->code);
		const struct bot_sense_words *senses = lang->senses;
		while (senses->sense != BOT_SENSE_BACK)
			senses++;
		snprintf(back, sizeof(back), "%.*s", (int)strcspn(senses->words, " "),
			senses->words);
		scene_tell(scene, ANN, "learn 4");
		scene_ask(scene, ANN, back, lang->messages[BOT_MSG_LESSON_PARRY_ASKS]);
	}
}

/* Where a retreat is asked for, each word for it is one. Elsewhere "back" goes a lesson back. */
SCENE_TEST_FROM(setup, test_retreat_is_an_action_where_a_lesson_asks_for_it)
{
	scene_tell(scene, ANN, "learn 5");
	scene_ask(scene, ANN, "back", "Which of these?");
	scene_tell(scene, ANN, "learn 5");
	scene_ask(scene, ANN, "go back", "Which of these?");
	scene_tell(scene, ANN, "learn 3");
	scene_tell(scene, ANN, "retreat");
	assert_null(strstr(scene_last(scene, ANN)->body, "Lesson 2 of 6"));
	scene_ask(scene, ANN, "back", "Lesson 2 of 6");
	scene_ask(scene, ANN, "retreat", "Which of these?");
}

SCENE_TEST_FROM(setup, test_retreat_without_a_number_asks_how_far)
{
	scene_tell(scene, ANN, "learn 5");
	scene_ask(scene, ANN, "retreat", "Which of these?");
	scene_ask(scene, ANN, "terugtrekken", "Which of these?");
	scene_ask(scene, ANN, "terug 2", "Lesson 6 of 6");
}

SCENE_TEST_FROM(setup, test_nothing_to_stop_and_nothing_next)
{
	scene_ask(scene, ANN, "learn stop", "You have no lesson that goes on. learn begins");
	scene_tell(scene, ANN, "learn 6");
	scene_tell(scene, ANN, "-2");
	scene_ask(scene, ANN, "next", "No club night, no season and no team match goes on.");
	scene_ask_in(scene, ROOM, ANN, "!eg next",
		"No club night, no season and no team match goes on.");
	scene_ask(scene, ANN, "learn stop", "You have no lesson that goes on.");
}

SCENE_TEST_FROM(setup, test_lesson_survives_a_restart)
{
	scene_tell(scene, ANN, "learn 4");
	scene_restart(scene, DAY);
	scene_ask(scene, ANN, "+3x44", "Lesson 5 of 6");
}

SCENE_TEST_FROM(setup, test_match_that_begins_takes_the_answers)
{
	scene_tell(scene, ANN, "learn 2");
	const char *lesson = scene_last(scene, ANN)->event;
	scene_say(scene, ROOM, BOB, "!eg challenge @ann:test first black");
	scene_say(scene, ROOM, ANN, "!eg accept");
	scene_assert_said(scene, ANN, "Your lesson waits");
	scene_tell(scene, ANN, "attack"); /* in the match it is too far */
	scene_assert_answer(scene, ANN, "22 is too far for an attack");
	scene->reply_to = lesson;
	scene_ask(scene, ANN, "x44", "Lesson 3 of 6");
	scene_tell(scene, ANN, "parry"); /* the lesson is the newest list now */
	scene_assert_answer(scene, ANN, "Lesson 4 of 6");
	scene_tell(scene, ANN, "hand");
	scene_ask(scene, ANN, "parry", "there is nothing to parry");
}

/* Somebody who waits for their opponent means the match, too, until they ask for the lesson. */
SCENE_TEST_FROM(setup, test_match_takes_the_answers_while_the_opponent_is_to_act)
{
	scene_tell(scene, ANN, "learn 2");
	scene_say(scene, ROOM, BOB, "!eg challenge @ann:test first white");
	scene_say(scene, ROOM, ANN, "!eg accept");
	scene_ask(scene, ANN, "advance 1", "#1: it is @bob:test's turn.");
	scene_ask(scene, ANN, "exit", "resign gives a match up");
	scene_tell(scene, ANN, "learn");
	scene_ask(scene, ANN, "x44", "Lesson 3 of 6");
}

SCENE_TEST_FROM(setup, test_words_of_a_lesson_do_what_they_say)
{
	static const struct {
		const char *word, *answer;
	} cases[] = {
		{"exit", "The lessons wait"},
		{"quit", "The lessons wait"},
		{"leave", "The lessons wait"},
		{"Beenden", "The lessons wait"},
		{"quitter", "The lessons wait"},
		{"hint", "I would play attack 4 4."},
		{"Tipp?", "I would play attack 4 4."},
		{"help", "hint says what I would play"},
		{"hilfe", "hint says what I would play"},
		{"again", "Lesson 2 of 6"},
		{"repetir", "Lesson 2 of 6"},
		{"nochmal", "Lesson 2 of 6"},
		{"skip", "Lesson 3 of 6"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		scene_tell(scene, ANN, "learn 2");
		scene_ask(scene, ANN, cases[i].word, cases[i].answer);
	}
}

/* Below another answer of the bot, the same words mean something else. */
SCENE_TEST_FROM(setup, test_words_after_another_answer_are_none_of_the_lesson)
{
	scene_tell(scene, ANN, "learn 2");
	scene_tell(scene, ANN, "stats");
	scene_ask(scene, ANN, "help", "help all lists everything");
	scene_ask(scene, ANN, "again", "That works only in a room");
	scene_ask(scene, ANN, "hint", "I would play attack 4 4.");
	scene_tell(scene, ANN, "stop");
	scene_ask(scene, ANN, "hint", "I give hints in practice matches only");
	scene_ask(scene, ANN, "exit", "To leave:");
}

SCENE_TEST_FROM(setup, test_answers_in_a_room_are_no_answers)
{
	scene_say(scene, ROOM, ANN, "!eg learn");
	scene_assert_said(scene, ROOM, "I have sent you the lesson in private.");
	scene_assert_said(scene, ANN, "Lesson 1 of 6");
	scene_ask_in(scene, ROOM, ANN, "!eg advance 3", "You are in no match here.");
	assert_int_equal(rows_to(scene, ANN), 0);
	scene_tell(scene, BOB, "3"); /* it is not his lesson */
	assert_null(strstr(scene_last(scene, BOB)->body, "Lesson"));
}

SCENE_TEST_FROM(setup, test_forget_me_forgets_the_lesson)
{
	char value[BOT_SETTING_SIZE];

	scene_tell(scene, ANN, "learn 4");
	assert_true(bot_store_setting(scene->store, BOT_OF_USER, ANN, "lesson", value));
	scene_tell(scene, ANN, "forget me");
	scene_tell(scene, ANN, "yes");
	assert_false(bot_store_setting(scene->store, BOT_OF_USER, ANN, "lesson", value));
}

SCENE_TEST_FROM(setup, test_stop_takes_more_words)
{
	static const char *const texts[] = {
		"stop it", "stop it please", "stop learning", "stop now"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		scene_tell(scene, ANN, "learn 2");
		scene_ask(scene, ANN, texts[i], "The lessons wait");
	}
}

/* Somebody who wants to go on with a practice match sees it, and answers it. */
SCENE_TEST_FROM(setup, test_practice_goes_on_after_a_lesson)
{
	scene_tell(scene, ANN, "practice");
	scene_tell(scene, ANN, "learn 2");
	scene_tell(scene, ANN, "practice");
	scene_assert_said(scene, ANN, "Your hand: ");
	scene_ask(scene, ANN, "a", "Novice");
}
