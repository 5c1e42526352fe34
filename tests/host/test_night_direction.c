/* The organiser and the moderators direct a club night: they start, move and stop it. */
#include "bot/call/call.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"

#include <stdlib.h>
#include <string.h>

#define F0 "@f0:test"

/* Whoever has opened the night needs no prefix. What others say is talk. */
SCENE_TEST(test_organiser_starts_the_night_without_a_prefix)
{
	static const char *const begins[] = {"start now", "jetzt starten", "commence maintenant",
		"empezar ya", "inizia subito", "nu beginnen", "\u4ECA\u3059\u3050\u958B\u59CB"};

	static const char *const talk[] = {"we start now", "start now?", "new now", "create asap",
		"neu sofort", "los jetzt", "ya empieza", "start"};

	scene_say(scene, ROOM, EVE, "start now");
	scene_assert_quiet(scene);
	scene_open_night(scene, "30m to 1", 2);
	for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++) {
		scene_say(scene, ROOM, ANN, begins[i]);
		scene_assert_quiet(scene);
		scene_ask_in(scene, ROOM, EVE, begins[i], "At least 3 fencers are needed");
	}
	for (size_t i = 0; i < sizeof(talk) / sizeof(talk[0]); i++) {
		scene_say(scene, ROOM, EVE, talk[i]);
		scene_assert_quiet(scene);
	}
	scene_say(scene, ROOM, BOB, "!eg night join");
	scene_say(scene, ROOM, EVE, "start now");
	scene_assert_said(scene, ROOM, "Pool 1:");
	scene_say(scene, ROOM, EVE, "start now");
	scene_assert_quiet(scene);
}

SCENE_TEST(test_only_organiser_and_moderators_direct)
{
	scene_say(scene, ROOM, ANN, "!eg night 30m to 1");
	for (unsigned i = 0; i < 3; i++) {
		char user[BOT_ID_SIZE];

		scene_fencer(i, user);
		scene_say(scene, ROOM, user, "!eg night join");
	}
	scene_ask_in(scene, ROOM, BOB, "!eg night start", "Only moderators can do this");
	scene_ask_in(scene, ROOM, BOB, "!eg night stop", "Only moderators can do this");
	scene_say(scene, ROOM, ANN, "!eg night exclude @f0:test");
	assert_int_equal(scene_count_entrants(scene), 3);
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_SIGNED_UP);
	scene_say(scene, ROOM, ANN, "!eg night start");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_POOLS);
	/* after the start the organiser has no more rights than others */
	scene_ask_in(scene, ROOM, ANN, "!eg night stop yes", "Only moderators can do this");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_POOLS);
	scene_ask_in(scene, ROOM, EVE, "!eg night stop", "Its bouts end as they stand");
	scene_say(scene, ROOM, EVE, "!eg yes");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	assert_int_equal(scene_match(scene, 1).ending, BOT_STOPPED);
	assert_int_equal(scene_match(scene, 1).rated, false);
}

/* ANN opens a night that begins so late, and three fencers sign up. */
static void open_by_ann(struct scene *scene, const char *command)
{
	char user[BOT_ID_SIZE];

	scene_say(scene, ROOM, ANN, command);
	for (unsigned i = 0; i < 3; i++) {
		scene_fencer(i, user);
		scene_say(scene, ROOM, user, "!eg night join");
	}
}

/* Who wanted to call a night off does not end one that has begun: the bot asks again. */
SCENE_TEST(test_yes_to_call_a_night_off_ends_none_that_has_begun)
{
	open_by_ann(scene, "!eg night 30m to 1");
	scene_ask_in(scene, ROOM, EVE, "!eg night stop", "without a result");
	scene_say(scene, ROOM, ANN, "!eg night start");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_POOLS);
	scene_ask_in(scene, ROOM, EVE, "!eg yes", "Its bouts end as they stand");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_POOLS);
	scene_say(scene, ROOM, EVE, "!eg yes");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

/* A "yes" is for the night that the bot has asked about, and not for the next one. */
SCENE_TEST(test_yes_is_for_the_night_of_the_question)
{
	static const struct {
		const char *command, *question;
	} asked[] = {{"!eg night stop", "without a result"},
		{"!eg night start", "The start is announced for"}};

	open_by_ann(scene, "!eg night 3h to 1");
	for (size_t i = 0; i < 2; i++) {
		scene_ask_in(scene, ROOM, EVE, asked[i].command, asked[i].question);
		scene_say(scene, ROOM, ANN, "!eg night stop yes");
		open_by_ann(scene, "!eg night 2h to 1");
		assert_int_equal(scene_count_entrants(scene), 3);
		scene_ask_in(scene, ROOM, EVE, "!eg yes", asked[i].question);
		assert_int_equal(scene_competition(scene).stage, BOT_STAGE_SIGN_UP);
	}
	scene_say(scene, ROOM, EVE, "!eg yes");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_POOLS);
}

