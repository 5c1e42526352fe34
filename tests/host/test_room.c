/* What a room sees: boards that are edited, boards anew, answers to anything, and else silence. */
#include "bot/text.h"
#include "tests/support/scene.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int setup(void **state)
{
	*state = scene_create(4);
	return 0;
}

static void play(struct scene *scene)
{
	struct eg_match now = scene_state(scene, 1);

	scene_tell(scene, now.round.to_act == EG_WHITE ? ANN : BOB, "1");
}

static void chat(struct scene *scene, int messages)
{
	for (int i = 0; i < messages; i++) {
		scene_say(scene, ROOM, EVE, "A fine bout.");
		assert_int_equal(scene->count, scene->mark);
	}
}

static void test_board_is_edited_in_place(void **state)
{
	struct scene *scene = *state;
	char board[32];

	scene_begin(scene, "");
	snprintf(board, sizeof(board), "%s", scene_last(scene, ROOM)->event);
	for (int i = 0; i < 3; i++) {
		play(scene);
		assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_EDIT);
		assert_string_equal(scene_last(scene, ROOM)->edits, board);
	}
}

static void test_board_comes_anew_once_it_has_scrolled_away(void **state)
{
	struct scene *scene = *state;
	char board[32];

	scene_begin(scene, "");
	chat(scene, 12);
	play(scene);
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_EDIT);
	chat(scene, 1);
	play(scene);
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_MESSAGE);
	snprintf(board, sizeof(board), "%s", scene_last(scene, ROOM)->event);
	play(scene);
	assert_string_equal(scene_last(scene, ROOM)->edits, board);
}

static void test_board_comes_anew_after_fifty_edits(void **state)
{
	struct scene *scene = *state;
	struct bot_match match;

	scene_begin(scene, "");
	match = scene_match(scene, 1);
	match.edits = 49;
	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	assert_int_equal(bot_store_match_save(scene->store, &match), BOT_OK);
	assert_int_equal(bot_store_commit(scene->store), BOT_OK);
	play(scene);
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_EDIT);
	play(scene);
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_MESSAGE);
	assert_int_equal(scene_match(scene, 1).edits, 0);
}

static void test_board_asked_for_is_the_one_edited_from_then_on(void **state)
{
	struct scene *scene = *state;
	char board[32];

	scene_begin(scene, "");
	scene_say(scene, ROOM, EVE, "!eg board");
	scene_assert_answer(scene, ROOM, "@ann:test is to act.");
	snprintf(board, sizeof(board), "%s", scene_last(scene, ROOM)->event);
	scene_tell(scene, BOB, "board");
	scene_assert_answer(scene, BOB, "@ann:test is to act.");
	scene_tell(scene, EVE, "board");
	scene_assert_answer(scene, EVE, "No match is being played");
	play(scene);
	assert_string_equal(scene_last(scene, ROOM)->edits, board);
}

static size_t columns(const char *line, size_t length)
{
	size_t count = 0;

	for (size_t i = 0; i < length; i++)
		count += ((unsigned char)line[i] & 0xC0) != 0x80;
	return count;
}

/* Copies the strip out of the HTML, its escapes undone. */
static void get_strip(const char *html, char strip[1024])
{
	const char *text = strstr(html, "<pre><code>");
	const char *end = strstr(html, "</code></pre>");
	struct bot_text out;

	bot_text_init(&out, strip, 1024);
	if (!text || !end) {
		fail_msg("no strip in %s", html);
		return;
	}
	for (text += strlen("<pre><code>"); text < end; text++) {
		const char *escape = strncmp(text, "&gt;", 4) == 0 ? ">" : "<";

		bot_text_add_bytes(&out, *text == '&' ? escape : text, 1);
		text += *text == '&' ? 3 : 0;
	}
	assert_false(out.cut);
}

static bool white_attacks(const struct eg_round *round)
{
	if (round->phase == EG_OVER)
		return round->result.reason == EG_TOUCH && round->result.winner == EG_WHITE;
	return round->phase == EG_DEFEND && round->to_act == EG_BLACK;
}

