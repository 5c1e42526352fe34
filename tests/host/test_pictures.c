/* The board as a picture: for a command, and in rooms whose moderators want pictures. */
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

SCENE_SET_UP(setup)
{
	scene_begin(scene, "to 2 first white");
}

/* Asserts that the last message to `to` is a picture: a new message or, if `edited`, an edit. */
static const struct scene_row *assert_shown(const struct scene *scene, const char *to, bool edited)
{
	const struct scene_row *row = scene_last(scene, to);

	assert_int_equal(row->kind, edited ? BOT_OUT_EDIT : BOT_OUT_FILE);
	assert_memory_equal(row->file, "\x89PNG\r\n\x1a\n", 8);
	assert_int_equal(row->ring, BOT_QUIET);
	return row;
}

static const struct scene_row *assert_picture(const struct scene *scene, const char *to)
{
	return assert_shown(scene, to, false);
}

/* Returns the last message to `to` that has a picture. */
static const struct scene_row *last_picture(const struct scene *scene, const char *to)
{
	const struct scene_row *found = NULL;

	for (size_t i = scene->mark; i < scene->count; i++)
		if (*scene->row[i].file && strcmp(scene->row[i].to, to) == 0)
			found = &scene->row[i];
	assert_non_null(found);
	return found;
}

/* Whether a later row edits the message of a row of ROOM. */
static bool is_edited_later(const struct scene *scene, size_t row)
{
	const struct scene_row *old = &scene->row[row];
	const char *message = old->kind == BOT_OUT_EDIT ? old->edits : old->event;

	for (size_t i = row + 1; i < scene->count; i++)
		if (strcmp(scene->row[i].edits, message) == 0)
			return true;
	return false;
}

SCENE_TEST_FROM(setup, test_picture_is_posted_with_its_words)
{
	scene_say(scene, ROOM, EVE, "!eg board picture");
	assert_int_equal(scene_events(scene), 1);
	const struct scene_row *row = assert_picture(scene, ROOM);
	assert_non_null(strstr(row->body, "@ann:test (White) is on 1, @bob:test (Black) on 23"));
	assert_non_null(strstr(row->html, "<span "));

	/* When the position changes, the message with the picture becomes the board as text. */
	char picture[32];
	snprintf(picture, sizeof(picture), "%s", row->event);
	scene_play(scene);
	assert_int_equal(scene_events(scene), 2);
	row = scene_last(scene, ROOM);
	assert_int_equal(row->kind, BOT_OUT_EDIT);
	assert_string_equal(row->edits, picture);
	assert_string_equal(row->file, "");
}

SCENE_TEST_FROM(setup, test_picture_for_a_private_command_is_sent_in_private)
{
	scene_tell(scene, BOB, "board picture #1");
	assert_int_equal(scene_events(scene), 1);
	assert_true(assert_picture(scene, BOB)->private);
}

/* Asserts that a row since the mark makes a text of the picture that was sent as `event`. */
static void assert_overtaken(const struct scene *scene, const char *to, const char *event)
{
	for (size_t i = scene->mark; i < scene->count; i++) {
		const struct scene_row *row = &scene->row[i];

		if (strcmp(row->edits, event) != 0)
			continue;
		assert_string_equal(row->to, to);
		assert_string_equal(row->file, "");
		assert_int_equal(row->ring, BOT_QUIET);
		return;
	}
	fail_msg("%s is not edited", event);
}

SCENE_TEST_FROM(setup, test_private_picture_becomes_a_text_when_the_position_changes)
{
	char event[32];

	for (unsigned i = 0; i < 4; i++) {
		const char *asks = i % 2 ? BOB : ANN;

		scene_tell(scene, asks, "board picture");
		assert_int_equal(scene_events(scene), 1);
		snprintf(event, sizeof(event), "%s", assert_picture(scene, asks)->event);
		scene_play(scene);
		assert_int_equal(scene_events(scene), 3);
		assert_overtaken(scene, asks, event);
		scene_play(scene); /* once is enough */
		assert_int_equal(scene_events(scene), 2);
	}
}

