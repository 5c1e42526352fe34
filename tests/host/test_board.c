/*
 * The board in a room: the bot edits one message, and posts a new message when players would not
 * find the old message.
 */
#include "bot/text/page.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

static void chat(struct scene *scene, int messages)
{
	for (int i = 0; i < messages; i++) {
		scene_say(scene, ROOM, EVE, "A fine bout.");
		assert_int_equal(scene->count, scene->mark);
	}
}

SCENE_TEST(test_board_is_edited_in_place)
{
	char board[32];

	scene_begin(scene, "");
	snprintf(board, sizeof(board), "%s", scene_last(scene, ROOM)->event);
	for (int i = 0; i < 3; i++) {
		scene_play(scene);
		assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_EDIT);
		assert_string_equal(scene_last(scene, ROOM)->edits, board);
	}
}

SCENE_TEST(test_board_is_posted_anew_when_it_has_scrolled_away)
{
	char board[32];

	scene_begin(scene, "");
	chat(scene, 12);
	scene_play(scene);
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_EDIT);
	chat(scene, 1);
	scene_play(scene);
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_MESSAGE);
	snprintf(board, sizeof(board), "%s", scene_last(scene, ROOM)->event);
	scene_play(scene);
	assert_string_equal(scene_last(scene, ROOM)->edits, board);
}

SCENE_TEST(test_board_is_posted_anew_after_fifty_edits)
{
	struct bot_match match;

	scene_begin(scene, "");
	match = scene_match(scene, 1);
	match.edits = 49;
	SCENE_HOST(scene, bot_store_match_save(scene->store, &match));
	scene_play(scene);
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_EDIT);
	scene_play(scene);
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_MESSAGE);
	assert_int_equal(scene_match(scene, 1).edits, 0);
}

/* In private, the board is that of a match in a room; of several, the one that the answer names. */
SCENE_TEST(test_board_in_private_is_that_of_a_match_in_a_room)
{
	scene_begin(scene, "");
	scene_ask(scene, ANN, "show me the board", "#1, round 1: @ann:test (White)");
	scene_begin_between(scene, EVE, ANN, "");
	scene_ask(scene, ANN, "board",
		"#1 (@ann:test \xE2\x80\x93 @bob:test), #2 (@eve:test \xE2\x80\x93 @ann:test)");
	scene_ask(scene, ANN, "2", "#2, round 1: @eve:test (White)");
}

/* In the room, the board has them anyway. */
SCENE_TEST(test_board_in_private_has_the_last_actions)
{
	scene_begin(scene, "first white");
	scene_play(scene);
	scene_assert_said(scene, ROOM, "@ann:test advances ");
	scene_ask(scene, BOB, "what did she play?", "@ann:test advances ");
}

SCENE_TEST(test_board_posted_for_a_command_is_edited_from_then_on)
{
	char board[32];

	scene_begin(scene, "");
	scene_ask_in(scene, ROOM, EVE, "!eg board", "@ann:test is to act.");
	snprintf(board, sizeof(board), "%s", scene_last(scene, ROOM)->event);
	scene_ask(scene, BOB, "board", "@ann:test is to act.");
	scene_ask(scene, EVE, "board", "No match is being played");
	scene_play(scene);
	assert_string_equal(scene_last(scene, ROOM)->edits, board);
}

/* Returns the number of characters of a line. `length` is its number of bytes. */
static size_t columns(const char *line, size_t length)
{
	size_t count = 0;

	for (size_t i = 0; i < length; i++)
		count += ((unsigned char)line[i] & 0xC0) != 0x80;
	return count;
}

