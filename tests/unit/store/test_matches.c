/* Tests adding, saving, listing and counting matches, and their timers. */
#include "bot/store/rounds.h"
#include "bot/store/store.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/rule_sets.h"

#include <string.h>

static void assert_same(const struct bot_match *a, const struct bot_match *b)
{
	assert_int_equal(a->id, b->id);
	assert_int_equal(a->status, b->status);
	assert_string_equal(a->room, b->room);
	assert_string_equal(a->player[EG_WHITE], b->player[EG_WHITE]);
	assert_string_equal(a->player[EG_BLACK], b->player[EG_BLACK]);
	assert_int_equal(a->reached[EG_WHITE], b->reached[EG_WHITE]);
	assert_int_equal(a->reached[EG_BLACK], b->reached[EG_BLACK]);
	assert_string_equal(eg_rules_name(&a->rules.round), eg_rules_name(&b->rules.round));
	assert_int_equal(a->rules.touches, b->rules.touches);
	assert_int_equal(a->rules.first, b->rules.first);
	assert_int_equal(a->unseen, b->unseen);
	assert_int_equal(a->board, b->board);
	assert_int_equal(a->edits, b->edits);
	assert_int_equal(a->scrolled, b->scrolled);
	assert_int_equal(a->clock, b->clock);
	assert_int_equal(a->left, b->left);
	assert_int_equal(a->proposal, b->proposal);
	assert_int_equal(a->proposer, b->proposer);
	assert_int_equal(a->ended, b->ended);
	assert_int_equal(a->challenger, b->challenger);
	assert_int_equal(a->began, b->began);
	assert_int_equal(a->ending, b->ending);
	assert_int_equal(a->winner, b->winner);
	assert_int_equal(a->practice, b->practice);
	assert_int_equal(a->dice, b->dice);
	assert_int_equal(a->private, b->private);
}

STORE_TEST(test_match_is_read_as_it_was_added_and_saved)
{
	static const char *const names[] = {ALL_RULE_SETS};
	for (int64_t i = 0; i < 4; i++) {
		struct bot_match match = memory_store_challenge("!a:x", "@w:x", ""), got;
		assert_int_equal(eg_rules_parse(names[i], strlen(names[i]), &match.rules.round), 0);
		bot_store_match_add(store, &match);
		assert_int_equal(match.id, i + 1);
		assert_true(bot_store_match_get(store, match.id, &got));
		assert_same(&match, &got);
		memset(match.player[EG_BLACK], 'b', BOT_ID_SIZE - 1);
		match.status = BOT_PLAYING;
		match.reached[EG_BLACK] = true;
		match.rules.first = EG_BLACK;
		match.rules.touches = EG_TOUCHES_MAX;
		match.unseen = true;
		match.board = INT64_MAX;
		match.edits = UINT32_MAX;
		match.scrolled = 17;
		match.clock = BOT_CLOCK_MAX;
		match.left = 1;
		match.proposal = (enum bot_proposal)i;
		match.proposer = EG_BLACK;
		match.ended = INT64_MAX;
		match.challenger = EG_BLACK;
		match.began = 5;
		match.ending = BOT_RESIGNED;
		match.winner = EG_BLACK;
		match.practice = (enum bot_practice)i;
		match.dice = INT64_MAX;
		match.private = true;
		bot_store_match_save(store, &match);
		assert_true(bot_store_match_get(store, match.id, &got));
		assert_same(&match, &got);
	}
}

STORE_TEST(test_unknown_match_is_not_found)
{
	struct bot_match match = memory_store_challenge("!a:x", "@w:x", "@b:x"), got;
	struct eg_action action = {.kind = EG_PARRY};
	uint8_t deck[EG_DECK] = {0};
	for (size_t i = 0; i < EG_DECK; i++)
		deck[i] = (uint8_t)(i % EG_VALUES + 1);
	assert_false(bot_store_match_get(store, 1, &got));
	match.id = 1;
	assert_error(bot_store_match_save(store, &match), BOT_NOT_FOUND);
	MEMORY_STORE_REFUSED(store, bot_store_round_add(store, 1, 1, deck), BOT_NOT_FOUND);
	assert_error(bot_store_action_add(store, 1, 1, action, false), BOT_NOT_FOUND);
	MEMORY_STORE_REFUSED(
		store, bot_store_timer_set(store, 1, BOT_TIMER_CHALLENGE, 1), BOT_NOT_FOUND);
}

