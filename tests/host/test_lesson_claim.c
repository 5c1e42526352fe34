/* Answers of a learner who also plays a match: does the lesson take them, the match, or neither? */
#include "tests/support/scene_talk.h"

#include <string.h>

#define OLD "That list is from an earlier turn."

/* Copies the event of the newest message to ANN. */
static void copy_newest(const struct scene *scene, char event[BOT_ID_SIZE])
{
	memcpy(event, scene_last(scene, ANN)->event, BOT_ID_SIZE);
}

/* Begins a match in which it is ANN's turn, and copies the event of her list. */
static void begin_match(struct scene *scene, char list[BOT_ID_SIZE])
{
	scene_say(scene, ROOM, BOB, "!eg challenge @ann:test first black");
	scene_say(scene, ROOM, ANN, "!eg accept");
	copy_newest(scene, list);
}

/* ANN begins a lesson with this command. Copies the event of the lesson. */
static void begin_lesson(struct scene *scene, const char *command, char lesson[BOT_ID_SIZE])
{
	scene_tell(scene, ANN, command);
	copy_newest(scene, lesson);
}

/* ANN answers the message `event` in private. */
static void answer(struct scene *scene, const char *event, const char *text)
{
	scene->reply_to = event;
	scene_tell(scene, ANN, text);
}

/* Asserts that nobody but ANN has got a message since the mark, so that nothing was played. */
static void assert_not_played(const struct scene *scene)
{
	for (size_t i = scene->mark; i < scene->count; i++)
		assert_string_equal(scene->row[i].to, ANN);
}

SCENE_SET_UP(setup)
{
	scene_give_private_rooms(scene);
	scene_tell(scene, ANN, "language en");
}

SCENE_TEST_FROM(setup, test_reply_to_a_stopped_lesson_plays_no_match)
{
	char lesson[BOT_ID_SIZE], list[BOT_ID_SIZE];

	begin_lesson(scene, "learn", lesson);
	scene_tell(scene, ANN, "stop");
	begin_match(scene, list);
	answer(scene, lesson, "b");
	scene_assert_answer(scene, ANN, "The lessons wait: learn goes on with them.");
	assert_not_played(scene);
	answer(scene, lesson, "advance 2");
	scene_assert_answer(scene, ANN, "The lessons wait");
	assert_not_played(scene);
	answer(scene, lesson, "b #1"); /* the letter is still one of the lesson */
	scene_assert_answer(scene, ANN, OLD);
	assert_not_played(scene);
}

SCENE_TEST_FROM(setup, test_reply_to_an_older_lesson_plays_no_match)
{
	char first[BOT_ID_SIZE], list[BOT_ID_SIZE];

	begin_lesson(scene, "learn", first);
	scene_tell(scene, ANN, "c");
	begin_match(scene, list);
	answer(scene, first, "b");
	scene_assert_answer(scene, ANN, OLD);
	assert_not_played(scene);
}

SCENE_TEST_FROM(setup, test_reply_after_the_last_lesson_plays_no_match)
{
	char last[BOT_ID_SIZE], list[BOT_ID_SIZE];

	begin_lesson(scene, "learn 6", last);
	scene_tell(scene, ANN, "-2");
	begin_match(scene, list);
	answer(scene, last, "a");
	scene_assert_answer(scene, ANN, OLD);
	assert_not_played(scene);
}

SCENE_TEST_FROM(setup, test_reply_to_an_older_lesson_answers_no_newer_one)
{
	char first[BOT_ID_SIZE];

	begin_lesson(scene, "learn", first);
	scene_ask(scene, ANN, "c", "Lesson 2 of 6");
	answer(scene, first, "b");
	scene_assert_answer(scene, ANN, OLD);
	scene_ask(scene, ANN, "b", "Lesson 3 of 6");
}

SCENE_TEST_FROM(setup, test_reply_chooses_between_a_lesson_and_a_match)
{
	char lesson[BOT_ID_SIZE], list[BOT_ID_SIZE];

	begin_match(scene, list);
	begin_lesson(scene, "learn 2", lesson);
	answer(scene, list, "c");
	scene_assert_said(scene, BOB, "Your hand");
	answer(scene, lesson, "x44");
	scene_assert_answer(scene, ANN, "Lesson 3 of 6");
}

SCENE_TEST_FROM(setup, test_forgeable_reply_turns_no_answer_of_a_lesson_to_a_match)
{
	char list[BOT_ID_SIZE];

	begin_match(scene, list);
	scene_tell(scene, ANN, "learn 2");
	scene->forgeable = true;
	answer(scene, list, "c");
	scene_assert_answer(scene, ANN, OLD);
	assert_not_played(scene);
	answer(scene, list, "advance 2");
	scene_assert_answer(scene, ANN, OLD);
	assert_not_played(scene);
	scene_ask(scene, ANN, "x44", "Lesson 3 of 6");
}

SCENE_TEST_FROM(setup, test_forgeable_reply_turns_no_answer_of_a_match_to_a_lesson)
{
	char lesson[BOT_ID_SIZE], list[BOT_ID_SIZE];

	begin_lesson(scene, "learn 2", lesson);
	begin_match(scene, list);
	scene->forgeable = true;
	answer(scene, lesson, "x44");
	scene_assert_answer(scene, ANN, OLD);
	assert_not_played(scene);
	answer(scene, list, "c");
	scene_assert_said(scene, BOB, "Your hand");
}

SCENE_TEST_FROM(setup, test_forgeable_reply_to_the_newest_lesson_answers_it)
{
	char lesson[BOT_ID_SIZE], list[BOT_ID_SIZE];

	begin_match(scene, list);
	begin_lesson(scene, "learn 2", lesson);
	scene->forgeable = true;
	answer(scene, lesson, "x44");
	scene_assert_answer(scene, ANN, "Lesson 3 of 6");
}
