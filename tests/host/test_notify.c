/* The command "notify": people who have asked for it hear of open challenges. */
#include "bot/show/notification.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define CAT "@cat:test"

/*
 * Begins a scene in which ANN, BOB, CAT and EVE are in every room. The clocks show an hour in the
 * afternoon.
 */
SCENE_SET_UP(set_up)
{
	static const char *const users[] = {ANN, BOB, CAT, EVE};

	for (size_t i = 0; i < sizeof(users) / sizeof(*users); i++) {
		scene_set_person(scene, i, users[i], users[i] + 1);
	}
	scene->now = DAY + 14 * HOUR;
}

/*
 * Asserts that the last message to the room rings for `user`, and that the message before it is an
 * open challenge, which rings for nobody.
 */
static void assert_tells(const struct scene *scene, const char *room, const char *user)
{
	const struct scene_row *challenge = scene_before(scene, scene_last(scene, room));

	assert_non_null(strstr(challenge->body, "challenges anybody here"));
	assert_int_equal(challenge->ring, BOT_QUIET);
	assert_string_equal(challenge->mention, "");
	scene_assert_said(scene, room, "asked to hear of this challenge.");
	scene_assert_said(scene, room, user);
	assert_int_equal(scene_last(scene, room)->ring, BOT_RING);
	assert_string_equal(scene_last(scene, room)->mention, user);
}

/* Makes an open challenge, and asserts that it tells nobody. */
static void assert_tells_nobody(struct scene *scene, const char *room, const char *user)
{
	scene_say(scene, room, user, "!eg challenge");
	scene_assert_said(scene, room, "challenges anybody here");
	assert_null(strstr(scene_last(scene, room)->body, "asked to hear"));
	assert_int_equal(scene_last(scene, room)->ring, BOT_QUIET);
	assert_string_equal(scene_last(scene, room)->mention, "");
}

SCENE_TEST_FROM(set_up, test_open_challenge_tells_who_asked)
{
	scene_ask_in(scene, ROOM, BOB, "!eg notify on",
		"When somebody here wants a match, I'll mention you: at");
	scene_say(scene, ROOM, ANN, "!eg challenge");
	assert_tells(scene, ROOM, BOB);
}

SCENE_TEST_FROM(set_up, test_nobody_is_told_twice_in_an_hour)
{
	scene_say(scene, ROOM, BOB, "!eg notify on");
	scene_say(scene, ROOM, ANN, "!eg challenge");
	assert_tells(scene, ROOM, BOB);
	scene_say(scene, ROOM, ANN, "!eg cancel");
	assert_tells_nobody(scene, ROOM, CAT);
	/* nor in another room */
	scene_say(scene, "!yard:test", BOB, "!eg notify on");
	assert_tells_nobody(scene, "!yard:test", ANN);
	scene_wait(scene, HOUR);
	scene_say(scene, ROOM, ANN, "!eg challenge");
	assert_tells(scene, ROOM, BOB);
}

SCENE_TEST_FROM(set_up, test_other_challenges_tell_only_the_challenged)
{
	scene_say(scene, ROOM, BOB, "!eg notify on");
	scene_say(scene, ROOM, ANN, "!eg challenge @cat");
	assert_string_equal(scene_last(scene, ROOM)->mention, CAT);
	assert_null(strstr(scene_last(scene, ROOM)->body, "asked to hear"));
	assert_tells_nobody(scene, ROOM, BOB); /* nobody hears of their own challenge */
	assert_tells_nobody(scene, "!yard:test", ANN);
}

SCENE_TEST_FROM(set_up, test_players_are_not_disturbed)
{
	scene_say(scene, ROOM, BOB, "!eg notify on");
	scene_begin(scene, "to 1 clock 1h");
	assert_tells_nobody(scene, ROOM, EVE);
	while (scene_match(scene, 1).status == BOT_PLAYING)
		scene_play(scene);
	scene_say(scene, ROOM, BOB, "!eg practice"); /* the bot also tells people who practise */
	scene_say(scene, ROOM, CAT, "!eg challenge");
	assert_tells(scene, ROOM, BOB);
}

