/* Answers to what the bot asks: "yes", the number of a match, and reactions to the question. */
#include "tests/support/scene_match.h"

#include <string.h>

#define YES  "\xE2\x9C\x85"
#define NO   "\xE2\x9D\x8C"
#define CARL "@carl:test"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Begins a match in which both have acted, and makes Ann ask to resign it in private. */
static struct scene *ask_to_resign(uint64_t seed)
{
	struct scene *scene = scene_create(seed);

	scene_begin(scene, "first white");
	scene_let_both_act(scene);
	scene_ask(scene, ANN, "resign",
		"Do you want to resign #1 against @bob:test? Answer yes or " YES ".");
	return scene;
}

static int set_up(void **state)
{
	*state = ask_to_resign(0);
	return 0;
}

UNIT_TEST(test_question_takes_a_yes_of_each_language)
{
	static const char *const answers[] = {"yes", "Yes!", "yes please", "ok", "sure", "Ja",
		"ja, bitte", "jawohl", "ja graag", "S\xC3\xAC.", "certo", YES, "\xF0\x9F\x91\x8D",
		"!engarde yes"};

	for (size_t i = 0; i < COUNT(answers); i++) {
		struct scene *scene = ask_to_resign(i);

		scene_tell(scene, ANN, answers[i]);
		assert_int_equal(scene_match(scene, 1).ending, BOT_RESIGNED);
		scene_destroy(scene);
	}
}

UNIT_TEST(test_question_takes_a_no_of_each_language)
{
	static const char *const answers[] = {"no", "No, thanks", "nein", "nee", NO};

	for (size_t i = 0; i < COUNT(answers); i++) {
		struct scene *scene = ask_to_resign(i);

		scene_ask(scene, ANN, answers[i], "All right, I have done nothing.");
		scene_tell(scene, ANN, "yes");
		assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
		scene_destroy(scene);
	}
}

SCENE_TEST_FROM(set_up, test_reaction_answers_its_own_question_only)
{
	const char *first = scene_last(scene, ANN)->event;

	scene_ask(scene, ANN, "boad", "Did you mean board?");
	scene_choose(scene, ANN, first, YES);
	scene_assert_answer(scene, ANN, "This question is closed");
	scene_choose(scene, ANN, first, YES);
	scene_assert_quiet(scene);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_tell(scene, ANN, "resign");
	const char *second = scene_last(scene, ANN)->event;
	scene_choose(scene, BOB, second, YES);
	scene_assert_quiet(scene);
	scene_choose(scene, ANN, second, YES);
	assert_int_equal(scene_match(scene, 1).ending, BOT_RESIGNED);
}

/* In an encrypted room, a server can have made the reaction. */
SCENE_TEST_FROM(set_up, test_late_reaction_in_a_room_is_answered_once)
{
	scene_say(scene, ROOM, ANN, "!eg abuot");
	const char *question = scene_last(scene, ROOM)->event;
	scene_wait(scene, 11 * MINUTE);
	scene_react(scene, ROOM, EVE, question, YES);
	scene_assert_quiet(scene);
	scene_react(scene, ROOM, ANN, question, "\xF0\x9F\x91\x8D");
	scene_assert_quiet(scene);
	scene_react(scene, ROOM, ANN, question, YES);
	scene_assert_answer(scene, ROOM, "This question is closed; write the command again.");
	scene_react(scene, ROOM, ANN, question, YES);
	scene_assert_quiet(scene);
	scene_say(scene, ROOM, ANN, "!eg abuot");
	question = scene_last(scene, ROOM)->event;
	scene_say(scene, ROOM, ANN, "!eg coach off");
	scene_react(scene, ROOM, ANN, question, YES);
	scene_assert_answer(scene, ROOM, "This question is closed");
}