/* Copies the strip (the drawing of the piste) out of the HTML, without its tags. */
static void get_strip(const char *html, char strip[1024])
{
	const char *text = strstr(html, "<span ");
	const char *end = strstr(html, "</span><br>");
	struct bot_text out = bot_text_in(strip, 1024);

	if (!text || !end) {
		fail_msg("no strip in %s", html);
		return;
	}
	for (; text < end; text++) {
		if (*text == '<')
			text += strcspn(text, ">");
		else
			bot_text_add_bytes(&out, text, 1);
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

	get_strip(html, strip);
	const char *white = strchr(strip, 'W'), *black = strchr(strip, 'B');

	assert_int_equal(columns(strip, strlen(strip)), EG_SPACES);
	if (!white || !black) {
		fail_msg("a fencer is missing in %s", strip);
		return;
	}
	assert_int_equal(columns(strip, (size_t)(white - strip)) + 1, round->space[EG_WHITE]);
	assert_int_equal(columns(strip, (size_t)(black - strip)) + 1, round->space[EG_BLACK]);
	assert_int_equal(
		strstr(strip, "›") != NULL, white_attacks(round) && eg_round_distance(round) > 1);
}

UNIT_TEST(test_board_strip_is_narrow_and_shows_both_fencers)
{
	for (uint64_t seed = 0; seed < 30; seed++) {
		struct scene *scene = scene_create(seed);

		scene_begin(scene, "to 15");
		for (unsigned i = 0; i < 60 && scene_match(scene, 1).status == BOT_PLAYING; i++) {
			struct eg_match now = scene_state(scene, 1);
			struct eg_action choices[EG_LEGAL_MAX];
			struct eg_view view;
			unsigned place = (i * 7 + (unsigned)seed) % 9;
			char text[2] = {eg_choice_letter(place), '\0'};

			eg_round_view(&now.round, now.round.to_act, &view);
			scene_tell(scene, now.round.to_act == EG_WHITE ? ANN : BOB, text);
			if (scene_events(scene) < 2)
				continue;
			/*
			 * the board shows the round of the action, even if the action has ended
			 * this round
			 */
			assert_true(place < eg_view_choices(&view, choices));
			assert_int_equal(eg_match_play(&now, choices[place]), EG_OK);
			eg_round_view(&now.round, now.round.to_act, &view);
			if (eg_view_lost(&view, &choices[0])) /* a lost round ends by itself */
				assert_int_equal(eg_match_play(&now, choices[0]), EG_OK);
			assert_strip(scene_last(scene, ROOM)->html, &now.round);
		}
		scene_destroy(scene);
	}
}

/* Returns the part of the body above the board. */
static const char *news_of(const struct scene_row *row, char news[512])
{
	const char *board = strstr(row->body, "#1, round ");

	assert_non_null(board);
	snprintf(news, 512, "%.*s", (int)(board - row->body), row->body);
	return news;
}

SCENE_TEST(test_board_has_the_last_three_actions_of_the_round)
{
	char news[512];

	scene_begin(scene, "first white");
	assert_string_equal(news_of(scene_last(scene, ROOM), news), "");
	for (int i = 1; i <= 5; i++) {
		int actions = 0;

		scene_play(scene);
		news_of(scene_last(scene, ROOM), news);
		for (const char *at = strchr(news, '@'); at; at = strchr(at + 1, '@'))
			actions++;
		assert_int_equal(actions, i < 3 ? i : 3);
	}
	/* The actions stay on the board when something else changes it. */
	scene_say(scene, ROOM, EVE, "!eg board");
	assert_non_null(strstr(news_of(scene_last(scene, ROOM), news), "@ann:test "));
	assert_non_null(strstr(news, "@bob:test "));
}

SCENE_TEST(test_board_says_in_the_html_who_stands_where)
{
	scene_begin(scene, "first white");
	assert_non_null(strstr(scene_last(scene, ROOM)->html,
		"</span><br>W 1 \u2014 22 \u2014 23 B \u00B7 pile\u00A015 \u00B7 last "
		"card\u00A0\u2013<br>"
		"<strong>"));
	while (scene_state(scene, 1).rounds == 1)
		scene_play(scene);
	assert_non_null(strstr(scene_last(scene, ROOM)->html, "</span><br>W "));
}

/* Writes what the room must read of a hand, such as "@ann:test held 1 2 2 5.". */
static void write_held(const char *name, const uint8_t hand[EG_VALUES + 1], char text[128])
{
	int length = snprintf(text, 128, "%s held", name);

	for (unsigned value = 1; value <= EG_VALUES; value++)
		for (unsigned i = 0; i < hand[value]; i++)
			length += snprintf(text + length, 128 - (size_t)length, " %u", value);
	snprintf(text + length, 128 - (size_t)length, ".");
}

UNIT_TEST(test_board_shows_both_hands_when_cards_decide)
{
	unsigned decided = 0, others = 0;

	for (uint64_t seed = 0; seed < 40; seed++) {
		struct scene *scene = scene_create(seed);

		scene_begin(scene, "to 15");
		for (unsigned i = 0; i < 25 && scene_state(scene, 1).rounds == 1; i++) {
			struct eg_match now = scene_state(scene, 1);
			struct eg_action legal[EG_LEGAL_MAX];
			char action[EG_ACTION_SIZE], held[128];

			assert_true(eg_round_legal(&now.round, legal) > 0);
			eg_action_print(legal[0], action);
			scene_tell(scene, now.round.to_act == EG_WHITE ? ANN : BOB, action);
			assert_int_equal(eg_match_play(&now, legal[0]), EG_OK);
			const char *body = scene_last(scene, ROOM)->body;
			if (now.round.phase != EG_OVER || now.round.result.reason != EG_CARDS) {
				others += now.round.phase == EG_OVER;
				assert_null(strstr(body, " held "));
				continue;
			}
			decided++;
			write_held(ANN, now.round.hand[EG_WHITE], held);
			assert_non_null(strstr(body, held));
			write_held(BOB, now.round.hand[EG_BLACK], held);
			assert_non_null(strstr(body, held));
		}
		scene_destroy(scene);
	}
	assert_true(decided > 0 && others > 0);
}

SCENE_TEST(test_board_of_a_round_keeps_its_end)
{
	scene_begin(scene, "");
	while (scene_state(scene, 1).rounds == 1)
		scene_play(scene);
	const struct scene_row *row = scene_last(scene, ROOM);
	assert_int_equal(scene_events(scene), 3);
	assert_int_equal(row->kind, BOT_OUT_EDIT);
	assert_non_null(strstr(row->body, "\n#1, round 1: "));
	assert_non_null(strstr(row->body, "Round 2 begins; "));
	scene_play(scene);
	row = scene_last(scene, ROOM);
	assert_int_equal(scene_events(scene), 2);
	assert_int_equal(row->kind, BOT_OUT_MESSAGE);
	assert_non_null(strstr(row->body, "\n#1, round 2: "));
}

SCENE_TEST(test_board_command_takes_a_match_number_without_the_sign)
{
	scene_begin(scene, "");
	scene_begin_between(scene, EVE, ANN, "");
	scene_say(scene, ROOM, ANN, "!eg board 2");
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "#2, round 1"));
	scene_say(scene, ROOM, ANN, "!eg board picture 1");
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_FILE);
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "#1, round 1"));
	scene_ask_in(scene, ROOM, ANN, "!eg board 7", "There is no match #7");
	scene_ask_in(scene, ROOM, ANN, "!eg board 1 2", "!engarde board picture for a picture");
}