SCENE_TEST_FROM(setup, test_private_picture_becomes_a_text_when_the_match_ends)
{
	char event[32];

	scene_tell(scene, ANN, "language de");
	scene_tell(scene, ANN, "brett bild");
	snprintf(event, sizeof(event), "%s", assert_picture(scene, ANN)->event);
	scene_say(scene, ROOM, BOB, "!eg resign yes");
	assert_overtaken(scene, ANN, event);
	assert_string_equal(scene_last(scene, ANN)->body,
		"Hier war ein Bild von #1. brett bild zeigt ein neues.");

	/* The picture of a match that is over is never overtaken. */
	scene_tell(scene, ANN, "brett bild");
	assert_picture(scene, ANN);
	scene_begin_between(scene, ANN, BOB, "");
	scene_tell(scene, ANN, "a #2");
	for (size_t i = scene->mark; i < scene->count; i++)
		assert_true(!scene->row[i].edits[0] || !scene->row[i].private);
}

/* Each place has at most one picture of the position, so few edits remove them all. */
SCENE_TEST_FROM(setup, test_next_picture_in_a_place_replaces_the_one_before)
{
	static const char *const places[] = {ROOM, ANN};
	char event[32];

	for (size_t i = 0; i < 2; i++) {
		for (unsigned k = 0; k < 5; k++) {
			if (i == 0)
				scene_say(scene, ROOM, EVE, "!eg board picture");
			else
				scene_tell(scene, ANN, "board picture");
			assert_int_equal(scene_events(scene), k == 0 ? 1 : 2);
			if (k > 0)
				assert_overtaken(scene, places[i], event);
			snprintf(event, sizeof(event), "%s",
				assert_picture(scene, places[i])->event);
		}
	}
	scene_play(scene);
	assert_int_equal(scene_events(scene), 3);
}

/* A picture that is not the board any more is overtaken, too. */
SCENE_TEST_FROM(setup, test_picture_above_a_new_board_becomes_a_text)
{
	char event[32];

	scene_say(scene, ROOM, EVE, "!eg board picture");
	snprintf(event, sizeof(event), "%s", assert_picture(scene, ROOM)->event);
	scene_say(scene, ROOM, EVE, "!eg board");
	assert_int_equal(scene_events(scene), 1);
	scene_play(scene);
	assert_int_equal(scene_events(scene), 3);
	assert_overtaken(scene, ROOM, event);
	assert_string_equal(scene_last(scene, ROOM)->body,
		"A picture of #1 was here. !engarde board picture shows a new one.");
}

/* Passes a message to the host, but sends nothing. */
static void ask(struct scene *scene, const char *room, const char *user, const char *text)
{
	const struct bot_message message = {.room = room ? room : "!private-ann:test",
		.private = !room,
		.sender = user,
		.text = text};

	scene_handle(scene, &message);
}

/*
 * Players who have asked for a picture get one, even if a rate limit holds it back for some
 * actions.
 */
SCENE_TEST_FROM(setup, test_picture_that_waits_is_drawn_anew)
{
	static const char *const places[] = {ROOM, ANN};

	for (size_t i = 0; i < 2; i++) {
		bool room = i == 0;

		scene->mark = scene->count;
		ask(scene, room ? ROOM : NULL, room ? EVE : ANN,
			room ? "!eg board picture" : "board picture");
		ask(scene, room ? ROOM : NULL, room ? EVE : ANN,
			room ? "!eg board picture" : "board picture");
		ask(scene, ROOM, scene_to_act(scene), "!eg a");
		ask(scene, ROOM, scene_to_act(scene), "!eg a");
		scene_drain(scene);
		size_t pictures = 0;
		char where[32];

		snprintf(where, sizeof(where), "%s (White) is on %d", ANN,
			scene_state(scene, 1).round.space[EG_WHITE]);
		for (size_t k = scene->mark; k < scene->count; k++) {
			const struct scene_row *row = &scene->row[k];

			assert_string_not_equal(row->body,
				"A picture of #1 was here. board picture shows a new one.");
			if (!*row->file)
				continue;
			assert_string_equal(row->to, places[i]);
			assert_int_equal(row->kind, BOT_OUT_FILE);
			assert_non_null(strstr(row->body, where));
			pictures++;
		}
		assert_int_equal(pictures, 1);
	}
}

