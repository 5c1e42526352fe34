/*
 * Whole matches: the bot adds at most two outbox rows for an action, and sends each hand only to
 * its player.
 */
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const players[] = {[EG_WHITE] = ANN, [EG_BLACK] = BOB};

/* A random generator for the players' choices. The scene has its own random generator. */
static unsigned pick(uint32_t *seed, unsigned count)
{
	*seed = *seed * 1664525U + 1013904223U;
	return (*seed >> 8) % count;
}

/*
 * Asserts that the last message caused at most two outbox rows (more only at the end of a round or
 * of the match), and that the bot sent each hand only to its player.
 */
static void assert_hands_private(
	const struct scene *scene, const struct eg_round *round, bool ended)
{
	char line[64];

	assert_in_range(scene_events(scene), 1, ended ? SCENE_FINISH : round->plies == 0 ? 3 : 2);
	for (size_t i = scene->mark; i < scene->count; i++) {
		const struct scene_row *row = &scene->row[i];

		if (!row->private) {
			assert_string_equal(row->to, ROOM);
			assert_null(strstr(row->body, "Your hand"));
			assert_null(strstr(row->html, "Your hand"));
			assert_int_equal(row->ring, BOT_QUIET);
			continue;
		}
		enum eg_seat seat = strcmp(row->to, ANN) == 0 ? EG_WHITE : EG_BLACK;
		assert_string_equal(row->to, players[seat]);
		if (ended) {
			assert_null(strstr(row->body, "Your hand"));
			continue;
		}
		scene_write_hand(round, seat, line);
		const char *hand = strstr(row->body, "Your hand:");
		assert_non_null(hand);
		assert_memory_equal(hand, line, strlen(line));
		assert_null(strstr(hand + 1, "Your hand:"));
	}
}

static void write_words(struct eg_action action, char *words)
{
	static const char *const verbs[] = {[EG_ADVANCE] = "Advance",
		[EG_RETREAT] = "retreat",
		[EG_ATTACK] = "attack with",
		[EG_ADVANCE_ATTACK] = "advance",
		[EG_PARRY] = "PARRY",
		[EG_PASS] = "pass"};

	words += sprintf(words, "%s", verbs[action.kind]);
	if (action.move)
		words += sprintf(words, " %d", action.move);
	if (action.kind == EG_ADVANCE_ATTACK)
		words += sprintf(words, ", attack");
	for (int i = 0; i < action.count; i++)
		words += sprintf(words, " %d", action.card);
}

/* Sends a legal action: as letter, words or notation, in the room or in private. */
static void act(struct scene *scene, const struct eg_match *state, uint32_t *seed)
{
	struct eg_action legal[EG_LEGAL_MAX];
	char prefixed[80] = "!eg ", *text = prefixed + 4;
	struct eg_view view;
	eg_round_view(&state->round, state->round.to_act, &view);
	size_t count = eg_view_choices(&view, legal);
	unsigned chosen = pick(seed, (unsigned)count);
	const char *user = players[state->round.to_act];

	switch (pick(seed, 3)) {
	case 0:
		eg_action_print(legal[chosen], text);
		break;
	case 1:
		write_words(legal[chosen], text);
		break;
	default:
		sprintf(text, "%c", eg_choice_letter(chosen));
	}
	if (pick(seed, 2))
		scene_tell(scene, user, text);
	else
		scene_say(scene, ROOM, user, prefixed);
}

static void play_match(const char *terms, uint32_t seed)
{
	struct scene *scene = scene_create(seed);
	struct bot_match match;
	struct eg_match state = {0};
	unsigned actions = 0;

	scene_begin(scene, terms);
	for (match = scene_match(scene, 1); match.status == BOT_PLAYING;
		match = scene_match(scene, 1)) {
		assert_true(actions++ < 2000);
		state = scene_state(scene, 1);
		act(scene, &state, &seed);
		state = scene_state(scene, 1);
		assert_hands_private(
			scene, &state.round, scene_match(scene, 1).status == BOT_ENDED);
	}
	assert_int_equal(match.status, BOT_ENDED);
	assert_int_equal(state.score[state.winner], 2);
	assert_non_null(strstr(scene_last(scene, ROOM)->body,
		state.winner == EG_WHITE ? "@ann:test wins #1" : "@bob:test wins #1"));
	scene_tell(scene, ANN, "+1");
	assert_string_equal(scene_last(scene, ANN)->body,
		"You are in no match here. practice begins one against me.");
	scene_destroy(scene);
}

