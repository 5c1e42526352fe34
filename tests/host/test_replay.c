/* The replay of an ended match. */
#include "bot/table/replay.h"
#include "engine/deal/proof.h"
#include "tests/support/scene_match.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static json_t *replay(struct scene *scene, int64_t id, const char *user)
{
	char *text = NULL;
	json_error_t error;

	assert_int_equal(bot_replay(scene->host, id, user, &text), BOT_OK);
	assert_null(strchr(text, '\n'));
	json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
	if (!json)
		fail_msg("%s in %s", error.text, text);
	free(text);
	return json;
}

static void assert_none(struct scene *scene, int64_t id)
{
	char *text = NULL;

	assert_int_equal(bot_replay(scene->host, id, ANN, &text), BOT_NOT_FOUND);
	assert_int_equal(bot_replay_record(scene->host, id, ANN, &text), BOT_NOT_FOUND);
	assert_int_equal(bot_replay(scene->host, id, NULL, &text), BOT_NOT_FOUND);
	assert_int_equal(bot_replay_record(scene->host, id, NULL, &text), BOT_NOT_FOUND);
	assert_null(text);
}

/* Asserts that the field `key` of a JSON object has a value, which is written as JSON. */
static void assert_field(const json_t *object, const char *key, const char *value)
{
	json_t *want = json_loads(value, JSON_DECODE_ANY, NULL), *is = json_object_get(object, key);

	assert_non_null(want);
	if (!json_equal(is, want))
		fail_msg("%s is %s, not %s", key,
			is ? json_dumps(is, JSON_ENCODE_ANY | JSON_COMPACT) : "missing", value);
	json_decref(want);
}

static void assert_says(const json_t *object, const char *key, const char *part)
{
	const char *text = json_string_value(json_object_get(object, key));

	if (!text || !strstr(text, part))
		fail_msg("\"%s\" is not in \"%s\"", part, text);
}

static json_t *round_at(const json_t *whole, size_t i)
{
	json_t *round = json_array_get(json_object_get(whole, "rounds"), i);

	assert_non_null(round);
	return round;
}

static json_t *step(const json_t *whole, size_t round, size_t i)
{
	json_t *found = json_array_get(json_object_get(round_at(whole, round), "steps"), i);

	assert_non_null(found);
	return found;
}

SCENE_TEST_FROM(scene_setup_in_reach, test_replay_has_all_facts_and_steps)
{
	scene_tell(scene, ANN, "+2x55");
	scene_tell(scene, BOB, "parry");
	scene_tell(scene, BOB, "resign yes");
	json_t *whole = replay(scene, 1, ANN);

	assert_field(whole, "type", "\"replay\"");
	assert_field(whole, "language", "\"en\"");
	assert_field(whole, "id", "1");
	assert_field(whole, "players", "{\"white\":\"@ann:test\",\"black\":\"@bob:test\"}");
	assert_field(whole, "level", "\"advanced\"");
	assert_field(whole, "touches", "15");
	assert_field(whole, "ending", "\"resigned\"");
	assert_field(whole, "winner", "\"white\"");
	assert_field(whole, "verdict", "\"@ann:test wins, @bob:test resigned\"");
	assert_says(whole, "verified", "made without a commitment");
	assert_field(whole, "start", "{\"white\":0,\"black\":0}");
	assert_int_equal(json_object_size(whole), 12);
	assert_int_equal(json_array_size(json_object_get(whole, "rounds")), 1);
	assert_field(round_at(whole, 0), "round", "1");
	assert_int_equal(json_array_size(json_object_get(round_at(whole, 0), "steps")), 7);
	assert_field(step(whole, 0, 0), "seat", "null");
	assert_field(step(whole, 0, 0), "action", "null");
	assert_field(step(whole, 0, 0), "text", "\"Round 1 begins; @ann:test is to act.\"");
	assert_field(step(whole, 0, 0), "hands", "{\"white\":[3,4,5,5,5],\"black\":[4,4,4,5,5]}");
	assert_field(step(whole, 0, 5), "seat", "\"white\"");
	assert_field(step(whole, 0, 5), "action", "\"+2x55\"");
	assert_field(step(whole, 0, 5), "text", "\"@ann:test advances 2 and attacks with 5 5.\"");
	assert_field(step(whole, 0, 5), "position",
		"{\"to_act\":\"black\",\"space\":{\"white\":10,\"black\":15},\"distance\":5,"
		"\"hand_size\":{\"white\":5,\"black\":5},\"pile\":8,\"last_card\":5,"
		"\"attack\":{\"kind\":\"indirect\",\"card\":5,\"count\":2},\"reason\":null,"
		"\"shown\":null}");
	assert_field(step(whole, 0, 5), "score", "{\"white\":0,\"black\":0}");
	assert_int_equal(json_object_size(step(whole, 0, 5)), 6);
	assert_field(step(whole, 0, 6), "action", "\"=\"");
	assert_field(step(whole, 0, 6), "seat", "\"black\"");
	json_decref(whole);
}

