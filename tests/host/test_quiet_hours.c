/* Quiet hours: the command `quiet`, and when the bot rings for a turn that begins in them. */
#include "bot/store/store.h"
#include "bot/text/lang.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

/*
 * Begins a scene at 23:00 UTC on a day in January, with a match of ANN and BOB by this clock, in
 * which it is the turn of the returned player. The other one has quiet hours from 22 to 8.
 */
static const char *begin_at_night(struct scene *scene, const char *terms)
{
	const char *user, *other;

	scene->now = 10 * DAY + 23 * HOUR;
	scene_begin(scene, terms);
	user = scene_to_act(scene);
	other = strcmp(user, ANN) == 0 ? BOB : ANN;
	scene_ask(scene, other, "quiet 22-8", "From 22:00 to 8:00 in your time zone (UTC)");
	return user;
}

static const char *opponent(const char *user)
{
	return strcmp(user, ANN) == 0 ? BOB : ANN;
}

/* Returns how many messages to the user have rung since the mark. */
static size_t count_rings(const struct scene *scene, const char *user)
{
	size_t rings = 0;

	for (size_t i = scene->mark; i < scene->count; i++) {
		const struct scene_row *row = &scene->row[i];

		if (row->kind == BOT_OUT_MESSAGE && row->ring == BOT_RING &&
			(row->private ? strcmp(row->to, user) == 0
				      : strstr(row->mention, user) != NULL))
			rings++;
	}
	return rings;
}

SCENE_TEST(test_turn_comes_silently_and_rings_when_the_hours_end)
{
	const char *other = opponent(begin_at_night(scene, "clock 1d"));

	scene_play(scene);
	assert_int_equal(count_rings(scene, other), 0);
	assert_int_equal(scene_last(scene, other)->ring, BOT_QUIET);
	scene_assert_said(scene, other, "a. ");
	scene_wait(scene, 8 * HOUR + 59 * MINUTE); /* until 7:59 */
	assert_int_equal(count_rings(scene, other), 0);
	scene_wait(scene, 2 * MINUTE);
	assert_int_equal(count_rings(scene, other), 1);
	scene_assert_rings(scene, other, "left to act against");
}

SCENE_TEST(test_opponent_hears_only_that_it_is_silent)
{
	const char *user = begin_at_night(scene, "clock 1d");

	scene_play(scene);
	scene_drain_optional(scene);
	scene_assert_said(scene, user, "no ring at this hour, the clock runs");
	for (size_t i = 0; i < scene->count; i++)
		if (strcmp(scene->row[i].to, user) == 0)
			assert_null(strstr(scene->row[i].body, "8:00"));
}

SCENE_TEST(test_ring_comes_once_after_a_restart)
{
	const char *other = opponent(begin_at_night(scene, "clock 1d"));

	scene_play(scene);
	scene_restart(scene, SECOND);
	scene_wait(scene, 9 * HOUR + MINUTE);
	assert_int_equal(count_rings(scene, other), 1);
	scene_restart(scene, SECOND);
	scene_wait(scene, HOUR);
	assert_int_equal(count_rings(scene, other), 0);
}

SCENE_TEST(test_nobody_is_rung_who_has_acted)
{
	const char *other = opponent(begin_at_night(scene, "clock 1d"));

	scene_play(scene);
	scene_play(scene);
	scene_wait(scene, 9 * HOUR + MINUTE);
	assert_int_equal(count_rings(scene, other), 0);
}

