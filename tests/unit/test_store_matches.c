/* Matches, rounds and timers: what is stored is what was meant. */
#include "bot/store.h"
#include "bot/store/database.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static int begin(void **state)
{
	struct bot_store *store;
	if (bot_store_open(":memory:", &store) || bot_store_begin(store))
		return -1;
	*state = store;
	return 0;
}

static int end(void **state)
{
	struct bot_store *store = *state;
	enum bot_error error = bot_store_commit(store);
	bot_store_close(store);
	return error ? -1 : 0;
}

static struct bot_match challenge(const char *room, const char *white, const char *black)
{
	struct bot_match match = {
		.status = BOT_CHALLENGE,
		.rules = {{EG_ADVANCED, EG_FINAL_POSITION}, 5, EG_NOBODY},
	};
	snprintf(match.room, BOT_ID_SIZE, "%s", room);
	snprintf(match.player[EG_WHITE], BOT_ID_SIZE, "%s", white);
	snprintf(match.player[EG_BLACK], BOT_ID_SIZE, "%s", black);
	return match;
}

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
}

static void test_match_comes_back_as_it_was_added_and_saved(void **state)
{
	static const char *const names[] = {"basic", "standard", "advanced", "ferti"};
	struct bot_store *store = *state;
	for (int64_t i = 0; i < 4; i++) {
		struct bot_match match = challenge("!a:x", "@w:x", ""), got;
		assert_int_equal(eg_rules_parse(names[i], strlen(names[i]), &match.rules.round), 0);
		assert_int_equal(bot_store_match_add(store, &match), BOT_OK);
		assert_int_equal(match.id, i + 1);
		assert_int_equal(bot_store_match_get(store, match.id, &got), BOT_OK);
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
		assert_int_equal(bot_store_match_save(store, &match), BOT_OK);
		assert_int_equal(bot_store_match_get(store, match.id, &got), BOT_OK);
		assert_same(&match, &got);
	}
}

static void test_match_unknown_is_not_found(void **state)
{
	struct bot_match match = challenge("!a:x", "@w:x", "@b:x"), got;
	struct eg_action action = {.kind = EG_PARRY};
	uint8_t deck[EG_DECK] = {0};
	for (size_t i = 0; i < EG_DECK; i++)
		deck[i] = (uint8_t)(i % EG_VALUES + 1);
	assert_int_equal(bot_store_match_get(*state, 1, &got), BOT_NOT_FOUND);
	match.id = 1;
	assert_int_equal(bot_store_match_save(*state, &match), BOT_NOT_FOUND);
	assert_int_equal(bot_store_round_add(*state, 1, 1, deck), BOT_NOT_FOUND);
	assert_int_equal(bot_store_action_add(*state, 1, 1, action), BOT_NOT_FOUND);
	assert_int_equal(bot_store_timer_set(*state, 1, BOT_TIMER_CHALLENGE, 1), BOT_NOT_FOUND);
}

static void test_match_ids_are_never_used_again(void **state)
{
	struct bot_match match = challenge("!a:x", "@w:x", "@b:x");
	assert_int_equal(bot_store_match_add(*state, &match), BOT_OK);
	assert_int_equal(match.id, 1);
	struct bot_store *store = *state;
	assert_int_equal(sqlite3_exec(store->db, "DELETE FROM matches", 0, 0, 0), SQLITE_OK);
	assert_int_equal(bot_store_match_add(*state, &match), BOT_OK);
	assert_int_equal(match.id, 2);
}

static void test_match_that_cannot_be_stored_is_refused(void **state)
{
	struct bot_match match = challenge("", "@w:x", "@b:x"), got;
	match.id = 77;
	assert_int_equal(bot_store_match_add(*state, &match), BOT_INVALID);
	match = challenge("!a:x", "", "@b:x");
	assert_int_equal(bot_store_match_add(*state, &match), BOT_INVALID);
	match = challenge("!a:x", "@w:x", "@b:x");
	memset(match.player[EG_BLACK], 'x', BOT_ID_SIZE); /* no NUL */
	assert_int_equal(bot_store_match_add(*state, &match), BOT_INVALID);
	match = challenge("!a:x", "@w:x", "@b:x");
	match.rules.touches = EG_TOUCHES_MAX + 1;
	assert_int_equal(bot_store_match_add(*state, &match), BOT_INVALID);
	match.rules.touches = 1;
	match.status = BOT_ENDED + 1;
	assert_int_equal(bot_store_match_add(*state, &match), BOT_INVALID);
	match.status = BOT_ENDED;
	match.rules.first = EG_NOBODY + 1;
	assert_int_equal(bot_store_match_save(*state, &match), BOT_INVALID);
	assert_int_equal(bot_store_match_get(*state, 1, &got), BOT_NOT_FOUND);
}

