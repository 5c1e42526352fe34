/* What people type in other words than those of the help, and what the bot must not guess. */
#include "bot/store/rounds.h"
#include "tests/support/scene_match.h"

#include <string.h>

/* Asserts that this action is the last one. */
static void assert_played(struct scene *scene, const char *typed, const char *notation)
{
	struct bot_round round;
	char text[EG_ACTION_SIZE];

	assert_true(bot_store_round_get(scene->store, 1, 1, &round));
	eg_action_print(round.action[round.actions - 1], text);
	if (round.actions != 5 || strcmp(text, notation) != 0)
		fail_msg("%s: %s", typed, text);
}

UNIT_TEST(test_other_words_for_an_action_play_it)
{
	static const struct {
		const char *text, *notation;
	} cases[] = {{"move 2 5 5", "+2x55"}, {"play 255", "+2x55"}, {"go back 2", "-2"},
		{"back 2", "-2"}, {"forward 5", "+5"}, {"move forward 1", "+1"}, {"a1", "+1"},
		{"play e", "+1"}, {"go forward 2 and hit 5 5", "+2x55"},
		{"geh zur\u00FCck 2", "-2"}, {"ziehe vor 5", "+5"}, {"ga vooruit 1", "+1"},
		{"gioca +2x5", "+2x5"}, {"e)", "+1"}, {"(e)", "+1"}, {"[E]", "+1"}, {"e:", "+1"},
		{"\"e\"", "+1"}, {"\u201Ce\u201D", "+1"}, {"please advance 1", "+1"},
		{"advance 1 please!", "+1"}, {"bitte vor 1", "+1"}, {"`+1`", "+1"},
		{"\"advance 1\"", "+1"}, {"**+1**", "+1"}, {"(+1)", "+1"}, {"_advance 1_", "+1"},
		{"__advance 1__", "+1"}, {"**advance 1**", "+1"}, {"***advance 1***", "+1"},
		{"*advance 1*", "+1"}, {"`advance 1`", "+1"}, {"advance _1_", "+1"},
		{"_+2x55_", "+2x55"}, {"_e_", "+1"}, {"*e*", "+1"}, {"\\_advance 1\\_", "+1"},
		{"_advance 1_.", "+1"}, {"_please_ advance **1**", "+1"}, {"advance-1", "+1"},
		{"advance1", "+1"}, {"\u2795 1\uFE0F\u20E3", "+1"}, {"\uFF0B\uFF11", "+1"},
		{"\uFF45", "+1"}, {"\u20142", "-2"}, {"\u30FC2", "-2"}, {"\u27962", "-2"},
		{"+\u0661", "+1"}, {"+\u2460", "+1"}, {"advance\u30001", "+1"}, {"\uFEFF+1", "+1"},
		{"\u200F+1\u200E", "+1"}, {"ad\u00ADvance 1", "+1"}, {"+1\u3002", "+1"},
		{"\u300C+1\u300D", "+1"}, {"\u00AB +1 \u00BB", "+1"}, {"advance 1 (+1)", "+1"},
		{"e advance 1 (+1)", "+1"}, {"e. advance 1 (+1)", "+1"},
		{"e  advance 1 (+1)", "+1"}, {"\u2022 e advance 1 (+1)", "+1"},
		{"- e. advance 1 (+1)", "+1"}, {"`e` vorw\u00E4rts 1 (+1)", "+1"},
		{"- advance 1", "+1"}, {"- 2", "-2"}, {"\u2022 +1", "+1"}, {"e alsjeblieft", "+1"},
		{"per favore, +1", "+1"}, {"+1 per favore", "+1"}, {"I advance 1", "+1"},
		{"I\u2019d like to advance 1", "+1"}, {"let's advance 1", "+1"},
		{"1 forward", "+1"}, {"1 vooruit", "+1"}, {"eins vor", "+1"}, {"advance one", "+1"},
		{"due indietro", "-2"}, {"retreat too", "-2"}, {"I retreat to", "-2"},
		{"letter e", "+1"}, {"option e", "+1"}, {"choice e.", "+1"},
		{"+1 \U0001F93A", "+1"}, {"ich vor 1 \u2694\uFE0F", "+1"}, {"play", NULL}};

	for (size_t i = 0; cases[i].notation; i++) {
		void *scene;

		scene_setup_in_reach(&scene);
		scene_tell(scene, ANN, cases[i].text);
		assert_played(scene, cases[i].text, cases[i].notation);
		scene_teardown(&scene);
	}
}