/* Returns how many of the night's bouts are in the state. */
static size_t count_bouts(struct scene *scene, enum bot_bout_state state)
{
	struct bot_contest *night = scene_load_night(scene);
	size_t count = 0;

	for (size_t i = 0; i < night->bouts; i++)
		count += night->bout[i].state == state;
	free(night);
	return count;
}

/* A level bout has no result, and no lots make one. */
SCENE_TEST(test_stopped_night_counts_what_was_fenced)
{
	scene_begin_night(scene, "30m to 2", 5);
	scene_fence_bout(scene, scene_bout(scene));
	scene_play_rounds(scene, scene_bout(scene), 1);
	size_t ended = count_bouts(scene, BOT_BOUT_ENDED);
	assert_int_equal(count_bouts(scene, BOT_BOUT_FENCED), 2);
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	assert_int_equal(count_bouts(scene, BOT_BOUT_ENDED), ended + 1);
	assert_int_equal(count_bouts(scene, BOT_BOUT_FENCED), 0);
	assert_int_equal(scene_count_said(scene, ROOM, "The club night is over"), 1);
	scene_check_night(scene);
}

/* A bout that is annulled was not fenced. */
SCENE_TEST(test_night_stopped_before_a_result_has_no_podium)
{
	scene_begin_night(scene, "30m to 2", 3);
	scene_say(scene, ROOM, EVE, "!eg night exclude " F0);
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	assert_int_equal(scene_count_said(scene, ROOM, "The club night is over"), 0);
	scene_ask_in(scene, ROOM, EVE, "!eg honours", "Nobody has won");
}

/* Fences the night up to the tableau, and then `count` bouts of it. Stops it. */
static void stop_in_tableau(struct scene *scene, unsigned fencers, unsigned count)
{
	scene->config.matches.per_room = 1;
	scene_begin_night(scene, "30m to 1", fencers);
	while (scene_competition(scene).stage == BOT_STAGE_POOLS)
		scene_fence_bout(scene, scene_bout(scene));
	while (count-- > 0)
		scene_fence_bout(scene, scene_bout(scene));
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
}

/* Whoever has won more bouts of the tableau, byes too, stands first; then the rank decides. */
SCENE_TEST(test_night_stopped_in_the_tableau_has_one_winner)
{
	static const struct {
		unsigned fencers, bouts;
	} nights[] = {{6, 0}, {8, 0}, {8, 4}, {8, 5}, {8, 6}};

	for (size_t i = 0; i < sizeof(nights) / sizeof(nights[0]); i++) {
		scene_wait(scene, DAY);
		stop_in_tableau(scene, nights[i].fencers, nights[i].bouts);
		assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
		assert_int_equal(scene_count_places(scene, 1), 1);
		assert_int_equal(scene_count_places(scene, 2), 1);
	}
	assert_int_equal(scene_count_places(scene, 3), 2); /* after both semi-finals, as usual */
}

/* A moderator who is demoted is only an organiser, if at all. */
SCENE_TEST(test_demoted_moderator_directs_no_longer)
{
	scene_begin_night(scene, "30m", 3);
	scene->moderator = BOB;
	scene_ask_in(scene, ROOM, EVE, "!eg night stop yes", "Only moderators can do this");
	scene_say(scene, ROOM, BOB, "!eg night stop yes");
	assert_int_equal(scene_count_said(scene, ROOM, "Club night: stopped."), 1);
}

/* Somebody who wants to come at the announced time would miss the night. */
SCENE_TEST(test_much_earlier_start_asks)
{
	scene_open_night(scene, "3h to 1", 3);
	scene_say(scene, ROOM, EVE, "!eg night start");
	scene_assert_answer(scene, ROOM, "Shall it be now, with those who have signed up (3)?");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_SIGN_UP);
	scene_say(scene, ROOM, EVE, "!eg yes");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_POOLS);
}

/* A mistake does not use up the allowance of who opens nights, but a row of them does. */
SCENE_TEST(test_one_stopped_sign_up_does_not_count)
{
	for (int i = 0; i < 3; i++) {
		scene_say(scene, ROOM, "@ann:test", "!eg night 30m to 1");
		assert_int_equal(scene_competition(scene).stage, BOT_STAGE_SIGN_UP);
		scene_say(scene, ROOM, "@ann:test", "!eg night stop yes");
		assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
		scene_wait(scene, MINUTE);
	}
	scene_say(scene, ROOM, "@ann:test", "!eg night 30m to 1");
	scene_assert_answer(scene, ROOM, "You have opened several competitions lately.");
}

