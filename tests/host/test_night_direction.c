/* Moderators direct a club night, also one in which they fence: they decide no rated match. */
#include "bot/call/call.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define F0 "@f0:test"

/* Returns the bout that the user fences now. */
static struct bot_match find_bout(struct scene *scene, const char *user)
{
	struct bot_night *night = scene_load_night(scene);
	struct bot_match found = {0};

	for (size_t i = 0; i < night->bouts && found.id == 0; i++) {
		if (night->bout[i].state != BOT_BOUT_FENCED)
			continue;
		found = scene_match(scene, night->bout[i].match);
		if (bot_match_seat(&found, user) == EG_NOBODY)
			found.id = 0;
	}
	free(night);
	assert_int_not_equal(found.id, 0);
	return found;
}

/* EVE, who moderates, fences in a night with so many others. Returns her first bout. */
static struct bot_match let_moderator_fence(struct scene *scene, unsigned others)
{
	scene_open_night(scene, "30m to 3", others);
	scene_say(scene, ROOM, EVE, "!eg night join");
	scene_start_night(scene);
	return find_bout(scene, EVE);
}

/* Somebody who wants to come at the announced time would miss the night. */
static void test_much_earlier_start_asks(void **state)
{
	struct scene *scene = *state;

	scene_open_night(scene, "3h to 1", 3);
	scene_say(scene, ROOM, EVE, "!eg night start");
	scene_assert_answer(scene, ROOM, "Shall it begin now, with those who have signed up (3)?");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_SIGN_UP);
	scene_say(scene, ROOM, EVE, "!eg yes");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_POOLS);
}

/* A mistake does not use up the allowance of who opens nights, but a row of them does. */
static void test_one_stopped_sign_up_does_not_count(void **state)
{
	struct scene *scene = *state;

	for (int i = 0; i < 3; i++) {
		scene_say(scene, ROOM, "@ann:test", "!eg night 30m to 1");
		assert_int_equal(scene_competition(scene).stage, BOT_STAGE_SIGN_UP);
		scene_say(scene, ROOM, "@ann:test", "!eg night stop yes");
		assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
		scene_wait(scene, MINUTE);
	}
	scene_say(scene, ROOM, "@ann:test", "!eg night 30m to 1");
	scene_assert_answer(scene, ROOM, "You have opened several club nights lately.");
}