static void assert_not_played(struct scene *scene, const char *text, const char *answer)
{
	scene_ask(scene, ANN, text, answer);
	assert_int_equal(scene_state(scene, 1).round.plies, 4);
}

/* In Markdown that no client has made bold or italic. */
UNIT_TEST(test_signs_of_markdown_may_enclose_a_command)
{
	static const char *const texts[] = {"_!eg advance 1_", "`!eg advance 1`", "!eg _advance 1_",
		"!eg **advance** _1_", "__!eg +1__"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		void *scene;

		scene_setup_in_reach(&scene);
		scene_say(scene, ROOM, ANN, texts[i]);
		assert_played(scene, texts[i], "+1");
		scene_teardown(&scene);
	}
}

SCENE_TEST_FROM(scene_setup_in_reach, test_words_with_two_meanings_are_answered_with_a_list)
{
	assert_not_played(scene, "move 1", "Which of these? Answer with its letter.\n");
	assert_not_played(scene, "hit", "Which of these? Answer with its letter.\n");
	assert_not_played(scene, "I play the two", "Which of these? Answer with its letter.\n");
	assert_not_played(scene, "five", "Which of these? Answer with its letter.\n");
	assert_not_played(scene, "a5", "advance 5");
	assert_non_null(strstr(scene_last(scene, ANN)->body, "advance 5, attack 2"));
	assert_non_null(strstr(scene_last(scene, ANN)->body, "advance 2, attack 5"));
	assert_null(strstr(scene_last(scene, ANN)->body, "retreat 5"));
	assert_not_played(scene, "a55", "The distance is 7");
	assert_not_played(scene, "a3", "You hold no 3");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_line_of_an_older_list_plays_nothing)
{
	static const char *const lines[] = {
		"a advance 1 (+1)", "e advance 2 (+1)", "e. retreat 1 (+1)", "e +1 (+1)?"};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		scene_tell(scene, ANN, lines[i]);
		assert_int_equal(scene_state(scene, 1).round.plies, 4);
	}
}

SCENE_TEST_FROM(scene_setup_in_reach, test_raised_digits_and_two_dashes_play_nothing)
{
	static const char *const texts[] = {"5\u00B2", "x5\u00B2", "+1\u00BD", "advance -2",
		"advance \u2014 2", "\u2160", "1\u00AA", "\uFF0B\uFF11\uFF1F", "+1\u2753",
		"\u301C2", "+ +1", "I don't want to advance 1", "1+", "+1 \u274C", "+1 \U0001F44E",
		"+1 \u2B05\uFE0F", "what advance 1"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		scene_tell(scene, ANN, texts[i]);
		assert_int_equal(scene_state(scene, 1).round.plies, 4);
	}
}

SCENE_TEST_FROM(scene_setup_in_reach, test_question_shows_something_but_changes_nothing)
{
	assert_not_played(scene, "hand?", "Your hand: 1 2 5 5 5");
	assert_not_played(scene, "advance 1?", "Yes, you can. To do it, answer yes.");
	assert_not_played(scene, "+1?", "Yes, you can.");
	assert_not_played(scene, "can I go forward 1", "Yes, you can.");
	scene_ask_in(scene, ROOM, ANN, "!eg resign?", "because of the question mark");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

/* Whether an action is legal tells of the hand, so only the player may know. */
SCENE_TEST_FROM(scene_setup_in_reach, test_whether_an_action_is_legal_is_told_in_private)
{
	static const char *const questions[] = {"advance 1?", "advance 4?"};

	for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
		scene_sayf(scene, ROOM, ANN, "!eg %s", questions[i]);
		scene_assert_answer(scene, ROOM, "because of the question mark");
	}
	assert_not_played(scene, "can I go forward 4?", "You hold no 4");
	scene_tell(scene, ANN, "can I go forward 1?");
	scene_tell(scene, ANN, "yes");
	assert_int_equal(scene_state(scene, 1).round.plies, 5);
}