static void assert_strip(const char *html, const struct eg_round *round)
{
	char strip[1024];
	size_t lines = 0;

	get_strip(html, strip);
	for (char *line = strip; line; lines++) {
		char *end = strchr(line, '\n');
		size_t length = end ? (size_t)(end - line) : strlen(line);

		assert_in_range(columns(line, length), 1, 40);
		if (lines == 1) {
			const char *white = memchr(line, 'W', length);
			const char *black = memchr(line, 'B', length);

			assert_int_equal(columns(line, length), EG_SPACES);
			assert_non_null(white);
			assert_non_null(black);
			assert_int_equal(
				columns(line, (size_t)(white - line)) + 1, round->space[EG_WHITE]);
			assert_int_equal(
				columns(line, (size_t)(black - line)) + 1, round->space[EG_BLACK]);
			assert_int_equal(memchr(line, '>', length) != NULL,
				white_attacks(round) && eg_round_distance(round) > 1);
		}
		line = end ? end + 1 : NULL;
	}
	assert_int_equal(lines, 4);
}

static void test_board_strip_fits_a_phone_and_tells_the_places(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 30; seed++) {
		struct scene *scene = scene_create(seed);

		scene_begin(scene, "to 15");
		for (unsigned i = 0; i < 60 && scene_match(scene, 1).status == BOT_PLAYING; i++) {
			struct eg_match now = scene_state(scene, 1);
			struct eg_action legal[EG_LEGAL_MAX];
			unsigned number = 1 + (i * 7 + (unsigned)seed) % 9;
			char text[8];

			snprintf(text, sizeof(text), "%u", number);
			scene_tell(scene, now.round.to_act == EG_WHITE ? ANN : BOB, text);
			if (scene_events(scene) < 2)
				continue;
			/* the round that was played in, also where the action has ended it */
			assert_in_range(number, 1, eg_round_legal(&now.round, legal));
			assert_int_equal(eg_match_play(&now, legal[number - 1]), EG_OK);
			assert_strip(scene_last(scene, ROOM)->html, &now.round);
		}
		scene_destroy(scene);
	}
}

static void test_round_that_ends_is_told_on_its_board_for_good(void **state)
{
	struct scene *scene = *state;

	scene_begin(scene, "");
	while (scene_state(scene, 1).rounds == 1)
		play(scene);
	const struct scene_row *row = scene_last(scene, ROOM);
	assert_int_equal(scene_events(scene), 2);
	assert_int_equal(row->kind, BOT_OUT_EDIT);
	assert_non_null(strstr(row->body, "\n#1, round 1: "));
	assert_non_null(strstr(row->body, "Round 2 begins; "));
	play(scene);
	row = scene_last(scene, ROOM);
	assert_int_equal(scene_events(scene), 2);
	assert_int_equal(row->kind, BOT_OUT_MESSAGE);
	assert_non_null(strstr(row->body, "\n#1, round 2: "));
}

static void test_room_text_that_is_no_command_is_met_with_silence(void **state)
{
	static const char *const texts[] = {
		"", "hello", "!eggs", "help", "accept", "+3", "say !eg help", "\xF0\x9F\xA4\xBA"};
	struct scene *scene = *state;

	scene_begin(scene, "");
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		scene_say(scene, ROOM, ANN, texts[i]);
		assert_int_equal(scene->count, scene->mark);
	}
}

static void test_room_text_that_is_hostile_is_answered_briefly(void **state)
{
	static char large[61440] = "!eg ";
	static const char *const texts[] = {"!eg <b>x</b>", "!eg \342\200\256pleh\342\200\254",
		"!eg %s%n", "!eg #1", "!eg #99999999999999999999", "!eg {prefix}",
		"!eg challenge <b>", large};
	struct scene *scene = *state;

	memset(large + 4, '<', sizeof(large) - 5);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		scene_say(scene, ROOM, ANN, texts[i]);
		assert_int_equal(scene_events(scene), 1);
		assert_true(strlen(scene_last(scene, ROOM)->body) < 200);
		assert_null(strchr(scene_last(scene, ROOM)->body, '\n'));
		assert_null(strstr(scene_last(scene, ROOM)->html, "<b>"));
		assert_int_equal(scene_last(scene, ROOM)->ring, BOT_QUIET);
	}
}