UNIT_TEST(test_match_is_played_to_its_end_with_each_rule_set)
{
	static const char *const terms[] = {"basic to 2", "standard to 2 first black",
		"advanced to 2 unseen", "ferti to 2 first random"};

	for (size_t i = 0; i < sizeof(terms) / sizeof(terms[0]); i++)
		for (uint32_t seed = 0; seed < 25; seed++)
			play_match(terms[i], seed);
}

static void shuffle(uint8_t deck[EG_DECK], uint32_t *seed)
{
	for (unsigned i = 0; i < EG_DECK; i++)
		deck[i] = (uint8_t)(i / EG_COPIES + 1);
	for (unsigned i = EG_DECK - 1; i > 0; i--) {
		unsigned j = pick(seed, i + 1);
		uint8_t card = deck[i];

		deck[i] = deck[j];
		deck[j] = card;
	}
}

#define PLIES_MAX 100
struct history {
	struct eg_action action[PLIES_MAX];
	size_t count;
};

/* Whether the round is lost, so that this action plays itself. */
static bool is_lost(const struct eg_round *round, struct eg_action *action)
{
	struct eg_view view;

	*action = (struct eg_action){0};
	eg_round_view(round, round->to_act, &view);
	return eg_view_lost(&view, action);
}

/* Plays a round at random. If it is lost, the last action plays itself. */
static void play_round(const uint8_t deck[EG_DECK], uint32_t *seed, struct history *history)
{
	const struct eg_rules rules = {EG_ADVANCED, EG_FINAL_POSITION};
	struct eg_action legal[EG_LEGAL_MAX];
	struct eg_round round;

	history->count = 0;
	assert_int_equal(eg_round_init(&round, &rules, EG_WHITE, deck), EG_OK);
	while (round.phase != EG_OVER) {
		assert_true(history->count < PLIES_MAX);
		struct eg_action action =
			legal[pick(seed, (unsigned)eg_round_legal(&round, legal))];
		struct eg_action lost;

		if (is_lost(&round, &lost))
			action = lost;
		history->action[history->count++] = action;
		assert_int_equal(eg_round_play(&round, action), EG_OK);
	}
}

/*
 * Returns true if the actions are legal with both decks, and if the room sees the same match with
 * both decks.
 */
static bool same_history(
	const uint8_t a[EG_DECK], const uint8_t b[EG_DECK], const struct history *history)
{
	const struct eg_rules rules = {EG_ADVANCED, EG_FINAL_POSITION};
	struct eg_round left, right;
	struct eg_view left_view, right_view;

	assert_int_equal(eg_round_init(&left, &rules, EG_WHITE, a), EG_OK);
	assert_int_equal(eg_round_init(&right, &rules, EG_WHITE, b), EG_OK);
	for (size_t i = 0; i < history->count; i++) {
		struct eg_action left_lost, right_lost;

		if (is_lost(&left, &left_lost) != is_lost(&right, &right_lost) ||
			!eg_action_equal(left_lost, right_lost))
			return false;
		assert_int_equal(eg_round_play(&left, history->action[i]), EG_OK);
		if (eg_round_play(&right, history->action[i]))
			return false;
		eg_round_view(&left, EG_NOBODY, &left_view);
		eg_round_view(&right, EG_NOBODY, &right_view);
		if (left_view.phase != right_view.phase || left_view.to_act != right_view.to_act ||
			left_view.result.winner != right_view.result.winner ||
			left_view.result.reason != right_view.result.reason ||
			memcmp(left_view.shown, right_view.shown, sizeof(left_view.shown)) != 0)
			return false;
	}
	return true;
}

/*
 * Copies a deck and swaps cards of the copy, but only if the swap doesn't change what the room sees
 * of the match. Returns the number of swaps.
 */
static unsigned vary(const uint8_t deck[EG_DECK], uint8_t other[EG_DECK],
	const struct history *history, uint32_t *seed)
{
	unsigned changed = 0;

	memcpy(other, deck, EG_DECK);
	for (unsigned i = 0; i < 500; i++) {
		unsigned a = pick(seed, EG_DECK), b = pick(seed, EG_DECK);
		uint8_t tried[EG_DECK];

		memcpy(tried, other, EG_DECK);
		tried[a] = other[b];
		tried[b] = other[a];
		if (other[a] == other[b] || !same_history(deck, tried, history))
			continue;
		memcpy(other, tried, EG_DECK);
		changed++;
	}
	return changed;
}

