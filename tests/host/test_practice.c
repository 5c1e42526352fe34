/* Practice: matches against the practice opponent, a computer player, which answers at once. */
#include "tests/support/rule_sets.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PRIVATE "!private-ann:test"

/*
 * Asserts that the messages since scene->mark show only Ann's own hand in private, and no hand in
 * the room.
 */
static void assert_discreet(const struct scene *scene, const struct eg_round *round)
{
	char line[64];

	scene_write_hand(round, EG_WHITE, line);
	for (size_t i = scene->mark; i < scene->count; i++) {
		const struct scene_row *row = &scene->row[i];
		const char *hand = strstr(row->body, "Your hand:");

		assert_string_equal(row->to, row->private ? ANN : ROOM);
		assert_true(row->private || !hand);
		if (!hand)
			continue;
		assert_memory_equal(hand, line, strlen(line));
		assert_null(strstr(hand + 1, "Your hand:"));
	}
}

/*
 * Plays match 1 to its end with random legal actions. Returns the number of rounds that were
 * played.
 */
static unsigned play_match(struct scene *scene, bool private, uint32_t seed)
{
	while (scene_match(scene, 1).status == BOT_PLAYING) {
		struct eg_match state = scene_state(scene, 1);
		struct eg_action legal[EG_LEGAL_MAX];
		char text[32] = "!eg ";

		assert_int_equal(state.round.to_act, EG_WHITE);
		assert_discreet(scene, &state.round);
		size_t count = eg_round_legal(&state.round, legal);
		seed = seed * 1664525U + 1013904223U;
		eg_action_print(legal[(seed >> 8) % count], text + 4);
		if (private)
			scene_tell(scene, ANN, text + 4);
		else
			scene_say(scene, ROOM, ANN, text);
		assert_in_range(scene_events(scene), 1, private ? 1 : 2);
	}
	struct eg_match state = scene_state(scene, 1);
	assert_discreet(scene, &state.round);
	return state.rounds;
}

UNIT_TEST(test_practice_is_played_to_its_end_with_each_rule_set)
{
	static const char *const rules[] = {ALL_RULE_SETS};
	static const char *const opponents[] = {"novice", "fencer", "maitre", "Maître"};
	unsigned rounds = 0;

	for (uint32_t i = 0; i < 16; i++) {
		struct scene *scene = scene_create(i);
		char text[80];
		bool private = i & 1;

		snprintf(text, sizeof(text), "!eg practice %s %s to 2", opponents[i / 4],
			rules[i % 4]);
		if (private)
			scene_tell(scene, ANN, text);
		else
			scene_say(scene, ROOM, ANN, text);
		assert_int_equal(scene_events(scene), private ? 1 : 2);
		rounds += play_match(scene, private, i);
		struct eg_match end = scene_state(scene, 1);
		assert_string_equal(eg_rules_name(&end.rules.round), rules[i % 4]);
		assert_true(end.score[EG_WHITE] == 2 || end.score[EG_BLACK] == 2);
		const struct scene_row *row = scene_last(scene, private ? ANN : ROOM);
		assert_non_null(strstr(row->body, "wins #1 against"));
		scene_destroy(scene);
	}
	assert_true(rounds > 16 * 2);
}

SCENE_TEST(test_practice_with_pictures_sends_no_extra_events)
{
	scene_say(scene, ROOM, EVE, "!eg board picture on");
	scene_say(scene, ROOM, ANN, "!eg practice fencer to 3");
	assert_true(play_match(scene, false, 6) > 1);
	scene_tell(scene, ANN, "practice fencer to 1");
	assert_int_equal(scene_events(scene), 1);
}

SCENE_TEST(test_practice_in_private_says_nothing_in_a_room)
{
	scene_ask(scene, ANN, "practice fencer to 1", "#1: you 1, Fencer 23, ");
	assert_string_equal(scene_match(scene, 1).room, PRIVATE);
	assert_true(scene_match(scene, 1).private);
	scene_ask(scene, ANN, "board", "is to act");
	scene_ask(scene, ANN, "resign yes", "resigns #1");
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	for (size_t i = 0; i < scene->count; i++)
		assert_string_equal(scene->row[i].to, ANN);
}

SCENE_TEST(test_practice_opponent_that_begins_acts_before_the_first_board)
{
	scene_say(scene, ROOM, ANN, "!eg practice novice first black");
	assert_int_equal(scene_events(scene), 2);
	assert_int_equal(scene_state(scene, 1).round.plies, 1);
	assert_int_equal(scene_state(scene, 1).round.to_act, EG_WHITE);
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "Novice advances"));
	assert_non_null(strstr(scene_last(scene, ANN)->body, "Novice advances"));
}

