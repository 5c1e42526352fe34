/* The commands `record` and `verify`: what players can check about the shuffles of a match. */
#include "engine/deal/proof.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>
#include <sodium.h>

/* Returns the record that the bot has sent to `to` after the last command. */
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

SCENE_TEST(test_commitment_is_published_before_the_acceptance)
{
	char commitment[EG_EVENT_SIZE];

	scene_give_private_rooms(scene);
	scene_say(scene, ROOM, ANN, "!eg challenge to 2");
	const struct scene_row *row = scene_last(scene, ROOM);

	assert_int_equal(scene_events(scene), 1);
	snprintf(commitment, sizeof(commitment), "%s", row->commitment);
	assert_int_equal(strlen(commitment), 43);
	assert_null(strstr(row->body, commitment));
	scene_ask_in(scene, ROOM, EVE, "!eg verify #1", commitment);
	scene_say(scene, ROOM, BOB, "!eg accept");
	scene_play_rounds(scene, 1, UINT16_MAX);
	scene_say(scene, ROOM, EVE, "!eg record");
	struct eg_proof proof = prove(record(scene, ROOM));

	assert_memory_equal(proof.commitment.start, commitment, 43);
	assert_memory_equal(proof.challenge.start, "$event0", proof.challenge.size);
	assert_memory_equal(proof.acceptance.start, "$event2", proof.acceptance.size);
	assert_memory_equal(proof.termination.start, "won", proof.termination.size);
	assert_int_not_equal(proof.match.winner, EG_NOBODY);
	assert_int_equal(scene_match(scene, 1).winner, proof.match.winner);
}

/* Neither the record nor the proof of a match says anything about the round being played. */
SCENE_TEST(test_record_leaves_out_the_round_that_is_being_played)
{
	scene_begin(scene, "to 3");
	for (uint16_t rounds = 0; scene_match(scene, 1).status == BOT_PLAYING; rounds++) {
		struct bot_round round;
		struct bot_shuffle shuffle;
		char deck[EG_DECK + 1] = "";

		assert_true(bot_store_round_get(scene->store, 1, rounds + 1U, &round));
		assert_true(bot_store_shuffle(scene->store, 1, &shuffle));
		for (size_t i = 0; i < EG_DECK; i++)
			deck[i] = (char)('0' + round.deck[i]);
		scene_say(scene, ROOM, BOB, "!eg record #1");
		const char *text = record(scene, ROOM);
		struct eg_proof proof = prove(text);

		assert_int_equal(proof.match.rounds, rounds);
		assert_memory_equal(proof.termination.start, "playing", proof.termination.size);
		assert_null(strstr(text, deck));
		assert_null(strstr(text, shuffle.secret));
		scene_ask_in(scene, ROOM, ANN, "!eg verify #1", "checked when it has ended");
		assert_null(strstr(scene_last(scene, ROOM)->body, deck));
		scene_play_rounds(scene, 1, rounds + 1U);
	}
	scene_ask_in(scene, ROOM, ANN, "!eg verify", "fit the commitment");
	assert_null(strstr(scene_last(scene, ROOM)->body, "checked when it has ended"));
}

static void assert_ending(struct scene *scene, const char *part, uint16_t rounds)
{
	scene_say(scene, ROOM, ANN, "!eg record");
	const char *text = record(scene, ROOM);

	assert_int_equal(prove(text).match.rounds, rounds);
	if (!strstr(text, part))
		fail_msg("\"%s\" is not in:\n%s", part, text);
}

/*
 * The record of an ended match contains the last round, even if the players did not finish this
 * round.
 */
SCENE_TEST(test_record_says_how_the_match_ended)
{
	scene_begin(scene, "");
	scene_let_both_act(scene);
	scene_say(scene, ROOM, BOB, "!eg resign yes");
	assert_ending(scene, "[Result \"white 0-0\"]\n[Termination \"resigned\"]\n", 1);
	scene_begin(scene, "");
	scene_say(scene, ROOM, EVE, "!eg stop yes");
	assert_ending(scene, "[Result \"nobody 0-0\"]\n[Termination \"stopped\"]\n", 1);
	scene_begin(scene, "clock 5m first white");
	scene_tell(scene, ANN, "a");
	scene_tell(scene, BOB, "a");
	scene_wait(scene, 300000);
	assert_ending(scene, "[Result \"black 0-0\"]\n[Termination \"forfeited\"]\n", 1);
	scene_begin(scene, "clock 5m");
	scene_wait(scene, 300000);
	assert_ending(scene, "[Result \"nobody 0-0\"]\n[Termination \"void\"]\n", 1);
	scene_begin(scene, "");
	scene_say(scene, ROOM, ANN, "!eg abandon");
	scene_say(scene, ROOM, BOB, "!eg abandon");
	assert_ending(scene, "[Result \"nobody 0-0\"]\n[Termination \"abandoned\"]\n", 1);
}

