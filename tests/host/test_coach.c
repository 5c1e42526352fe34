/* The coach speaks to players who have not finished a match, unless they choose otherwise. */
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define SAFE "Coach: Too far for an attack: it reaches 10 at most."

static bool said(const struct scene *scene, const char *user, const char *part)
{
	return strstr(scene_last(scene, user)->body, part);
}

/* Copies the part of the text between two others. */
static void copy_between(const char *text, const char *start, const char *end, char part[64])
{
	const char *from = strstr(text, start);

	assert_non_null(from);
	from += strlen(start);
	const char *to = strstr(from, end);

	assert_non_null(to);
	assert_in_range(to - from, 1, 63);
	memcpy(part, from, (size_t)(to - from));
	part[to - from] = '\0';
}

static bool recommended(const struct scene *scene, const char *user)
{
	return said(scene, user, "I would play ") || said(scene, user, " about equally good.");
}

/* Adds a match of Ann and Bob that has ended in this way. */
static void add_ended(struct scene *scene, enum bot_ending ending, enum eg_seat winner, bool rated)
{
	struct bot_match match = {.status = BOT_ENDED,
		.ending = ending,
		.room = ROOM,
		.player = {ANN, BOB},
		.winner = winner,
		.rated = rated,
		.ended = 1,
		.rules = {{EG_ADVANCED, EG_FINAL_POSITION}, 3, EG_WHITE, {0}}};

	SCENE_HOST(scene, bot_store_match_add(scene->store, &match));
}

SCENE_TEST(test_coach_explains_the_turns_of_a_newcomer)
{
	scene_tell(scene, ANN, "practice");
	assert_true(said(scene, ANN, SAFE));
	assert_true(said(scene, ANN, "(coach off ends these explanations.)"));
	scene_tell(scene, ANN, "a");
	assert_true(said(scene, ANN, "\nCoach: "));
	assert_false(said(scene, ANN, "coach off"));
	/* the coach's sentence follows the list of the choices */
	assert_true(strstr(scene_last(scene, ANN)->body, "Coach: ") >
		    strstr(scene_last(scene, ANN)->body, "\na. "));
}

SCENE_TEST(test_coach_speaks_only_in_private_and_on_the_players_turn)
{
	scene_begin(scene, "first white");
	assert_true(said(scene, ANN, SAFE));
	scene_tell(scene, BOB, "hand");
	assert_true(said(scene, BOB, "waiting for"));
	assert_false(said(scene, BOB, "Coach"));
	scene_play(scene);
	assert_true(said(scene, BOB, "Coach: "));
	for (int i = 0; i < 6; i++)
		scene_play(scene);
	for (size_t i = 0; i < scene->count; i++)
		if (!scene->row[i].private)
			assert_null(strstr(scene->row[i].body, "Coach"));
}

/*
 * Whether the coach gives a reason: `rest` is what follows the action. Then the hint, which ends
 * with the sentence, gives the same reason.
 */
static bool gives_reason(const char *rest, const char *hint)
{
	char reason[256];

	snprintf(reason, sizeof(reason), "%.*s", (int)strcspn(rest, "."), rest);
	if (strncmp(reason, ": ", 2) != 0)
		return false;
	assert_non_null(strstr(hint, reason));
	return true;
}

/* Plays a practice match by the hints. Each time, the coach has recommended the same before. */
SCENE_TEST(test_coach_recommends_in_practice_what_hint_names)
{
	unsigned turns = 0, reasons = 0;

	scene_tell(scene, ANN, "practice fencer to 1");
	while (scene_match(scene, 1).status == BOT_PLAYING) {
		char words[64], action[64];
		char hand[4096];
		bool chooses = recommended(scene, ANN);

		snprintf(hand, sizeof(hand), "%s", scene_last(scene, ANN)->body);
		scene_tell(scene, ANN, "hint");
		copy_between(scene_last(scene, ANN)->body, "would play ", " (", words);
		copy_between(scene_last(scene, ANN)->body, " (", ")", action);
		if (chooses) {
			turns++;
			const char *named = strstr(strstr(hand, "\nCoach: "), words);

			assert_non_null(named);
			reasons +=
				gives_reason(named + strlen(words), scene_last(scene, ANN)->body);
		}
		scene_tell(scene, ANN, action);
	}
	assert_true(turns > 2 && reasons > 0);
}

