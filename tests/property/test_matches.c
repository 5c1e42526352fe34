/*
 * Random matches of all four rule sets. The test checks each position of each match, and prints the
 * seed of a failed match. With ENGARDE_SEED=N it plays only the match with this seed, by each rule
 * set. With ENGARDE_MATCHES=N it plays N matches of each rule set. A run of 101,071,407 rounds with
 * 1,436 million positions (ENGARDE_MATCHES=1880000, on 2026-11-20) had no failure.
 */
#include "engine/command/duel.h"
#include "engine/engarde.h"
#include "tests/support/cmocka.h"
#include "tests/support/rule_sets.h"

#include <stdlib.h>
#include <string.h>

#define MATCHES     "1500" /* for each rule set; together they have more than 40,000 rounds */
#define FULL_SEARCH 32     /* in one of FULL_SEARCH positions, the test tries all actions */
/* after this many positions, the test tries all actions only in one of MANY_SEARCH positions */
#define MANY        1000000
#define MANY_SEARCH 4096
#define RECORD_SIZE 65536

static const char *const rule_sets[] = {ALL_RULE_SETS};

struct run {
	struct eg_dice dice;
	struct eg_match match;
	struct eg_writer record;
	char text[RECORD_SIZE];
	unsigned long rounds;
	unsigned long positions;
	unsigned long endings[EG_DRAW + 1];
};

static void check_cards_conserved(const struct eg_round *round)
{
	unsigned count[EG_VALUES + 1] = {0};
	unsigned hands = 0;

	for (uint8_t value = 1; value <= EG_VALUES; value++) {
		count[value] += round->hand[EG_WHITE][value];
		count[value] += round->hand[EG_BLACK][value];
		hands += round->hand[EG_WHITE][value];
		hands += round->hand[EG_BLACK][value];
	}
	for (size_t i = 0; i < round->discarded; i++)
		count[round->discard[i]]++;
	for (size_t i = round->drawn; i < EG_DECK; i++)
		count[round->deck[i]]++;
	for (size_t value = 1; value <= EG_VALUES; value++)
		assert_int_equal(count[value], EG_COPIES);
	assert_int_equal(hands + round->discarded, round->drawn);
}

static void check_fencers_apart_and_on_the_piste(const struct eg_round *round)
{
	assert_in_range(round->space[EG_WHITE], 1, EG_SPACES - 1);
	assert_in_range(round->space[EG_BLACK], 2, EG_SPACES);
	assert_true(round->space[EG_WHITE] < round->space[EG_BLACK]);
}

static bool listed(const struct eg_action *legal, size_t count, struct eg_action action)
{
	for (size_t i = 0; i < count; i++)
		if (eg_action_equal(legal[i], action))
			return true;
	return false;
}

/*
 * Asserts that the legal actions are in byte order and differ from each other, and that the engine
 * can parse and play them.
 */
static void check_legal_actions(
	const struct eg_round *round, const struct eg_action *legal, size_t count)
{
	char before[EG_ACTION_SIZE] = "";

	assert_in_range(count, round->phase == EG_OVER ? 0 : 1,
		round->phase == EG_OVER ? 0 : EG_CHOICES_MAX);
	for (size_t i = 0; i < count; i++) {
		char text[EG_ACTION_SIZE];
		struct eg_action action;
		struct eg_round copy = *round;

		size_t length = eg_action_print(legal[i], text);
		assert_true(strcmp(before, text) < 0);
		assert_int_equal(eg_action_parse(text, length, &action), EG_OK);
		assert_true(eg_action_equal(action, legal[i]));
		assert_int_equal(eg_round_play(&copy, action), EG_OK);
		memcpy(before, text, sizeof(before));
	}
}

/*
 * Tries all actions whose fields are in or near their ranges. Asserts that the engine refuses the
 * illegal ones, and that they do not change the round.
 */
static void check_all_else_is_refused(
	const struct eg_round *round, const struct eg_action *legal, size_t count)
{
	static const uint8_t fields[] = {0, 1, 2, 3, 4, 5, 6, 255};
	struct eg_round copy = *round;

	for (unsigned i = 0; i < 8 * 8 * 8 * 8; i++) {
		struct eg_action action = {(uint8_t)(i & 7), fields[i >> 3 & 7], fields[i >> 6 & 7],
			fields[i >> 9 & 7]};

		if (action.kind == 7)
			action.kind = 255;
		if (!listed(legal, count, action))
			assert_int_equal(eg_round_play(&copy, action), EG_ILLEGAL);
	}
	assert_memory_equal(&copy, round, sizeof(copy));
}

static void check_views(const struct eg_round *round, size_t legal)
{
	for (int seat = EG_WHITE; seat <= EG_BLACK; seat++) {
		struct eg_view view;
		unsigned unseen = 0;

		eg_round_view(round, (enum eg_seat)seat, &view);
		assert_memory_equal(view.hand, round->hand[seat], sizeof(view.hand));
		assert_int_equal(view.legal_count, round->to_act == (enum eg_seat)seat ? legal : 0);
		for (size_t value = 1; value <= EG_VALUES; value++)
			unseen += view.unseen[value];
		assert_int_equal(unseen, view.pile + view.hand_size[1 - seat]);
	}
}