SCENE_TEST(test_record_is_of_the_match_that_the_command_means)
{
	static const char *const commands[] = {"record", "verify"};
	char text[64];

	for (size_t i = 0; i < 2; i++) {
		scene_sayf(scene, ROOM, ANN, "!eg %s", commands[i]);
		scene_assert_answer(scene, ROOM, "No match has ended here yet");
		scene_ask(scene, ANN, commands[i], "No match has ended here yet");
	}
	scene_begin(scene, "");
	scene_say(scene, ROOM, ANN, "!eg resign yes");
	scene_begin(scene, "");
	scene_say(scene, ROOM, ANN, "!eg challenge");
	for (size_t i = 0; i < 2; i++) {
		snprintf(text, sizeof(text), "!eg %s #3", commands[i]); /* #3 is only a challenge */
		scene_ask_in(scene, ROOM, ANN, text, "#3 has not been dealt yet");
		snprintf(text, sizeof(text), "!eg %s #1", commands[i]);
		scene_ask_in(scene, "!other:test", ANN, text, "There is no match #1");
		scene_ask(scene, EVE, text, "There is no match #1");
		scene_sayf(scene, ROOM, ANN, "!eg %s five", commands[i]);
		scene_assert_answer(scene, ROOM, commands[i]);
	}
	/* without a number it is the last match that has ended, not the one that goes on */
	scene_say(scene, ROOM, EVE, "!eg record");
	assert_non_null(strstr(record(scene, ROOM), "[Match \"1\"]"));
	scene_say(scene, ROOM, EVE, "!eg record 2");
	assert_non_null(strstr(record(scene, ROOM), "[Match \"2\"]"));
	scene_say(scene, ROOM, EVE, "!eg record 1");
	assert_non_null(strstr(record(scene, ROOM), "[Match \"1\"]"));
	scene->reply_to = scene_last(scene, ROOM)->event;
	scene_ask_in(scene, ROOM, EVE, "!eg verify",
		"#1: what was played is correct. But the match did not end with a last touch");
	scene_tell(scene, BOB, "record #1");
	assert_non_null(strstr(record(scene, BOB), "[Match \"1\"]"));
	scene_ask(scene, BOB, "verify", "#1: what was played is correct");
	scene_ask(scene, BOB, "verify #2", "#2 is correct so far.");
}

/*
 * The bot draws the lot (which decides who begins) from the secrets of its commitment, so the
 * record proves the lot.
 */
SCENE_TEST(test_lot_is_proven_by_the_record)
{
	unsigned first[2] = {0, 0};

	for (int i = 0; i < 12; i++) {
		scene_begin(scene, "to 1 first random");
		scene_play_rounds(scene, i + 1, UINT16_MAX);
		scene_say(scene, ROOM, ANN, "!eg record");
		struct eg_proof proof = prove(record(scene, ROOM));

		assert_true(proof.by_lot);
		assert_true(proof.whole);
		first[proof.match.rules.first]++;
		scene_ask_in(scene, ROOM, ANN, "!eg verify",
			"is correct, from the first card to the last touch");
		scene_assert_answer(
			scene, ROOM, "began by lot, which follows from the first secret");
	}
	assert_true(first[EG_WHITE] > 0 && first[EG_BLACK] > 0);
}

/*
 * In a rematch the bot draws no lot, because the other player begins. The bot says so in the
 * challenge.
 */
SCENE_TEST(test_record_of_a_rematch_claims_no_lot)
{
	scene_begin(scene, "to 1 first random");
	scene_say(scene, ROOM, ANN, "!eg resign yes");
	enum eg_seat first = scene_match(scene, 1).rules.first;

	scene_say(scene, ROOM, ANN, "!eg rematch");
	assert_null(strstr(scene_last(scene, ROOM)->body, "lots decide"));
	scene_say(scene, ROOM, BOB, "!eg accept");
	assert_int_equal(scene_match(scene, 2).rules.first, first);
	assert_string_equal(scene_match(scene, 2).player[first],
		scene_match(scene, 1).player[eg_opponent(first)]);
	scene_say(scene, ROOM, ANN, "!eg resign yes");
	scene_say(scene, ROOM, ANN, "!eg record #2");
	assert_false(prove(record(scene, ROOM)).by_lot);
	scene_say(scene, ROOM, ANN, "!eg verify #2");
	assert_null(strstr(scene_last(scene, ROOM)->body, "began by lot"));
}

