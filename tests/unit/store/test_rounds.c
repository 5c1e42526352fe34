/* Tests stored rounds, the match that the store replays from them, and shuffles. */
#include "bot/store/rounds.h"
#include "bot/store/store.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/rule_sets.h"
#include "tests/support/test_store.h"

#include <stdio.h>
#include <string.h>

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
	bot_store_replay(store, match, &replayed, NULL);
	assert_int_equal(replayed.rounds, live->rounds);
	assert_int_equal(replayed.winner, live->winner);
	if (live->rounds == 0)
		return;
	for (enum eg_seat seat = EG_WHITE; seat <= EG_NOBODY; seat++) {
		memset(&a, 0, sizeof(a));
		memset(&b, 0, sizeof(b));
		eg_match_view(&replayed, seat, &a);
		eg_match_view(live, seat, &b);
		assert_int_equal(a.score[0], b.score[0]);
		assert_int_equal(a.score[1], b.score[1]);
		assert_int_equal(a.round.plies, b.round.plies);
		assert_int_equal(a.round.to_act, b.round.to_act);
		assert_int_equal(a.round.phase, b.round.phase);
		assert_memory_equal(a.round.hand, b.round.hand, sizeof(a.round.hand));
		assert_memory_equal(a.round.space, b.round.space, sizeof(a.round.space));
	}
}

/* Plays random actions to the end of the match, and replays the match after each action. */
static void play_match(struct bot_store *store, uint32_t seed, const char *rules)
{
	struct bot_match match = memory_store_challenge("!a:x", "@w:x", "@b:x");
	struct eg_match live;
	assert_int_equal(eg_rules_parse(rules, strlen(rules), &match.rules.round), 0);
	match.rules.first = seed % 2 ? EG_WHITE : EG_BLACK;
	match.rules.touches = 3;
	bot_store_match_add(store, &match);
	assert_int_equal(eg_match_init(&live, &match.rules), EG_OK);
	while (live.winner == EG_NOBODY) {
		uint8_t deck[EG_DECK];
		shuffle(&seed, deck);
		assert_int_equal(eg_match_deal(&live, deck), EG_OK);
		bot_store_round_add(store, match.id, live.rounds, deck);
		while (live.round.phase != EG_OVER) {
			struct eg_action legal[EG_LEGAL_MAX];
			size_t count = eg_round_legal(&live.round, legal);
			seed = seed * 1664525 + 1013904223;
			struct eg_action action = legal[(seed >> 8) % count];
			assert_int_equal(eg_match_play(&live, action), EG_OK);
			bot_store_action_add(store, match.id, live.rounds, action, false);
			assert_replays(store, &match, &live);
		}
	}
}

STORE_TEST(test_replay_equals_the_match_after_every_action)
{
	static const char *const names[] = {ALL_RULE_SETS};
	for (uint32_t seed = 1; seed <= 40; seed++)
		play_match(store, seed, names[seed % 4]);
}

static struct bot_match playing(struct bot_store *store)
{
	struct bot_match match = memory_store_challenge("!a:x", "@w:x", "@b:x");
	match.rules.first = EG_WHITE;
	bot_store_match_add(store, &match);
	return match;
}

STORE_TEST(test_replay_before_the_first_deal)
{
	struct bot_match match = playing(store);
	struct eg_match replayed;
	bot_store_replay(store, &match, &replayed, NULL);
	assert_int_equal(replayed.rounds, 0);
}

STORE_TEST(test_replay_of_illegal_rounds_is_corrupt)
{
	/* With this deck both players get 1 2 3 4 5. */
	char many[4032] = "actions = '";
	const char *const faults[] = {
		"deck = '1234512345123451234512344'", /* only four fives */
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
		"actions = '+1!!'",
		"actions = '+1!+1'",
		"actions = '! +1'",
		many,
	};
	memset(many + strlen(many), '+', 4000);
	strcat(many, "'");
	for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++) {
		struct bot_match match = playing(store);
		struct eg_match replayed = {.rounds = 77};
		char sql[sizeof(many) + 100];

		if (test_store_is_server() && strchr(faults[i], '\xff'))
			continue; /* PostgreSQL keeps no text that is not UTF-8 */
		snprintf(sql, sizeof(sql),
			"INSERT INTO rounds VALUES (%d, 1, '1234512345123451234512345', '+1 +1')",
			(int)match.id);
		memory_store_sql(store, sql);
		struct eg_match sound;
		bot_store_replay(store, &match, &sound, NULL);
		assert_int_equal(sound.round.plies, 2);
		snprintf(sql, sizeof(sql), "UPDATE rounds SET %s WHERE match_id = %d", faults[i],
			(int)match.id);
		memory_store_sql(store, sql);
		assert_error(bot_store_replay(store, &match, &replayed, NULL), BOT_STORE_CORRUPT);
		assert_int_equal(replayed.rounds, 77);
	}
}

