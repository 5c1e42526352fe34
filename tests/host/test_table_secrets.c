/* The leak audit: no byte of the page depends on what its reader must not know. */
#include "bot/match/loading.h"
#include "tests/support/memory_store.h"
#include "tests/support/rule_sets.h"
#include "tests/support/scene_match.h"
#include "tests/support/scene_page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_deck(struct scene *scene, uint16_t round, const uint8_t deck[EG_DECK])
{
	char sql[128], text[EG_DECK + 1] = "";

	for (size_t i = 0; i < EG_DECK; i++)
		text[i] = (char)('0' + deck[i]);
	snprintf(sql, sizeof(sql),
		"UPDATE rounds SET deck = '%s' WHERE match_id = 1 AND number = %u", text, round);
	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	memory_store_sql(scene->store, sql);
	assert_int_equal(bot_store_commit(scene->store), BOT_OK);
}

/* Plays the current round of `state` with another deck. Returns false if that breaks the rules. */
static bool replay(
	const struct eg_match *state, const struct bot_round *round, struct eg_match *out)
{
	*out = (struct eg_match){.rules = state->rules,
		.rounds = (uint16_t)(state->rounds - 1),
		.winner = EG_NOBODY,
		.round = {.phase = EG_OVER}};
	return bot_round_play(out, round);
}

/*
 * Exchanges cards that the player of `seat` has not seen: those in the other hand and in the draw
 * pile; only those in the pile if the match has ended, because then both hands are shown. (Leaves
 * out cards with which the round would be over by now, because everybody sees that.) Asserts that
 * neither the board nor this player's table changes by one byte. Returns how many other hands it
 * has tried.
 */
static int audit(struct scene *scene, enum eg_seat seat)
{
	const char *user = seat == EG_WHITE ? ANN : BOB;
	struct eg_match state = scene_state(scene, 1), other;
	enum eg_seat hidden = eg_opponent(seat);
	char *own = scene_table_text(scene, user), *public = scene_board_text(scene, ROOM);
	struct bot_round round, swapped;
	bool ended = scene_match(scene, 1).status == BOT_ENDED;
	int hands = 0, decks = 0;

	assert_true(bot_store_round_get(scene->store, 1, state.rounds, &round));
	for (int i = 0; i < EG_DECK && hands + decks < 6; i++)
		for (int j = i + 1; j < EG_DECK && hands + decks < 6; j++) {
			swapped = round;
			swapped.deck[i] = round.deck[j];
			swapped.deck[j] = round.deck[i];
			if (round.deck[i] == round.deck[j] || !replay(&state, &swapped, &other) ||
				other.round.phase != state.round.phase ||
				memcmp(other.round.hand[seat], state.round.hand[seat],
					sizeof(state.round.hand[seat])) != 0)
				continue;
			bool other_hand = memcmp(other.round.hand[hidden], state.round.hand[hidden],
						  sizeof(state.round.hand[hidden])) != 0;
			if ((other_hand ? hands : decks) >= 3 || (other_hand && ended))
				continue;
			hands += other_hand;
			decks += !other_hand;
			set_deck(scene, state.rounds, swapped.deck);
			char *own_now = scene_table_text(scene, user),
			     *public_now = scene_board_text(scene, ROOM);
			assert_string_equal(own_now, own);
			assert_string_equal(public_now, public);
			free(own_now);
			free(public_now);
			set_deck(scene, state.rounds, round.deck);
		}
	free(own);
	free(public);
	return hands;
}

/* A plan is for its player alone: nobody else sees it, nor that there is one. */
SCENE_TEST_FROM(scene_setup_in_reach, test_plan_is_shown_to_its_player_alone)
{
	static const char *const plans[] = {"if 2 then parry", "if anything then advance 1"};
	char *other = scene_table_text(scene, ANN), *public = scene_board_text(scene, ROOM);

	scene_assert_table(scene, BOB, 0, "plan", "null");
	for (size_t i = 0; i < sizeof(plans) / sizeof(plans[0]); i++) {
		char field[64];

		scene_tell(scene, BOB, plans[i]);
		snprintf(field, sizeof(field), "\"%s\"", plans[i]);
		scene_assert_table(scene, BOB, 0, "plan", field);
		char *other_now = scene_table_text(scene, ANN),
		     *public_now = scene_board_text(scene, ROOM);
		assert_string_equal(other_now, other);
		assert_string_equal(public_now, public);
		free(other_now);
		free(public_now);
	}
	free(other);
	free(public);
	scene_restart(scene, 0);
	scene_assert_table(scene, BOB, 0, "plan", "\"if anything then advance 1\"");
	scene_tell(scene, ANN, "retreat 1"); /* now Bob advances, and it is Ann's turn again */
	scene_assert_table(scene, BOB, 0, "plan", "null");
	assert_int_equal(scene_state(scene, 1).round.plies, 6);
}

static void play_any(struct scene *scene, uint32_t *random)
{
	struct eg_match state = scene_state(scene, 1);
	struct eg_action legal[EG_LEGAL_MAX];
	char text[EG_ACTION_SIZE];
	size_t legal_count = eg_round_legal(&state.round, legal);

	*random = *random * 1664525U + 1013904223U;
	eg_action_print(legal[(*random >> 16) % legal_count], text);
	scene_tell(scene, state.round.to_act == EG_WHITE ? ANN : BOB, text);
}

UNIT_TEST(test_no_byte_depends_on_what_a_reader_must_not_know)
{
	static const char *const levels[] = {ALL_RULE_SETS};
	int hands = 0;

	for (uint32_t seed = 0; seed < 24; seed++) {
		struct scene *scene = scene_create(seed + 1);
		uint32_t random = seed;
		char terms[64];

		snprintf(terms, sizeof(terms), "%s to 2 unseen", levels[seed % 4]);
		scene_begin(scene, terms);
		while (scene_match(scene, 1).status == BOT_PLAYING) {
			hands += audit(scene, EG_WHITE) + audit(scene, EG_BLACK);
			play_any(scene, &random);
		}
		scene_destroy(scene);
	}
	assert_true(hands > 500); /* the audit has tried something */
}

/* Only the record shows the pile. */
UNIT_TEST(test_end_in_the_middle_of_a_round_shows_no_pile)
{
	for (uint32_t seed = 1; seed < 12; seed++) {
		struct scene *scene = scene_create(seed);
		uint32_t random = seed;

		scene_begin(scene, "");
		for (int i = 0; i < 6; i++)
			play_any(scene, &random);
		if (scene_match(scene, 1).status == BOT_PLAYING)
			scene_tell(scene, ANN, "resign yes");
		assert_int_equal(scene_match(scene, 1).ending, BOT_RESIGNED);
		audit(scene, EG_WHITE);
		audit(scene, EG_BLACK);
		scene_destroy(scene);
	}
}