static void corrupt(struct bot_store *store, const char *sql)
{
	assert_int_equal(sqlite3_exec(store->db, sql, 0, 0, 0), SQLITE_OK);
}

static void test_match_with_a_value_never_written_is_corrupt(void **state)
{
	static const char *const faults[] = {
		"status = 'sleeping'",
		"room = ''",
		"room = printf('%256c', 'x')",
		"white_reached = 2",
		"rules = 'house'",
		"touches = 0",
		"touches = 16",
		"first = 'red'",
		"board = -1",
		"edits = 4294967296",
		"scrolled = -1",
	};
	struct bot_store *store = *state;
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
		struct bot_match match = challenge("!a:x", "@w:x", "@b:x");
		struct bot_match got = {.id = 99};
		char sql[120];
		assert_int_equal(bot_store_match_add(store, &match), BOT_OK);
		snprintf(sql, sizeof sql, "UPDATE matches SET %s WHERE id = %d", faults[i],
			(int)match.id);
		corrupt(store, sql);
		assert_int_equal(bot_store_match_get(store, match.id, &got), BOT_STORE_CORRUPT);
		assert_int_equal(got.id, 99);
	}
}

static size_t found(struct bot_store *store, const char *room, const char *player, int status,
	struct bot_match matches[4])
{
	struct bot_match_filter filter = {room, player, status};
	size_t count = 99;
	assert_int_equal(bot_store_match_find(store, &filter, matches, 4, &count), BOT_OK);
	return count;
}

static void test_find_lists_the_oldest_that_fit(void **state)
{
	static const char *const players[][2] = {{"@a:x", "@b:x"}, {"@b:x", "@c:x"}, {"@c:x", ""},
		{"@a:x", "@c:x"}, {"@d:x", "@a:x"}};
	struct bot_store *store = *state;
	struct bot_match matches[4];
	for (size_t i = 0; i < 5; i++) {
		struct bot_match match =
			challenge(i < 3 ? "!one:x" : "!two:x", players[i][0], players[i][1]);
		match.status = i == 3 ? BOT_ENDED : i == 4 ? BOT_PLAYING : BOT_CHALLENGE;
		assert_int_equal(bot_store_match_add(store, &match), BOT_OK);
	}
	assert_int_equal(found(store, NULL, NULL, -1, matches), 4);
	assert_int_equal(matches[0].id, 1);
	assert_int_equal(matches[3].id, 5);
	assert_int_equal(found(store, "!one:x", NULL, -1, matches), 3);
	assert_int_equal(found(store, "!two:x", NULL, -1, matches), 1);
	assert_int_equal(matches[0].id, 5);
	assert_int_equal(found(store, NULL, "@a:x", -1, matches), 2);
	assert_int_equal(found(store, "!one:x", "@b:x", -1, matches), 2);
	assert_int_equal(found(store, NULL, "@a:x", BOT_PLAYING, matches), 1);
	assert_int_equal(found(store, NULL, NULL, BOT_ENDED, matches), 0);
	assert_int_equal(found(store, "!none:x", NULL, -1, matches), 0);
	struct bot_match_filter all = {NULL, NULL, -1};
	size_t count;
	assert_int_equal(bot_store_match_find(store, &all, matches, 2, &count), BOT_OK);
	assert_int_equal(count, 2);
	assert_int_equal(matches[1].id, 2);
	assert_int_equal(bot_store_match_find(store, &all, matches, 0, &count), BOT_OK);
	assert_int_equal(count, 0);
}

static void test_find_meets_a_corrupt_match(void **state)
{
	struct bot_match match = challenge("!a:x", "@w:x", "@b:x");
	struct bot_match_filter all = {NULL, NULL, -1};
	size_t count = 99;
	assert_int_equal(bot_store_match_add(*state, &match), BOT_OK);
	corrupt(*state, "UPDATE matches SET rules = 'none'");
	assert_int_equal(bot_store_match_find(*state, &all, &match, 1, &count), BOT_STORE_CORRUPT);
	assert_int_equal(count, 99);
}

static void shuffle(uint32_t *seed, uint8_t deck[EG_DECK])
{
	for (size_t i = 0; i < EG_DECK; i++)
		deck[i] = (uint8_t)(i % EG_VALUES + 1);
	for (size_t i = EG_DECK - 1; i > 0; i--) {
		*seed = *seed * 1664525 + 1013904223;
		size_t j = (*seed >> 8) % (i + 1);
		uint8_t card = deck[i];
		deck[i] = deck[j];
		deck[j] = card;
	}
}