/* "Yes" plays what was asked about, and no other action that has its letter since. */
SCENE_TEST_FROM(scene_setup_in_reach, test_a_late_yes_plays_nothing_else)
{
	struct bot_round round;
	char text[EG_ACTION_SIZE];

	scene_tell(scene, ANN, "e?");
	scene_say(scene, ROOM, ANN, "!eg retreat 2");
	scene_tell(scene, BOB, "a");
	scene_tell(scene, ANN, "yes");
	assert_true(bot_store_round_get(scene->store, 1, 1, &round));
	eg_action_print(round.action[round.actions - 1], text);
	if (round.actions > 6 && strcmp(text, "+1") != 0)
		fail_msg("yes plays %s", text);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_the_number_of_a_match_plays_no_question)
{
	scene_say(scene, "!den:test", ANN, "!eg challenge @bob:test");
	scene_say(scene, "!den:test", BOB, "!eg accept");
	size_t asked = 0;
	for (unsigned card = 1; card <= EG_VALUES; card++) { /* the other hand is not known here */
		scene_tellf(scene, ANN, "advance %u?", card);
		if (!strstr(scene_last(scene, ANN)->body, "Which one?"))
			continue;
		scene_tell(scene, ANN, "#1");
		assert_int_equal(scene_state(scene, 1).round.plies, 4);
		asked++;
	}
	assert_true(asked > 0);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_question_in_brackets_plays_nothing)
{
	static const char *const questions[] = {
		"e?", "e)?", "(e?)", "(e)?", "\"e\"?", "advance 1 please?", "please, +1?"};

	for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
		scene_tell(scene, ANN, questions[i]);
		assert_int_equal(scene_state(scene, 1).round.plies, 4);
	}
}

/* Says the text in the room and in private, where it changes nothing. */
static void assert_talk(struct scene *scene, const char *text, const char *answer)
{
	assert_not_played(scene, text, answer);
	scene_sayf(scene, ROOM, EVE, "!eg %s", text);
	scene_assert_answer(scene, ROOM, answer);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_question_in_a_sentence_is_answered)
{
	static const char *const back[] = {"can I take that back?", "take it back",
		"kann ich das zurücknehmen?", "kan ik dat terugnemen?",
		"posso annullare la mossa?"};
	static const char *const begins[] = {"who begins?", "Who goes first?", "wer beginnt?",
		"wie begint er?", "chi comincia?"};

	scene_tell(scene, ANN, "hilfe"); /* the bot offers German once */
	for (size_t i = 0; i < sizeof(back) / sizeof(back[0]); i++)
		scene_ask(scene, ANN, back[i], "a card that is played stays played");
	for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++)
		scene_ask(scene, ANN, begins[i], "White begins the first round");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_prefix_may_be_spelled_as_the_game)
{
	static const char *const texts[] = {"!en garde help", "!En Garde: help", "! en garde help",
		"!en-garde help", "! eg help"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		scene_ask_in(scene, ROOM, EVE, texts[i], "You can write, for example");
	scene_say(scene, ROOM, EVE, "!en gardez vous");
	scene_assert_quiet(scene);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_small_talk_leads_to_the_next_step)
{
	static const struct {
		const char *text, *answer;
	} cases[] = {{"yes", "I can't tell what that answers"},
		{"ok", "Please write the whole command"}, {"no?", "I can't tell"},
		{"nein danke", "I can't tell"}, {"s\xC3\xAC", "I can't tell"},
		{"please", "I can't tell"}, {"thanks", "My pleasure"},
		{"thank you very much!", "My pleasure"}, {"<b>", "I don't understand that. "},
		{"help <b>", "I don't understand that. "}};

	scene_tell(scene, ANN, "hilfe"); /* the bot offers German once */
	scene_say(scene, ROOM, EVE, "!eg hilfe");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_talk(scene, cases[i].text, cases[i].answer);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_wishes_and_what_people_say_of_themselves_are_read)
{
	static const struct {
		const char *text, *answer;
	} cases[] = {{"my cards", "You are in no match here."},
		{"show me my hand please", "You are in no match here."},
		{"zeig mir meine Karten", "You are in no match here."},
		{"I go forward two", "You are in no match here."},
		{"ich gehe 3 vor", "You are in no match here."},
		{"j'avance de 3", "You are in no match here."},
		{"two 4s", "You are in no match here."},
		{"show me the board", "No match is being played here."},
		{"who are you?", "a fencing duel with cards"}, {"nice game!", "My pleasure"},
		{"handicap", "challenge [@someone]"},
		{"ich bin bis freitag weg", "You are away until"}, {"back", "Welcome back"},
		{"I'd like to learn", "Lesson 1"}};

	scene_tell(scene, EVE, "language en");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		scene_ask(scene, EVE, cases[i].text, cases[i].answer);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_denied_statement_does_nothing)
{
	static const char *const texts[] = {"I don't want another game",
		"I don\xE2\x80\x99t need another match", "not another one",
		"ich will keine Partie gegen dich"};

	scene_tell(scene, EVE, "language en");
	scene_say(scene, ROOM, ANN, "!eg challenge " EVE);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		scene_tell(scene, EVE, texts[i]);
		assert_int_equal(scene_match(scene, 2).status, BOT_CHALLENGE);
	}
	scene_tell(scene, EVE, "away 3 days");
	scene_tell(scene, EVE, "I'm not back yet");
	scene_ask(scene, EVE, "away", "You are away until");
	scene_tell(scene, EVE, "ich nehme gerne an");
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_not_to_accept_is_to_decline)
{
	static const char *const texts[] = {"ich nehme das nicht an", "ik neem dat niet aan"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		scene_say(scene, ROOM, ANN, "!eg challenge " EVE);
		scene_tell(scene, EVE, texts[i]);
		assert_int_not_equal(scene_match(scene, (int64_t)i + 2).status, BOT_PLAYING);
		scene_say(scene, ROOM, ANN, "!eg cancel");
	}
}

