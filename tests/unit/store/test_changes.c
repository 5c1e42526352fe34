/* Tests which changes of matches the store reports after a commit. */
#include "bot/store/rounds.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"

#include <stdio.h>

static const uint8_t deck[EG_DECK] = {
	1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5};

/* Commits the open transaction, begins another one, and returns the changes. */
static struct bot_changes commit(struct bot_store *store)
{
	struct bot_changes changes;

	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	bot_store_take_changes(store, &changes);
	assert_false(bot_store_has_changes(store));
	return changes;
}

static void assert_only(struct bot_store *store, int64_t match)
{
	struct bot_changes changes = commit(store);

	assert_false(changes.any);
	assert_int_equal(changes.count, 1);
	assert_int_equal(changes.match[0], match);
}

static void assert_none(struct bot_store *store)
{
	struct bot_changes changes = commit(store);

	assert_false(changes.any);
	assert_int_equal(changes.count, 0);
}

static void assert_any(struct bot_store *store)
{
	assert_true(commit(store).any);
}

static struct bot_match add(struct bot_store *store)
{
	struct bot_match match = memory_store_challenge("!room:test", "@ann:test", "@bob:test");

	bot_store_match_add(store, &match);
	return match;
}

STORE_TEST(test_each_change_of_a_match_is_reported)
{
	const struct eg_action advance = {.kind = EG_ADVANCE, .move = 1};

	bot_store_watch(store, true);
	assert_none(store);
	struct bot_match first = add(store);
	assert_only(store, first.id);
	struct bot_match match = add(store);
	assert_only(store, match.id);
	match.status = BOT_PLAYING;
	bot_store_match_save(store, &match);
	assert_only(store, match.id);
	bot_store_round_add(store, match.id, 1, deck);
	assert_only(store, match.id);
	bot_store_action_add(store, match.id, 1, advance, false);
	assert_only(store, match.id);
	bot_store_timer_set(store, match.id, BOT_TIMER_HALF, 1);
	assert_only(store, match.id);
	bot_store_timer_clear(store, match.id, BOT_TIMER_HALF);
	assert_only(store, match.id);
	bot_store_timers_clear(store, match.id);
	assert_only(store, match.id);
	assert_int_equal(bot_store_set(store, "key", "value"), BOT_OK);
	assert_none(store);
}

STORE_TEST(test_changes_of_a_competition_are_reported)
{
	struct bot_competition competition = {.room = "!room:test",
		.event = "$event",
		.secret = "secret",
		.rules = {.round = {EG_BASIC, EG_FINAL_POSITION}, .touches = 3, .first = EG_NOBODY},
		.clock = BOT_CLOCK_MIN};

	bot_store_watch(store, true);
	bot_competition_add(store, &competition);
	struct bot_changes changes = commit(store);
	assert_int_equal(changes.count, 0);
	assert_int_equal(changes.competitions, 1);
	assert_int_equal(changes.competition[0], competition.id);
	bot_competition_save(store, &competition);
	bot_competition_save(store, &competition);
	assert_int_equal(commit(store).competitions, 1);
	assert_none(store);
}

STORE_TEST(test_changes_wait_for_the_commit)
{
	struct bot_changes changes;

	bot_store_watch(store, true);
	struct bot_match match = add(store);
	assert_false(bot_store_has_changes(store));
	bot_store_take_changes(store, &changes);
	assert_int_equal(changes.count, 0);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_true(bot_store_has_changes(store));
	assert_int_equal(bot_store_begin(store), BOT_OK);
	bot_store_match_save(store, &match);
	assert_only(store, match.id);
}

STORE_TEST(test_a_rollback_leaves_no_changes)
{
	uint64_t number = bot_store_change_number(store);

	bot_store_watch(store, true);
	add(store);
	assert_true(bot_store_change_number(store) > number);
	bot_store_rollback(store);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_none(store);
	bot_store_rollback(store);
	bot_store_rollback(store); /* outside a transaction */
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_none(store);
}

/* Even that somebody has planned is for nobody else. */
STORE_TEST(test_plan_is_a_change_for_its_player_alone)
{
	struct bot_match match = add(store);

	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	bot_store_watch(store, true);
	uint64_t before = bot_store_change_number(store);
	snprintf(match.plan[EG_BLACK], BOT_PLAN_SIZE, "if 3 then parry");
	for (int i = 0; i < 2; i++)
		bot_store_match_save_plan(store, &match, EG_BLACK);
	assert_true(bot_store_change_number(store) > before);
	struct bot_changes changes = commit(store);
	assert_false(changes.any);
	assert_int_equal(changes.count, 0);
	assert_int_equal(changes.plans, 1);
	assert_int_equal(changes.plan[0], match.id * 2 + EG_BLACK);
	assert_true(bot_store_match_get(store, match.id, &match));
	assert_string_equal(match.plan[EG_BLACK], "if 3 then parry");
	bot_store_match_save_plan(store, &match, EG_BLACK);
	bot_store_rollback(store);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(commit(store).plans, 0);
}

STORE_TEST(test_several_commits_are_collected_and_each_match_comes_once)
{
	bot_store_watch(store, true);
	struct bot_match a = add(store), b = add(store);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	bot_store_match_save(store, &b);
	bot_store_match_save(store, &b);
	struct bot_changes changes = commit(store);
	assert_int_equal(changes.count, 2);
	assert_int_equal(changes.match[0], a.id);
	assert_int_equal(changes.match[1], b.id);
}

STORE_TEST(test_more_changes_than_fit_mean_any_match)
{
	bot_store_watch(store, true);
	for (int i = 0; i < BOT_CHANGES_MOST; i++)
		add(store);
	assert_false(commit(store).any);
	for (int i = 0; i < BOT_CHANGES_MOST + 1; i++)
		add(store);
	assert_any(store);
	for (int i = 0; i < BOT_CHANGES_MOST; i++) /* in two commits, too */
		add(store);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	add(store);
	assert_any(store);
	assert_none(store);
}

STORE_TEST(test_changes_of_many_rows_mean_any_match)
{
	bot_store_watch(store, true);
	bot_store_room_moved(store, "!room:test", "!room:test");
	assert_none(store);
	bot_store_room_moved(store, "!room:test", "!new:test");
	assert_any(store);
	bot_store_person_erase(store, "@ann:test", "somebody");
	assert_any(store);
}

STORE_TEST(test_a_match_that_is_set_aside_has_changed)
{
	struct bot_damage damage;

	bot_store_watch(store, true);
	struct bot_match match = add(store);
	commit(store);
	assert_error(bot_store_damaged(store, match.id), BOT_STORE_CORRUPT);
	assert_true(bot_store_set_aside(store, &damage));
	assert_only(store, match.id);
}

STORE_TEST(test_nothing_is_collected_while_nobody_watches)
{
	add(store);
	assert_none(store);
	bot_store_watch(store, true);
	add(store);
	bot_store_watch(store, false);
	assert_none(store);
	add(store);
	assert_none(store);
}
