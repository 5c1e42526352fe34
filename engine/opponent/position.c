#include "engine/opponent/position.h"

#include <assert.h>
#include <string.h>

uint8_t eg_near(uint8_t distance)
{
	return (uint8_t)((distance < EG_NEAR ? distance : EG_NEAR) - 1);
}

void eg_position_init(struct eg_position *position, const struct eg_round *round)
{
	memset(position, 0, sizeof(*position));
	position->round = *round;
}

/*
 * Returns the class of a turn, counted from 1. Advances and retreats have a class for each
 * distance. Attacks have four classes: with or without an advance, and with one card or with
 * several.
 */
static uint8_t remembered(struct eg_action action)
{
	if (action.kind == EG_ADVANCE)
		return action.move;
	if (action.kind == EG_RETREAT)
		return (uint8_t)(EG_VALUES + action.move);
	uint8_t attack = 2 * EG_VALUES + 1;
	return (uint8_t)(attack + (action.kind == EG_ADVANCE_ATTACK ? 2 : 0) + (action.count > 1));
}

enum eg_error eg_position_play(struct eg_position *position, struct eg_action action)
{
	struct eg_round *round = &position->round;
	uint8_t *memory = position->memory[round->to_act == EG_BLACK];
	uint8_t distance = eg_round_distance(round);
	uint8_t played = round->discarded;
	enum eg_error error = eg_round_play(round, action);

	if (error != EG_OK)
		return error;
	for (; played < round->discarded; played++)
		position->gone[round->discard[played]]++;
	if (action.kind != EG_PARRY && action.kind != EG_PASS) {
		memory[1] = memory[0];
		memory[0] = (uint8_t)(remembered(action) * EG_NEAR + eg_near(distance));
	}
	return EG_OK;
}

void eg_position_play_legal(struct eg_position *position, struct eg_action action)
{
	enum eg_error error = eg_position_play(position, action);

	assert(error == EG_OK);
	(void)error;
}

void eg_position_sight(const struct eg_position *position, struct eg_sight *sight)
{
	const struct eg_round *round = &position->round;
	enum eg_seat seat = round->to_act;
	enum eg_seat other = eg_opponent(seat);
	uint8_t room[2] = {(uint8_t)(round->space[EG_WHITE] - 1),
		(uint8_t)(EG_SPACES - round->space[EG_BLACK])};

	sight->rules = round->rules;
	sight->phase = round->phase;
	sight->attack = round->attack;
	sight->distance = eg_round_distance(round);
	sight->room = room[seat];
	sight->rival = room[other];
	sight->pile = (uint8_t)(EG_DECK - round->drawn);
	memcpy(sight->hand, round->hand[seat], sizeof(sight->hand));
	sight->unseen[0] = 0;
	for (size_t value = 1; value <= EG_VALUES; value++)
		sight->unseen[value] =
			(uint8_t)(EG_COPIES - position->gone[value] - sight->hand[value]);
	sight->memory[0] = position->memory[seat][0];
	sight->memory[1] = position->memory[other][0];
	sight->memory[2] = position->memory[other][1];
}

void eg_position_imagine(struct eg_position *position, const uint8_t hand[EG_VALUES + 1])
{
	struct eg_round *round = &position->round;
	const uint8_t *own = round->hand[round->to_act];
	size_t at = round->drawn;

	memcpy(round->hand[eg_opponent(round->to_act)], hand, EG_VALUES + 1);
	for (uint8_t value = 1; value <= EG_VALUES; value++) {
		int left = EG_COPIES - position->gone[value] - own[value] - hand[value];

		for (; left > 0; left--)
			round->deck[at++] = value;
	}
	assert(at == EG_DECK);
}

float eg_points(const struct eg_result *result, enum eg_seat seat)
{
	return result->winner == EG_NOBODY ? 0.5F : (float)(result->winner == seat);
}

/* Positions that agree with a witness */

void eg_action_cards(
	struct eg_action action, const struct eg_attack *answered, uint8_t cards[EG_VALUES + 1])
{
	memset(cards, 0, EG_VALUES + 1);
	if (action.kind == EG_PARRY) {
		cards[answered->card] = answered->count;
		return;
	}
	cards[action.move]++;
	cards[action.card] = (uint8_t)(cards[action.card] + action.count);
	cards[0] = 0;
}