SCENE_TEST_FROM(scene_setup_in_reach, test_greeting_is_no_challenge)
{
	scene_ask_in(scene, ROOM, EVE, "!eg hello, can you please help me?",
		"You can write, for example");
	scene_ask_in(
		scene, ROOM, EVE, "!eg hi @bob:test", "To play, write !engarde challenge @someone");
	scene_tell(scene, ANN, "hi advance 1"); /* what stands beside a greeting counts */
	assert_int_equal(scene_state(scene, 1).round.plies, 5);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_ok_names_the_answers_to_a_challenge)
{
	scene_say(scene, "!other:test", ANN, "!eg challenge " EVE);
	scene_ask_in(scene, "!other:test", EVE, "!eg ok",
		"Answer with !engarde accept or !engarde decline");
	scene_ask_in(scene, ROOM, EVE, "!eg yes", "I can't tell");
	scene_ask(scene, EVE, "ok", "Answer with accept or decline");
	assert_int_equal(scene_match(scene, 2).status, BOT_CHALLENGE);
	scene_say(scene, "!other:test", EVE, "!eg accept please");
	assert_int_not_equal(scene_match(scene, 2).status, BOT_CHALLENGE);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_second_command_in_a_message_is_refused)
{
	scene_ask_in(scene, ROOM, ANN, "!eg help; !eg top", "One command in each message");
	scene_ask_in(scene, ROOM, ANN, "!eg advance 1\n!EG board", "One command in each message");
	assert_int_equal(scene_state(scene, 1).round.plies, 4);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_signature_below_a_command_is_ignored)
{
	static const char *const signatures[] = {"\n-- \nSent from my phone", "\n--\nAnn",
		"\r\n-- \r\n!eg resign", "\n\n--", "\n-- \n\nmany words that\nare no command"};
	for (size_t i = 0; i < sizeof(signatures) / sizeof(signatures[0]); i++) {
		scene_sayf(scene, ROOM, EVE, "!eg about%s", signatures[i]);
		scene_assert_answer(scene, ROOM, "engarde-bot");
		assert_null(strstr(scene_last(scene, ROOM)->body, "I don't understand"));
	}
	scene_ask_in(scene, ROOM, ANN, "!eg about\n--no signature", "I don't understand --no here");
	scene_tell(scene, ANN, "+1\n-- \nSent from my phone");
	assert_played(scene, "+1 and a signature", "+1");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_only_a_line_that_begins_with_the_prefix_is_a_command)
{
	scene_say(scene, ROOM, EVE, "!eg top");
	size_t before = scene->count;

	scene_say(scene, ROOM, EVE, "ok then\n!eg about");
	scene_say(scene, ROOM, EVE, "<carol> !eg about");
	assert_int_equal(scene->count, before);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_undo_says_what_can_be_done)
{
	assert_not_played(scene, "undo", "once you both write abandon #1");
	scene_ask_in(scene, ROOM, EVE, "!eg undo", "You are in no match here");
	scene_tell(scene, EVE, "practice novice to 1");
	scene_ask(scene, EVE, "undo", "in practice too");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_settings_begins_each_command_that_it_lists)
{
	scene_ask(scene, ANN, "settings coach on", "each of your turns");
	scene_ask(scene, EVE, "settings choices poll", "poll");
	scene_ask(scene, ANN, "settings coach on?", "because of the question mark");
	scene_ask(scene, ANN, "settings language de", "Deutsch");
	scene_tell(scene, ANN, "einstellungen trainer aus");
	scene_ask(scene, ANN, "einstellungen", "trainer – aus");
	scene_say(scene, ROOM, EVE, "!eg settings board picture off");
	scene_ask_in(scene, ROOM, EVE, "!eg settings", "board picture – off");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_advice_to_use_a_room_repeats_the_words)
{
	scene_ask(scene, ANN, "settings to 3", "Write !engarde settings to 3 in the room");
	scene_ask(
		scene, ANN, "challenge @bob to 3", "write !engarde challenge @bob:test to 3 there");
	scene_ask(scene, ANN, "board picture on", "Write !engarde board picture on in the room");
	scene_ask(scene, ANN, "season 4 weeks", "Write !engarde season 4 weeks in the room");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_help_explains_a_command_by_its_whole_name)
{
	scene_ask(scene, ANN, "help a|3", "a|3 – ");
	scene_ask(scene, ANN, "help forget me", "forget me [yes] – ");
}