STORE_TEST(test_match_ids_are_never_used_again)
{
	struct bot_match match = memory_store_challenge("!a:x", "@w:x", "@b:x");
	bot_store_match_add(store, &match);
	assert_int_equal(match.id, 1);
	memory_store_sql(store, "DELETE FROM matches");
	bot_store_match_add(store, &match);
	assert_int_equal(match.id, 2);
}

STORE_TEST(test_match_with_a_field_out_of_range_is_refused)
{
	struct bot_match match = memory_store_challenge("", "@w:x", "@b:x"), got;
	match.id = 77;
	assert_error(bot_store_match_add(store, &match), BOT_INVALID);
	match = memory_store_challenge("!a:x", "", "@b:x");
	assert_error(bot_store_match_add(store, &match), BOT_INVALID);
	match = memory_store_challenge("!a:x", "@w:x", "@b:x");
	memset(match.player[EG_BLACK], 'x', BOT_ID_SIZE); /* the id has no NUL at its end */
	assert_error(bot_store_match_add(store, &match), BOT_INVALID);
	match = memory_store_challenge("!a:x", "@w:x", "@b:x");
	match.rules.touches = EG_TOUCHES_MAX + 1;
	assert_error(bot_store_match_add(store, &match), BOT_INVALID);
	match.rules.touches = 1;
	match.status = BOT_ENDED + 1;
	assert_error(bot_store_match_add(store, &match), BOT_INVALID);
	match.status = BOT_ENDED;
	match.rules.first = EG_NOBODY + 1;
	assert_error(bot_store_match_save(store, &match), BOT_INVALID);
	match.rules.first = EG_WHITE;
	match.clock = BOT_CLOCK_MAX + 1;
	assert_error(bot_store_match_add(store, &match), BOT_INVALID);
	match.clock = 0;
	match.left = -1;
	assert_error(bot_store_match_add(store, &match), BOT_INVALID);
	match.left = 0;
	match.proposal = BOT_ABANDON + 1;
	assert_error(bot_store_match_add(store, &match), BOT_INVALID);
	match.proposal = BOT_NO_PROPOSAL;
	match.practice = BOT_MAITRE + 1;
	assert_error(bot_store_match_add(store, &match), BOT_INVALID);
	match.practice = BOT_MAITRE;
	match.dice = -1;
	assert_error(bot_store_match_add(store, &match), BOT_INVALID);
	assert_false(bot_store_match_get(store, 1, &got));
}

static size_t found(struct bot_store *store, const char *room, const char *player, int status,
	struct bot_match matches[4])
{
	struct bot_match_filter filter = {.room = room, .player = player, .status = status};
	return bot_store_match_find(store, &filter, matches, 4);
}

STORE_TEST(test_find_lists_the_oldest_matches_first)
{
	static const char *const players[][2] = {{"@a:x", "@b:x"}, {"@b:x", "@c:x"}, {"@c:x", ""},
		{"@a:x", "@c:x"}, {"@d:x", "@a:x"}};
	struct bot_match matches[4];
	for (size_t i = 0; i < 5; i++) {
		struct bot_match match = memory_store_challenge(
			i < 3 ? "!one:x" : "!two:x", players[i][0], players[i][1]);
		match.status = i == 3 ? BOT_ENDED : i == 4 ? BOT_PLAYING : BOT_CHALLENGE;
		bot_store_match_add(store, &match);
	}
	assert_int_equal(found(store, NULL, NULL, BOT_CHALLENGE, matches), 3);
	assert_int_equal(matches[0].id, 1);
	assert_int_equal(matches[2].id, 3);
	assert_int_equal(found(store, NULL, NULL, BOT_PLAYING, matches), 1);
	assert_int_equal(matches[0].id, 5);
	assert_int_equal(found(store, "!one:x", NULL, -1, matches), 3);
	assert_int_equal(matches[2].id, 3);
	assert_int_equal(found(store, "!two:x", NULL, -1, matches), 1);
	assert_int_equal(matches[0].id, 5);
	assert_int_equal(found(store, NULL, "@a:x", -1, matches), 2);
	assert_int_equal(matches[0].id, 5); /* match 5 is being played, so it comes first */
	assert_int_equal(matches[1].id, 1);
	assert_int_equal(found(store, "!one:x", "@b:x", -1, matches), 2);
	assert_int_equal(found(store, NULL, "@a:x", BOT_PLAYING, matches), 1);
	assert_int_equal(found(store, NULL, NULL, BOT_ENDED, matches), 0);
	assert_int_equal(found(store, "!none:x", NULL, -1, matches), 0);
}