/* People who signed up long ago have time to check in, however often somebody starts the night. */
SCENE_TEST(test_second_start_locks_nobody_out)
{
	scene_open_night(scene, "90m", 5);
	scene_wait(scene, 40 * MINUTE);
	scene_say(scene, ROOM, EVE, "!eg night start");
	int64_t starts = scene_competition(scene).starts;
	scene_wait(scene, MINUTE);
	for (unsigned i = 0; i < 3; i++) {
		char user[BOT_ID_SIZE];

		scene_fencer(i, user);
		scene_say(scene, ROOM, user, "!eg night join");
	}
	scene_ask_in(scene, ROOM, EVE, "!eg night start", "Who is here?");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_CHECK_IN);
	assert_int_equal(scene_competition(scene).starts, starts);
	scene_say(scene, ROOM, "@f3:test", "!eg night join");
	scene_say(scene, ROOM, "@f4:test", "!eg night leave");
	scene_say(scene, ROOM, EVE, "!eg night start"); /* nobody is missing now */
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_POOLS);
	assert_int_equal(scene_entrant_state(scene, "@f3:test"), BOT_ENTRANT_PRESENT);
}

/* All who have signed up hear of the new time once. */
SCENE_TEST(test_moderator_moves_the_night)
{
	scene_open_night(scene, "3h to 1", 4);
	int64_t starts = scene_competition(scene).starts;
	scene_say(scene, ROOM, ANN, "!eg night 5h"); /* she does not moderate */
	scene_assert_answer(scene, ROOM, "A club night goes on here already.");
	scene_say(scene, ROOM, EVE, "!eg night 5h to 3"); /* other terms are another night */
	scene_assert_answer(scene, ROOM, "A club night goes on here already.");
	assert_int_equal(scene_competition(scene).starts, starts);
	scene_say(scene, ROOM, EVE, "!eg night 5h");
	scene_assert_said(scene, ROOM, "New start of the club night: ");
	const struct scene_row *row = scene_last(scene, ROOM);
	assert_non_null(strstr(row->mention, F0));
	assert_non_null(strstr(row->mention, "@f3:test"));
	assert_int_equal(row->ring, BOT_RING);
	assert_in_range(scene_competition(scene).starts, starts + 2 * HOUR,
		starts + 2 * HOUR + 10 * MINUTE);
	assert_int_equal(scene_competition(scene).rules.touches, 1);
	scene_wait(scene, 4 * HOUR);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_SIGN_UP);
	scene_say(scene, ROOM, EVE, "!eg night 2m"); /* sooner: the check-in begins at once */
	scene_wait(scene, 1);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_CHECK_IN);
	scene_say(scene, ROOM, EVE, "!eg night 5h"); /* too late now */
	scene_assert_answer(scene, ROOM, "A club night goes on here already.");
}

/* Whoever changes their mind rings nobody again; later moves ring. */
SCENE_TEST(test_second_move_rings_nobody)
{
	scene_open_night(scene, "3h to 1", 4);
	scene_say(scene, ROOM, EVE, "!eg night 5h");
	assert_int_equal(scene_last(scene, ROOM)->ring, BOT_RING);
	scene_wait(scene, 9 * MINUTE);
	scene_say(scene, ROOM, EVE, "!eg night 4h");
	scene_assert_said(scene, ROOM, "New start of the club night: ");
	assert_int_equal(scene_last(scene, ROOM)->ring, BOT_QUIET);
	assert_string_equal(scene_last(scene, ROOM)->mention, "");
	scene_wait(scene, 2 * MINUTE);
	scene_say(scene, ROOM, EVE, "!eg night 5h");
	assert_int_equal(scene_last(scene, ROOM)->ring, BOT_RING);
	assert_non_null(strstr(scene_last(scene, ROOM)->mention, F0));
}

/* Words that only say what the new time is for change nothing. */
SCENE_TEST(test_night_is_moved_in_many_words)
{
	static const char *const typed[] = {"night move 5h", "move night to 5h",
		"move the night to 5h", "postpone the night to 5h"};

	scene_open_night(scene, "3h to 1", 3);
	for (size_t i = 0; i < sizeof(typed) / sizeof(typed[0]); i++) {
		scene_sayf(scene, ROOM, EVE, "!eg %s", typed[i]);
		scene_assert_said(scene, ROOM, "New start of the club night: ");
	}
	scene_ask_in(scene, ROOM, EVE, "!eg night move", "I don't understand move here.");
}

