#include "tests/small/best_response.h"

#include "engine/opponent/network.h"
#include "engine/opponent/position.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * The program goes through the tree of what everybody sees. At a node of the tree it has two arrays
 * with a number for each hand. The range has the other seat's hands: the number of orders in which
 * the seat may have got its cards, each multiplied by the chances of the seat's actions. The values
 * have the responder's hands: the sum of the points over all decks with one order of the
 * responder's cards, each multiplied by the chances of the other seat's actions.
 *
 * The responder needs to know only its hand and what everybody sees: the order in which it got its
 * cards says nothing about the other cards.
 */

_Static_assert(EG_VALUES == 3, "the code of a hand has three digits");
#define DIGIT (EG_COPIES + 1)
#define CODES                                                                                      \
	(DIGIT * DIGIT * DIGIT) /* the index of a hand in the arrays is its code, below this */

struct walk {
	enum eg_seat seat; /* the responder */
	const struct eg_model *own;
	const struct eg_model *other;
};

/* What everybody sees. The hands and the deck of the position are not used. */
struct node {
	struct eg_position position;
	uint8_t size[2]; /* the number of cards in each hand */
};

/* The actions that are legal with any hand of the seat to act, by eg_action_output. */
struct menu {
	bool offered[EG_OUTPUTS];
	struct eg_action actions[EG_OUTPUTS];
	bool legal[EG_OUTPUTS][CODES];
	double chances[EG_OUTPUTS][CODES];
};

static void decode(size_t code, uint8_t hand[EG_VALUES + 1])
{
	hand[0] = 0;
	for (size_t value = EG_VALUES; value >= 1; value--) {
		hand[value] = (uint8_t)(code % DIGIT);
		code /= DIGIT;
	}
}

static size_t encode(const uint8_t hand[EG_VALUES + 1])
{
	size_t code = 0;

	for (size_t value = 1; value <= EG_VALUES; value++)
		code = code * DIGIT + hand[value];
	return code;
}

static size_t size_of(const uint8_t hand[EG_VALUES + 1])
{
	size_t size = 0;

	for (size_t value = 1; value <= EG_VALUES; value++)
		size += hand[value];
	return size;
}

/* Returns in how many different orders a pile with these cards can be. */
static double orders(const uint8_t cards[EG_VALUES + 1])
{
	double ways = 1;
	double count = 0;

	for (size_t value = 1; value <= EG_VALUES; value++)
		for (size_t i = 1; i <= cards[value]; i++)
			ways *= ++count / (double)i;
	return ways;
}

/*
 * Returns in how many orders the pile can be if the seats have these hands; 0 if they can't have
 * them.
 */
static double piles(const struct node *node, const uint8_t *white, const uint8_t *black)
{
	uint8_t left[EG_VALUES + 1] = {0};

	for (size_t value = 1; value <= EG_VALUES; value++) {
		int cards = EG_COPIES - node->position.gone[value] - white[value] - black[value];

		if (cards < 0)
			return 0;
		left[value] = (uint8_t)cards;
	}
	return orders(left);
}

static void must(enum eg_error error)
{
	if (error != EG_OK)
		abort();
}

/* Writes the legal actions of the seat to act, with their chances if there is a model. */
static void list_actions(const struct node *node, const struct eg_model *model, struct menu *menu)
{
	static const uint8_t none[EG_VALUES + 1];
	enum eg_seat seat = node->position.round.to_act;

	memset(menu, 0, sizeof(*menu));
	for (size_t code = 0; code < CODES; code++) {
		struct eg_position position = node->position;
		struct eg_strategy strategy = {.count = 0};
		uint8_t *hand = position.round.hand[seat];

		decode(code, hand);
		if (size_of(hand) != node->size[seat] || piles(node, hand, none) <= 0)
			continue;
		strategy.count = eg_round_legal(&position.round, strategy.legal);
		if (strategy.count > 0 && model)
			model->consider(model, &position, &strategy);
		for (size_t i = 0; i < strategy.count; i++) {
			size_t output = eg_action_output(strategy.legal[i]);

			menu->offered[output] = true;
			menu->actions[output] = strategy.legal[i];
			menu->legal[output][code] = true;
			if (model)
				menu->chances[output][code] = (double)strategy.chances[i];
		}
	}
}

/* An action that is tried at a node. */
struct trial {
	const struct node *node;
	struct eg_action action;
	uint8_t cards[EG_VALUES + 1]; /* the cards that the action discards */
	enum eg_seat seat;            /* the seat that acts */
	uint8_t drawn;                /* how many cards the seat draws after the action */
	struct node next; /* the sizes of the hands, and the position if the round goes on */
};