STORE_TEST(test_find_begins_after_a_match_and_stops_when_the_list_is_full)
{
	static const struct bot_match_filter filters[] = {{.status = BOT_CHALLENGE},
		{.room = "!a:x", .status = -1}, {.player = "@w:x", .status = -1}};
	struct bot_match matches[4];

	for (int i = 0; i < 4; i++) {
		struct bot_match match = memory_store_challenge(
			"!a:x", i % 2 ? "@w:x" : "@b:x", i % 2 ? "@b:x" : "@w:x");
		bot_store_match_add(store, &match);
	}
	for (size_t i = 0; i < 3; i++) {
		struct bot_match_filter filter = filters[i];
		size_t count = 9;

		for (size_t size = 0; size <= 4; size++) {
			count = bot_store_match_find(store, &filter, matches, size);
			assert_int_equal(count, size);
			for (size_t j = 0; j < size; j++)
				assert_int_equal(matches[j].id, j + 1);
		}
		filter.after = 2;
		count = bot_store_match_find(store, &filter, matches, 4);
		assert_int_equal(count, 2);
		assert_int_equal(matches[0].id, 3);
	}
}

STORE_TEST(test_find_needs_a_room_a_player_or_a_status)
{
	const struct bot_match_filter none = {.status = -1};
	struct bot_match match;

	assert_error(bot_store_match_find(store, &none, &match, 1), BOT_INVALID);
}

/* A player's accepted match comes first in the list, even if the player has many challenges. */
STORE_TEST(test_find_lists_accepted_matches_before_challenges)
{
	struct bot_match matches[4];

	for (int i = 0; i < 12; i++) {
		struct bot_match match = memory_store_challenge(
			"!a:x", i % 2 ? "@v:x" : "@w:x", i % 2 ? "@w:x" : "@v:x");
		if (i == 9)
			match.status = BOT_ACCEPTED;
		if (i == 11)
			match.status = BOT_PLAYING;
		bot_store_match_add(store, &match);
	}
	for (int i = 0; i < 2; i++) {
		assert_int_equal(found(store, i ? "!a:x" : NULL, "@v:x", -1, matches), 4);
		assert_int_equal(matches[0].id, 10);
		assert_int_equal(matches[1].id, 12);
		assert_int_equal(matches[2].id, 1);
	}
}

STORE_TEST(test_matches_are_counted_by_status)
{
	static const enum bot_match_status stands[] = {
		BOT_PLAYING, BOT_ENDED, BOT_PLAYING, BOT_CHALLENGE};

	for (size_t i = 0; i < 4; i++) {
		struct bot_match match = memory_store_challenge("!a:x", "@w:x", "");

		match.status = stands[i];
		bot_store_match_add(store, &match);
	}
	size_t count = bot_store_match_count(store, BOT_PLAYING);
	assert_int_equal(count, 2);
	count = bot_store_match_count(store, BOT_ACCEPTED);
	assert_int_equal(count, 0);
	count = bot_store_match_count(store, BOT_CHALLENGE);
	assert_int_equal(count, 1);
}