static void assert_replays(
	struct bot_store *store, const struct bot_match *match, const struct eg_match *live)
{
	struct eg_match replayed;
	struct eg_match_view a, b;
	assert_int_equal(bot_store_replay(store, match, &replayed), BOT_OK);
	assert_int_equal(replayed.rounds, live->rounds);
	assert_int_equal(replayed.winner, live->winner);
	if (live->rounds == 0)
		return;
	for (enum eg_seat seat = EG_WHITE; seat <= EG_NOBODY; seat++) {
		memset(&a, 0, sizeof a);
		memset(&b, 0, sizeof b);
		eg_match_view(&replayed, seat, &a);
		eg_match_view(live, seat, &b);
		assert_int_equal(a.score[0], b.score[0]);
		assert_int_equal(a.score[1], b.score[1]);
		assert_int_equal(a.round.plies, b.round.plies);
		assert_int_equal(a.round.to_act, b.round.to_act);
		assert_int_equal(a.round.phase, b.round.phase);
		assert_memory_equal(a.round.hand, b.round.hand, sizeof a.round.hand);
		assert_memory_equal(a.round.space, b.round.space, sizeof a.round.space);
	}
}

/* Plays at random to the end, and replays after every step. */
static void play_match(struct bot_store *store, uint32_t seed, const char *rules)
{
	struct bot_match match = challenge("!a:x", "@w:x", "@b:x");
	struct eg_match live;
	assert_int_equal(eg_rules_parse(rules, strlen(rules), &match.rules.round), 0);
	match.rules.first = seed % 2 ? EG_WHITE : EG_BLACK;
	match.rules.touches = 3;
	assert_int_equal(bot_store_match_add(store, &match), BOT_OK);
	assert_int_equal(eg_match_init(&live, &match.rules), EG_OK);
	while (live.winner == EG_NOBODY) {
		uint8_t deck[EG_DECK];
		shuffle(&seed, deck);
		assert_int_equal(eg_match_deal(&live, deck), EG_OK);
		assert_int_equal(bot_store_round_add(store, match.id, live.rounds, deck), BOT_OK);
		while (live.round.phase != EG_OVER) {
			struct eg_action legal[EG_LEGAL_MAX];
			size_t count = eg_round_legal(&live.round, legal);
			seed = seed * 1664525 + 1013904223;
			struct eg_action action = legal[(seed >> 8) % count];
			assert_int_equal(eg_match_play(&live, action), EG_OK);
			assert_int_equal(
				bot_store_action_add(store, match.id, live.rounds, action), BOT_OK);
			assert_replays(store, &match, &live);
		}
	}
}

static void test_replay_equals_the_match_after_every_action(void **state)
{
	static const char *const names[] = {"basic", "standard", "advanced", "ferti"};
	for (uint32_t seed = 1; seed <= 40; seed++)
		play_match(*state, seed, names[seed % 4]);
}

static struct bot_match playing(struct bot_store *store)
{
	struct bot_match match = challenge("!a:x", "@w:x", "@b:x");
	match.rules.first = EG_WHITE;
	assert_int_equal(bot_store_match_add(store, &match), BOT_OK);
	return match;
}

static void test_replay_before_the_first_deal(void **state)
{
	struct bot_match match = playing(*state);
	struct eg_match replayed;
	assert_int_equal(bot_store_replay(*state, &match, &replayed), BOT_OK);
	assert_int_equal(replayed.rounds, 0);
}

static void test_replay_of_what_is_no_match_is_corrupt(void **state)
{
	/* The deck deals 1 2 3 4 5 to both. */
	static const char *const faults[] = {
		"deck = '1234512345123451234512344'", /* four fives */
		"deck = '12345'",
		"deck = '123451234512345123451234\xff'",
		"deck = '12345123451234512345123455'",
		"deck = ''",
		"number = 2",
		"number = 0",
		"actions = 'x5'",
		"actions = '+1  +1'",
		"actions = '+1 +1 '' OR 1'",
		"actions = '+'",
		"actions = '+1 -5'",
		"actions = printf('%.*c', 4000, '+')",
	};
	struct bot_store *store = *state;
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
		struct bot_match match = playing(store);
		struct eg_match replayed = {.rounds = 77};
		char sql[160];
		snprintf(sql, sizeof sql,
			"INSERT INTO rounds VALUES (%d, 1, '1234512345123451234512345', '+1 +1')",
			(int)match.id);
		corrupt(store, sql);
		struct eg_match sound;
		assert_int_equal(bot_store_replay(store, &match, &sound), BOT_OK);
		assert_int_equal(sound.round.plies, 2);
		snprintf(sql, sizeof sql, "UPDATE rounds SET %s WHERE match_id = %d", faults[i],
			(int)match.id);
		corrupt(store, sql);
		assert_int_equal(bot_store_replay(store, &match, &replayed), BOT_STORE_CORRUPT);
		assert_int_equal(replayed.rounds, 77);
	}
}