/*
 * Plays the action. The hands are those after the action. The acting seat draws any of its cards,
 * because the cards that it draws do not affect the rules.
 */
static void play(const struct trial *trial, const uint8_t *acting, const uint8_t *waiting,
	struct eg_position *after)
{
	struct eg_round *round = &after->round;
	uint8_t hand[EG_VALUES + 1];
	uint8_t draws = trial->drawn;

	*after = trial->node->position;
	memcpy(hand, acting, sizeof(hand));
	for (uint8_t value = 1; value <= EG_VALUES; value++)
		for (; draws > 0 && hand[value] > 0; hand[value]--)
			round->deck[round->drawn + --draws] = value;
	for (size_t value = 1; value <= EG_VALUES; value++)
		hand[value] = (uint8_t)(hand[value] + trial->cards[value]);
	memcpy(round->hand[trial->seat], hand, sizeof(hand));
	memcpy(round->hand[eg_opponent(trial->seat)], waiting, sizeof(hand));
	must(eg_position_play(after, trial->action));
}

/* Prepares a trial. `code` is a hand of the seat to act with which the action is legal. */
static void begin(
	struct trial *trial, const struct node *node, struct eg_action action, size_t code)
{
	struct eg_position position = node->position;
	struct eg_round *round = &position.round;
	uint8_t drawn = round->drawn;

	trial->node = node;
	trial->action = action;
	trial->seat = round->to_act;
	eg_action_cards(action, &round->attack, trial->cards);
	decode(code, round->hand[trial->seat]);
	memset(round->deck, 1, EG_DECK);
	must(eg_position_play(&position, action));
	trial->drawn = (uint8_t)(position.round.drawn - drawn);
	trial->next.position = position;
	memcpy(trial->next.size, node->size, sizeof(trial->next.size));
	trial->next.size[trial->seat] =
		(uint8_t)(node->size[trial->seat] - size_of(trial->cards) + trial->drawn);
}

static void descend(const struct walk *walk, const struct node *node, const double range[CODES],
	double values[CODES]);

/*
 * After an action and its draws, adds the values of the responder's hands. The round is over with
 * some hands. If it goes on, it depends only on the hand of the seat that acts next.
 */
static void follow(const struct walk *walk, struct trial *trial, const double range[CODES],
	double values[CODES])
{
	enum eg_seat other = eg_opponent(walk->seat);
	double next_range[CODES] = {0};
	double next_values[CODES];
	bool goes_on[CODES] = {false}; /* by the responder's hand */

	for (size_t code = 0; code < CODES * CODES; code++) {
		struct eg_position after;
		uint8_t hands[2][EG_VALUES + 1];
		size_t mine = code / CODES;
		size_t theirs = code % CODES;

		if (range[theirs] <= 0)
			continue;
		decode(mine, hands[walk->seat]);
		decode(theirs, hands[other]);
		double ways = range[theirs] * piles(&trial->next, hands[0], hands[1]);
		if (ways <= 0 || size_of(hands[walk->seat]) != trial->next.size[walk->seat])
			continue;
		play(trial, hands[trial->seat], hands[eg_opponent(trial->seat)], &after);
		if (after.round.phase == EG_OVER) {
			values[mine] += ways * (double)eg_points(&after.round.result, walk->seat);
			continue;
		}
		trial->next.position = after;
		next_range[theirs] = range[theirs];
		goes_on[mine] = true;
	}
	if (!memchr(goes_on, 1, sizeof(goes_on)))
		return;
	descend(walk, &trial->next, next_range, next_values);
	for (size_t code = 0; code < CODES; code++)
		values[code] += goes_on[code] ? next_values[code] : 0;
}

/* Writes the range after the other seat has played the action and drawn its cards. */
static void push(const struct trial *trial, const double chances[CODES], const double range[CODES],
	double after[CODES])
{
	memset(after, 0, CODES * sizeof(*after));
	for (size_t code = 0; code < CODES; code++)
		if (chances[code] > 0)
			after[code - encode(trial->cards)] += chances[code] * range[code];
	for (uint8_t n = 0; n < trial->drawn; n++) {
		double before[CODES];

		memcpy(before, after, sizeof(before));
		memset(after, 0, CODES * sizeof(*after));
		for (size_t code = 0; code < CODES; code++)
			for (size_t value = 1; value <= EG_VALUES; value++) {
				uint8_t hand[EG_VALUES + 1];

				decode(code, hand);
				if (before[code] <= 0 || ++hand[value] > EG_COPIES)
					continue;
				after[encode(hand)] += before[code];
			}
	}
}