SCENE_TEST_FROM(set_up, test_forged_reaction_confirms_nothing)
{
	const char *question = scene_last(scene, ANN)->event;

	scene->proven = true;
	scene_tell(scene, ANN, "resign");
	question = scene_last(scene, ANN)->event;
	scene->proven = false;
	scene->forgeable = true;
	scene_choose(scene, ANN, question, YES);
	scene_assert_answer(scene, ANN, "That did not count");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

SCENE_TEST_FROM(set_up, test_question_belongs_to_one_person_and_room)
{
	scene_ask_in(scene, ROOM, ANN, "!eg yes", "I can't tell what that answers.");
	scene_ask(scene, BOB, "yes", "I can't tell what that answers.");
	scene_say(scene, ROOM, BOB, "!eg resign");
	scene_ask_in(scene, ROOM, ANN, "!eg yes", "I can't tell what that answers.");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_say(scene, ROOM, BOB, "!eg yes");
	assert_string_equal(scene_match(scene, 1).player[scene_match(scene, 1).winner], ANN);
}

/* The bot does not take "yes" for something that the sender no longer has in mind. */
SCENE_TEST_FROM(set_up, test_question_is_closed_by_what_the_sender_does_and_by_time)
{
	scene_tell(scene, ANN, "coach off");
	scene_ask(scene, ANN, "yes", "I can't tell what that answers.");
	scene_tell(scene, ANN, "resign");
	scene_tell(scene, ANN, "yes?");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_tell(scene, ANN, "resign");
	scene_wait(scene, 10 * MINUTE);
	scene_ask(scene, ANN, "yes", "I can't tell what that answers.");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

/* A look at the board, or a sentence that the bot does not understand, answers nothing. */
SCENE_TEST_FROM(set_up, test_question_stays_open_until_it_is_answered)
{
	scene_tell(scene, ANN, "board");
	scene_ask(scene, ANN, "my dad used to fence", "I'm not sure what you mean.");
	scene_tell(scene, ANN, "yes");
	assert_int_equal(scene_match(scene, 1).ending, BOT_RESIGNED);
}

UNIT_TEST(test_question_is_dismissed_in_each_language)
{
	static const char *const dismissals[] = {"forget it", "never mind", "nevermind!", "nvm",
		"vergiss es", "laisse tomber", "olv\u00EDdalo", "lascia perdere", "laat maar",
		"\u3084\u3063\u3071\u308A\u3044\u3044"};

	for (size_t i = 0; i < COUNT(dismissals); i++) {
		struct scene *scene = ask_to_resign(i);

		scene_tell(scene, ANN, "language en"); /* so the bot offers no other one */
		scene_tell(scene, ANN, "resign");
		scene_ask(scene, ANN, dismissals[i], "All right, I have done nothing.");
		scene_ask(scene, ANN, "yes", "I can't tell what that answers.");
		assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
		scene_destroy(scene);
	}
}

SCENE_TEST_FROM(set_up, test_question_survives_a_restart)
{
	scene_restart(scene, 3 * DAY);
	scene_tell(scene, ANN, "yes");
	assert_int_equal(scene_match(scene, 1).ending, BOT_RESIGNED);
}

SCENE_TEST(test_nearest_command_runs_with_the_words_after_it)
{
	scene_ask_in(scene, ROOM, ANN, "!eg chalenge @bob to 3",
		"I don't know chalenge. Did you mean !engarde challenge");
	scene_say(scene, ROOM, ANN, "!eg yes");
	scene_assert_said(scene, ROOM, "#1: @ann:test challenges @bob:test, first to 3");
	scene_ask_in(
		scene, ROOM, BOB, "!eg hlep challenge", "Did you mean !engarde help challenge?");
	scene_react(scene, ROOM, BOB, scene_last(scene, ROOM)->event, YES);
	scene_assert_said(scene, ROOM, "challenge somebody, or anybody here");
}

SCENE_TEST(test_question_mark_is_confirmed)
{
	scene_ask_in(scene, ROOM, ANN, "!eg challenge to 3?", "because of the question mark");
	scene_say(scene, ROOM, ANN, "!eg ja");
	scene_assert_said(scene, ROOM, "#1: @ann:test challenges anybody here, first to 3");
}

UNIT_TEST(test_number_answers_which_match)
{
	static const char *const answers[] = {"#2", "2", "#2.", "2!"};

	for (size_t i = 0; i < COUNT(answers); i++) {
		struct scene *scene = scene_create(i);

		scene_begin(scene, "first white");
		scene_begin_between(scene, CARL, ANN, "first white");
		scene_ask(scene, ANN, "abort", "Which one? Answer with its number, such as #1:");
		scene_tell(scene, ANN, answers[i]);
		assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
		assert_int_equal(scene_match(scene, 2).status, BOT_ENDED);
		scene_destroy(scene);
	}
}

/* A number may be a card that the player means, so the match is named before they lose it. */
SCENE_TEST(test_number_of_a_match_does_not_confirm_a_defeat)
{
	scene_begin(scene, "first white");
	scene_let_both_act(scene);
	scene_begin_between(scene, CARL, ANN, "first white");
	scene_ask(scene, ANN, "resign yes", "Which one? Answer with its number, such as #1:");
	scene_ask(scene, ANN, "1", "Do you want to resign #1 against @bob:test?");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_ask(scene, ANN, "resign #9 yes",
		"There is no match #9 here, or you can't do that with it. It works with: #1");
	scene_tell(scene, ANN, "1");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_tell(scene, ANN, "yes");
	assert_int_equal(scene_match(scene, 1).ending, BOT_RESIGNED);
}

SCENE_TEST(test_number_answers_a_wrong_number)
{
	scene_begin(scene, "first white");
	scene_ask_in(scene, ROOM, ANN, "!eg resign #7",
		"There is no match #7 here, or you can't do that with it. It works with: #1");
	scene_ask_in(scene, ROOM, ANN, "!eg #1", "You have not both acted in #1 yet");
}

SCENE_TEST(test_yes_and_no_answer_a_challenge_that_the_bot_has_shown)
{
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_ask_in(scene, ROOM, BOB, "!eg ok", "@ann:test challenges you, first to");
	scene_ask_in(scene, ROOM, BOB, "!eg no", "@bob:test declines #1");
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_say(scene, ROOM, BOB, "!eg ok");
	scene_say(scene, ROOM, BOB, "!eg ok");
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

/* In a room, an answer needs no prefix if the bot can't mistake it. */
SCENE_TEST(test_bare_word_answers_a_challenge_to_its_sender)
{
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_say(scene, ROOM, EVE, "accept");
	scene_assert_quiet(scene);
	scene_say(scene, ROOM, ANN, "accept");
	scene_assert_quiet(scene);
	scene_say(scene, ROOM, BOB, "I accept that");
	scene_assert_quiet(scene);
	scene_say(scene, ROOM, BOB, "yes");
	scene_assert_quiet(scene);
	scene_say(scene, ROOM, BOB, "Annehmen!");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_say(scene, ROOM, BOB, "accept");
	scene_assert_quiet(scene);
}

SCENE_TEST(test_reply_to_a_question_needs_no_prefix)
{
	scene_say(scene, ROOM, ANN, "!eg chalenge");
	scene->reply_to = scene_last(scene, ROOM)->event;
	const char *question = scene->reply_to;
	scene_say(scene, ROOM, BOB, "yes");
	scene_assert_quiet(scene);
	scene->reply_to = question;
	scene_say(scene, ROOM, ANN, "why?");
	scene_assert_quiet(scene);
	scene->reply_to = question;
	scene_say(scene, ROOM, ANN, "yes");
	scene_assert_said(scene, ROOM, "#1: @ann:test challenges anybody here");
}

SCENE_TEST(test_text_shows_what_may_be_a_command)
{
	static const struct {
		const char *text;
		bool may, private, reacts;
	} cases[] = {
		{"!eg help", true, false, false},
		{"  ! eg help", true, false, false},
		{"!EN GARDE help", true, false, false},
		{"engarde: help", true, false, false},
		{"@engarde:test help", true, false, false},
		{" \"Accept\"!", true, false, false},
		{"\xE5\x8F\x97\xE3\x81\x91\xE3\x81\xBE\xE3\x81\x99", true, false, false},
		{"I was in Florence", false, false, false},
		{"accepting that", false, false, false},
		{"", false, false, false},
		{"engarde is fun", false, false, false},
		{"I was in Florence", true, true, false},
		{"\xE2\x9C\x85", true, false, true},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct bot_message message = {.event = "$e",
			.room = ROOM,
			.sender = ANN,
			.text = cases[i].text,
			.private = cases[i].private,
			.reply_to = cases[i].reacts ? "$f" : NULL,
			.kind = cases[i].reacts ? BOT_REACTION : BOT_WRITTEN};

		if (bot_host_may_be_command(scene->host, &message) != cases[i].may)
			fail_msg("%s", cases[i].text);
	}
}

/* A mention that the bot has not read yet may be the answer. */
SCENE_TEST(test_reply_to_a_question_may_be_a_mention)
{
	scene_say(scene, ROOM, ANN, "!eg chalenge");
	struct bot_message message = {.event = "$e",
		.room = ROOM,
		.sender = ANN,
		.text = "her",
		.reply_to = scene_last(scene, ROOM)->event,
		.mentions_unread = true};

	assert_true(bot_host_is_command(scene->host, &message));
	message.sender = BOB;
	assert_false(bot_host_is_command(scene->host, &message));
	message.sender = ANN;
	message.mentions_unread = false;
	assert_false(bot_host_is_command(scene->host, &message));
	message.reply_to = "$other";
	message.mentions_unread = true;
	assert_false(bot_host_is_command(scene->host, &message));
}

SCENE_TEST(test_challenger_can_not_accept)
{
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_ask_in(scene, ROOM, ANN, "!eg accept",
		"Your own challenge waits for somebody else to accept it.");
	scene_say(scene, ROOM, EVE, "!eg challenge");
	scene_say(scene, ROOM, ANN, "!eg accept");
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

UNIT_TEST(test_again_follows_a_practice_match)
{
	static const char *const answers[] = {
		"again", "nochmal!", "opnieuw", "ancora", "Ja", YES, "rematch"};

	for (size_t i = 0; i < COUNT(answers); i++) {
		struct scene *scene = scene_create(i);

		scene_give_private_rooms(scene);
		scene_tell(scene, ANN, "practice to 1");
		scene_tell(scene, ANN, "a");
		scene_ask(scene, ANN, "resign #1 yes", "Again, against ");
		scene_tell(scene, ANN, answers[i]);
		assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
		assert_int_equal(scene_match(scene, 2).practice, BOT_NOVICE);
		scene_destroy(scene);
	}
}

SCENE_TEST(test_reaction_repeats_a_practice_match)
{
	scene_give_private_rooms(scene);
	scene_tell(scene, ANN, "practice to 1");
	scene_tell(scene, ANN, "resign #1 yes");
	const char *end = scene_last(scene, ANN)->event;
	scene_tell(scene, ANN, "rules");
	scene_choose(scene, BOB, end, YES);
	scene_assert_quiet(scene);
	scene_choose(scene, ANN, end, YES);
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

SCENE_TEST(test_yes_at_the_end_of_a_match_asks_for_a_rematch)
{
	scene_begin(scene, "to 1");
	scene_let_both_act(scene);
	scene_tell(scene, BOB, "resign");
	scene_say(scene, ROOM, ANN, "!eg resign #1 yes");
	scene_ask_in(scene, ROOM, BOB, "!eg yes", "#2: @bob:test challenges @ann:test");
	scene_say(scene, ROOM, ANN, "!eg yes");
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

/* The number of a match beside a card says that it is no answer to the question. */
SCENE_TEST_FROM(scene_setup_in_reach, test_card_of_a_named_match_is_no_answer)
{
	scene_ask(scene, ANN, "resign #9", "It works with: #1");
	scene_tell(scene, ANN, "2 #1");
	assert_null(strstr(scene_last(scene, ANN)->body, "I can't tell"));
}