/* An exclusion decides no match, but the night goes on without the excluded fencer. */
static void test_exclusion_gives_nobody_a_rated_win(void **state)
{
	struct scene *scene = *state;
	char text[BOT_ID_SIZE + 32];

	scene_begin_night(scene, "30m to 3", 4);
	struct bot_match match = scene_match(scene, 1);
	scene_play_rounds(scene, 1, 1);
	snprintf(text, sizeof(text), "!eg night exclude %s", match.player[EG_WHITE]);
	scene_say(scene, ROOM, EVE, text);
	scene_wait(scene, SECOND);
	assert_int_equal(scene_match(scene, 1).ending, BOT_STOPPED);
	assert_false(scene_match(scene, 1).rated);
	assert_int_equal(scene_count_said(scene, match.player[EG_WHITE],
				 "A moderator has excluded you from the club night."),
		1);
	struct bot_night *night = scene_load_night(scene);
	assert_int_equal(night->bout[0].state, BOT_BOUT_ENDED);
	assert_int_equal(night->bout[0].winner, BOT_BOUT_NOBODY);
	free(night);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

static void test_nobody_excludes_their_own_opponent(void **state)
{
	struct scene *scene = *state;
	char text[BOT_ID_SIZE + 32];

	struct bot_match match = let_moderator_fence(scene, 3);
	const char *other = match.player[bot_match_seat(&match, EVE) == EG_WHITE];
	snprintf(text, sizeof(text), "!eg night exclude %s", other);
	scene_say(scene, ROOM, EVE, text);
	scene_assert_answer(scene, ROOM, "You fence against them in this competition");
	assert_int_equal(scene_entrant_state(scene, other), BOT_ENTRANT_PRESENT);
	assert_int_equal(scene_match(scene, match.id).status, BOT_PLAYING);
}

/* Returns whether both are in the same pool. */
static bool are_in_one_pool(struct scene *scene, const char *one, const char *other)
{
	struct bot_night *night = scene_load_night(scene);
	bool same = bot_night_find(night, one)->pool == bot_night_find(night, other)->pool;

	free(night);
	return same;
}

/* An exclusion annuls the bouts of a pool, so it would wipe out a moderator's own defeats. */
static void test_nobody_excludes_from_their_own_pool(void **state)
{
	struct scene *scene = *state;
	size_t own = 0;

	let_moderator_fence(scene, 7);
	for (unsigned i = 0; i < 7; i++) {
		char user[BOT_ID_SIZE], text[BOT_ID_SIZE + 32];

		scene_fencer(i, user);
		bool same = are_in_one_pool(scene, EVE, user);
		snprintf(text, sizeof(text), "!eg night exclude %s", user);
		scene_say(scene, ROOM, EVE, text);
		scene_assert_said(
			scene, ROOM, same ? "You fence against them in this competition" : "Done.");
		assert_int_equal(scene_entrant_state(scene, user),
			same ? BOT_ENTRANT_PRESENT : BOT_ENTRANT_EXCLUDED);
		own += same;
	}
	assert_int_equal(own, 3);
}

/* Who excludes themselves has withdrawn. */
static void test_moderator_can_not_exclude_themselves_from_a_defeat(void **state)
{
	struct scene *scene = *state;

	struct bot_match match = let_moderator_fence(scene, 3);
	scene_say(scene, ROOM, EVE, "!eg night exclude " EVE);
	scene_wait(scene, SECOND);
	assert_int_equal(scene_entrant_state(scene, EVE), BOT_ENTRANT_WITHDRAWN);
	assert_int_equal(scene_match(scene, match.id).ending, BOT_RESIGNED);
}

static void test_who_stops_the_night_resigns(void **state)
{
	struct scene *scene = *state;

	struct bot_match match = let_moderator_fence(scene, 5);
	scene_play_rounds(scene, match.id, 1);
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	struct bot_match ended = scene_match(scene, match.id);
	assert_int_equal(ended.ending, BOT_RESIGNED);
	assert_int_equal(ended.winner, eg_opponent(bot_match_seat(&match, EVE)));
	scene_check_night(scene);
	struct bot_night *night = scene_load_night(scene);
	assert_int_equal(night->competition.stage, BOT_STAGE_ENDED);
	for (size_t i = 0; i < night->bouts; i++)
		if (night->bout[i].match != 0 && night->bout[i].match != match.id)
			assert_int_equal(
				scene_match(scene, night->bout[i].match).ending, BOT_STOPPED);
		else if (night->bout[i].match == match.id)
			assert_int_equal(night->bout[i].winner, ended.winner);
	free(night);
}

/* Who has signed up long ago has time to check in, however often somebody starts the night. */
static void test_second_start_locks_nobody_out(void **state)
{
	struct scene *scene = *state;

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
	scene_say(scene, ROOM, EVE, "!eg night start");
	scene_assert_said(scene, ROOM, "Who is here?");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_CHECK_IN);
	assert_int_equal(scene_competition(scene).starts, starts);
	scene_say(scene, ROOM, "@f3:test", "!eg night join");
	scene_say(scene, ROOM, "@f4:test", "!eg night leave");
	scene_say(scene, ROOM, EVE, "!eg night start"); /* nobody is missing now */
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_POOLS);
	assert_int_equal(scene_entrant_state(scene, "@f3:test"), BOT_ENTRANT_PRESENT);
}

