/* Commitments, records and their proofs, as the room sees them. */
#include "bot/record.h"
#include "engine/deal/deal.h"
#include "engine/deal/proof.h"
#include "tests/support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <sodium.h>

/* The record that the last command has sent there. */
static const char *record(const struct scene *scene, const char *to)
{
	const struct scene_row *row = scene_last(scene, to);

	assert_int_equal(scene_events(scene), 1);
	assert_int_equal(row->kind, BOT_OUT_FILE);
	assert_non_null(strstr(row->body, "record"));
	return row->file;
}

static struct eg_proof prove(const char *text)
{
	struct eg_record_fault fault;
	struct eg_proof proof;

	if (eg_record_prove(text, strlen(text), &proof, &fault) != EG_OK)
		fail_msg("line %u: %s in:\n%s", fault.line, fault.reason, text);
	return proof;
}

/* Plays the first legal attack or action until `rounds` have ended, or the match has. */
static void play(struct scene *scene, int64_t id, uint16_t rounds)
{
	while (scene_match(scene, id).status == BOT_PLAYING) {
		struct eg_match state = scene_state(scene, id);
		struct eg_action legal[EG_LEGAL_MAX];
		char text[EG_ACTION_SIZE], said[32];

		if (state.rounds > rounds)
			return;
		size_t count = eg_round_legal(&state.round, legal);
		eg_action_print(legal[count - 1], text);
		snprintf(said, sizeof(said), "%s #%d", text, (int)id);
		scene_tell(scene, state.round.to_act == EG_WHITE ? ANN : BOB, said);
	}
}

static void test_commitment_is_shown_before_the_acceptance(void **state)
{
	struct scene *scene = scene_create(1);
	char commitment[EG_EVENT_SIZE];

	(void)state;
	scene_say(scene, ROOM, ANN, "!eg challenge to 2");
	const struct scene_row *row = scene_last(scene, ROOM);

	assert_int_equal(scene_events(scene), 1);
	const char *at = strstr(row->body, "Commitment of the shuffles: ");
	assert_non_null(at);
	snprintf(commitment, sizeof(commitment), "%s", strchr(at, ':') + 2);
	assert_int_equal(strlen(commitment), 43);
	scene_say(scene, ROOM, BOB, "!eg accept");
	play(scene, 1, UINT16_MAX);
	scene_say(scene, ROOM, EVE, "!eg record");
	struct eg_proof proof = prove(record(scene, ROOM));

	assert_memory_equal(proof.commitment.start, commitment, 43);
	assert_memory_equal(proof.challenge.start, "$event0", proof.challenge.size);
	assert_memory_equal(proof.acceptance.start, "$event1", proof.acceptance.size);
	assert_memory_equal(proof.termination.start, "won", proof.termination.size);
	assert_int_not_equal(proof.match.winner, EG_NOBODY);
	assert_int_equal(scene_match(scene, 1).winner, proof.match.winner);
	scene_destroy(scene);
}

/* Nothing of a round is in a record before the round has ended, whatever is asked for. */
static void test_record_of_a_match_that_goes_on_keeps_its_round_closed(void **state)
{
	struct scene *scene = scene_create(2);

	(void)state;
	scene_begin(scene, "to 3");
	for (uint16_t rounds = 0; scene_match(scene, 1).status == BOT_PLAYING; rounds++) {
		struct bot_round round;
		struct bot_shuffle shuffle;
		char deck[EG_DECK + 1] = "";

		assert_int_equal(bot_store_round_get(scene->store, 1, rounds + 1U, &round), BOT_OK);
		assert_int_equal(bot_store_shuffle(scene->store, 1, &shuffle), BOT_OK);
		for (size_t i = 0; i < EG_DECK; i++)
			deck[i] = (char)('0' + round.deck[i]);
		scene_say(scene, ROOM, BOB, "!eg record #1");
		const char *text = record(scene, ROOM);
		struct eg_proof proof = prove(text);

		assert_int_equal(proof.match.rounds, rounds);
		assert_memory_equal(proof.termination.start, "playing", proof.termination.size);
		assert_null(strstr(text, deck));
		assert_null(strstr(text, shuffle.secret));
		scene_say(scene, ROOM, ANN, "!eg verify");
		scene_assert_answer(scene, ROOM, "opened when it has ended");
		assert_null(strstr(scene_last(scene, ROOM)->body, deck));
		play(scene, 1, rounds + 1U);
	}
	scene_say(scene, ROOM, ANN, "!eg verify");
	scene_assert_answer(scene, ROOM, "lead back to the commitment");
	assert_null(strstr(scene_last(scene, ROOM)->body, "opened when it has ended"));
	scene_destroy(scene);
}