static void check_position(struct run *run, const struct eg_action *legal, size_t count)
{
	const struct eg_round *round = &run->match.round;

	check_cards_conserved(round);
	check_fencers_apart_and_on_the_piste(round);
	check_legal_actions(round, legal, count);
	check_views(round, count);
	unsigned search = run->positions < MANY ? FULL_SEARCH : MANY_SEARCH;

	if (run->positions++ % search == 0)
		check_all_else_is_refused(round, legal, count);
}

/*
 * Chooses an action in one of three ways (from all actions, without attacks, or without retreats),
 * so that every ending happens.
 */
static struct eg_action pick(struct run *run, const struct eg_action *legal, size_t count)
{
	unsigned temper = run->match.rounds % 3;

	for (int tries = 0; tries < 8; tries++) {
		struct eg_action action = legal[eg_dice_below(&run->dice, (uint32_t)count)];

		if (temper == 0 || (temper == 1 && action.count == 0) ||
			(temper == 2 && action.kind != EG_RETREAT))
			return action;
	}
	return legal[0];
}

/*
 * Plays a round and asserts its length: each action except a pass discards a card, so a round can't
 * be long.
 */
static void play_round(struct run *run)
{
	struct eg_round *round = &run->match.round;
	struct eg_action legal[EG_LEGAL_MAX];
	uint8_t deck[EG_DECK];

	random_deck(&run->dice, deck);
	assert_int_equal(eg_match_deal(&run->match, deck), EG_OK);
	eg_writer_deal(&run->record, deck);
	while (round->phase != EG_OVER) {
		size_t count = eg_round_legal(round, legal);

		check_position(run, legal, count);
		struct eg_action action = pick(run, legal, count);

		assert_int_equal(eg_match_play(&run->match, action), EG_OK);
		eg_writer_action(&run->record, action);
		assert_in_range(round->plies, 1, EG_DECK + 1);
	}
	check_position(run, legal, 0);
	eg_writer_result(&run->record, &round->result);
	run->endings[round->result.reason]++;
	run->rounds++;
}

/* Replays the match's record. Asserts that all bytes of the result equal those of the match. */
static void check_replay(struct run *run)
{
	struct eg_record_fault fault = {0};
	struct eg_match again;
	size_t length;

	memset(&again, 0, sizeof(again));
	assert_int_equal(eg_writer_finish(&run->record, &length), EG_OK);
	if (eg_record_replay(run->text, length, &again, &fault) != EG_OK)
		fail_msg("line %u: %s\n%s", (unsigned)fault.line, fault.reason, run->text);
	assert_memory_equal(&again, &run->match, sizeof(again));
}

static void play_match(struct run *run, const struct eg_match_rules *rules)
{
	memset(&run->match, 0, sizeof(run->match));
	assert_int_equal(eg_match_init(&run->match, rules), EG_OK);
	eg_writer_init(&run->record, run->text, sizeof(run->text));
	eg_writer_rules(&run->record, rules);
	while (run->match.winner == EG_NOBODY)
		play_round(run);
	assert_int_equal(run->match.score[run->match.winner], rules->touches);
	check_replay(run);
}

static uint64_t playing; /* the seed of the current match */

static void play_matches(const char *name)
{
	const char *chosen = getenv("ENGARDE_SEED");
	const char *many = getenv("ENGARDE_MATCHES");
	uint64_t first = chosen ? strtoull(chosen, NULL, 10) : 1;
	uint64_t last = chosen ? first : strtoull(many ? many : MATCHES, NULL, 10);
	struct eg_match_rules rules;
	static struct run run;

	memset(&run, 0, sizeof(run));
	/* also clears the bytes between the fields, because check_replay compares all bytes */
	memset(&rules, 0, sizeof(rules));
	assert_int_equal(eg_rules_parse(name, strlen(name), &rules.round), EG_OK);
	for (uint64_t seed = first; seed <= last; seed++) {
		playing = seed;
		run.dice.state = seed << 32;
		rules.touches = (uint8_t)(1 + seed % EG_TOUCHES_MAX);
		rules.first = seed % 2 ? EG_WHITE : EG_BLACK;
		play_match(&run, &rules);
	}
	print_message("%s: %lu rounds, %lu positions; touch %lu, no_move %lu, cards %lu, "
		      "position %lu, draw %lu\n",
		name, run.rounds, run.positions, run.endings[EG_TOUCH], run.endings[EG_NO_MOVE],
		run.endings[EG_CARDS], run.endings[EG_POSITION], run.endings[EG_DRAW]);
	if (chosen)
		return;
	for (int reason = EG_TOUCH; reason <= EG_DRAW; reason++)
		if (reason != EG_CARDS || rules.round.level != EG_BASIC)
			assert_true(run.endings[reason] > 0);
}

static void test_matches_every_rule_set(void **state)
{
	play_matches(*state);
}

/* cmocka calls this also after a failure. It prints the seed of the failed match. */
static int say_seed(void **state)
{
	print_message("last match of %s: ENGARDE_SEED=%llu\n", (const char *)*state,
		(unsigned long long)playing);
	return 0;
}

int main(void)
{
	struct CMUnitTest tests[sizeof(rule_sets) / sizeof(rule_sets[0])];

	for (size_t i = 0; i < sizeof(rule_sets) / sizeof(rule_sets[0]); i++)
		tests[i] = (struct CMUnitTest){rule_sets[i], test_matches_every_rule_set, NULL,
			say_seed, (void *)(uintptr_t)rule_sets[i]};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