SCENE_TEST(test_practice_shows_the_action_of_the_opponent_in_both_messages)
{
	scene_say(scene, ROOM, ANN, "!eg practice maitre");
	scene_tell(scene, ANN, "a");
	assert_int_equal(scene_events(scene), 2);
	assert_int_equal(scene_state(scene, 1).round.plies, 2);
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_EDIT);
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "@ann:test advances"));
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "Maître "));
	assert_null(strstr(scene_last(scene, ANN)->body, "@ann:test advances"));
	assert_ptr_equal(
		strstr(scene_last(scene, ANN)->body, "Maître "), scene_last(scene, ANN)->body);
	assert_int_equal(scene_last(scene, ANN)->ring, BOT_RING);
}

SCENE_TEST(test_practice_with_wrong_terms_is_explained)
{
	static const struct {
		const char *terms, *answer;
	} cases[] = {
		{"@bob:test", "In practice you play against me"},
		{"@bob:test @eve:test", "In practice you play against me"},
		{"clock 5m", "has no clock"},
		{"clock soon", "has no clock"},
		{"grandmaster", "I don't understand grandmaster here"},
		{"to 16", "as in !engarde practice to 3"},
		{"to", "from 1 to 15"},
		{"random", "I don't understand random here"},
		{"maitre:9", "I don't understand \xE2\x80\xA6 here"},
		{"#1", "gets its number from me"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		scene_sayf(scene, ROOM, ANN, "!eg practice %s", cases[i].terms);
		scene_assert_answer(scene, ROOM, cases[i].answer);
	}
}

SCENE_TEST(test_practice_is_limited_to_one_per_room_and_one_in_private)
{
	scene_say(scene, ROOM, ANN, "!eg practice");
	scene_ask_in(scene, ROOM, ANN, "!eg practice novice", "#1 goes on");
	scene_say(scene, ROOM, BOB, "!eg practice");
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
	scene_tell(scene, ANN, "practice");
	assert_int_equal(scene_match(scene, 3).status, BOT_PLAYING);
	scene_tell(scene, ANN, "practice");
	assert_non_null(strstr(scene->row[scene->mark].body, "#3 goes on"));
	scene_assert_said(scene, ANN, "Your hand: ");
	scene_tell(scene, ANN, "resign #3 yes");
	scene_tell(scene, ANN, "practice");
	assert_int_equal(scene_match(scene, 4).status, BOT_PLAYING);
}

SCENE_TEST(test_practice_in_a_full_room_is_refused)
{
	scene->config.matches.per_room = 2;
	scene_say(scene, ROOM, ANN, "!eg practice");
	scene_say(scene, ROOM, BOB, "!eg practice");
	scene_ask_in(scene, ROOM, EVE, "!eg practice", "already has 2 matches");
}

SCENE_TEST(test_practice_waits_for_a_player_who_cannot_be_reached)
{
	scene->unreachable = ANN;
	scene_say(scene, ROOM, ANN, "!eg practice");
	assert_int_equal(scene_match(scene, 1).status, BOT_ACCEPTED);
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "can't send you your cards"));
	scene->unreachable = NULL;
	scene_report_reached(scene, ANN);
	assert_int_equal(scene_events(scene), 2);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

SCENE_TEST(test_practice_is_abandoned_at_once)
{
	scene_say(scene, ROOM, ANN, "!eg practice");
	scene_ask_in(scene, ROOM, ANN, "!eg nudge", "Novice waits for you");
	scene_say(scene, ROOM, ANN, "!eg abandon");
	assert_int_equal(scene_events(scene), 2);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
}

/* Only the player reads the private room, so the board there needs no id. */
SCENE_TEST(test_practice_in_private_shows_the_name_of_the_player_without_the_id)
{
	scene->name = "Annabel";
	scene_ask(scene, ANN, "practice novice", "#1: you 1, Novice 23, ");
	scene_say(scene, ROOM, ANN, "!eg practice novice");
	scene_assert_said(scene, ROOM, "Annabel (@ann:test) (White) is on 1, Novice (Black)");
}

SCENE_TEST(test_practice_player_with_the_name_of_the_opponent_is_shown_with_the_id)
{
	scene->name = "novice";
	scene_tell(scene, ANN, "practice novice");
	scene_ask(scene, ANN, "board", "novice (@ann:test) (White) is on 1, Novice (Black)");
}

/* The opponent, if the player names none */

static void add_ended(struct scene *scene, enum bot_practice opponent, enum eg_seat winner)
{
	struct bot_match match = {.status = BOT_ENDED,
		.ending = winner == EG_NOBODY ? BOT_UNDECIDED : BOT_RESIGNED,
		.room = PRIVATE,
		.player = {ANN},
		.practice = opponent,
		.winner = winner,
		.ended = 1,
		.rules = {{EG_ADVANCED, EG_FINAL_POSITION}, 3, EG_WHITE, {0}}};

	SCENE_HOST(scene, bot_store_match_add(scene->store, &match));
}