/* Nobody is excluded who does not take part: a mistake in a name would remain unnoticed. */
static void test_only_entrants_are_excluded(void **state)
{
	struct scene *scene = *state;

	scene_open_night(scene, "30m to 1", 4);
	scene_say(scene, ROOM, F0, "!eg night leave");
	scene_say(scene, ROOM, EVE, "!eg night exclude " F0);
	scene_assert_answer(scene, ROOM, "They don't take part in this club night.");
	scene_say(scene, ROOM, EVE, "!eg night exclude @fo:test");
	scene_assert_answer(scene, ROOM, "They don't take part in this club night.");
	scene_say(scene, ROOM, F0, "!eg night join");
	scene_say(scene, ROOM, EVE, "!eg night exclude " F0);
	scene_assert_said(scene, ROOM, "Done.");
	scene_say(scene, ROOM, F0, "!eg night join");
	scene_assert_answer(scene, ROOM, "A moderator has excluded you");
}

static void test_exclusion_is_taken_back_before_the_start(void **state)
{
	struct scene *scene = *state;

	scene_open_night(scene, "30m to 1", 4);
	scene_say(scene, ROOM, EVE, "!eg night include " F0);
	scene_assert_answer(scene, ROOM, "Nobody has excluded them");
	scene_say(scene, ROOM, EVE, "!eg night exclude " F0);
	scene_say(scene, ROOM, F0, "!eg night include " F0);
	scene_assert_answer(scene, ROOM, "moderators");
	scene_say(scene, ROOM, EVE, "!eg night include");
	scene_assert_answer(scene, ROOM, "Who may take part again?");
	scene_say(scene, ROOM, EVE, "!eg night include " F0);
	scene_assert_said(scene, ROOM, "Done. They take part in the club night again.");
	assert_int_equal(scene_count_said(scene, F0, "You take part in the club night again."), 1);
	scene_start_night(scene);
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_PRESENT);
	scene_fence_all(scene);
	struct bot_night *night = scene_load_night(scene);
	assert_int_equal(night->bouts, 6);
	for (size_t i = 0; i < night->bouts; i++)
		assert_int_not_equal(night->bout[i].winner, BOT_BOUT_NOBODY);
	free(night);
}

/* All bouts are fenced after all; the one that was stopped begins anew. */
static void test_exclusion_is_taken_back_in_the_pools(void **state)
{
	struct scene *scene = *state;
	char text[BOT_ID_SIZE + 32];

	scene_begin_night(scene, "30m to 1", 5);
	struct bot_match match = scene_match(scene, 1);
	const char *user = match.player[EG_WHITE];
	snprintf(text, sizeof(text), "!eg night exclude %s", user);
	scene_say(scene, ROOM, EVE, text);
	scene_wait(scene, SECOND);
	snprintf(text, sizeof(text), "!eg night include %s", user);
	scene_say(scene, ROOM, EVE, text);
	scene_assert_said(scene, ROOM, "Done. They take part in the club night again.");
	assert_int_equal(scene_entrant_state(scene, user), BOT_ENTRANT_PRESENT);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	struct bot_night *night = scene_load_night(scene);
	for (size_t i = 0; i < night->bouts; i++) {
		assert_int_not_equal(night->bout[i].winner, BOT_BOUT_NOBODY);
		assert_int_not_equal(night->bout[i].match, match.id);
	}
	free(night);
}

/* After the pools their ranking stands. */
static void test_exclusion_stays_in_the_tableau(void **state)
{
	struct scene *scene = *state;

	scene_begin_night(scene, "30m to 1", 6);
	scene_say(scene, ROOM, EVE, "!eg night exclude " F0);
	for (int64_t id;
		scene_competition(scene).stage == BOT_STAGE_POOLS && (id = scene_bout(scene)) != 0;)
		scene_fence_bout(scene, id);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_TABLEAU);
	scene_say(scene, ROOM, EVE, "!eg night include " F0);
	scene_assert_answer(scene, ROOM, "It is too late for that");
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_EXCLUDED);
}

