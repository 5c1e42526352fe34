/*
 * The chain of secrets of a match: the match ends with the chain's last round, and the host opens
 * the secrets without much computation.
 */
#include "bot/match/shuffle.h"
#include "tests/support/scene_match.h"

#include <string.h>
#include <time.h>
#include <sodium.h>

/* Shuffles the deck and plays a round at random. Returns true if nobody won the round. */
static bool draw_round(struct bot_round *round, uint64_t *seed)
{
	const struct eg_rules rules = {EG_ADVANCED, EG_FINAL_POSITION};
	struct eg_round state;

	for (size_t i = EG_DECK - 1; i > 0; i--) {
		*seed = *seed * UINT64_C(6364136223846793005) + 1;
		size_t j = (*seed >> 33) % (i + 1);
		uint8_t card = round->deck[i];
		round->deck[i] = round->deck[j];
		round->deck[j] = card;
	}
	assert_int_equal(eg_round_init(&state, &rules, EG_WHITE, round->deck), EG_OK);
	for (round->actions = 0; state.phase != EG_OVER; round->actions++) {
		struct eg_action legal[EG_LEGAL_MAX];
		size_t count = eg_round_legal(&state, legal);
		*seed = *seed * UINT64_C(6364136223846793005) + 1;
		round->action[round->actions] = legal[(*seed >> 33) % count];
		assert_int_equal(eg_round_play(&state, round->action[round->actions]), EG_OK);
	}
	return state.result.reason == EG_DRAW;
}

static void store_round(struct scene *scene, uint16_t number, const struct bot_round *round)
{
	bot_store_round_add(scene->store, 1, number, round->deck);
	for (size_t i = 0; i < round->actions; i++)
		bot_store_action_add(scene->store, 1, number, round->action[i], false);
}

/*
 * Returns the round with swapped hands. If the other player begins, the same actions end this round
 * in a draw, too.
 */
static struct bot_round mirrored(const struct bot_round *round)
{
	struct bot_round other = *round;

	memcpy(other.deck, round->deck + EG_HAND, EG_HAND);
	memcpy(other.deck + EG_HAND, round->deck, EG_HAND);
	return other;
}

SCENE_TEST(test_match_ends_undecided_after_the_last_round_of_its_chain)
{
	struct bot_match match = {.status = BOT_PLAYING,
		.room = ROOM,
		.player = {ANN, BOB},
		.reached = {true, true},
		.rules = {{EG_ADVANCED, EG_FINAL_POSITION}, 15, EG_WHITE, {0}}};
	struct bot_round even, odd = {.deck = {1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4,
					      4, 4, 5, 5, 5, 5, 5}};
	char text[EG_ACTION_SIZE];
	uint64_t seed = 1;

	while (!draw_round(&odd, &seed))
		;
	even = mirrored(&odd);
	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	bot_store_match_add(scene->store, &match);
	for (uint16_t i = 1; i < EG_CHAIN; i++)
		store_round(scene, i, i % 2 ? &odd : &even);
	even.actions--;
	store_round(scene, EG_CHAIN, &even);
	assert_int_equal(bot_store_commit(scene->store), BOT_OK);
	eg_action_print(even.action[even.actions], text);
	const char *user = scene_to_act(scene);
	scene_tell(scene, user, text);
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "after 1024 rounds, undecided"));
	/* the text of the board begins with the player of the last action */
	assert_int_equal(scene_events(scene), SCENE_FINISH);
	assert_memory_equal(scene->row[scene->mark].body, user, strlen(user));
	assert_non_null(strstr(scene->row[scene->mark].body, "round 1024 is a draw"));
	match = scene_match(scene, 1);
	assert_int_equal(match.status, BOT_ENDED);
	assert_int_equal(match.ending, BOT_UNDECIDED);
	assert_int_equal(match.winner, EG_NOBODY);
	scene_say(scene, ROOM, ANN, "!eg record");
	assert_non_null(strstr(scene_last(scene, ROOM)->file, "[Termination \"undecided\"]"));
}

/*
 * For a record of 1024 rounds, the host must not walk the whole chain once for each round. So the
 * host must open all secrets in less time than 200 walks through the whole chain take.
 */
SCENE_TEST(test_secrets_of_a_long_record_cost_little)
{
	unsigned char last[EG_KEY] = {7}, secret[EG_KEY];
	struct bot_shuffle shuffle = {0};
	char text[EG_KEY_TEXT], expected[EG_KEY_TEXT];

	eg_key_print(last, shuffle.secret);
	clock_t begun = clock();
	for (unsigned round = 1; round <= EG_CHAIN; round++)
		bot_shuffle_secret(scene->host, 0, &shuffle, (uint16_t)round, text);
	clock_t openings = clock() - begun;
	begun = clock();
	for (int i = 0; i < 200; i++)
		eg_chain_secret(last, 0, secret);
	assert_true(openings < clock() - begun);
	for (unsigned round = 0; round <= EG_CHAIN; round += 31) {
		eg_chain_secret(last, (uint16_t)round, secret);
		eg_key_print(secret, expected);
		bot_shuffle_secret(scene->host, 0, &shuffle, (uint16_t)round, text);
		assert_string_equal(text, expected);
	}
}

static int begin(void **state)
{
	(void)state;
	return sodium_init() < 0;
}

UNIT_TEST_GROUP(begin, NULL)