static int64_t add_ended(
	struct bot_store *store, const char *room, const char *black, int64_t ended)
{
	struct bot_match match = memory_store_challenge(room, "@w:x", black);
	match.status = BOT_ENDED;
	match.ended = ended;
	bot_store_match_add(store, &match);
	return match.id;
}

STORE_TEST(test_last_match_is_the_one_that_ended_last)
{
	struct bot_match match = {0};
	int64_t last = add_ended(store, "!a:x", "@b:x", 30);
	add_ended(store, "!a:x", "@b:x", 20);
	add_ended(store, "!a:x", "@b:x", 0); /* a challenge that became no match */
	int64_t other = add_ended(store, "!other:x", "@c:x", 40);
	add_ended(store, "!other:x", "@c:x", 10);
	assert_true(bot_store_match_last(store, "!a:x", NULL, &match));
	assert_int_equal(match.id, last);
	assert_true(bot_store_match_last(store, NULL, "@b:x", &match));
	assert_int_equal(match.id, last);
	assert_true(bot_store_match_last(store, NULL, "@w:x", &match));
	assert_int_equal(match.id, other);
	assert_false(bot_store_match_last(store, "!empty:x", NULL, &match));
	assert_false(bot_store_match_last(store, NULL, "@d:x", &match));
	assert_int_equal(match.id, other);
}

STORE_TEST(test_ended_matches_are_listed_newest_first)
{
	const struct {
		const char *room, *black;
		int64_t ended;
	} rows[] = {
		{"!a:x", "@b:x", 30},
		/* these two ended at the same time, so the match with the higher id comes first */
		{"!a:x", "@c:x", 50}, {"!a:x", "@b:x", 50}, {"!b:x", "@b:x", 90},
		{"!a:x", "@b:x", 0}, /* `ended` is 0: the list leaves this match out */
	};
	struct bot_match got[4];
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct bot_match match =
			memory_store_challenge(rows[i].room, "@w:x", rows[i].black);
		match.status = BOT_ENDED;
		match.ended = rows[i].ended;
		bot_store_match_add(store, &match);
	}
	size_t count = bot_store_match_ended(store, "!a:x", NULL, got, 4);
	assert_int_equal(count, 3);
	assert_int_equal(got[0].id, 3);
	assert_int_equal(got[1].id, 2);
	assert_int_equal(got[2].id, 1);
	count = bot_store_match_ended(store, "!a:x", "@b:x", got, 1);
	assert_int_equal(count, 1);
	assert_int_equal(got[0].id, 3);
	count = bot_store_match_ended(store, "!a:x", "@w:x", got, 4);
	assert_int_equal(count, 3);
	count = bot_store_match_ended(store, "!a:x", "@n:x", got, 4);
	assert_int_equal(count, 0);
}

STORE_TEST(test_ended_matches_of_a_player_are_of_both_seats)
{
	struct bot_match got[3];

	for (int i = 1; i <= 6; i++) {
		struct bot_match match =
			memory_store_challenge(i == 6 ? "!b:x" : "!a:x", i % 2 ? "@w:x" : "@b:x",
				i % 2    ? "@b:x"
				: i == 4 ? "@o:x"
					 : "@w:x");
		match.status = BOT_ENDED;
		match.ended = 10 * i;
		bot_store_match_add(store, &match);
	}
	size_t count = bot_store_match_ended(store, "!a:x", "@w:x", got, 3);
	assert_int_equal(count, 3);
	assert_int_equal(got[0].id, 5);
	assert_int_equal(got[1].id, 3);
	assert_int_equal(got[2].id, 2);
	count = bot_store_match_ended(store, "!a:x", "@o:x", got, 3);
	assert_int_equal(count, 1);
	assert_int_equal(got[0].id, 4);
}

static struct bot_match playing(struct bot_store *store)
{
	struct bot_match match = memory_store_challenge("!a:x", "@w:x", "@b:x");
	match.rules.first = EG_WHITE;
	bot_store_match_add(store, &match);
	return match;
}