/* In a match between people a recommendation would be unfair. */
SCENE_TEST(test_coach_recommends_nothing_between_people)
{
	scene_begin(scene, "first white");
	for (int i = 0; i < 8; i++) {
		const char *user = scene_to_act(scene);

		assert_true(said(scene, user, "\nCoach: "));
		assert_false(recommended(scene, user));
		scene_play(scene);
	}
}

SCENE_TEST(test_coach_is_silent_after_the_first_finished_match)
{
	/* these matches do not count as finished */
	add_ended(scene, BOT_STOPPED, EG_NOBODY, false);
	add_ended(scene, BOT_RESIGNED, EG_BLACK, false);
	scene_begin(scene, "first white");
	assert_true(said(scene, ANN, SAFE));
	add_ended(scene, BOT_RESIGNED, EG_BLACK, true);
	scene_tell(scene, ANN, "hand");
	assert_false(said(scene, ANN, "Coach"));
	scene_play(scene);
	assert_false(said(scene, BOB, "Coach"));
}

SCENE_TEST(test_coach_is_silent_after_a_practice_match_to_the_last_touch)
{
	scene_tell(scene, ANN, "practice novice to 1");
	for (int i = 0; scene_match(scene, 1).status == BOT_PLAYING; i++) {
		assert_true(said(scene, ANN, "Coach: "));
		scene_tell(scene, ANN, "a");
	}
	assert_int_equal(scene_match(scene, 1).ending, BOT_WON);
	scene_tell(scene, ANN, "practice");
	assert_false(said(scene, ANN, "Coach"));
}

SCENE_TEST(test_coach_says_once_that_it_has_ended)
{
	static const char end[] = "I no longer explain your turns. coach on brings that back.";

	add_ended(scene, BOT_RESIGNED, EG_BLACK, true);
	scene_tell(scene, BOB, "coach off");
	scene_begin(scene, "first white");
	assert_true(said(scene, ANN, end));
	scene_tell(scene, ANN, "hand");
	assert_false(said(scene, ANN, end));
	scene_play(scene); /* Bob has turned the coach off himself */
	assert_false(said(scene, BOB, end));
	scene_play(scene);
	assert_false(said(scene, ANN, end));
	scene_tell(scene, ANN, "coach on");
	scene_tell(scene, ANN, "hand");
	assert_false(said(scene, ANN, end));
}

SCENE_TEST(test_coach_is_turned_off_and_on)
{
	scene_ask(scene, ANN, "coach off", "I no longer explain your turns.");
	scene_ask(scene, ANN, "settings", "coach \xE2\x80\x93 off");
	scene_begin(scene, "first white");
	assert_false(said(scene, ANN, "Coach"));
	add_ended(scene, BOT_WON, EG_WHITE, true);
	scene_say(scene, ROOM, ANN, "!eg Trainer an");
	scene_assert_answer(scene, ANN, "From now on I explain each of your turns");
	scene_tell(scene, ANN, "hand");
	assert_true(said(scene, ANN, SAFE));
	scene_tell(scene, BOB, "settings");
	scene_assert_answer(scene, BOB, "coach \xE2\x80\x93 off"); /* Bob has finished a match */
	scene_ask(scene, ANN, "coach", "Write coach on or coach off.");
	scene_ask(scene, ANN, "coach maybe", "Write coach on or coach off.");
}

SCENE_TEST(test_coach_speaks_the_language_of_the_player)
{
	scene_tell(scene, ANN, "language de");
	scene_tell(scene, BOB, "language it");
	scene_begin(scene, "first white");
	assert_true(said(scene, ANN, "Trainer: Zu weit f\xC3\xBCr einen Angriff"));
	scene_play(scene);
	assert_true(said(scene, BOB, "Allenatore: Troppo lontano per un affondo"));
}

SCENE_TEST(test_coach_is_in_no_poll)
{
	scene_tell(scene, ANN, "choices poll");
	scene_begin(scene, "first white");
	assert_false(said(scene, ANN, "Coach"));
	assert_non_null(strstr(scene_last(scene, ANN)->choices, "advance"));
	assert_null(strstr(scene_last(scene, ANN)->choices, "Coach"));
}