/* Turns the values after the responder's action and draws into the values before. */
static void pull(const struct trial *trial, double values[CODES])
{
	for (uint8_t n = 0; n < trial->drawn; n++) {
		double after[CODES];

		memcpy(after, values, sizeof(after));
		memset(values, 0, CODES * sizeof(*values));
		for (size_t code = 0; code < CODES; code++)
			for (size_t value = 1; value <= EG_VALUES; value++) {
				uint8_t hand[EG_VALUES + 1];

				decode(code, hand);
				if (++hand[value] <= EG_COPIES)
					values[code] += after[encode(hand)];
			}
	}
}

/* Returns a hand with which the action is legal. */
static size_t any_hand(const bool legal[CODES])
{
	size_t code = 0;

	while (!legal[code])
		code++;
	return code;
}

/* The other seat acts: the values are the sum over its actions. */
static void await(const struct walk *walk, const struct node *node, const double range[CODES],
	double values[CODES])
{
	struct menu menu;

	list_actions(node, walk->other, &menu);
	for (size_t output = 0; output < EG_OUTPUTS; output++) {
		struct trial trial;
		double after[CODES];

		if (!menu.offered[output])
			continue;
		begin(&trial, node, menu.actions[output], any_hand(menu.legal[output]));
		push(&trial, menu.chances[output], range, after);
		follow(walk, &trial, after, values);
	}
}

/* The responder acts: with each hand it plays the best action, or by its own model. */
static void respond(const struct walk *walk, const struct node *node, const double range[CODES],
	double values[CODES])
{
	struct menu menu;

	list_actions(node, walk->own, &menu);
	for (size_t output = 0; output < EG_OUTPUTS; output++) {
		struct trial trial;
		double after[CODES] = {0};

		if (!menu.offered[output])
			continue;
		begin(&trial, node, menu.actions[output], any_hand(menu.legal[output]));
		follow(walk, &trial, range, after);
		pull(&trial, after);
		for (size_t code = 0; code < CODES; code++) {
			if (!menu.legal[output][code])
				continue;
			double value = after[code - encode(trial.cards)];

			if (!walk->own)
				values[code] = fmax(values[code], value);
			else
				values[code] += menu.chances[output][code] * value;
		}
	}
}

/* Writes the values of a node. The recursion is as deep as a round has actions. */
static void descend(const struct walk *walk, const struct node *node, const double range[CODES],
	double values[CODES])
{
	memset(values, 0, CODES * sizeof(*values));
	if (node->position.round.to_act == walk->seat)
		respond(walk, node, range, values);
	else
		await(walk, node, range, values);
}

static void deal(const struct eg_rules *rules, struct node *node)
{
	struct eg_round round;
	uint8_t deck[EG_DECK];

	for (size_t i = 0; i < EG_DECK; i++)
		deck[i] = (uint8_t)(1 + i / EG_COPIES);
	must(eg_round_init(&round, rules, EG_WHITE, deck));
	eg_position_init(&node->position, &round);
	node->size[EG_WHITE] = node->size[EG_BLACK] = EG_HAND;
}

double response_points(const struct eg_rules *rules, enum eg_seat seat, const struct eg_model *own,
	const struct eg_model *other)
{
	struct walk walk = {seat, own, other};
	struct node node;
	double range[CODES] = {0};
	double values[CODES];
	double sum = 0;
	uint8_t cards[EG_VALUES + 1];

	deal(rules, &node);
	for (size_t code = 0; code < CODES; code++) {
		decode(code, cards);
		if (size_of(cards) == EG_HAND)
			range[code] = orders(cards);
	}
	descend(&walk, &node, range, values);
	for (size_t code = 0; code < CODES; code++)
		sum += range[code] * values[code];
	decode(CODES - 1, cards); /* the whole deck */
	return sum / orders(cards);
}

double exploitability(const struct eg_rules *rules, const struct eg_model *model)
{
	return (response_points(rules, EG_WHITE, NULL, model) +
		       response_points(rules, EG_BLACK, NULL, model)) /
		       2 -
	       0.5;
}

static void play_any(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy)
{
	(void)model;
	(void)position;
	for (size_t i = 0; i < strategy->count; i++)
		strategy->chances[i] = 1 / (float)strategy->count;
}

const struct eg_model any_action = {play_any, NULL};