static void assert_rooms_equal(const struct scene *left, const struct scene *right)
{
	size_t j = 0;

	for (size_t i = 0; i < left->count; i++) {
		if (left->row[i].private)
			continue;
		while (j < right->count && right->row[j].private)
			j++;
		assert_true(j < right->count);
		assert_string_equal(left->row[i].body, right->row[j].body);
		assert_string_equal(left->row[i].html, right->row[j].html);
		assert_string_equal(left->row[i].mention, right->row[j].mention);
		assert_int_equal(left->row[i].kind, right->row[j].kind);
		j++;
	}
	while (j < right->count)
		assert_true(right->row[j++].private);
}

/* Sends commands that play nothing. The answers in the room must not depend on any card. */
static void blunder(struct scene *scene, const struct eg_match *now, unsigned which)
{
	static const char *const others[] = {"!eg attack", "!eg x5", "!eg parry", "!eg -5", "!eg 2",
		"!eg attack 3 3 3", "!eg hand", "!eg board", "!eg +x"};
	static const char *const own[] = {
		"!eg +9", "!eg 29", "!eg pass", "!eg attack 9", "!eg +1x9", "!eg +1-1", "!eg hand"};
	enum eg_seat seat = now->round.to_act;

	scene_say(scene, ROOM, players[eg_opponent(seat)],
		others[which % (sizeof(others) / sizeof(others[0]))]);
	scene_say(scene, ROOM, players[seat], own[which % (sizeof(own) / sizeof(own[0]))]);
}

UNIT_TEST(test_messages_in_the_room_do_not_depend_on_hidden_cards)
{
	struct history history;
	uint8_t deck[EG_DECK], other[EG_DECK];
	unsigned varied = 0;

	for (uint32_t seed = 1; seed <= 40; seed++) {
		uint32_t players_seed = seed;

		shuffle(deck, &players_seed);
		play_round(deck, &players_seed, &history);
		varied += vary(deck, other, &history, &players_seed) > 0;
		struct scene *left = scene_with_deck(deck), *right = scene_with_deck(other);
		for (size_t i = 0; i < history.count; i++) {
			char text[32] = "!eg ";
			struct eg_match now = scene_state(left, 1);
			const char *user = players[now.round.to_act];
			unsigned which = pick(&players_seed, 1000);

			if (now.rounds > 1) /* the last action has played itself */
				break;
			eg_action_print(history.action[i], text + 4);
			blunder(left, &now, which);
			blunder(right, &now, which);
			scene_say(left, ROOM, user, text);
			scene_say(right, ROOM, user, text);
		}
		assert_rooms_equal(left, right);
		scene_destroy(left);
		scene_destroy(right);
	}
	assert_true(varied >= 30);
}

UNIT_TEST(test_rolled_back_message_changes_nothing)
{
	uint32_t seed = 3;
	struct scene *scene = scene_create(9), *twin = scene_create(9);

	scene_begin(scene, "to 1");
	scene_begin(twin, "to 1");
	while (scene_match(scene, 1).status == BOT_PLAYING) {
		struct eg_match now = scene_state(scene, 1);
		struct bot_message message = {.event = "$lost", .room = ROOM, .text = "!eg a"};
		uint64_t random = scene->random;
		uint32_t same = seed;

		message.sender = players[now.round.to_act];
		scene_undo(scene, &message);
		scene->random = random;
		act(scene, &now, &seed);
		act(twin, &now, &same);
		assert_memory_equal(&scene->random, &twin->random, sizeof(twin->random));
	}
	assert_int_equal(scene->count, twin->count);
	for (size_t i = 0; i < scene->count; i++) {
		assert_string_equal(scene->row[i].body, twin->row[i].body);
		assert_string_equal(scene->row[i].to, twin->row[i].to);
	}
	scene_destroy(scene);
	scene_destroy(twin);
}

SCENE_TEST(test_event_that_comes_twice_is_handled_once)
{
	struct bot_message message = {
		.event = "$twice", .room = ROOM, .sender = ANN, .text = "!eg a"};

	scene_begin(scene, "");
	scene_message(scene, &message);
	assert_int_equal(scene_events(scene), 2);
	assert_int_equal(scene_state(scene, 1).round.plies, 1);
	scene_message(scene, &message);
	assert_int_equal(scene_events(scene), 0);
	assert_int_equal(scene_state(scene, 1).round.plies, 1);
}
