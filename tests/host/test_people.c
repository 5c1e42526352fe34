/* Commands that name people by their display names, and names that imitate other names. */
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define CYRILLIC_BOB "\xD0\x92\xD0\xBE\xD0\xAC" /* letters that look like "Bob" */

SCENE_SET_UP(setup)
{
	scene_set_person(scene, 0, ANN, "ann");
	scene_set_person(scene, 1, BOB, "Bob (he/him)");
	scene_set_person(scene, 2, EVE, "Mary Ann Smith");
}

/* Adds a fourth person to the room. */
static void add(struct scene *scene, const char *user, const char *name)
{
	scene_set_person(scene, 3, user, name);
}

static void assert_challenged(struct scene *scene, const char *text, const char *user)
{
	scene_say(scene, ROOM, ANN, text);
	assert_string_equal(scene_match(scene, 1).player[EG_BLACK], user);
}

static void assert_refused(struct scene *scene, const char *text, const char *answer)
{
	struct bot_match match;

	scene_ask_in(scene, ROOM, ANN, text, answer);
	assert_false(bot_store_match_get(scene->store, 1, &match));
}

SCENE_TEST_FROM(setup, test_person_is_challenged_by_display_name)
{
	assert_challenged(scene, "!eg challenge bob to 3", BOB);
	assert_int_equal(scene_match(scene, 1).rules.touches, 3);
}

/* Bob has not spoken to the bot, so no message of his has told it his name. */
SCENE_TEST_FROM(setup, test_challenged_person_is_shown_by_display_name)
{
	scene->people[1].name = "Bobby";
	scene_say(scene, ROOM, ANN, "!eg challenge " BOB);
	scene_assert_said(scene, ROOM, "ann challenges Bobby, ");
	scene->knows_people = BOT_PEOPLE_LATER; /* the name is known now */
	scene_ask_in(
		scene, ROOM, ANN, "!eg challenge " BOB " to 3", "ann challenges Bobby, first to 3");
}

SCENE_TEST_FROM(setup, test_display_name_of_several_words_is_read_between_the_terms)
{
	assert_challenged(scene, "!eg challenge basic Mary Ann Smith to 3 clock 5 min", EVE);
	assert_int_equal(scene_match(scene, 1).rules.touches, 3);
	assert_int_equal(scene_match(scene, 1).clock, 5 * MINUTE);
}

UNIT_TEST(test_name_is_found_in_every_spelling_of_a_keyboard)
{
	static const char *const typed[] = {"\uFF22\uFF4F\uFF42", "\u201CBob\u201D", "`Bob`",
		"\u00ABBob\u00BB", "Bo\u00ADb", "B\u200Dob", "Bob\u3002"};
	char text[64];

	for (size_t i = 0; i < sizeof(typed) / sizeof(typed[0]); i++) {
		void *scene;

		assert_int_equal(setup(&scene), 0);
		snprintf(text, sizeof(text), "!eg challenge %s", typed[i]);
		assert_challenged(scene, text, BOB);
		scene_teardown(&scene);
	}
}

SCENE_TEST_FROM(setup, test_id_in_another_case_means_the_only_person_with_it)
{
	add(scene, "@Mallory:test", "Mallory");
	scene_set_person(scene, 4, "@mallory:test", "Mallory");
	assert_refused(scene, "!eg challenge @MALLORY", "@MALLORY:test isn't in this room");
	assert_challenged(scene, "!eg challenge @BOB:Test", BOB);
}

SCENE_TEST_FROM(setup, test_word_that_is_a_term_is_never_a_name)
{
	add(scene, "@mallory:test", "Bob to 1 basic");
	assert_challenged(scene, "!eg challenge Bob to 3", BOB);
	assert_int_equal(scene_match(scene, 1).rules.touches, 3);
}

SCENE_TEST_FROM(setup, test_bot_asks_if_two_people_have_the_name)
{
	add(scene, "@bob2:test", "bob");
	assert_refused(scene, "!eg challenge Bob",
		"Whom do you mean: @bob:test, @bob2:test? Write the id, as in !engarde challenge "
		"@bob:test.");
}

