/*
 * Fuzzes what a seat has seen of a round, and the same round with open hands. The input chooses the
 * rules, the deck and legal actions. Then it writes over some bytes, so that the round may become
 * impossible.
 */
#include "engine/opponent/luck.h"
#include "tests/fuzz/fuzz.h"

#include "engine/opponent/dice.h"

#include <string.h>

struct input {
	const uint8_t *data;
	size_t size;
};

/* Returns the next byte, or 0 at the end. */
static uint8_t next(struct input *input)
{
	if (input->size == 0)
		return 0;
	input->size--;
	return *input->data++;
}

static void deal(struct input *input, struct eg_open_round *open)
{
	struct eg_dice dice = {next(input)};

	open->rules.level = (enum eg_level)(next(input) % 4); /* 3 is no level */
	open->rules.final_retreat = (enum eg_final_retreat)(next(input) % 2);
	open->first = (enum eg_seat)(next(input) % 2);
	eg_dice_deck(&dice, open->deck);
}

static void play(struct input *input, struct eg_open_round *open, struct eg_round *round)
{
	uint8_t actions = next(input) % EG_PLIES_MAX;

	for (; actions > 0 && round->phase != EG_OVER; actions--) {
		struct eg_action legal[EG_LEGAL_MAX];
		size_t count = eg_round_legal(round, legal);

		open->actions[open->action_count] = legal[next(input) % count];
		FUZZ_EXPECT(eg_round_play(round, open->actions[open->action_count++]) == EG_OK);
	}
}

/*
 * Writes over up to three bytes of the cards or actions, but often over none. Each change has two
 * bytes: where, and what.
 */
static void spoil(struct input *input, uint8_t *bytes, size_t size)
{
	for (uint8_t changes = next(input) % 8; changes > 4; changes--) {
		size_t place = next(input) * size / 256;

		bytes[place] = next(input);
	}
}

static void expect_points(enum eg_error error, float points)
{
	if (error == EG_OK)
		FUZZ_EXPECT(points >= 0 && points <= 1.0001F);
}

static void see(struct input *input, struct eg_witness *witness)
{
	const char *reason = "";
	float points = 0;
	uint8_t changes = next(input);

	spoil(input, witness->dealt, sizeof(witness->dealt));
	spoil(input, witness->drawn, sizeof(witness->drawn));
	spoil(input, (uint8_t *)witness->actions, sizeof(witness->actions));
	witness->over = witness->over != (changes % 8 == 1);
	witness->drawn_count = (uint8_t)(witness->drawn_count + (changes % 8 == 2));
	witness->action_count = (uint8_t)(witness->action_count + (changes % 8 == 3));
	enum eg_error wrong = eg_witness_check(witness, &reason);
	enum eg_error error = eg_outlook_seat(witness, &points);

	FUZZ_EXPECT(wrong == EG_OK || *reason);
	FUZZ_EXPECT(wrong != EG_OK || error == EG_OK); /* what is possible has an outlook */
	expect_points(error, points);
}

static void open_hands(struct input *input, struct eg_open_round *open)
{
	struct eg_strategy strategy = {.chances = {1}, .count = 1};
	float points = 0;
	float luck;

	spoil(input, open->deck, sizeof(open->deck));
	spoil(input, (uint8_t *)open->actions, sizeof(open->actions));
	enum eg_error error = eg_outlook_open(open, &points);

	expect_points(error, points);
	if (open->action_count == 0)
		return;
	size_t index = next(input) % open->action_count;

	strategy.legal[0] = open->actions[index];
	enum eg_error drawn = eg_luck_draw(open, index, &luck);

	FUZZ_EXPECT(error != EG_OK || (drawn == EG_OK && luck >= -1.0001F && luck <= 1.0001F));
	FUZZ_EXPECT(eg_luck_choice(open, index, &strategy, &luck) == drawn);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = {data, size};
	struct eg_open_round open = {0};
	struct eg_witness witness;
	struct eg_round round;

	deal(&input, &open);
	if (eg_round_init(&round, &open.rules, open.first, open.deck) != EG_OK)
		return 0;
	play(&input, &open, &round);
	FUZZ_EXPECT(eg_witness_round(&witness, &open.rules, open.first, open.deck, open.actions,
			    open.action_count, (enum eg_seat)(next(&input) % 2)) == EG_OK);
	see(&input, &witness);
	open_hands(&input, &open);
	return 0;
}