/* Which seat got which place of the deck. Everybody can find this out from the actions. */
struct dealing {
	uint8_t slots[2][EG_HAND + EG_PILE]; /* the places in the deck of each seat's cards, in the
						order of the deal */
	uint8_t count[2];
	uint8_t size[2];         /* the number of cards in each hand */
	uint8_t used;            /* the number of cards dealt */
	uint8_t played[EG_DECK]; /* the cards that the other seat played, in order */
	uint8_t played_count;
};

static void give(struct dealing *dealing, enum eg_seat seat)
{
	while (dealing->size[seat] < EG_HAND && dealing->used < EG_DECK) {
		dealing->slots[seat][dealing->count[seat]++] = dealing->used++;
		dealing->size[seat]++;
	}
}

/* Takes the cards of an action from a hand. If `note` is true, appends them to dealing->played. */
static bool take(
	struct dealing *dealing, const uint8_t cards[EG_VALUES + 1], enum eg_seat seat, bool note)
{
	for (uint8_t value = 1; value <= EG_VALUES; value++)
		for (uint8_t i = 0; i < cards[value]; i++) {
			if (dealing->size[seat] == 0)
				return false;
			dealing->size[seat]--;
			if (note)
				dealing->played[dealing->played_count++] = value;
		}
	return true;
}

/*
 * Deals the cards at the start and after each turn. After a parry the same player goes on, and
 * draws no cards yet.
 */
static bool follow(const struct eg_witness *witness, struct dealing *dealing)
{
	enum eg_seat seat = witness->first;
	struct eg_attack attack = {0};

	memset(dealing, 0, sizeof(*dealing));
	give(dealing, EG_WHITE);
	give(dealing, EG_BLACK);
	for (size_t i = 0; i < witness->action_count; i++) {
		struct eg_action action = witness->actions[i];
		uint8_t cards[EG_VALUES + 1];

		eg_action_cards(action, &attack, cards);
		if (!take(dealing, cards, seat, seat != witness->seat))
			return false;
		attack = (struct eg_attack){action.card, action.count, false};
		if (action.kind == EG_PARRY)
			continue;
		give(dealing, seat);
		seat = eg_opponent(seat);
	}
	return true;
}

/*
 * Writes the cards into the seat's places in the deck. `from` is the index of the first of these
 * places in dealing->slots.
 */
static void put(const struct dealing *dealing, enum eg_seat seat, size_t from, const uint8_t *cards,
	size_t count, uint8_t deck[EG_DECK])
{
	for (size_t i = 0; i < count; i++)
		deck[dealing->slots[seat][from + i]] = cards[i];
}

/* Writes how many cards of each value the whole deck has. */
static void count_deck(uint8_t cards[EG_VALUES + 1])
{
	cards[0] = 0;
	memset(cards + 1, EG_COPIES, EG_VALUES);
}

/*
 * Fills the unknown places of the deck with the remaining cards, sorted. Returns false if the deck
 * has more than five cards of a value.
 */
static bool fill(uint8_t deck[EG_DECK])
{
	uint8_t left[EG_VALUES + 1];
	uint8_t value = 1;

	count_deck(left);
	for (size_t i = 0; i < EG_DECK; i++)
		if (deck[i] != 0 && left[deck[i]]-- == 0)
			return false;
	for (size_t i = 0; i < EG_DECK; i++) {
		if (deck[i] != 0)
			continue;
		while (left[value] == 0)
			value++;
		deck[i] = value;
		left[value]--;
	}
	return true;
}

static bool has_valid_cards(const struct eg_witness *witness)
{
	for (size_t i = 0; i < EG_HAND; i++)
		if (witness->dealt[i] < 1 || witness->dealt[i] > EG_VALUES)
			return false;
	for (size_t i = 0; i < witness->drawn_count; i++)
		if (witness->drawn[i] < 1 || witness->drawn[i] > EG_VALUES)
			return false;
	return true;
}

/* Checks the fields of the actions, because later code uses them as indices of tables. */
static bool has_valid_actions(const struct eg_witness *witness)
{
	for (size_t i = 0; i < witness->action_count; i++)
		if (witness->actions[i].move > EG_VALUES || witness->actions[i].card > EG_VALUES ||
			witness->actions[i].count > EG_COPIES)
			return false;
	return true;
}

static enum eg_error fail(enum eg_error error, const char *text, const char **reason)
{
	*reason = text;
	return error;
}