/* Asserts which opponent the bot chooses for the user. */
static void assert_opponent(struct scene *scene, const char *user, enum bot_practice opponent)
{
	struct bot_match match = {0};
	const struct bot_match_filter filter = {.player = user, .status = BOT_PLAYING};

	scene_tell(scene, user, "practice");
	size_t count = bot_store_match_find(scene->store, &filter, &match, 1);
	assert_int_equal(count, 1);
	assert_int_equal(match.practice, opponent);
	assert_int_equal(match.rules.touches, 3);
	match.status = BOT_ENDED; /* without a winner, so it does not change the next opponent */
	match.winner = EG_NOBODY;
	SCENE_HOST(scene, bot_store_match_save(scene->store, &match));
	SCENE_HOST(scene, bot_store_timers_clear(scene->store, match.id));
}

SCENE_TEST(test_practice_adapts_to_the_player)
{
	assert_opponent(scene, ANN, BOT_NOVICE);
	add_ended(scene, BOT_NOVICE, EG_BLACK);
	add_ended(scene, BOT_NOVICE, EG_BLACK);
	assert_opponent(scene, ANN, BOT_NOVICE); /* nobody is weaker */
	add_ended(scene, BOT_NOVICE, EG_WHITE);
	assert_opponent(scene, ANN, BOT_PUPIL);
	add_ended(scene, BOT_PROVOST, EG_WHITE);
	assert_opponent(scene, ANN, BOT_MAITRE);
	add_ended(scene, BOT_MAITRE, EG_WHITE);
	assert_opponent(scene, ANN, BOT_MAITRE); /* nobody is stronger */
	add_ended(scene, BOT_MAITRE, EG_BLACK);
	assert_opponent(scene, ANN, BOT_MAITRE); /* one defeat changes nothing */
	add_ended(scene, BOT_MAITRE, EG_NOBODY);
	add_ended(scene, BOT_MAITRE, EG_BLACK);
	assert_opponent(scene, ANN, BOT_PROVOST);
	add_ended(scene, BOT_PROVOST, EG_BLACK);
	assert_opponent(scene, ANN, BOT_PROVOST); /* the defeats before were by the maitre */
	assert_opponent(scene, BOB, BOT_NOVICE);  /* each user has opponents of their own */
}

/* Hints */

SCENE_TEST(test_hint_is_sent_only_to_the_player)
{
	char first[200];

	scene_say(scene, ROOM, ANN, "!eg practice");
	scene_ask(scene, ANN, "hint", "#1: the maître would play advance");
	snprintf(first, sizeof(first), "%s", scene_last(scene, ANN)->body);
	scene_say(scene, ROOM, ANN, "!eg hint");
	scene_assert_answer(scene, ANN, first);
	scene_ask_in(scene, ROOM, BOB, "!eg hint", "I give hints in practice matches only");
	assert_int_equal(scene_state(scene, 1).round.plies, 0);
}

SCENE_TEST(test_hint_is_always_legal)
{
	unsigned asked = 0;

	scene_tell(scene, ANN, "practice novice to 5");
	for (; scene_match(scene, 1).status == BOT_PLAYING; asked++) {
		struct eg_match before = scene_state(scene, 1);
		char notation[32];

		scene_tell(scene, ANN, "hint");
		const char *at = strstr(scene_last(scene, ANN)->body, " (");
		assert_non_null(at);
		assert_int_equal(sscanf(at, " (%31[^)])", notation), 1);
		scene_tell(scene, ANN, notation);
		struct eg_match after = scene_state(scene, 1);
		assert_true(after.rounds > before.rounds || after.winner != EG_NOBODY ||
			    after.round.plies > before.round.plies);
	}
	assert_true(asked > 10);
}

SCENE_TEST(test_hint_outside_practice_is_refused)
{
	scene_begin(scene, "");
	scene_ask(scene, ANN, "hint", "I give hints in practice matches only");
	scene_ask(scene, ANN, "hint #1", "There is no match #1");
	scene_ask_in(scene, ROOM, ANN, "!eg hint", "I give hints in practice matches only");
}

SCENE_TEST(test_practice_in_private_is_refused_with_too_many_matches)
{
	struct bot_match match = {.status = BOT_CHALLENGE,
		.room = "!elsewhere:test",
		.player = {ANN, BOB},
		.rules = {{EG_ADVANCED, EG_FINAL_POSITION}, 5, EG_WHITE, {0}}};

	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	for (int i = 0; i < 400; i++)
		bot_store_match_add(scene->store, &match);
	assert_int_equal(bot_store_commit(scene->store), BOT_OK);
	scene_ask(scene, ANN, "practice", "You already have 400 matches");
}

/* The touches that were named hold, also for the match after it. */
SCENE_TEST(test_sentence_names_the_touches)
{
	scene_tell(scene, ANN, "play against the computer to 1");
	assert_int_equal(scene_match(scene, 1).rules.touches, 1);
	scene_tell(scene, ANN, "resign yes");
	scene_tell(scene, ANN, "again");
	assert_int_equal(scene_match(scene, 2).rules.touches, 1);
}