SCENE_TEST_FROM(
	scene_setup_in_reach, test_unknown_opponents_and_rules_are_answered_with_the_known_ones)
{
	scene_ask(scene, EVE, "practice easy", "novice, pupil, fencer, provost or maitre");
	scene_ask(scene, EVE, "practice 1", "novice, pupil, fencer, provost or maitre");
	scene_ask_in(scene, ROOM, EVE, "!eg settings rules expert",
		"basic, standard, advanced or ferti");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_which_says_what_is_here)
{
	scene_say(scene, ROOM, EVE, "!eg practice novice");
	scene_tell(scene, EVE, "practice novice");
	scene_ask(scene, EVE, "resign", "#2 (@eve:test – Novice), #3 (@eve:test – Novice, here)");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_practice_is_told_apart_from_a_match)
{
	scene_tell(scene, EVE, "practice novice");
	scene_ask(scene, EVE, "help", "resign");
	scene_assert_answer(scene, EVE, "hint \xE2\x80\x93 see what");
	scene_assert_answer(scene, EVE, "rules \xE2\x80\x93 read");
	scene_tell(scene, EVE, "abandon");
	scene_ask(scene, EVE, "verify", "Practice matches are dealt without a proof");
	scene_tell(scene, EVE, "rematch");
	assert_int_equal(scene_match(scene, 3).practice, BOT_NOVICE);
	scene_ask(scene, ANN, "rematch", "That works only in a room");
	scene_ask_in(scene, ROOM, ANN, "!eg help", "nudge");
	scene_say(scene, ROOM, EVE, "!eg practice novice");
	scene_ask_in(scene, ROOM, EVE, "!eg help", "resign");
	assert_null(strstr(scene_last(scene, ROOM)->body, "nudge"));
}

SCENE_TEST_FROM(scene_setup_in_reach, test_shorter_match_is_proposed_only_to_anybody)
{
	scene_say(scene, "!yard:test", EVE, "!eg challenge");
	scene_assert_said(scene, "!yard:test", "A shorter match: !engarde challenge to 3");
	scene_ask_in(scene, "!yard:test", EVE, "!eg challenge @bob", "challenges @bob:test");
	assert_null(strstr(scene_last(scene, "!yard:test")->body, "shorter"));
}