/* Where the only moderator fences, somebody who runs the bot decides. */
static void test_admin_of_the_bot_excludes(void **state)
{
	struct scene *scene = *state;
	char admin[] = "@ann:test", *admins[] = {admin};

	scene_begin_night(scene, "30m to 1", 4);
	scene_say(scene, ROOM, "@ann:test", "!eg night exclude " F0);
	scene_assert_answer(scene, ROOM, "moderators");
	scene->config.admins.users = admins;
	scene->config.admins.users_count = 1;
	scene_say(scene, ROOM, "@ann:test", "!eg night exclude " F0);
	scene_assert_said(scene, ROOM, "Done.");
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_EXCLUDED);
}

static bool has_row(struct scene *scene, const char *user)
{
	struct bot_night *night = scene_load_night(scene);
	bool has = bot_night_find(night, user) != NULL;

	free(night);
	return has;
}

/* Who is forgotten stays out of the night, until nobody can sign up for it any more. */
static void test_exclusion_outlives_forgetting(void **state)
{
	struct scene *scene = *state;

	scene_open_night(scene, "30m to 1", 4);
	scene_say(scene, ROOM, EVE, "!eg night exclude " F0);
	scene_tell(scene, F0, "forget me yes");
	scene_wait(scene, SECOND);
	scene_say(scene, ROOM, F0, "!eg night join");
	scene_assert_answer(scene, ROOM, "A moderator has excluded you");
	scene_start_night(scene);
	assert_false(has_row(scene, F0));
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

static void test_exclusions_end_with_the_night(void **state)
{
	struct scene *scene = *state;

	scene_open_night(scene, "30m to 1", 1);
	scene_say(scene, ROOM, EVE, "!eg night exclude " F0);
	assert_true(has_row(scene, F0));
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	assert_false(has_row(scene, F0));
	bool told = false;
	for (size_t i = 0; i < scene->count; i++)
		told = told || strstr(scene->row[i].body, "was stopped before it began");
	assert_true(told);
	scene_say(scene, ROOM, EVE, "!eg verify night");
	for (size_t i = scene->mark; i < scene->count; i++)
		assert_null(strstr(scene->row[i].body, "Of two equal fencers"));
	scene_wait(scene, MINUTE);
	scene_open_night(scene, "30m to 1", 1);
	scene_say(scene, ROOM, EVE, "!eg night exclude " F0);
	SCENE_STORE(scene, bot_store_person_erase(scene->store, F0, "erased-1"));
	assert_false(has_row(scene, F0)); /* an admin erases all */
	scene_say(scene, ROOM, "@f1:test", "!eg night join");
	scene_say(scene, ROOM, EVE, "!eg night exclude @f1:test");
	assert_true(has_row(scene, "@f1:test"));
	scene_wait(scene, HOUR);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	assert_false(has_row(scene, "@f1:test"));
}

/* All who have signed up hear of the new time once. */
static void test_moderator_moves_the_night(void **state)
{
	struct scene *scene = *state;

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
static void test_second_move_rings_nobody(void **state)
{
	struct scene *scene = *state;

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
static void test_night_is_moved_in_many_words(void **state)
{
	static const char *const typed[] = {"night move 5h", "move night to 5h",
		"move the night to 5h", "postpone the night to 5h"};
	struct scene *scene = *state;

	scene_open_night(scene, "3h to 1", 3);
	for (size_t i = 0; i < sizeof(typed) / sizeof(typed[0]); i++) {
		char text[64];

		snprintf(text, sizeof(text), "!eg %s", typed[i]);
		scene_say(scene, ROOM, EVE, text);
		scene_assert_said(scene, ROOM, "New start of the club night: ");
	}
	scene_say(scene, ROOM, EVE, "!eg night move");
	scene_assert_answer(scene, ROOM, "I don't understand move here.");
}

/* Without a day, another hour is one of the night's own day. */
static void test_moved_night_keeps_its_day(void **state)
{
	struct scene *scene = *state;

	scene_say(scene, ROOM, EVE, "!eg night tomorrow 20:00");
	int64_t starts = scene_competition(scene).starts;
	scene_say(scene, ROOM, EVE, "!eg night 21:00");
	assert_int_equal(scene_competition(scene).starts, starts + HOUR);
	scene_say(scene, ROOM, EVE, "!eg night 9");
	assert_int_equal(scene_competition(scene).starts, starts + HOUR);
	scene_say(scene, ROOM, EVE, "!eg night today 23:59");
	assert_true(scene_competition(scene).starts < starts - 12 * HOUR);
}

/* A question about the begin or the entrants is one about the night, or the season that it names.
 */
static void test_questions_lead_to_the_competition(void **state)
{
	struct scene *scene = *state;

	scene_say(scene, ROOM, EVE, "!eg when does it start?");
	scene_assert_answer(scene, ROOM, "No club night and no season goes on.");
	scene_open_night(scene, "3h to 1", 3);
	scene_say(scene, ROOM, EVE, "!eg when does it start?");
	scene_assert_answer(scene, ROOM, "The club night (");
	scene_say(scene, ROOM, EVE, "!eg season 4 weeks");
	scene_say(scene, ROOM, EVE, "!eg who is coming?");
	scene_assert_answer(scene, ROOM, "The club night (");
	scene_say(scene, ROOM, EVE, "!eg when does the season start?");
	scene_assert_answer(scene, ROOM, "The season (");
}

/* The room sees the whole night once in half an hour, and the bot edits this message. */
static void test_question_is_answered_by_a_link(void **state)
{
	struct scene *scene = *state;

	scene_open_night(scene, "3h to 1", 3);
	scene_say(scene, ROOM, ANN, "!eg night");
	scene_assert_answer(scene, ROOM, "is further up in this room");
	scene_say(scene, ROOM, BOB, "!eg tournament");
	scene_assert_answer(scene, ROOM, "is further up in this room");
	scene_wait(scene, HOUR / 2);
	scene_say(scene, ROOM, ANN, "!eg night");
	scene_assert_answer(scene, ROOM, "Signed up (3)");
	scene_say(scene, ROOM, ANN, "!eg night");
	scene_assert_answer(scene, ROOM, "is further up in this room");
}

/* The bot asks only those who have signed up long before, and tells all others. */
static void test_bot_tells_whom_it_asks_later(void **state)
{
	static const struct {
		const char *lead, *said;
	} cases[] = {
		{"3h", "Shortly before it begins I ask who is here"},
		{"35m", "count as present"},
		{"15m", "count as present"},
	};
	struct scene *scene = *state;
	char text[64];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		snprintf(text, sizeof(text), "!eg night %s", cases[i].lead);
		scene_say(scene, ROOM, EVE, text);
		scene_say(scene, ROOM, ANN, "!eg night join");
		scene_assert_said(scene, ROOM, cases[i].said);
		scene_say(scene, ROOM, EVE, "!eg night stop yes");
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scene_setup, scene_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_moderator_moves_the_night),
		TEST(test_second_move_rings_nobody),
		TEST(test_night_is_moved_in_many_words),
		TEST(test_moved_night_keeps_its_day),
		TEST(test_questions_lead_to_the_competition),
		TEST(test_question_is_answered_by_a_link),
		TEST(test_bot_tells_whom_it_asks_later),
		TEST(test_much_earlier_start_asks),
		TEST(test_one_stopped_sign_up_does_not_count),
		TEST(test_exclusion_gives_nobody_a_rated_win),
		TEST(test_nobody_excludes_their_own_opponent),
		TEST(test_moderator_can_not_exclude_themselves_from_a_defeat),
		TEST(test_who_stops_the_night_resigns),
		TEST(test_second_start_locks_nobody_out),
		TEST(test_nobody_excludes_from_their_own_pool),
		TEST(test_only_entrants_are_excluded),
		TEST(test_exclusion_is_taken_back_before_the_start),
		TEST(test_exclusion_is_taken_back_in_the_pools),
		TEST(test_exclusion_stays_in_the_tableau),
		TEST(test_admin_of_the_bot_excludes),
		TEST(test_exclusion_outlives_forgetting),
		TEST(test_exclusions_end_with_the_night),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