/* A clock of eight hours ends at 7:00, so the bot rings at 6:00. Reminders before that wait. */
SCENE_TEST(test_ring_is_early_enough_to_act)
{
	const char *other = opponent(begin_at_night(scene, "clock 8h"));

	scene_play(scene);
	scene_wait(scene, 6 * HOUR + 58 * MINUTE);
	assert_int_equal(count_rings(scene, other), 0);
	scene_wait(scene, 4 * MINUTE);
	assert_int_equal(count_rings(scene, other), 1);
	scene_assert_rings(scene, other, "left to act against");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

/* A reminder that falls into the night waits for the morning. */
SCENE_TEST(test_reminders_wait)
{
	const char *other = opponent(begin_at_night(scene, "clock 2d"));

	scene_wait(scene, 4 * HOUR);
	scene_tell(scene, other, "quiet off");
	scene_play(scene);
	scene_tell(scene, other, "quiet 22-8"); /* it is 3:00 */
	scene_wait(scene, 24 * HOUR + 2 * MINUTE);
	assert_int_equal(count_rings(scene, other), 0);
	scene_wait(scene, 5 * HOUR);
	assert_int_equal(count_rings(scene, other), 1);
	scene_assert_rings(scene, other, "left to act against");
}

SCENE_TEST(test_short_clocks_ring_at_once)
{
	const char *user = begin_at_night(scene, "clock 5m"), *other = opponent(user);

	scene_play(scene);
	assert_int_equal(count_rings(scene, other), 1);
	scene_drain_optional(scene);
	assert_null(strstr(scene_last(scene, user)->body, "no ring"));
}

SCENE_TEST(test_match_without_a_clock_rings_in_the_morning)
{
	const char *other = opponent(begin_at_night(scene, "clock none"));

	scene_play(scene);
	assert_int_equal(count_rings(scene, other), 0);
	scene_wait(scene, 9 * HOUR + MINUTE);
	assert_int_equal(count_rings(scene, other), 1);
	scene_assert_rings(scene, other, "waits for you to act.");
}

SCENE_TEST(test_hours_are_in_the_zone_of_the_player)
{
	const char *other = opponent(begin_at_night(scene, "clock 1d"));

	scene_tell(scene, other, "timezone tokyo"); /* it is 8:00 there */
	scene_play(scene);
	assert_int_equal(count_rings(scene, other), 1);
}

/* Challenges and ends of matches mention nobody who sleeps. */
SCENE_TEST(test_rooms_mention_only_the_others)
{
	const char *user = begin_at_night(scene, "clock 1d"), *other = opponent(user);

	scene_tell(scene, user, "resign yes");
	assert_int_equal(count_rings(scene, other), 0);
	assert_true(count_rings(scene, user) > 0);
	scene_say(scene, ROOM, EVE,
		strcmp(other, ANN) == 0 ? "!eg challenge @ann:test" : "!eg challenge @bob:test");
	scene_assert_said(scene, ROOM, "challenges");
	assert_int_equal(count_rings(scene, other), 0);
}

/* Ends the match, and lets EVE challenge the player who has quiet hours; it is 23:00. */
static const char *challenge_at_night(struct scene *scene)
{
	const char *user = begin_at_night(scene, "clock 1d"), *other = opponent(user);

	scene_tell(scene, user, "resign yes");
	scene_say(scene, ROOM, EVE,
		strcmp(other, ANN) == 0 ? "!eg challenge @ann:test" : "!eg challenge @bob:test");
	assert_int_equal(count_rings(scene, other), 0);
	return other;
}

SCENE_TEST(test_challenge_rings_when_the_hours_end)
{
	const char *other = challenge_at_night(scene);

	scene_give_private_rooms(scene);
	scene_wait(scene, 8 * HOUR + 59 * MINUTE);
	assert_int_equal(count_rings(scene, other), 0);
	scene_restart(scene, SECOND);
	scene_wait(scene, 2 * MINUTE);
	assert_int_equal(count_rings(scene, other), 1);
	scene_assert_rings(scene, other, "the challenge #2 from @eve:test waits for your answer");
	scene_wait(scene, DAY);
	assert_int_equal(count_rings(scene, other), 0);
}

SCENE_TEST(test_answered_challenge_does_not_ring)
{
	const char *other = challenge_at_night(scene);

	scene_tell(scene, other, "decline");
	scene_wait(scene, 9 * HOUR + MINUTE);
	assert_int_equal(count_rings(scene, other), 0);
}

/* Who accepts at night gets the cards in the morning with a ring, and the challenge is silent. */
SCENE_TEST(test_accepted_challenge_rings_as_a_match)
{
	const char *other = challenge_at_night(scene);

	scene_tell(scene, other, "accept");
	scene_wait(scene, 9 * HOUR + MINUTE);
	for (size_t i = scene->mark; i < scene->count; i++)
		assert_null(strstr(scene->row[i].body, "waits for your answer"));
}

SCENE_TEST(test_longer_hours_delay_the_challenge)
{
	const char *other = challenge_at_night(scene);

	scene_tell(scene, other, "quiet 22-10");
	scene_wait(scene, 9 * HOUR + MINUTE);
	assert_int_equal(count_rings(scene, other), 0);
	scene_wait(scene, 2 * HOUR);
	assert_int_equal(count_rings(scene, other), 1);
}

/* Somebody without a private room is mentioned in the room. */
SCENE_TEST(test_challenge_rings_in_the_room)
{
	scene->now = 10 * DAY + 23 * HOUR;
	scene_say(scene, ROOM, BOB, "!eg quiet 22-8");
	scene_say(scene, ROOM, EVE, "!eg challenge @bob:test");
	assert_int_equal(count_rings(scene, BOB), 0);
	scene_wait(scene, 9 * HOUR + MINUTE);
	assert_int_equal(count_rings(scene, BOB), 1);
	scene_assert_said(scene, ROOM, "@bob:test: the challenge #1 from @eve:test waits");
	scene_assert_said(scene, ROOM, "!engarde accept #1");
}

SCENE_TEST(test_poll_is_a_list_at_night)
{
	const char *other = opponent(begin_at_night(scene, "clock 1d"));

	scene_tell(scene, other, "choices poll");
	scene_play(scene);
	assert_string_equal(scene_last(scene, other)->choices, "");
}

SCENE_TEST(test_answers)
{
	static const char *const cases[][2] = {
		{"quiet", "At any hour, your turn makes your device ring."},
		{"quiet", "from 22:00 to 8:00 in your time zone (UTC)"},
		{"quiet", "I don't know your time zone, so these hours are in UTC."},
		{"quiet 22:30-7", "From 22:30 to 7:00 in your time zone (UTC)"},
		{"quiet 10pm to 7:15am", "From 22:00 to 7:15"},
		{"quiet 0-24", "Write two times of day"},
		{"quiet 25-7", "Write two times of day"},
		{"quiet tonight", "Write two times of day"},
		{"quiet 22-8-9", "Write two times of day"},
		{"settings", "quiet \xE2\x80\x93 22:00-7:15"},
		{"timezone berlin", "Europe/Berlin"},
		{"quiet", "From 22:00 to 7:15 in your time zone (Europe/Berlin)"},
		{"quiet never", "Your device rings at any hour again."},
		{"quiet off", "Your device rings at any hour again."},
		{"quiet", "At any hour"},
		{"ruhe 23-6", "From 23:00 to 6:00"},
		{"no pings between 11 and 7", "From 23:00 to 7:00"},
		{"quiet from 12 at night to 8 in the morning", "From 0:00 to 8:00"},
		{"nada de avisos de las 11 de la noche a las 7", "From 23:00 to 7:00"},
	};

	scene_tell(scene, ANN, "language en");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		scene_ask(scene, ANN, cases[i][0], cases[i][1]);
}

/* Whoever wants to be left alone reads what else makes the bot write, and each of it works. */
SCENE_TEST(test_help_says_how_to_hear_less)
{
	static const struct {
		const char *language, *asks, *commands[4];
	} cases[] = {
		{"en", "help quiet", {"games", "resign", "decline all", "notify off"}},
		{"de", "hilfe ruhe", {"partien", "aufgeben", "ablehnen alle", "melden aus"}},
		{"es", "ayuda silencio", {"partidas", "rendirse", "rechazar todos", "avisar no"}},
		{"fr", "aide silence", {"parties", "abandonner", "refuser tous", "alertes non"}},
		{"it", "aiuto silenzio", {"partite", "resa", "rifiuta tutte", "avvisa no"}},
		{"ja", "\u30D8\u30EB\u30D7 \u304A\u3084\u3059\u307F",
			{"\u5BFE\u5C40", "\u6295\u4E86", "\u65AD\u308B \u5168\u90E8",
				"\u901A\u77E5 \u30AA\u30D5"}},
		{"nl", "help stilte", {"partijen", "opgeven", "afwijzen alle", "melden uit"}},
	};
	static const enum bot_msg answers[] = {BOT_MSG_NO_MATCH, BOT_MSG_NO_MATCH,
		BOT_MSG_NO_CHALLENGE, BOT_MSG_NOTIFY_OFF_EVERYWHERE};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		scene_tellf(scene, ANN, "language %s", cases[i].language);
		const struct bot_lang *lang = bot_lang_find(cases[i].language);
		for (size_t j = 0; j < 4; j++) {
			char begin[17];

			scene_ask(scene, ANN, cases[i].asks, cases[i].commands[j]);
			snprintf(begin, sizeof(begin), "%.*s",
				(int)strcspn(lang->messages[answers[j]], "`{,"),
				lang->messages[answers[j]]);
			scene_ask(scene, ANN, cases[i].commands[j], begin);
		}
	}
}