/* Each step has the hands and the position of the engine, and the record proves the match. */
SCENE_TEST(test_replay_follows_the_engine_to_the_last_touch)
{
	struct eg_record_fault fault;
	struct eg_proof proof;
	char *text = NULL;

	scene_begin(scene, "to 3");
	scene_play_rounds(scene, 1, UINT16_MAX);
	json_t *whole = replay(scene, 1, NULL);
	size_t rounds = json_array_size(json_object_get(whole, "rounds"));
	struct eg_match match = {.rules = scene_match(scene, 1).rules, .winner = EG_NOBODY};

	assert_int_equal(rounds, scene_state(scene, 1).rounds);
	assert_int_equal(eg_match_init(&match, &match.rules), EG_OK);
	for (size_t i = 0; i < rounds; i++) {
		struct bot_round round;

		assert_true(bot_store_round_get(scene->store, 1, (uint16_t)(i + 1), &round));
		assert_int_equal(eg_match_deal(&match, round.deck), EG_OK);
		json_t *steps = json_object_get(round_at(whole, i), "steps");
		assert_int_equal(json_array_size(steps), round.actions + 1);
		for (size_t j = 0; j <= round.actions; j++) {
			const json_t *now = step(whole, i, j);

			for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++) {
				json_t *hand = json_object_get(
					       json_object_get(now, "hands"), eg_seat_name(seat)),
				       *score = json_object_get(
					       json_object_get(now, "score"), eg_seat_name(seat)),
				       *card;
				uint8_t cards[EG_VALUES + 1] = {0};
				size_t k;

				json_array_foreach (hand, k, card)
					cards[json_integer_value(card)]++;
				assert_memory_equal(cards, match.round.hand[seat], sizeof(cards));
				assert_int_equal(json_integer_value(score), match.score[seat]);
			}
			if (j < round.actions)
				assert_int_equal(eg_match_play(&match, round.action[j]), EG_OK);
		}
		assert_says(step(whole, i, round.actions), "text", "round ");
	}
	assert_says(whole, "verified", "#1 is correct, from the first card to the last touch");
	assert_says(whole, "verified", "use record, then engarde verify");
	assert_field(whole, "ending", "\"won\"");
	json_decref(whole);
	assert_int_equal(bot_replay_record(scene->host, 1, NULL, &text), BOT_OK);
	assert_int_equal(eg_record_prove(text, strlen(text), &proof, &fault), EG_OK);
	assert_true(proof.whole);
	free(text);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_only_ended_matches_have_a_replay)
{
	assert_none(scene, 1); /* it is being played */
	assert_none(scene, 2);
	assert_none(scene, 0);
	assert_none(scene, -1);
	scene_say(scene, ROOM, EVE, "!eg challenge @ann");
	assert_none(scene, 2);
	scene_say(scene, ROOM, EVE, "!eg cancel");
	assert_none(scene, 2); /* it ended, but was never dealt */
}

/* A player reads only the replays of their own matches. Anybody can use a link to a replay. */
SCENE_TEST_FROM(scene_setup_in_reach, test_players_read_their_own_matches_only)
{
	char *text = NULL;

	scene_tell(scene, ANN, "resign yes");
	assert_int_equal(bot_replay(scene->host, 1, EVE, &text), BOT_NOT_FOUND);
	assert_int_equal(bot_replay_record(scene->host, 1, EVE, &text), BOT_NOT_FOUND);
	assert_null(text);
	for (int i = 0; i < 3; i++) {
		const char *reader = (const char *[]){ANN, BOB, NULL}[i];

		assert_int_equal(bot_replay(scene->host, 1, reader, &text), BOT_OK);
		free(text);
		assert_int_equal(bot_replay_record(scene->host, 1, reader, &text), BOT_OK);
		assert_non_null(strstr(text, "[White \"@ann:test\"]"));
		free(text);
		text = NULL;
	}
}