/* Words and bytes in any order, by three people, in the room and in private. */
static void babble(struct scene *scene, uint32_t *seed)
{
	static const char *const words[] = {"challenge", "@bob", "@ann", "accept", "decline",
		"cancel", "advance", "retreat", "attack", "parry", "pass", "1", "2", "3", "4", "5",
		"+1", "-2", "x55", "+3x5", "=", "board", "hand", "resign", "rules", "help", "stop",
		"#1", "#2", "#3", "to", "first", "random", "basic", "ferti", "unseen", ",", "<b>",
		"\342\200\217", "\377\376", "{name}", "%n", "chalenge"};
	static const char *const users[] = {ANN, BOB, EVE};
	char line[256];
	struct bot_text text;

	bot_text_init(&text, line, sizeof(line));
	bot_text_add(&text, "!eg");
	for (unsigned i = 0; i < 1 + (*seed >> 20) % 4; i++) {
		*seed = *seed * 1664525U + 1013904223U;
		bot_text_add(&text, " ");
		bot_text_add(&text, words[(*seed >> 8) % (sizeof(words) / sizeof(words[0]))]);
	}
	*seed = *seed * 1664525U + 1013904223U;
	if ((*seed >> 16) % 2)
		scene_tell(scene, users[(*seed >> 8) % 3], line + 3);
	else
		scene_say(scene, ROOM, users[(*seed >> 8) % 3], line);
}

static void test_room_hears_of_no_hand_whatever_is_written(void **state)
{
	unsigned played = 0;
	(void)state;

	for (uint32_t seed = 1; seed <= 8; seed++) {
		struct scene *scene = scene_create(seed);
		uint32_t random = seed;

		for (int i = 0; i < 1000; i++) {
			if (i % 100 == 0)
				scene_begin(scene, "");
			babble(scene, &random);
			assert_true(scene_events(scene) <= 3); /* a board and two hands */
			scene_tell(scene, i % 2 ? ANN : BOB, i % 3 ? "1 #1" : "2");
			assert_true(scene_events(scene) <= 3); /* a board and two hands */
		}
		for (size_t i = 0; i < scene->count; i++) {
			if (scene->row[i].private)
				continue;
			assert_null(strstr(scene->row[i].body, "hand:"));
			assert_null(strstr(scene->row[i].body, "You hold"));
			assert_null(strstr(scene->row[i].body, "You don't hold"));
			played += scene->row[i].kind == BOT_OUT_EDIT;
		}
		scene_destroy(scene);
	}
	assert_true(played > 50);
}

static void test_ids_too_long_are_not_answered(void **state)
{
	struct scene *scene = *state;
	char id[BOT_ID_SIZE + 1] = "@";
	struct bot_message message = {
		.event = "$e", .room = ROOM, .sender = id, .text = "!eg help"};

	memset(id + 1, 'a', BOT_ID_SIZE - 1);
	scene_message(scene, &message);
	assert_int_equal(scene->count, 0);
	assert_false(bot_host_wants(scene->host, &message));
	id[BOT_ID_SIZE - 1] = '\0';
	assert_true(bot_host_wants(scene->host, &message));
	scene_message(scene, &message);
	assert_int_equal(scene_events(scene), 1);
}

static void test_names_are_cleaned_and_escaped(void **state)
{
	struct scene *scene = *state;

	scene->name = "<b>Ann</b>\xE2\x80\xAE\nYour hand: 1";
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	assert_non_null(
		strstr(scene_last(scene, ROOM)->body, "#1: <b>Ann</b> Your hand: 1 challenges"));
	assert_non_null(strstr(
		scene_last(scene, ROOM)->html, "&lt;b&gt;Ann&lt;/b&gt; Your hand: 1 challenges"));
}