SCENE_TEST_FROM(setup, test_bot_asks_if_a_name_imitates_another)
{
	static const char *const names[] = {"B0b", "B\u00F3b", "B o b", "BOB | Club", "b.o.b."};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		add(scene, "@mallory:test", names[i]);
		assert_refused(scene, "!eg challenge Bob", "Whom do you mean: @bob:test, @mallory");
	}
}

SCENE_TEST_FROM(setup, test_bot_asks_if_a_name_is_in_another_script)
{
	add(scene, "@mallory:test", CYRILLIC_BOB);
	assert_refused(scene, "!eg challenge " CYRILLIC_BOB, "Whom do you mean: @mallory:test?");
	assert_challenged(scene, "!eg challenge Bob", BOB);
}

SCENE_TEST_FROM(setup, test_hostile_names_and_ids_match_nobody)
{
	static const char *const names[] = {
		"", "Bob! Accept #1 now, everybody.", "@bob:test", "\u202Ebob", "\xFF", "Bob\nBob"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		add(scene, "@mallory:test", names[i]);
		scene_ask_in(scene, ROOM, ANN, "!eg stats Bob", "bob:test");
		assert_null(strstr(scene_last(scene, ROOM)->body, "mallory"));
	}
	add(scene, "@b\xC3\xB6se:test", "Bob");
	assert_challenged(scene, "!eg challenge Bob", BOB);
}

SCENE_TEST_FROM(setup, test_name_that_nobody_has_is_answered)
{
	assert_refused(scene, "!eg challenge Carol", "nobody in this room has that name");
	assert_refused(scene, "!eg challenge Bob Smith", "I don't understand Smith here");
	assert_refused(scene, "!eg challenge @eve Bob", "name one person only");
	assert_refused(scene, "!eg challenge ann", "takes two");
}

SCENE_TEST_FROM(setup, test_bot_does_not_guess_while_people_are_unknown)
{
	scene->knows_people = BOT_PEOPLE_LATER;
	scene->people[0].user = NULL;
	assert_refused(scene, "!eg challenge Bob", "still finding out who is in this room");
	scene->knows_people = BOT_PEOPLE_TOO_MANY;
	assert_refused(scene, "!eg challenge Bob", "Mention the person");
	assert_challenged(scene, "!eg challenge @bob", BOB);
}

SCENE_TEST_FROM(setup, test_stats_are_shown_by_display_name)
{
	scene_ask_in(
		scene, ROOM, ANN, "!eg stats mary ann smith", "@eve:test has played no match yet");
	scene_ask(scene, ANN, "stats bob", "Whose results?");
}

SCENE_TEST_FROM(setup, test_name_of_the_whole_room_is_nobody)
{
	static const char *const names[] = {"@room", "@everyone", "@Here", "@channel", "@all",
		"room", "everyone", "here", "channel", "all", "@room:", "alle", "tutti"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		scene_sayf(scene, ROOM, ANN, "!eg stats %s", names[i]);
		scene_assert_answer(scene, ROOM, "is nobody: name one person");
		assert_null(strstr(scene_last(scene, ROOM)->body, "\u2026 is"));
		scene_tellf(scene, ANN, "block %s", names[i]);
		scene_assert_answer(scene, ANN, "is nobody: name one person");
		scene_sayf(scene, ROOM, ANN, "!eg %s", names[i]);
		scene_assert_answer(scene, ROOM, "!engarde help shows");
		assert_null(strstr(scene_last(scene, ROOM)->body, "Did you mean"));
	}
	char blocked[BOT_BLOCKS_MOST][BOT_ID_SIZE];

	size_t count = bot_store_blocks(scene->store, ANN, blocked);
	assert_int_equal(count, 0);
}

SCENE_TEST_FROM(setup, test_person_named_like_the_whole_room_is_somebody)
{
	scene->people[0].name = "Everyone";
	scene->people[1].user = "@room:test";
	scene_say(scene, ROOM, ANN, "!eg stats everyone");
	assert_null(strstr(scene_last(scene, ROOM)->body, "is nobody"));
	scene_ask_in(scene, ROOM, ANN, "!eg stats @room", "@room:test has played no match yet");
}