/* A match with days for each turn leaves time for another one. */
SCENE_TEST_FROM(set_up, test_players_of_slow_matches_are_told)
{
	scene_say(scene, ROOM, BOB, "!eg notify on");
	scene_begin(scene, "clock 1d");
	scene_say(scene, ROOM, CAT, "!eg challenge");
	assert_tells(scene, ROOM, BOB);
}

SCENE_TEST_FROM(set_up, test_hours_are_kept)
{
	scene_ask_in(scene, ROOM, BOB, "!eg notify 15-18",
		"I'll mention you from 15 to 18 o'clock (UTC):");
	assert_tells_nobody(scene, ROOM, ANN);
	scene_wait(scene, HOUR);
	scene_say(scene, ROOM, EVE, "!eg challenge");
	assert_tells(scene, ROOM, BOB);
	scene_ask_in(scene, ROOM, BOB, "!eg notify", "from 15 to 18 o'clock (UTC)");
}

/* It is 14:00 in UTC, and 22:00 in Singapore. */
SCENE_TEST_FROM(set_up, test_hours_are_in_the_zone_of_the_person)
{
	scene_say(scene, ROOM, BOB, "!eg notify 20-23");
	assert_tells_nobody(scene, ROOM, ANN);
	scene_say(scene, ROOM, ANN, "!eg cancel");
	scene_tell(scene, BOB, "timezone singapore");
	scene_ask_in(scene, ROOM, BOB, "!eg notify", "from 20 to 23 o'clock (Asia/Singapore)");
	scene_say(scene, ROOM, ANN, "!eg challenge");
	assert_tells(scene, ROOM, BOB);
	scene_say(scene, ROOM, ANN, "!eg cancel");
	scene_wait(scene, HOUR); /* it is 23:00 there */
	assert_tells_nobody(scene, ROOM, ANN);
}

/* People who sleep keep nobody else from being told, however many they are. */
SCENE_TEST_FROM(set_up, test_sleepers_do_not_hide_others)
{
	const struct bot_notify_limits morning = {.from = 3, .to = 4};
	char user[32];

	for (int i = 0; i < 200; i++) {
		snprintf(user, sizeof(user), "@a%d:test", i);
		SCENE_HOST(scene, bot_notify_list_add(scene->store, ROOM, user, &morning));
	}
	scene_say(scene, ROOM, BOB, "!eg notify on");
	scene_say(scene, ROOM, ANN, "!eg challenge");
	assert_tells(scene, ROOM, BOB);
}

SCENE_TEST_FROM(set_up, test_quiet_hours_hold_for_challenges)
{
	scene_say(scene, ROOM, BOB, "!eg notify on");
	scene_tell(scene, BOB, "quiet 13-15");
	assert_tells_nobody(scene, ROOM, ANN);
	scene_say(scene, ROOM, ANN, "!eg cancel");
	scene_wait(scene, HOUR);
	scene_say(scene, ROOM, ANN, "!eg challenge");
	assert_tells(scene, ROOM, BOB);
}

UNIT_TEST_FROM(set_up, scene_teardown, test_hours_may_pass_midnight)
{
	const struct bot_notify_limits night = {.from = 22, .to = 2}, day = {.from = 2, .to = 22},
				       all = {.from = 5, .to = 5};

	for (int hour = 0; hour < 24; hour++) {
		bool is_night = hour >= 22 || hour < 2;

		assert_int_equal(bot_notification_is_hour(&night, 3 * DAY + hour * HOUR), is_night);
		assert_int_equal(bot_notification_is_hour(&day, 3 * DAY + hour * HOUR), !is_night);
		assert_true(bot_notification_is_hour(&all, 3 * DAY + hour * HOUR));
	}
}