/*
 * The board is a picture that somebody asked for, and the room wants a picture of each round's end:
 * this is a new message, because many clients don't show a picture again.
 */
SCENE_TEST_FROM(setup, test_picture_of_a_round_end_never_replaces_a_picture)
{
	char event[32];
	bool ended = false;

	scene_say(scene, ROOM, EVE, "!eg board picture on");
	while (!ended) {
		uint16_t rounds = scene_state(scene, 1).rounds;

		scene_wait(scene, HOUR);
		scene_say(scene, ROOM, EVE, "!eg board picture");
		snprintf(event, sizeof(event), "%s", assert_picture(scene, ROOM)->event);
		scene_play(scene);
		ended = scene_state(scene, 1).rounds != rounds;
		assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
		assert_overtaken(scene, ROOM, event);
	}
	assert_int_equal(scene_events(scene), 4);
	for (size_t i = scene->mark; i < scene->count; i++)
		if (*scene->row[i].file)
			assert_int_equal(scene->row[i].kind, BOT_OUT_FILE);
	/* The picture of the round's end stays. */
	size_t end = scene->count;
	scene_play(scene);
	for (size_t i = scene->mark; i < end; i++)
		assert_false(*scene->row[i].file && is_edited_later(scene, i));
}

SCENE_TEST_FROM(setup, test_picture_commands_in_other_languages)
{
	scene_say(scene, ROOM, EVE, "!eg hilfe"); /* the bot offers German once */
	scene_say(scene, ROOM, EVE, "!eg brett bild");
	assert_picture(scene, ROOM);
	scene_ask_in(scene, ROOM, EVE, "!eg pedana immagine s\xC3\xAC",
		"Each round will end with a picture");
}

SCENE_TEST_FROM(setup, test_only_moderators_choose_pictures_for_a_room)
{
	scene_ask_in(scene, ROOM, ANN, "!eg board picture on", "Only moderators");
	scene_ask(scene, EVE, "board picture on", "in the room");
	scene_ask_in(scene, ROOM, EVE, "!eg board picture maybe",
		"Pictures on or off? Write !engarde board picture on");
	scene_ask_in(
		scene, ROOM, EVE, "!eg board photograph", "!engarde board picture for a picture");
	scene_ask_in(scene, ROOM, EVE, "!eg settings", "!engarde board picture \xE2\x80\x93 off");
	scene_ask_in(
		scene, ROOM, EVE, "!eg board picture on", "Each round will end with a picture");
	scene_ask_in(scene, ROOM, EVE, "!eg settings", "!engarde board picture \xE2\x80\x93 on");
	scene_ask_in(scene, ROOM, EVE, "!eg board Picture OFF", "without pictures");
}

/*
 * Sends a letter as the player whose turn it is. Returns whether this action ended a round or the
 * match.
 */
static bool act(struct scene *scene, unsigned choice)
{
	struct eg_match before = scene_state(scene, 1);
	scene_tellf(scene, before.round.to_act == EG_WHITE ? ANN : BOB, "%c",
		eg_choice_letter(choice - 1));
	bool ended = scene_match(scene, 1).status == BOT_ENDED;
	bool over = scene_state(scene, 1).rounds != before.rounds;
	assert_in_range(scene_events(scene), 1, ended ? SCENE_FINISH : over ? 3 : 2);
	return ended || over;
}