/* Without a day, another hour is one of the night's own day. */
SCENE_TEST(test_moved_night_keeps_its_day)
{
	scene_say(scene, ROOM, EVE, "!eg night tomorrow 20:00");
	int64_t starts = scene_competition(scene).starts;
	scene_say(scene, ROOM, EVE, "!eg night 21:00");
	assert_int_equal(scene_competition(scene).starts, starts + HOUR);
	scene_say(scene, ROOM, EVE, "!eg night 9");
	assert_int_equal(scene_competition(scene).starts, starts + HOUR);
	scene_say(scene, ROOM, EVE, "!eg night today 23:59");
	assert_true(scene_competition(scene).starts < starts - 12 * HOUR);
}

/*
 * A question about the begin or the entrants is one about the night, or the season that it names.
 */
SCENE_TEST(test_questions_lead_to_the_competition)
{
	scene_say(scene, ROOM, EVE, "!eg when does it start?");
	scene_assert_answer(scene, ROOM, "No club night, no season and no team match goes on.");
	scene_open_night(scene, "3h to 1", 3);
	scene_tell(scene, EVE, "timezone tokyo");
	scene_ask_in(scene, ROOM, EVE, "!eg when does it start?", "The club night (");
	scene_assert_answer(
		scene, ROOM, "is further up in this room, always up to date. It begins ");
	scene_assert_answer(scene, ROOM, " JST.");
	scene_ask_in(scene, ROOM, ANN, "!eg when does it start?", " UTC.");
	scene_say(scene, ROOM, EVE, "!eg season 4 weeks");
	scene_ask_in(scene, ROOM, EVE, "!eg who is coming?", "The club night (");
	scene_ask_in(scene, ROOM, EVE, "!eg when does the season start?", "The season (");
	scene_assert_answer(scene, ROOM, ". It begins ");
}

/* The room sees the whole night once in half an hour, and the bot edits this message. */
SCENE_TEST(test_question_is_answered_by_a_link)
{
	scene_open_night(scene, "3h to 1", 3);
	scene_ask_in(scene, ROOM, ANN, "!eg night", "is further up in this room");
	scene_ask_in(scene, ROOM, BOB, "!eg tournament", "is further up in this room");
	scene_wait(scene, HOUR / 2);
	scene_ask_in(scene, ROOM, ANN, "!eg night", "Signed up (3)");
	scene_ask_in(scene, ROOM, ANN, "!eg night", "is further up in this room");
}

/* The bot asks only those who have signed up long before, and tells all others. */
SCENE_TEST(test_bot_tells_whom_it_asks_later)
{
	static const struct {
		const char *lead, *said;
	} cases[] = {
		{"3h", "Shortly before it begins I ask who is here"},
		{"35m", "count as present"},
		{"15m", "count as present"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		scene_sayf(scene, ROOM, EVE, "!eg night %s", cases[i].lead);
		scene_say(scene, ROOM, ANN, "!eg night join");
		scene_assert_said(scene, ROOM, cases[i].said);
		scene_say(scene, ROOM, EVE, "!eg night stop yes");
	}
}

/* Whoever stops a night sees what was fenced, in a new message below. */
SCENE_TEST(test_stopped_night_shows_its_tables)
{
	scene_begin_night(scene, "30m to 1", 4);
	scene_fence_bout(scene, scene_bout(scene));
	size_t before = scene_count_said(scene, ROOM, "Pool 1: ");
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	assert_int_equal(scene_count_said(scene, ROOM, "Pool 1: "), before + 1);
}

/* Whoever opened the night reads how to begin it sooner, also if they just write "start". */
SCENE_TEST(test_organiser_reads_how_to_begin)
{
	scene_say(scene, ROOM, ANN, "!eg night 2h");
	scene_say(scene, ROOM, BOB, "!eg night join");
	scene_wait(scene, MINUTE);
	for (int i = 0; i < 2; i++) {
		scene_ask_in(scene, ROOM, ANN, i == 0 ? "!eg night" : "!eg start",
			"!engarde night start lets it begin now, and !engarde night stop calls it "
			"off.");
	}
	scene_ask_in(scene, ROOM, BOB, "!eg night", "It begins ");
	assert_null(strstr(scene_last(scene, ROOM)->body, "night start"));
	scene_ask_in(scene, ROOM, ANN, "!eg night start", "At least 3 fencers are needed.");
}