SCENE_TEST_FROM(set_up, test_hours_are_read_as_people_write_them)
{
	static const struct {
		const char *text, *answer;
	} cases[] = {
		{"notify 18-23", "from 18 to 23 o'clock"},
		{"notify on 18:00-23:00", "from 18 to 23 o'clock"},
		{"notify 8h-9h", "from 8 to 9 o'clock"},
		{"notify 6pm-11pm", "from 18 to 23 o'clock"},
		{"notify 6-11pm", "from 18 to 23 o'clock"},
		{"notify from 6 pm to 11 pm", "from 18 to 23 o'clock"},
		{"notify on 6 pm - 11 pm", "from 18 to 23 o'clock"},
		{"notify never", "I won't mention you"},
		{"notify 22-0", "from 22 to 24 o'clock"},
		{"notify 22-24", "from 22 to 24 o'clock"},
		{"notify 0-24", "I'll mention you there: at most"},
		{"notify 18-25", "Shall I mention you"},
		{"notify 18-18", "Shall I mention you"},
		{"notify 18-", "Shall I mention you"},
		{"notify 18-23x", "Shall I mention you"},
		{"notify 18:30-23", "Shall I mention you"},
		{"notify off 18-23", "Shall I mention you"},
		{"notify sometimes", "Shall I mention you"},
		{"notify to", "Shall I mention you"},
		{"notify 1-2-3", "Shall I mention you"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		scene_ask(scene, BOB, cases[i].text, cases[i].answer);
}

#define RATINGS "I'll mention you there, if their rating is from 1400 to 1700: at most"

SCENE_TEST_FROM(set_up, test_ratings_are_read_as_people_write_them)
{
	static const char *const same[] = {"1400-1700", "1400 - 1700", "1400 to 1700",
		"from 1400 to 1700", "1400\u20131700", "on 1400-1700", "rating 1400-1700"};
	static const char *const both[] = {"18-23 1400-1700", "1400-1700 18-23",
		"from 6 pm to 11 pm, rating from 1400 to 1700", "18:00-23:00 and 1400-1700"};
	static const char *const wrong[] = {"1700-1400", "1400", "1400-", "-1700", "1400-4001",
		"1400-17", "99-1700", "1400-1400", "1400-1500 1600-1700", "1400-1700x",
		"18446744073709551634-23", "18-23 1700-1400"};
	for (size_t i = 0; i < sizeof(same) / sizeof(*same); i++) {
		scene_tellf(scene, BOB, "notify %s", same[i]);
		scene_assert_answer(scene, BOB, RATINGS);
	}
	for (size_t i = 0; i < sizeof(both) / sizeof(*both); i++) {
		scene_tellf(scene, BOB, "notify %s", both[i]);
		scene_assert_answer(
			scene, BOB, "from 18 to 23 o'clock (UTC), if their rating is from");
	}
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		scene_tellf(scene, BOB, "notify %s", wrong[i]);
		scene_assert_answer(scene, BOB, "I don't understand these ratings.");
	}
	scene_ask(scene, BOB, "notify someday 1400-1700", "Shall I mention you");
	scene_ask(
		scene, BOB, "notify", "from 18 to 23 o'clock (UTC), if their rating is from 1400");
}

/* Hours change no ratings, and ratings no hours. Only "on" is for all of them. */
SCENE_TEST_FROM(set_up, test_ratings_and_hours_stay_until_they_are_named)
{
	scene_tell(scene, BOB, "notify 1400-1700");
	scene_ask(
		scene, BOB, "notify 18-23", "18 to 23 o'clock (UTC), if their rating is from 1400");
	scene_ask(scene, BOB, "notify 0-24", RATINGS);
	scene_tell(scene, BOB, "notify 18-23");
	scene_ask(scene, BOB, "notify 900-1200", "(UTC), if their rating is from 900 to 1200:");
	scene_ask(scene, BOB, "notify on 7-8", "from 7 to 8 o'clock (UTC): at most");
	scene_ask(scene, BOB, "notify on", "I'll mention you there: at most");
}

SCENE_TEST_FROM(set_up, test_only_challengers_of_these_ratings_are_told_of)
{
	const struct bot_rating strong = {{1700.6, 60, 0.06}, 20, 10, 5, 0, 0};

	SCENE_HOST(scene, bot_rating_set(scene->store, NULL, ANN, &strong));
	scene_ask_in(scene, ROOM, BOB, "!eg notify 1400-1700",
		"I'll mention you, if their rating is from 1400 to 1700: at most");
	assert_tells_nobody(scene, ROOM, ANN);        /* people see 1701 */
	scene_say(scene, ROOM, CAT, "!eg challenge"); /* without a rating, as strong as 1500 */
	assert_tells(scene, ROOM, BOB);
	scene_wait(scene, HOUR);
	scene_say(scene, ROOM, BOB, "!eg notify 1501-1701");
	assert_tells_nobody(scene, ROOM, EVE);
	scene_say(scene, ROOM, ANN, "!eg challenge to 3");
	assert_tells(scene, ROOM, BOB);
}

/* In all rooms, too. */
SCENE_TEST_FROM(set_up, test_ratings_hold_in_all_rooms)
{
	scene_tell(scene, BOB, "notify 1600-1700");
	assert_tells_nobody(scene, ROOM, ANN);
	scene_tell(scene, BOB, "notify 1400-1700");
	scene_say(scene, ROOM, ANN, "!eg cancel");
	scene_say(scene, ROOM, ANN, "!eg challenge");
	assert_tells(scene, ROOM, BOB);
}

SCENE_TEST_FROM(set_up, test_question_takes_an_answer)
{
	scene_ask(scene, BOB, "notify", "Shall I mention you");
	scene_ask(scene, BOB, "yes", "I'll mention you there");
	scene_ask(scene, BOB, "notify", "I'll mention you there");
}

SCENE_TEST_FROM(set_up, test_all_rooms_are_those_that_the_user_is_in)
{
	scene_tell(scene, BOB, "notify on");
	scene_say(scene, "!yard:test", ANN, "!eg challenge");
	assert_tells(scene, "!yard:test", BOB);
	scene_wait(scene, HOUR);
	scene->people[1].user = CAT; /* BOB leaves */
	assert_tells_nobody(scene, ROOM, ANN);
	scene->people[0].user = NULL; /* the bot does not know who is there */
	scene->knows_people = BOT_PEOPLE_TOO_MANY;
	assert_tells_nobody(scene, "!third:test", ANN);
}

SCENE_TEST_FROM(set_up, test_who_has_left_the_room_is_forgotten)
{
	struct bot_notify_limits limits;

	scene_say(scene, ROOM, BOB, "!eg notify on");
	scene_say(scene, ROOM, CAT, "!eg notify on");
	scene->people[1].user = CAT;
	scene_say(scene, ROOM, ANN, "!eg challenge");
	assert_tells(scene, ROOM, CAT);
	assert_false(bot_notify_list_get(scene->store, ROOM, BOB, &limits));
	/* but not if the bot only does not know who is in the room */
	scene_wait(scene, HOUR);
	scene->people[2].user = NULL;
	scene->knows_people = BOT_PEOPLE_LATER;
	scene_say(scene, ROOM, EVE, "!eg challenge");
	assert_tells(scene, ROOM, CAT);
}

/* A list without the challenger is not complete, so it says nothing about anybody. */
SCENE_TEST_FROM(set_up, test_incomplete_list_of_people_forgets_nobody)
{
	scene_say(scene, ROOM, BOB, "!eg notify on");
	scene->people[0].user = NULL;
	scene_say(scene, ROOM, ANN, "!eg challenge");
	assert_tells(scene, ROOM, BOB);
}

/* Accounts that can't be told now, and so never were, don't stay in front of all others. */
SCENE_TEST_FROM(set_up, test_accounts_that_nobody_can_tell_keep_others_from_nothing)
{
	char user[32];

	for (int i = 0; i < 70; i++) {
		snprintf(user, sizeof(user), "@a%d:evil", i);
		SCENE_HOST(scene, bot_notify_list_add(scene->store, ROOM, user,
					  &(struct bot_notify_limits){.from = 3, .to = 4}));
	}
	for (int i = 0; i < 20; i++) {
		struct bot_match match = {
			.status = BOT_PLAYING, .room = "!evil:test", .clock = HOUR};

		snprintf(match.player[EG_WHITE], BOT_ID_SIZE, "@b%d:evil", 2 * i);
		snprintf(match.player[EG_BLACK], BOT_ID_SIZE, "@b%d:evil", 2 * i + 1);
		scene_add_match(scene, &match, scene_even_deck);
		for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
			SCENE_HOST(
				scene, bot_notify_list_add(scene->store, ROOM, match.player[seat],
					       &(struct bot_notify_limits){.from = 0}));
	}
	scene->knows_people = BOT_PEOPLE_TOO_MANY;
	scene_say(scene, ROOM, CAT, "!eg notify on");
	scene_say(scene, ROOM, ANN, "!eg challenge");
	assert_tells(scene, ROOM, CAT);
}

SCENE_TEST_FROM(set_up, test_blocks_hold_in_both_directions)
{
	scene_say(scene, ROOM, BOB, "!eg notify on");
	scene_tell(scene, BOB, "block " ANN);
	assert_tells_nobody(scene, ROOM, ANN);
	scene_tell(scene, CAT, "block " BOB);
	assert_tells_nobody(scene, ROOM, CAT);
	scene_say(scene, ROOM, EVE, "!eg challenge");
	assert_tells(scene, ROOM, BOB);
}

SCENE_TEST_FROM(set_up, test_off_ends_it)
{
	scene_say(scene, ROOM, BOB, "!eg notify on");
	scene_tell(scene, BOB, "notify on");
	scene_ask_in(scene, ROOM, BOB, "!eg notify off", "I still mention you here");
	scene_say(scene, ROOM, BOB, "!eg notify on");
	scene_ask(scene, BOB, "melden aus", "in any room");
	scene_ask_in(scene, ROOM, BOB, "!eg notify off",
		"I won't mention you when somebody here wants a match.");
	assert_tells_nobody(scene, ROOM, ANN);
}

static void add_to_list(struct scene *scene, const char *user, int64_t played, bool rated)
{
	const struct bot_rating rating = {{1500, 200, 0.06}, 1, 0, 1, 0, 0};
	const struct bot_notify_limits limits = {.from = 0};
	struct bot_match match = {.status = BOT_ENDED, .rules.touches = 5, .ended = played};

	snprintf(match.room, sizeof(match.room), ROOM);
	snprintf(match.player[EG_WHITE], BOT_ID_SIZE, "%s", user);
	snprintf(match.player[EG_BLACK], BOT_ID_SIZE, EVE);
	SCENE_HOST(scene, bot_store_match_add(scene->store, &match));
	if (rated)
		SCENE_HOST(scene, bot_rating_set(scene->store, NULL, user, &rating));
	SCENE_HOST(scene, bot_notify_list_add(scene->store, ROOM, user, &limits));
}

/* Those who have not played for the longest time come first. The message names three of them. */
SCENE_TEST_FROM(set_up, test_at_most_ten_are_told)
{
	char user[32];

	scene->knows_people = BOT_PEOPLE_TOO_MANY;
	for (int i = 0; i < 12; i++) {
		snprintf(user, sizeof(user), "@u%02d:test", i);
		add_to_list(scene, user, 100 - i, true);
	}
	scene_say(scene, ROOM, ANN, "!eg challenge");
	assert_string_equal(scene_last(scene, ROOM)->mention,
		"@u11:test @u10:test @u09:test @u08:test @u07:test @u06:test @u05:test "
		"@u04:test @u03:test @u02:test");
	scene_assert_said(
		scene, ROOM, "@u11:test, @u10:test, @u09:test, \xE2\x80\xA6 asked to hear");
}

/* The owner of many accounts can't keep the bot from telling people who have played. */
SCENE_TEST_FROM(set_up, test_accounts_without_a_rating_come_last)
{
	char user[32];

	scene->knows_people = BOT_PEOPLE_TOO_MANY;
	for (int i = 0; i < 100; i++) {
		snprintf(user, sizeof(user), "@aa%02d:test", i);
		add_to_list(scene, user, 1, false);
	}
	add_to_list(scene, BOB, 100, true);
	scene_say(scene, ROOM, ANN, "!eg challenge");
	assert_ptr_equal(strstr(scene_last(scene, ROOM)->mention, BOB " @aa00:test"),
		scene_last(scene, ROOM)->mention);
}

/* After a start, the platform first has to find out who is in a room. */
SCENE_TEST_FROM(set_up, test_people_who_are_found_later_are_told_later)
{
	scene_tell(scene, BOB, "notify on");
	scene->people[0].user = NULL;
	scene->knows_people = BOT_PEOPLE_LATER;
	assert_tells_nobody(scene, ROOM, ANN);
	scene->people[0].user = BOB;
	scene->knows_people = BOT_PEOPLE_GIVEN;
	scene_wait(scene, MINUTE);
	scene_assert_said(scene, ROOM, "#1: @bob:test asked to hear of this challenge.");
	assert_string_equal(scene_last(scene, ROOM)->mention, BOB);
	assert_int_equal(scene_last(scene, ROOM)->ring, BOT_RING);
}

SCENE_TEST_FROM(set_up, test_nobody_is_told_late_of_a_challenge_that_is_over)
{
	scene_tell(scene, BOB, "notify on");
	scene->people[0].user = NULL;
	scene->knows_people = BOT_PEOPLE_LATER;
	assert_tells_nobody(scene, ROOM, ANN);
	scene->people[0].user = BOB;
	scene->knows_people = BOT_PEOPLE_GIVEN;
	scene_say(scene, ROOM, ANN, "!eg cancel");
	scene_wait(scene, MINUTE);
	scene_assert_quiet(scene);
}

SCENE_TEST_FROM(set_up, test_rooms_of_a_user_are_limited)
{
	char room[32];

	for (int i = 0; i < BOT_NOTIFY_ROOMS_MOST; i++) {
		snprintf(room, sizeof(room), "!r%d:test", i);
		scene_ask_in(scene, room, BOB, "!eg notify on", "I'll mention you");
	}
	scene_ask_in(scene, ROOM, BOB, "!eg notify on", "as I can remember for you (32)");
	scene_say(scene, "!r0:test", BOB, "!eg notify 7-8"); /* this room is on the list */
	scene_assert_answer(scene, "!r0:test", "from 7 to 8 o'clock");
}

/* A sentence that names no hours keeps those that were chosen. */
SCENE_TEST_FROM(set_up, test_sentence_keeps_the_hours)
{
	static const char *const said[] = {"tell me when someone wants to play",
		"dis-moi quand quelqu'un veut jouer", "dime cuando alguien quiera jugar",
		"zeg het me als iemand wil spelen", "dimmi quando qualcuno vuole giocare",
		"sag mir wenn jemand spielen will"};

	scene_ask_in(scene, ROOM, BOB, "!eg notify 18-22", "from 18 to 22 o'clock");
	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
		scene_sayf(scene, ROOM, BOB, "!eg %s", said[i]);
		scene_assert_answer(scene, ROOM, "from 18 to 22 o'clock");
	}
	scene_ask_in(scene, ROOM, BOB, "!eg notify on", "wants a match, I'll mention you: at");
	scene_ask_in(scene, ROOM, BOB, "!eg pr\u00E9viens-moi entre 18h et 22h",
		"from 18 to 22 o'clock");
}

SCENE_TEST_FROM(set_up, test_erased_user_is_not_told)
{
	scene_say(scene, ROOM, BOB, "!eg notify on");
	SCENE_HOST(scene, bot_store_person_erase(scene->store, BOB, "gone"));
	assert_tells_nobody(scene, ROOM, ANN);
}