static void test_names_that_look_equal_give_way_to_ids(void **state)
{
	struct scene *scene = *state;

	scene->name = "Ann";
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene->name = "aNN\xE2\x80\x8B";
	scene_say(scene, ROOM, BOB, "!eg accept");
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "@ann:test (White)"));
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "@bob:test (Black)"));
}

static void test_bot_does_not_answer_itself(void **state)
{
	struct scene *scene = *state;

	scene_say(scene, ROOM, "@engarde:test", "!eg help");
	assert_int_equal(scene->count, 0);
}

static void test_bot_welcomes_a_room_once(void **state)
{
	struct scene *scene = *state;

	for (int i = 0; i < 2; i++) {
		assert_int_equal(bot_store_begin(scene->store), BOT_OK);
		assert_int_equal(bot_host_joined(scene->host, ROOM), BOT_OK);
		assert_int_equal(bot_store_commit(scene->store), BOT_OK);
		scene_drain(scene);
		assert_int_equal(scene->count, 1);
	}
	assert_non_null(strstr(scene->row[0].body, "!engarde challenge"));
	assert_null(strchr(scene->row[0].body, '\n'));
}

static void test_help_and_rules_are_whole(void **state)
{
	static const char *const texts[] = {"help", "", "?", "rules", "rules basic",
		"rules standard", "rules ADVANCED", "rules ferti", "help challenge", "help +3"};
	struct scene *scene = *state;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		scene_tell(scene, ANN, texts[i]);
		assert_int_equal(scene_events(scene), 1);
		assert_true(strlen(scene_last(scene, ANN)->html) > 30);
		assert_true(strlen(scene_last(scene, ANN)->body) < 2000);
		assert_null(strchr(scene_last(scene, ANN)->body, '{'));
	}
	scene_tell(scene, ANN, "rules chess");
	scene_assert_answer(scene, ANN, "It goes like this: rules [basic");
	scene_tell(scene, ANN, "help chess");
	scene_assert_answer(scene, ANN, "I don't know that one");
}

static void test_board_of_a_number_without_its_sign(void **state)
{
	struct scene *scene = *state;

	scene_begin(scene, "");
	scene_begin(scene, "");
	scene_say(scene, ROOM, ANN, "!eg board 2");
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "#2, round 1"));
	scene_say(scene, ROOM, ANN, "!eg board picture 1");
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_FILE);
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "#1, round 1"));
	scene_say(scene, ROOM, ANN, "!eg board 7");
	scene_assert_answer(scene, ROOM, "#7 is no match");
	scene_say(scene, ROOM, ANN, "!eg board 1 2");
	scene_assert_answer(scene, ROOM, "It goes like this");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, scene_teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_board_is_edited_in_place),
		TEST(test_board_of_a_number_without_its_sign),
		TEST(test_board_comes_anew_once_it_has_scrolled_away),
		TEST(test_board_comes_anew_after_fifty_edits),
		TEST(test_board_asked_for_is_the_one_edited_from_then_on),
		cmocka_unit_test(test_board_strip_fits_a_phone_and_tells_the_places),
		TEST(test_round_that_ends_is_told_on_its_board_for_good),
		TEST(test_room_text_that_is_no_command_is_met_with_silence),
		TEST(test_room_text_that_is_hostile_is_answered_briefly),
		cmocka_unit_test(test_room_hears_of_no_hand_whatever_is_written),
		TEST(test_ids_too_long_are_not_answered),
		TEST(test_names_are_cleaned_and_escaped),
		TEST(test_names_that_look_equal_give_way_to_ids),
		TEST(test_bot_does_not_answer_itself),
		TEST(test_bot_welcomes_a_room_once),
		TEST(test_help_and_rules_are_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