STORE_TEST(test_replay_of_a_second_round_before_the_first_ended_is_corrupt)
{
	struct bot_match match = playing(store);
	struct eg_match replayed;
	uint8_t deck[EG_DECK];
	uint32_t seed = 1;
	shuffle(&seed, deck);
	bot_store_round_add(store, match.id, 1, deck);
	bot_store_round_add(store, match.id, 2, deck);
	assert_error(bot_store_replay(store, &match, &replayed, NULL), BOT_STORE_CORRUPT);
}

STORE_TEST(test_round_is_added_once_and_only_with_cards)
{
	struct bot_match match = playing(store);
	uint8_t deck[EG_DECK];
	uint32_t seed = 1;
	shuffle(&seed, deck);
	bot_store_round_add(store, match.id, 1, deck);
	MEMORY_STORE_REFUSED(store, bot_store_round_add(store, match.id, 1, deck), BOT_INVALID);
	deck[3] = 6;
	assert_error(bot_store_round_add(store, match.id, 2, deck), BOT_INVALID);
	deck[3] = 0;
	assert_error(bot_store_round_add(store, match.id, 2, deck), BOT_INVALID);
}

STORE_TEST(test_round_is_read_as_it_was_played)
{
	struct bot_match match = memory_store_challenge("!a:x", "@w:x", "@b:x");
	struct bot_round round;
	uint8_t deck[EG_DECK];
	uint32_t seed = 1;
	shuffle(&seed, deck);
	bot_store_match_add(store, &match);
	bot_store_round_add(store, match.id, 1, deck);
	assert_true(bot_store_round_get(store, match.id, 1, &round));
	assert_memory_equal(round.deck, deck, EG_DECK);
	assert_int_equal(round.actions, 0);
	struct eg_action action = {EG_ADVANCE_ATTACK, 3, 5, 2};
	for (size_t i = 0; i < BOT_ROUND_MAX; i++)
		bot_store_action_add(store, match.id, 1, action, false);
	assert_true(bot_store_round_get(store, match.id, 1, &round));
	assert_int_equal(round.actions, BOT_ROUND_MAX);
	assert_true(eg_action_equal(round.action[BOT_ROUND_MAX - 1], action));
	assert_false(bot_store_round_get(store, match.id, 2, &round));
	bot_store_action_add(store, match.id, 1, action, false);
	assert_error(bot_store_round_get(store, match.id, 1, &round), BOT_STORE_CORRUPT);
}

STORE_TEST(test_action_that_played_itself_is_marked)
{
	const struct eg_action advance = {.kind = EG_ADVANCE, .move = 1};
	struct bot_match match = playing(store);
	struct eg_match replayed;
	struct bot_round round;
	uint8_t deck[EG_DECK];

	for (size_t i = 0; i < EG_DECK; i++)
		deck[i] = (uint8_t)(1 + i % EG_VALUES);
	bot_store_round_add(store, match.id, 1, deck);
	for (size_t i = 0; i < 3; i++)
		bot_store_action_add(store, match.id, 1, advance, i == 1);
	assert_true(bot_store_round_get(store, match.id, 1, &round));
	assert_int_equal(round.actions, 3);
	for (size_t i = 0; i < 3; i++) {
		assert_true(eg_action_equal(round.action[i], advance));
		assert_int_equal(round.automatic[i], i == 1);
	}
	bot_store_replay(store, &match, &replayed, NULL);
	assert_int_equal(replayed.round.plies, 3);
}

STORE_TEST(test_shuffle_is_read_as_it_was_set)
{
	struct bot_shuffle shuffle = {.challenge = "$challenge"}, got;
	memset(shuffle.secret, 'A', sizeof(shuffle.secret) - 1);
	struct bot_match match = memory_store_challenge("!a:x", "@w:x", "@b:x");
	MEMORY_STORE_REFUSED(store, bot_store_set_shuffle(store, 1, &shuffle), BOT_NOT_FOUND);
	bot_store_match_add(store, &match);
	assert_false(bot_store_shuffle(store, match.id, &got));
	for (int i = 0; i < 2; i++) {
		bot_store_set_shuffle(store, match.id, &shuffle);
		assert_true(bot_store_shuffle(store, match.id, &got));
		assert_string_equal(got.secret, shuffle.secret);
		assert_string_equal(got.challenge, shuffle.challenge);
		assert_string_equal(got.acceptance, shuffle.acceptance);
		assert_int_equal(got.by_lot, shuffle.by_lot);
		shuffle.by_lot = true;
		memset(shuffle.acceptance, 'a', BOT_ID_SIZE - 1);
	}
	shuffle.challenge[0] = '\0';
	assert_error(bot_store_set_shuffle(store, match.id, &shuffle), BOT_INVALID);
	memory_store_sql(store, "UPDATE shuffles SET secret = 'short'");
	assert_error(bot_store_shuffle(store, match.id, &got), BOT_STORE_CORRUPT);
}