/* Asserts that the room sees pictures only of rounds that are over. */
static void assert_no_old_picture(const struct scene *scene)
{
	for (size_t i = 0; i < scene->count; i++)
		if (*scene->row[i].file && !is_edited_later(scene, i))
			assert_non_null(strstr(scene->row[i].body, " begins; "));
}

SCENE_TEST_FROM(setup, test_rounds_and_the_match_end_with_a_picture)
{
	unsigned rounds = 0, actions = 0;
	bool first = false;

	scene_say(scene, ROOM, EVE, "!eg board picture on");
	while (scene_match(scene, 1).status == BOT_PLAYING && actions < 400) {
		bool over = act(scene, 1);
		const struct scene_row *row = scene_last(scene, ROOM);

		actions++;
		if (scene_match(scene, 1).status == BOT_ENDED)
			break;
		if (over) {
			rounds++;
			assert_int_equal(scene_events(scene), 3);
			assert_non_null(strstr(assert_shown(scene, ROOM, true)->body, "is to act"));
		} else {
			assert_int_equal(row->kind, first ? BOT_OUT_MESSAGE : BOT_OUT_EDIT);
			assert_string_equal(row->file, "");
		}
		assert_no_old_picture(scene);
		first = over;
	}
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	assert_true(rounds > 0);
	assert_int_equal(scene_events(scene), SCENE_FINISH);
	/* The last board is a picture, and the finish is a text. */
	assert_string_equal(scene_last(scene, ROOM)->file, "");
	assert_non_null(strstr(scene_last(scene, ROOM)->body, " wins #1 against "));
	const struct scene_row *board = last_picture(scene, ROOM);
	assert_int_equal(board->kind, BOT_OUT_EDIT);
	assert_int_equal(board->ring, BOT_QUIET);
	assert_null(strstr(board->body, "is to act"));
}

/* As the end of a round, the end of a match never replaces a picture that people have got. */
SCENE_TEST_FROM(setup, test_picture_of_the_end_never_replaces_a_picture)
{
	char event[32];

	scene_say(scene, ROOM, EVE, "!eg board picture on");
	scene_say(scene, ROOM, EVE, "!eg board picture");
	snprintf(event, sizeof(event), "%s", assert_picture(scene, ROOM)->event);
	scene_say(scene, ROOM, BOB, "!eg resign yes");
	assert_overtaken(scene, ROOM, event);
	assert_int_equal(last_picture(scene, ROOM)->kind, BOT_OUT_FILE);
	assert_int_equal(scene_events(scene), SCENE_FINISH + 1);
}

/* The picture of the end stays, even if somebody had asked for it before the match ended. */
SCENE_TEST_FROM(setup, test_picture_of_the_end_stays)
{
	scene_say(scene, ROOM, EVE, "!eg board picture on");
	scene->mark = scene->count;
	ask(scene, ROOM, EVE, "!eg board picture");
	ask(scene, ROOM, BOB, "!eg resign yes");
	scene_drain(scene);
	const struct scene_row *end = last_picture(scene, ROOM);
	assert_int_equal(end->kind, BOT_OUT_FILE);
	size_t row = (size_t)(end - scene->row);
	scene_say(scene, ROOM, EVE, "!eg board picture #1");
	assert_false(is_edited_later(scene, row));
}

SCENE_TEST_FROM(setup, test_match_begins_with_one_picture)
{
	size_t pictures = 0;

	scene_say(scene, ROOM, EVE, "!eg board picture on");
	scene_begin_between(scene, EVE, BOB, "");
	for (size_t i = scene->mark; i < scene->count; i++)
		pictures += scene->row[i].kind == BOT_OUT_FILE;
	assert_int_equal(pictures, 1);
	assert_int_equal(scene_events(scene), 3);
	assert_picture(scene, ROOM);
}