static void assert_ending(struct scene *scene, const char *part, uint16_t rounds)
{
	scene_say(scene, ROOM, ANN, "!eg record");
	const char *text = record(scene, ROOM);

	assert_int_equal(prove(text).match.rounds, rounds);
	if (!strstr(text, part))
		fail_msg("\"%s\" is not in:\n%s", part, text);
}

/* The round that was broken off is opened too: nobody plays it any more. */
static void test_record_says_how_the_match_ended(void **state)
{
	struct scene *scene = scene_create(3);

	(void)state;
	scene_begin(scene, "");
	scene_tell(scene, ANN, "1");
	scene_say(scene, ROOM, BOB, "!eg resign");
	assert_ending(scene, "[Result \"white 0-0\"]\n[Termination \"resigned\"]\n", 1);
	scene_begin(scene, "");
	scene_say(scene, ROOM, EVE, "!eg stop");
	assert_ending(scene, "[Result \"nobody 0-0\"]\n[Termination \"stopped\"]\n", 1);
	scene_begin(scene, "clock 5m");
	scene_wait(scene, 300000);
	assert_ending(scene, "[Result \"black 0-0\"]\n[Termination \"forfeited\"]\n", 1);
	scene_begin(scene, "");
	scene_say(scene, ROOM, ANN, "!eg abandon");
	scene_say(scene, ROOM, BOB, "!eg abandon");
	assert_ending(scene, "[Result \"nobody 0-0\"]\n[Termination \"abandoned\"]\n", 1);
	scene_destroy(scene);
}

static void test_record_of_which_match(void **state)
{
	struct scene *scene = scene_create(4);
	static const char *const commands[] = {"record", "verify"};
	char text[64];

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		snprintf(text, sizeof(text), "!eg %s", commands[i]);
		scene_say(scene, ROOM, ANN, text);
		scene_assert_answer(scene, ROOM, "No match has been dealt");
		scene_tell(scene, ANN, commands[i]);
		scene_assert_answer(scene, ANN, "No match has been dealt");
	}
	scene_begin(scene, "");
	scene_say(scene, ROOM, ANN, "!eg resign");
	scene_begin(scene, "");
	scene_say(scene, ROOM, ANN, "!eg challenge");
	for (size_t i = 0; i < 2; i++) {
		snprintf(text, sizeof(text), "!eg %s #3", commands[i]); /* only a challenge */
		scene_say(scene, ROOM, ANN, text);
		scene_assert_answer(scene, ROOM, "#3 is no match");
		snprintf(text, sizeof(text), "!eg %s #1", commands[i]);
		scene_say(scene, "!other:test", ANN, text);
		scene_assert_answer(scene, "!other:test", "#1 is no match");
		scene_tell(scene, EVE, text);
		scene_assert_answer(scene, EVE, "#1 is no match");
		snprintf(text, sizeof(text), "!eg %s five", commands[i]);
		scene_say(scene, ROOM, ANN, text);
		scene_assert_answer(scene, ROOM, commands[i]);
	}
	scene_say(scene, ROOM, EVE, "!eg record");
	assert_non_null(strstr(record(scene, ROOM), "[Match \"2\"]"));
	scene_say(scene, ROOM, EVE, "!eg record 1");
	assert_non_null(strstr(record(scene, ROOM), "[Match \"1\"]"));
	scene->reply_to = scene_last(scene, ROOM)->event;
	scene_say(scene, ROOM, EVE, "!eg verify");
	scene_assert_answer(scene, ROOM, "#1 holds");
	scene_tell(scene, BOB, "record #1");
	assert_non_null(strstr(record(scene, BOB), "[Match \"1\"]"));
	scene_tell(scene, BOB, "verify");
	scene_assert_answer(scene, BOB, "#2 holds");
	scene_destroy(scene);
}

/* The record itself, and whoever checks it, tell more. */
static void test_verify_says_in_any_language_what_does_not_hold(void **state)
{
	struct scene *scene = scene_create(5);
	struct eg_record_fault fault;
	struct bot_shuffle shuffle;
	struct eg_proof proof;
	const char *text;

	(void)state;
	scene_begin(scene, "");
	scene_say(scene, ROOM, ANN, "!eg resign");
	assert_int_equal(bot_store_shuffle(scene->store, 1, &shuffle), BOT_OK);
	snprintf(shuffle.acceptance, sizeof(shuffle.acceptance), "$another");
	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	assert_int_equal(bot_store_set_shuffle(scene->store, 1, &shuffle), BOT_OK);
	assert_int_equal(bot_store_commit(scene->store), BOT_OK);
	scene_say(scene, ROOM, ANN, "!eg verify");
	scene_assert_answer(scene, ROOM, "#1 does not hold! Line ");
	scene_assert_answer(scene, ROOM, "!engarde record #1, then engarde verify");
	scene_say(scene, ROOM, ANN, "!eg record #1");
	text = record(scene, ROOM);
	assert_int_equal(eg_record_prove(text, strlen(text), &proof, &fault), EG_ILLEGAL);
	assert_non_null(strstr(fault.reason, "deal another deck"));
	scene_tell(scene, ANN, "language nl");
	scene_tell(scene, ANN, "verify #1");
	scene_assert_answer(scene, ANN, "#1 klopt niet! Regel ");
	scene_destroy(scene);
}

