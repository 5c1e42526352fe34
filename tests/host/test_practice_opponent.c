/*
 * The practice opponent, a computer player: it must know only what a person in its seat would have
 * seen.
 */
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PRIVATE "!private-ann:test"

static const char *const names[] = {[BOT_NOVICE] = "Novice",
	[BOT_PUPIL] = "Pupil",
	[BOT_FENCER] = "Fencer",
	[BOT_PROVOST] = "Provost",
	[BOT_MAITRE] = "Maître"};

/*
 * Creates a scene with match 1 of ANN against the practice opponent. `dice` is the seed of the
 * opponent's random choices.
 */
static struct scene *with_deck(
	const uint8_t deck[EG_DECK], enum bot_practice opponent, int64_t dice)
{
	struct scene *scene = scene_create(1);
	struct bot_match match = {.room = PRIVATE,
		.player = {ANN, ""},
		.practice = opponent,
		.dice = dice,
		.private = true};

	scene_add_match(scene, &match, deck);
	return scene;
}

/*
 * Plays two actions of ANN. Copies the first line of each answer to `news`: this line tells what
 * the practice opponent did.
 */
static void answer(
	const uint8_t deck[EG_DECK], enum bot_practice opponent, int64_t dice, char news[128])
{
	static const char *const actions[] = {"+5", "+4"};
	struct scene *scene = with_deck(deck, opponent, dice);
	size_t used = 0;

	for (size_t i = 0; i < 2; i++) {
		scene_tell(scene, ANN, actions[i]);
		const char *body = scene_last(scene, ANN)->body;
		assert_memory_equal(body, names[opponent], strlen(names[opponent]));
		used += (size_t)snprintf(
			news + used, 128 - used, "%.*s\n", (int)strcspn(body, "\n"), body);
	}
	scene_destroy(scene);
}

/*
 * The practice opponent, Black, sees the same cards with both decks. Only cards that stay hidden
 * differ.
 */
UNIT_TEST(test_practice_opponent_acts_the_same_if_only_hidden_cards_differ)
{
	static const uint8_t decks[][EG_DECK] = {
		{5, 4, 1, 1, 2, 1, 2, 3, 4, 5, 3, 2, 4, 3, 5, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5},
		{5, 4, 3, 3, 3, 1, 2, 3, 4, 5, 2, 2, 5, 3, 5, 5, 4, 4, 4, 2, 2, 1, 1, 1, 1},
	};
	char one[128], other[128];

	for (enum bot_practice opponent = BOT_NOVICE; opponent <= BOT_MAITRE; opponent++) {
		for (int64_t dice = 0; dice < 4; dice++) {
			answer(decks[0], opponent, dice, one);
			answer(decks[1], opponent, dice, other);
			assert_string_equal(one, other);
		}
	}
}

UNIT_TEST(test_practice_opponent_acts_differently_with_other_dice)
{
	static const uint8_t deck[EG_DECK] = {
		5, 4, 1, 1, 2, 1, 2, 3, 4, 5, 3, 2, 4, 3, 5, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5};
	char one[128], again[128], others[128];
	unsigned different = 0;

	answer(deck, BOT_NOVICE, 0, one);
	answer(deck, BOT_NOVICE, 0, again);
	assert_string_equal(one, again);
	for (int64_t dice = 1; dice < 20; dice++) {
		answer(deck, BOT_NOVICE, INT64_MAX / 20 * dice, others);
		different += strcmp(one, others) != 0;
	}
	assert_true(different > 5);
}

/* Handles the message in a transaction that is rolled back. */
static void tell_in_vain(struct scene *scene, const char *text)
{
	const struct bot_message message = {
		.room = PRIVATE, .event = "$vain", .sender = ANN, .text = text, .private = true};

	scene_undo(scene, &message);
}

/* The host remembers the last judgements, but not of what has never happened. */
UNIT_TEST(test_advice_does_not_come_from_a_transaction_that_was_rolled_back)
{
	static const uint8_t deck[EG_DECK] = {
		5, 4, 1, 1, 2, 1, 2, 3, 4, 5, 3, 2, 4, 3, 5, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5};
	char *hints[3];

	for (size_t i = 0; i < 3; i++) {
		struct scene *scene = with_deck(deck, BOT_NOVICE, 7);

		if (i == 1)
			tell_in_vain(scene, "+1"); /* the coach's sentence needs a judgement */
		scene_tell(scene, ANN, i < 2 ? "+5" : "+1");
		scene_tell(scene, ANN, "hint");
		hints[i] = strdup(scene_last(scene, ANN)->body);
		assert_non_null(hints[i]);
		scene_destroy(scene);
	}
	assert_string_equal(hints[1], hints[0]);
	assert_string_not_equal(hints[2], hints[0]);
	for (size_t i = 0; i < 3; i++)
		free(hints[i]);
}