static void test_replay_of_a_second_round_before_the_first_ended_is_corrupt(void **state)
{
	struct bot_match match = playing(*state);
	struct eg_match replayed;
	uint8_t deck[EG_DECK];
	uint32_t seed = 1;
	shuffle(&seed, deck);
	assert_int_equal(bot_store_round_add(*state, match.id, 1, deck), BOT_OK);
	assert_int_equal(bot_store_round_add(*state, match.id, 2, deck), BOT_OK);
	assert_int_equal(bot_store_replay(*state, &match, &replayed), BOT_STORE_CORRUPT);
}

static void test_round_is_added_once_and_with_cards(void **state)
{
	struct bot_match match = playing(*state);
	uint8_t deck[EG_DECK];
	uint32_t seed = 1;
	shuffle(&seed, deck);
	assert_int_equal(bot_store_round_add(*state, match.id, 1, deck), BOT_OK);
	assert_int_equal(bot_store_round_add(*state, match.id, 1, deck), BOT_INVALID);
	deck[3] = 6;
	assert_int_equal(bot_store_round_add(*state, match.id, 2, deck), BOT_INVALID);
	deck[3] = 0;
	assert_int_equal(bot_store_round_add(*state, match.id, 2, deck), BOT_INVALID);
}

static void test_timer_next_is_the_earliest(void **state)
{
	struct bot_store *store = *state;
	int64_t match = 0, due = 0;
	enum bot_timer kind;
	assert_int_equal(bot_store_timer_next(store, &match, &kind, &due), BOT_NOT_FOUND);
	struct bot_match a = playing(store), b = playing(store);
	assert_int_equal(bot_store_timer_set(store, a.id, BOT_TIMER_CHALLENGE, 2000), BOT_OK);
	assert_int_equal(bot_store_timer_set(store, b.id, BOT_TIMER_CHALLENGE, 1000), BOT_OK);
	assert_int_equal(bot_store_timer_next(store, &match, &kind, &due), BOT_OK);
	assert_int_equal(match, b.id);
	assert_int_equal(kind, BOT_TIMER_CHALLENGE);
	assert_int_equal(due, 1000);
	/* A timer set again is moved. */
	assert_int_equal(bot_store_timer_set(store, b.id, BOT_TIMER_CHALLENGE, INT64_MAX), BOT_OK);
	assert_int_equal(bot_store_timer_next(store, &match, &kind, &due), BOT_OK);
	assert_int_equal(match, a.id);
	assert_int_equal(bot_store_timer_clear(store, a.id, BOT_TIMER_CHALLENGE), BOT_OK);
	assert_int_equal(bot_store_timer_clear(store, a.id, BOT_TIMER_CHALLENGE), BOT_OK);
	assert_int_equal(bot_store_timer_next(store, &match, &kind, &due), BOT_OK);
	assert_int_equal(match, b.id);
	assert_int_equal(due, INT64_MAX);
	corrupt(store, "UPDATE timers SET kind = 'egg'");
	assert_int_equal(bot_store_timer_next(store, &match, &kind, &due), BOT_STORE_CORRUPT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
		TEST(test_match_comes_back_as_it_was_added_and_saved),
		TEST(test_match_unknown_is_not_found),
		TEST(test_match_ids_are_never_used_again),
		TEST(test_match_that_cannot_be_stored_is_refused),
		TEST(test_match_with_a_value_never_written_is_corrupt),
		TEST(test_find_lists_the_oldest_that_fit),
		TEST(test_find_meets_a_corrupt_match),
		TEST(test_replay_equals_the_match_after_every_action),
		TEST(test_replay_before_the_first_deal),
		TEST(test_replay_of_what_is_no_match_is_corrupt),
		TEST(test_replay_of_a_second_round_before_the_first_ended_is_corrupt),
		TEST(test_round_is_added_once_and_with_cards),
		TEST(test_timer_next_is_the_earliest),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