/* Its rounds were dealt without secrets by an earlier version; it goes on, and proves nothing. */
static void test_match_without_commitment(void **state)
{
	static const uint8_t deck[EG_DECK] = {
		1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5};
	struct scene *scene = scene_with_deck(deck);
	struct eg_record_fault fault;
	struct eg_match match;

	(void)state;
	play(scene, 1, 2);
	scene_say(scene, ROOM, ANN, "!eg verify");
	scene_assert_answer(scene, ROOM, "without a commitment");
	scene_say(scene, ROOM, ANN, "!eg record");
	const char *text = record(scene, ROOM);

	assert_int_equal(eg_record_replay(text, strlen(text), &match, &fault), EG_OK);
	assert_int_equal(match.rounds, 2);
	assert_null(strstr(text, "Commitment"));
	scene_destroy(scene);
}

/* A drawn round, found by playing at random. */
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
	assert_int_equal(bot_store_round_add(scene->store, 1, number, round->deck), BOT_OK);
	for (size_t i = 0; i < round->actions; i++)
		assert_int_equal(
			bot_store_action_add(scene->store, 1, number, round->action[i]), BOT_OK);
}

/* The colours change every round, and a drawn round that is mirrored is drawn again. */
static struct bot_round mirrored(const struct bot_round *round)
{
	struct bot_round other = *round;

	memcpy(other.deck, round->deck + EG_HAND, EG_HAND);
	memcpy(other.deck + EG_HAND, round->deck, EG_HAND);
	return other;
}

static void test_match_ends_with_its_chain(void **state)
{
	struct scene *scene = scene_create(6);
	struct bot_match match = {.status = BOT_PLAYING,
		.room = ROOM,
		.player = {ANN, BOB},
		.reached = {true, true},
		.rules = {{EG_ADVANCED, EG_FINAL_POSITION}, 15, EG_WHITE}};
	struct bot_round even, odd = {.deck = {1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4,
					      4, 4, 5, 5, 5, 5, 5}};
	char text[EG_ACTION_SIZE];
	uint64_t seed = 1;

	(void)state;
	while (!draw_round(&odd, &seed))
		;
	even = mirrored(&odd);
	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	assert_int_equal(bot_store_match_add(scene->store, &match), BOT_OK);
	for (uint16_t i = 1; i < EG_CHAIN; i++)
		store_round(scene, i, i % 2 ? &odd : &even);
	even.actions--;
	store_round(scene, EG_CHAIN, &even);
	assert_int_equal(bot_store_commit(scene->store), BOT_OK);
	eg_action_print(even.action[even.actions], text);
	scene_tell(scene, scene_state(scene, 1).round.to_act == EG_WHITE ? ANN : BOB, text);
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "after 1024 rounds, undecided"));
	match = scene_match(scene, 1);
	assert_int_equal(match.status, BOT_ENDED);
	assert_int_equal(match.ending, BOT_UNDECIDED);
	assert_int_equal(match.winner, EG_NOBODY);
	scene_say(scene, ROOM, ANN, "!eg record");
	assert_non_null(strstr(record(scene, ROOM), "[Termination \"undecided\"]"));
	scene_destroy(scene);
}

static void test_record_of_ids_that_are_no_text(void **state)
{
	struct scene *scene = scene_create(1);
	(void)state;

	scene_say(scene, "!a\nb:test", ANN, "!eg challenge @bob:test first white");
	scene_say(scene, "!a\nb:test", BOB, "!eg accept");
	scene_say(scene, "!a\nb:test", ANN, "!eg resign");
	for (int i = 0; i < 2; i++) {
		scene_tell(scene, ANN, i ? "verify" : "record");
		scene_assert_answer(scene, ANN, "#1 can't be written as a file");
	}
	scene_destroy(scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_commitment_is_shown_before_the_acceptance),
		cmocka_unit_test(test_record_of_a_match_that_goes_on_keeps_its_round_closed),
		cmocka_unit_test(test_record_says_how_the_match_ended),
		cmocka_unit_test(test_record_of_which_match),
		cmocka_unit_test(test_record_of_ids_that_are_no_text),
		cmocka_unit_test(test_verify_says_in_any_language_what_does_not_hold),
		cmocka_unit_test(test_match_without_commitment),
		cmocka_unit_test(test_match_ends_with_its_chain),
	};

	if (sodium_init() < 0)
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