SCENE_TEST_FROM(scene_setup_in_reach, test_language_is_the_readers)
{
	scene_say(scene, ROOM, EVE, "!eg language nl");
	scene_tell(scene, ANN, "language de");
	scene_tell(scene, ANN, "resign yes");
	json_t *whole = replay(scene, 1, ANN);
	assert_field(whole, "language", "\"de\"");
	json_decref(whole);
	whole = replay(scene, 1, NULL);
	assert_field(whole, "language", "\"nl\"");
	json_decref(whole);
	whole = replay(scene, 1, BOB); /* Bob has chosen none */
	assert_field(whole, "language", "\"nl\"");
	json_decref(whole);
}

SCENE_TEST(test_practice_has_a_replay_without_a_proof)
{
	scene_give_private_rooms(scene);
	scene_tell(scene, ANN, "language de");
	scene_tell(scene, ANN, "practice novice to 1");
	scene_tell(scene, ANN, "a");
	scene_tell(scene, ANN, "resign yes");
	json_t *whole = replay(scene, 1, ANN);
	assert_says(whole, "verified", "#1");
	assert_says(json_object_get(whole, "players"), "black", "Anf");
	json_decref(whole);
}

static uint32_t draw(uint32_t *random, size_t below)
{
	*random = *random * 1664525U + 1013904223U;
	return (*random >> 8) % (uint32_t)below;
}

/* Plays a round at random. Returns whether nobody has won it. */
static bool try_draw(uint16_t number, uint32_t *random, struct bot_round *round)
{
	struct eg_match match = {.rules = {{EG_ADVANCED, EG_FINAL_POSITION}, 15, EG_WHITE, {0}},
		.rounds = (uint16_t)(number - 1),
		.winner = EG_NOBODY,
		.round = {.phase = EG_OVER}};
	struct eg_action legal[EG_LEGAL_MAX];

	memcpy(round->deck, scene_even_deck, EG_DECK);
	for (uint32_t i = EG_DECK - 1; i > 0; i--) {
		uint32_t j = draw(random, i + 1);
		uint8_t card = round->deck[i];

		round->deck[i] = round->deck[j];
		round->deck[j] = card;
	}
	assert_int_equal(eg_match_deal(&match, round->deck), EG_OK);
	for (round->actions = 0; match.round.phase != EG_OVER; round->actions++) {
		size_t count = eg_round_legal(&match.round, legal);

		round->action[round->actions] = legal[draw(random, count)];
		assert_int_equal(eg_match_play(&match, round->action[round->actions]), EG_OK);
	}
	return match.round.result.reason == EG_DRAW;
}

/* A match of very many drawn rounds: its replay has the last ones. */
SCENE_TEST_FROM(scene_setup_in_reach, test_size_is_bounded)
{
	struct bot_match match = {.room = ROOM, .player = {ANN, EVE}};
	struct bot_round drawn[2];
	uint32_t random = 1;
	char *text = NULL;

	for (uint16_t i = 0; i < 2; i++) /* White begins the one, Black the other */
		while (!try_draw((uint16_t)(i + 1), &random, &drawn[i]))
			continue;
	scene_add_match(scene, &match, drawn[0].deck);
	for (uint16_t number = 1; number <= BOT_REPLAY_ROUNDS + 6; number++) {
		const struct bot_round *round = &drawn[(number - 1) % 2];

		if (number > 1)
			SCENE_HOST(scene,
				bot_store_round_add(scene->store, match.id, number, round->deck));
		for (size_t i = 0; i < round->actions; i++)
			SCENE_HOST(scene, bot_store_action_add(scene->store, match.id, number,
						  round->action[i], false));
	}
	match.status = BOT_ENDED;
	match.ended = scene->now;
	SCENE_HOST(scene, bot_store_match_save(scene->store, &match));
	json_t *whole = replay(scene, match.id, NULL);
	assert_int_equal(json_array_size(json_object_get(whole, "rounds")), BOT_REPLAY_ROUNDS);
	assert_field(round_at(whole, 0), "round", "7");
	assert_field(round_at(whole, BOT_REPLAY_ROUNDS - 1), "round", "70");
	json_decref(whole);
	assert_int_equal(bot_replay(scene->host, match.id, NULL, &text), BOT_OK);
	assert_true(strlen(text) < (size_t)BOT_REPLAY_ROUNDS * 12288);
	free(text);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_damaged_match_is_an_error)
{
	const struct eg_action illegal = {.kind = EG_PARRY};
	char *text = NULL;

	scene_tell(scene, ANN, "resign yes");
	SCENE_HOST(scene, bot_store_action_add(scene->store, 1, 1, illegal, false));
	assert_int_equal(bot_replay(scene->host, 1, ANN, &text), BOT_STORE_CORRUPT);
	assert_null(text);
}