/*
 * An earlier version of the bot drew the lot of this match without the secrets, so the record can't
 * prove the lot.
 */
SCENE_TEST(test_lot_of_an_earlier_version_is_not_proven)
{
	struct bot_shuffle shuffle;

	scene_begin(scene, "to 1 first random");
	assert_true(bot_store_shuffle(scene->store, 1, &shuffle));
	assert_true(shuffle.by_lot);
	shuffle.by_lot = false;
	SCENE_HOST(scene, bot_store_set_shuffle(scene->store, 1, &shuffle));
	scene_play_rounds(scene, 1, UINT16_MAX);
	scene_say(scene, ROOM, ANN, "!eg record");
	const char *text = record(scene, ROOM);

	assert_null(strstr(text, "FirstBy"));
	assert_true(prove(text).whole);
}

/*
 * The rounds of a record do not show that a player resigned, so the bot says that the record does
 * not prove this ending.
 */
SCENE_TEST(test_verify_names_an_ending_that_is_not_proven)
{
	char text[512];

	scene_begin(scene, "");
	scene_say(scene, ROOM, ANN, "!eg resign yes");
	for (size_t i = 0; i < bot_langs_count; i++) {
		snprintf(text, sizeof(text), "language %s", bot_langs[i].code);
		scene_tell(scene, ANN, text);
		scene_tell(scene, ANN, "verify #1");
		bot_page_string(&bot_langs[i], BOT_MSG_VERIFIED_OTHERWISE,
			&(struct bot_args){.id = 1}, text, sizeof(text));
		scene_assert_answer(scene, ANN, text);
	}
}

/*
 * The bot names a fault only briefly. The program `engarde` also checks records, and gives more
 * details.
 */
SCENE_TEST(test_verify_says_in_any_language_what_does_not_hold)
{
	struct eg_record_fault fault;
	struct bot_shuffle shuffle;
	struct eg_proof proof;
	const char *text;

	scene_begin(scene, "");
	scene_say(scene, ROOM, ANN, "!eg resign yes");
	assert_true(bot_store_shuffle(scene->store, 1, &shuffle));
	snprintf(shuffle.acceptance, sizeof(shuffle.acceptance), "$another");
	SCENE_HOST(scene, bot_store_set_shuffle(scene->store, 1, &shuffle));
	scene_ask_in(scene, ROOM, ANN, "!eg verify", "#1 is not correct! Line ");
	scene_assert_answer(scene, ROOM, "!engarde record #1, then engarde verify");
	scene_say(scene, ROOM, ANN, "!eg record #1");
	text = record(scene, ROOM);
	assert_int_equal(eg_record_prove(text, strlen(text), &proof, &fault), EG_ILLEGAL);
	assert_non_null(strstr(fault.reason, "deal another deck"));
	scene_tell(scene, ANN, "language nl");
	scene_ask(scene, ANN, "verify #1", "#1 klopt niet! Regel ");
}

/*
 * An earlier version of the bot made this match without secrets. The players can finish the match,
 * but nobody can check its shuffles.
 */
UNIT_TEST(test_match_without_commitment_can_be_played_but_not_proven)
{
	struct scene *scene = scene_with_deck(scene_even_deck);
	struct eg_record_fault fault;
	struct eg_match match;

	scene_play_rounds(scene, 1, 2);
	scene_ask_in(scene, ROOM, ANN, "!eg verify #1", "without a commitment");
	scene_say(scene, ROOM, ANN, "!eg record #1");
	const char *text = record(scene, ROOM);

	assert_int_equal(eg_record_replay(text, strlen(text), &match, &fault), EG_OK);
	assert_int_equal(match.rounds, 2);
	assert_null(strstr(text, "Commitment"));
	scene_destroy(scene);
}

SCENE_TEST(test_record_can_not_hold_an_id_with_a_line_break)
{
	scene_say(scene, "!a\nb:test", ANN, "!eg challenge @bob:test first white");
	scene_say(scene, "!a\nb:test", BOB, "!eg accept");
	scene_say(scene, "!a\nb:test", ANN, "!eg resign yes");
	for (int i = 0; i < 2; i++)
		scene_ask(scene, ANN, i ? "verify" : "record", "I can't write #1 as a file");
}

static int begin(void **state)
{
	(void)state;
	return sodium_init() < 0;
}

UNIT_TEST_GROUP(begin, NULL)