static enum eg_error look_over(
	const struct eg_witness *witness, struct dealing *dealing, const char **reason)
{
	enum eg_seat seat = witness->seat;

	if ((unsigned)seat > EG_BLACK || (unsigned)witness->first > EG_BLACK)
		return fail(EG_BAD_RULES, "seat and first must be players", reason);
	if (witness->drawn_count > EG_PILE || witness->action_count > EG_PLIES_MAX)
		return fail(EG_ILLEGAL, "no round has so many cards or actions", reason);
	if (!has_valid_cards(witness))
		return fail(EG_BAD_DECK, "a card is not 1 to 5", reason);
	if (!has_valid_actions(witness) || !follow(witness, dealing))
		return fail(EG_ILLEGAL, "an action is not legal", reason);
	if (dealing->count[seat] != EG_HAND + witness->drawn_count)
		return fail(EG_ILLEGAL, "the cards drawn do not fit the actions", reason);
	return EG_OK;
}

/*
 * Makes a deck in which the first cards of the other seat are the cards that it played, in the same
 * order. A seat never plays more cards than it has got, so the seat has each of these cards in
 * time. If any deck agrees with the witness, this deck does too.
 */
enum eg_error eg_witness_begin(const struct eg_witness *witness, struct eg_position *position,
	struct eg_unknown *unknown, const char **reason)
{
	struct dealing dealing;
	struct eg_round round;
	uint8_t deck[EG_DECK] = {0};
	enum eg_error error = look_over(witness, &dealing, reason);

	if (error != EG_OK)
		return error;
	put(&dealing, witness->seat, 0, witness->dealt, EG_HAND, deck);
	put(&dealing, witness->seat, EG_HAND, witness->drawn, witness->drawn_count, deck);
	count_deck(unknown->cards);
	for (size_t i = 0; i < EG_DECK; i++)
		unknown->cards[deck[i]] = (uint8_t)(unknown->cards[deck[i]] - (deck[i] != 0));
	put(&dealing, eg_opponent(witness->seat), 0, dealing.played, dealing.played_count, deck);
	if (!fill(deck))
		return fail(EG_BAD_DECK, "more than five cards of a value", reason);
	error = eg_round_init(&round, &witness->rules, witness->first, deck);
	if (error != EG_OK)
		return fail(error, "no such rules", reason);
	eg_position_init(position, &round);
	return EG_OK;
}

enum eg_error eg_witness_position(
	const struct eg_witness *witness, struct eg_position *position, const char **reason)
{
	struct eg_unknown unknown;
	enum eg_error error = eg_witness_begin(witness, position, &unknown, reason);

	if (error != EG_OK)
		return error;
	for (size_t i = 0; i < witness->action_count; i++)
		if (eg_position_play(position, witness->actions[i]) != EG_OK)
			return fail(EG_ILLEGAL, "an action is not legal", reason);
	if (witness->over || position->round.to_act != witness->seat)
		return fail(EG_ILLEGAL, "the seat is not to act", reason);
	return EG_OK;
}

enum eg_error eg_witness_check(const struct eg_witness *witness, const char **reason)
{
	struct eg_position position;

	return eg_witness_position(witness, &position, reason);
}

enum eg_error eg_witness_round(struct eg_witness *witness, const struct eg_rules *rules,
	enum eg_seat first, const uint8_t deck[EG_DECK], const struct eg_action *actions,
	size_t action_count, enum eg_seat seat)
{
	struct eg_witness made = {.rules = *rules, .first = first, .seat = seat};
	struct eg_round round;
	enum eg_error error = eg_round_init(&round, rules, first, deck);

	if (error != EG_OK)
		return error;
	if ((unsigned)seat > EG_BLACK)
		return EG_BAD_RULES;
	memcpy(made.dealt, deck + (seat == EG_WHITE ? 0 : EG_HAND), EG_HAND);
	for (size_t i = 0; i < action_count; i++) {
		enum eg_seat actor = round.to_act;
		uint8_t drawn = round.drawn;

		error = eg_round_play(&round, actions[i]);
		if (error != EG_OK)
			return error;
		made.actions[made.action_count++] = actions[i];
		for (; actor == seat && drawn < round.drawn; drawn++)
			made.drawn[made.drawn_count++] = deck[drawn];
	}
	made.over = round.phase == EG_OVER;
	made.result = round.result;
	*witness = made;
	return EG_OK;
}