STORE_TEST(test_next_timer_is_the_earliest)
{
	int64_t match = 0, due = 0;
	enum bot_timer kind;
	assert_false(bot_store_timer_next(store, &match, &kind, &due));
	struct bot_match a = playing(store), b = playing(store);
	bot_store_timer_set(store, a.id, BOT_TIMER_CHALLENGE, 2000);
	bot_store_timer_set(store, b.id, BOT_TIMER_CHALLENGE, 1000);
	assert_true(bot_store_timer_next(store, &match, &kind, &due));
	assert_int_equal(match, b.id);
	assert_int_equal(kind, BOT_TIMER_CHALLENGE);
	assert_int_equal(due, 1000);
	/* A timer that is set again gets the new time. */
	bot_store_timer_set(store, b.id, BOT_TIMER_CHALLENGE, INT64_MAX);
	assert_true(bot_store_timer_next(store, &match, &kind, &due));
	assert_int_equal(match, a.id);
	bot_store_timer_clear(store, a.id, BOT_TIMER_CHALLENGE);
	bot_store_timer_clear(store, a.id, BOT_TIMER_CHALLENGE);
	assert_true(bot_store_timer_next(store, &match, &kind, &due));
	assert_int_equal(match, b.id);
	assert_int_equal(due, INT64_MAX);
	memory_store_sql(store, "UPDATE timers SET kind = 'egg'");
	assert_error(bot_store_timer_next(store, &match, &kind, &due), BOT_STORE_CORRUPT);
}

STORE_TEST(test_two_timers_are_set_together)
{
	static const enum bot_timer two[] = {BOT_TIMER_HALF, BOT_TIMER_FORFEIT};
	struct bot_match match = playing(store);
	int64_t due = 0;
	bot_store_timer_set(store, match.id, BOT_TIMER_HALF, 1);
	bot_store_timer_set_two(store, match.id, two, (int64_t[]){500, 1000});
	assert_true(bot_store_timer_get(store, match.id, BOT_TIMER_HALF, &due));
	assert_int_equal(due, 500);
	assert_true(bot_store_timer_get(store, match.id, BOT_TIMER_FORFEIT, &due));
	assert_int_equal(due, 1000);
}

STORE_TEST(test_each_match_has_its_own_timers)
{
	int64_t match = 0, due = 7;
	enum bot_timer kind;
	struct bot_match a = playing(store), b = playing(store);
	for (enum bot_timer timer = BOT_TIMER_CHALLENGE; timer <= BOT_TIMER_NUDGE; timer++) {
		bot_store_timer_set(store, a.id, timer, 10 + timer);
		assert_false(bot_store_timer_get(store, b.id, timer, &due));
		assert_int_equal(due, 7);
	}
	bot_store_timer_set(store, b.id, BOT_TIMER_NUDGE, 99);
	for (enum bot_timer timer = BOT_TIMER_CHALLENGE; timer <= BOT_TIMER_NUDGE; timer++) {
		assert_true(bot_store_timer_get(store, a.id, timer, &due));
		assert_int_equal(due, 10 + timer);
		assert_true(bot_store_timer_next(store, &match, &kind, &due));
		assert_int_equal(match, a.id);
		assert_int_equal(kind, BOT_TIMER_CHALLENGE);
	}
	struct bot_timers timers = bot_store_timers(store, a.id);
	for (enum bot_timer timer = BOT_TIMER_CHALLENGE; timer < BOT_TIMERS; timer++) {
		assert_int_equal(timers.set[timer], timer <= BOT_TIMER_NUDGE);
		assert_int_equal(timers.due[timer], timers.set[timer] ? 10 + timer : 0);
	}
	bot_store_timers_clear(store, a.id);
	assert_true(bot_store_timer_next(store, &match, &kind, &due));
	assert_int_equal(match, b.id);
	assert_int_equal(kind, BOT_TIMER_NUDGE);
	assert_int_equal(due, 99);
	memory_store_sql(store, "UPDATE timers SET kind = 'egg'");
	timers = bot_store_timers(store, a.id);
	assert_false(timers.set[BOT_TIMER_CHALLENGE]);
	assert_error(bot_store_timers(store, b.id), BOT_STORE_CORRUPT);
}
