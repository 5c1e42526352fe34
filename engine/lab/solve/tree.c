#include "engine/lab/solve/tree.h"

#include "engine/opponent/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK ((size_t)1 << 20) /* bytes of a usual block */
#define SIZES (EG_HAND + 1)
#define CODES 7776 /* 6 to the power of 5: what may lie on the discard pile */

/* Memory that is freed with the tree. */
struct block {
	struct block *before;
	size_t used;
	size_t size;
	_Alignas(max_align_t) char bytes[];
};

/* Returns zeroed memory. */
static void *take(struct tree *tree, size_t size)
{
	struct block *block = tree->blocks;

	size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
	if (!block || block->size - block->used < size) {
		size_t most = size > BLOCK ? size : BLOCK;

		block = calloc(1, sizeof(*block) + most);
		if (!block) {
			fprintf(stderr, "There is not enough memory for the tree.\n");
			exit(EXIT_FAILURE);
		}
		block->before = tree->blocks;
		block->size = most;
		tree->blocks = block;
	}
	block->used += size;
	return block->bytes + block->used - size;
}

void scene_of(const struct eg_round *round, struct scene *scene)
{
	*scene = (struct scene){
		.rules = round->rules,
		.to_act = round->to_act,
		.phase = round->phase,
		.attack = round->attack,
		.space = {round->space[EG_WHITE], round->space[EG_BLACK]},
		.pile = (uint8_t)(EG_DECK - round->drawn),
		.size = {hand_size(round->hand[EG_WHITE]), hand_size(round->hand[EG_BLACK])},
	};
	for (size_t i = 0; i < round->discarded; i++)
		scene->gone[round->discard[i]]++;
}

/* Deals */

/* Returns 5 * 4 * ... with `cards` factors: the ways to pick so many cards of one value, in order.
 */
static float orders(unsigned cards)
{
	float ways = 1;

	for (unsigned i = 0; i < cards; i++)
		ways *= i < EG_COPIES ? (float)(EG_COPIES - i) : 0;
	return ways;
}

static float ways(const struct deal *deal, const uint8_t *white, const uint8_t *black)
{
	float product = 1;

	for (size_t value = 1; value <= EG_VALUES; value++) {
		unsigned cards =
			(unsigned)deal->gone[value] + (unsigned)white[value] + black[value];

		product *= orders(cards);
	}
	return product;
}

static void list_hands(struct deal *deal, enum eg_seat seat)
{
	static const uint8_t none[EG_VALUES + 1];
	size_t size = deal->size[seat];

	memset(deal->place[seat], HAND_NONE, sizeof(deal->place[seat]));
	for (size_t number = 0; number < hands_count(size); number++) {
		if (ways(deal, hand_cards(size, number), none) <= 0)
			continue;
		deal->place[seat][number] = deal->count[seat];
		deal->number[seat][deal->count[seat]++] = (uint8_t)number;
	}
}

static void count_ways(struct tree *tree, struct deal *deal)
{
	size_t whites = deal->count[EG_WHITE];
	size_t blacks = deal->count[EG_BLACK];
	float of_value[EG_VALUES + 1][2 * EG_HAND + 1]; /* by the number of cards in both hands */

	for (size_t seat = 0; seat < 2; seat++)
		deal->ways[seat] = take(tree, whites * blacks * sizeof(float));
	for (size_t value = 1; value <= EG_VALUES; value++)
		for (unsigned cards = 0; cards <= 2U * EG_HAND; cards++)
			of_value[value][cards] = orders(deal->gone[value] + cards);
	for (size_t i = 0; i < whites; i++) {
		const uint8_t *white = hand_cards(deal->size[EG_WHITE], deal->number[EG_WHITE][i]);

		for (size_t j = 0; j < blacks; j++) {
			const uint8_t *black =
				hand_cards(deal->size[EG_BLACK], deal->number[EG_BLACK][j]);
			float product = 1;

			for (size_t value = 1; value <= EG_VALUES; value++)
				product *= of_value[value][white[value] + black[value]];
			deal->ways[EG_WHITE][i * blacks + j] =
				deal->ways[EG_BLACK][j * whites + i] = product;
		}
	}
}

/* Returns the hands that the seats may have in a scene. Scenes with the same cards share them. */
static const struct deal *find_deal(struct tree *tree, const struct scene *scene)
{
	size_t code = 0;

	for (size_t value = 1; value <= EG_VALUES; value++)
		code = code * (EG_COPIES + 1) + scene->gone[value];
	const struct deal **found = &tree->deals[(code * SIZES + scene->size[EG_WHITE]) * SIZES +
						 scene->size[EG_BLACK]];

	if (!*found) {
		struct deal *deal = take(tree, sizeof(*deal));

		memcpy(deal->gone, scene->gone, sizeof(deal->gone));
		memcpy(deal->size, scene->size, sizeof(deal->size));
		list_hands(deal, EG_WHITE);
		list_hands(deal, EG_BLACK);
		count_ways(tree, deal);
		*found = deal;
	}
	return *found;
}

/* Nodes */

static struct node *new_node(
	struct tree *tree, enum node_kind kind, const struct scene *scene, size_t branches)
{
	struct node *node = take(tree, sizeof(*node));

	node->kind = kind;
	node->seat = scene->to_act;
	node->pile = scene->pile;
	node->distance = (uint8_t)(scene->space[EG_BLACK] - scene->space[EG_WHITE]);
	node->count = (uint8_t)branches;
	node->deal = find_deal(tree, scene);
	if (branches > 0)
		node->branches = take(tree, branches * sizeof(*node->branches));
	return node;
}

/* Returns White's points minus one half, if the fencer who is further from their own start wins. */
static float by_position(const struct scene *scene)
{
	int lead = scene->space[EG_WHITE] - 1 - (EG_SPACES - scene->space[EG_BLACK]);

	return lead == 0 ? 0 : lead > 0 ? 0.5F : -0.5F;
}

/* Ends the round: the cards decide, if `kind` is NODE_SHOWDOWN, and then the position. */
static struct node *end_round(struct tree *tree, enum node_kind kind, const struct scene *scene)
{
	struct node *node = new_node(tree, kind, scene, 0);

	node->white = by_position(scene);
	return node;
}

static struct node *grow(struct tree *tree, const struct scene *scene);

/* Returns the node with which the other player goes on when a turn and its draws are done. */
static struct node *end_turn(struct tree *tree, const struct scene *before)
{
	struct scene scene = *before;

	scene.to_act = eg_opponent(before->to_act);
	if (scene.attack.count > 0 && scene.rules.level == EG_BASIC) {
		struct node *touch = new_node(tree, NODE_DECIDED, &scene, 0);

		touch->white = before->to_act == EG_WHITE ? 0.5F : -0.5F;
		return touch;
	}
	if (scene.attack.count == 0 && scene.pile == 0 && scene.rules.level != EG_BASIC)
		return end_round(tree, NODE_SHOWDOWN, &scene);
	if (scene.attack.count > 0)
		scene.phase = EG_DEFEND;
	else
		scene.phase = scene.pile == 0 ? EG_LAST_LUNGE : EG_TURN;
	return grow(tree, &scene);
}

/* Lets the player who has acted draw, one card after the other, until the hand is full. */
static struct node *refill(struct tree *tree, const struct scene *scene)
{
	enum eg_seat seat = scene->to_act;

	if (scene->size[seat] == EG_HAND || scene->pile == 0)
		return end_turn(tree, scene);
	struct node *node = new_node(tree, NODE_DRAW, scene, 1);
	size_t count = node->deal->count[seat];
	struct scene next = *scene;

	next.size[seat]++;
	next.pile--;
	node->branches->next = refill(tree, &next);
	node->drawn = take(tree, EG_VALUES * count);
	for (size_t i = 0; i < count; i++) {
		uint8_t cards[EG_VALUES + 1];

		memcpy(cards, hand_cards(scene->size[seat], node->deal->number[seat][i]),
			sizeof(cards));
		for (size_t value = 1; value <= EG_VALUES; value++) {
			cards[value]++;
			node->drawn[(value - 1) * count + i] =
				node->branches->next->deal->place[seat][hand_number(cards)];
			cards[value]--;
		}
	}
	return node;
}

/* Returns the node after an action. Its cards are already on the discard pile of `before`. */
static struct node *play(struct tree *tree, const struct scene *before, struct eg_action action)
{
	struct scene scene = *before;
	int steps = action.kind == EG_RETREAT ? -action.move : action.move;
	bool final = scene.pile == 0;

	scene.space[scene.to_act] =
		(uint8_t)(scene.space[scene.to_act] + (scene.to_act == EG_WHITE ? steps : -steps));
	scene.attack =
		(struct eg_attack){action.card, action.count, action.kind == EG_ADVANCE_ATTACK};
	if (action.kind == EG_PASS)
		return end_round(tree, NODE_DECIDED, &scene);
	if (action.kind == EG_RETREAT && final)
		return end_round(tree,
			scene.rules.final_retreat == EG_FINAL_CARDS ? NODE_SHOWDOWN : NODE_DECIDED,
			&scene);
	if (action.kind != EG_PARRY)
		return refill(tree, &scene);
	if (final)
		return end_round(tree, NODE_SHOWDOWN, &scene);
	scene.phase = EG_TURN;
	return grow(tree, &scene);
}

/* All actions that are legal with at least one of the hands that the seat to act may have. */
struct menu {
	struct eg_action actions[EG_LEGAL_MAX];
	size_t count;
};

static void list_actions(const struct scene *scene, const struct deal *deal, struct menu *menu)
{
	enum eg_seat seat = scene->to_act;
	struct eg_round round = {
		.rules = scene->rules,
		.to_act = seat,
		.phase = scene->phase,
		.attack = scene->attack,
		.space = {scene->space[EG_WHITE], scene->space[EG_BLACK]},
	};

	menu->count = 0;
	for (size_t i = 0; i < deal->count[seat]; i++) {
		struct eg_action legal[EG_LEGAL_MAX];

		memcpy(round.hand[seat], hand_cards(deal->size[seat], deal->number[seat][i]),
			EG_VALUES + 1);
		size_t count = eg_round_legal(&round, legal);

		for (size_t k = 0; k < count; k++) {
			size_t known = 0;

			while (known < menu->count &&
				!eg_action_equal(menu->actions[known], legal[k]))
				known++;
			if (known == menu->count && known < EG_LEGAL_MAX)
				menu->actions[menu->count++] = legal[k];
		}
	}
}

/* Writes where the hands of both seats are after the action, which takes these cards. */
static void follow_hands(struct tree *tree, const struct node *node, struct branch *branch,
	const uint8_t taken[EG_VALUES + 1])
{
	const struct deal *deal = node->deal;
	const struct deal *next = branch->next->deal;
	enum eg_seat seat = node->seat;
	enum eg_seat other = eg_opponent(seat);

	branch->after = take(tree, deal->count[seat]);
	for (size_t i = 0; i < deal->count[seat]; i++) {
		uint8_t cards[EG_VALUES + 1];
		bool holds = true;

		memcpy(cards, hand_cards(deal->size[seat], deal->number[seat][i]), sizeof(cards));
		for (size_t value = 1; value <= EG_VALUES; value++) {
			holds = holds && cards[value] >= taken[value];
			cards[value] = (uint8_t)(cards[value] - taken[value]);
		}
		branch->after[i] = holds ? next->place[seat][hand_number(cards)] : HAND_NONE;
	}
	branch->from = take(tree, next->count[other]);
	for (size_t i = 0; i < next->count[other]; i++)
		branch->from[i] = deal->place[other][next->number[other][i]];
}

static struct node *grow(struct tree *tree, const struct scene *scene)
{
	struct menu menu;

	list_actions(scene, find_deal(tree, scene), &menu);
	struct node *node = new_node(tree, NODE_CHOICE, scene, menu.count);
	size_t numbers = menu.count * node->deal->count[node->seat] * sizeof(float);

	node->regrets = take(tree, numbers);
	node->strategy_sums = take(tree, numbers);
	for (size_t i = 0; i < menu.count; i++) {
		struct branch *branch = &node->branches[i];
		uint8_t taken[EG_VALUES + 1];
		struct scene after = *scene;

		branch->action = menu.actions[i];
		eg_action_cards(branch->action, &scene->attack, taken);
		for (size_t value = 1; value <= EG_VALUES; value++)
			after.gone[value] = (uint8_t)(after.gone[value] + taken[value]);
		after.size[scene->to_act] = (uint8_t)(after.size[scene->to_act] - hand_size(taken));
		branch->next = play(tree, &after, branch->action);
		follow_hands(tree, node, branch, taken);
	}
	return node;
}

void tree_grow(struct tree *tree, const struct scene *scene)
{
	*tree = (struct tree){0};
	tree->deals = take(tree, (size_t)CODES * SIZES * SIZES * sizeof(struct deal *));
	tree->root = grow(tree, scene);
}

void tree_finish(struct tree *tree)
{
	while (tree->blocks) {
		struct block *before = tree->blocks->before;

		free(tree->blocks);
		tree->blocks = before;
	}
}

size_t tree_hands(const struct node *node, enum eg_seat seat)
{
	return node->deal->count[seat];
}

const struct branch *tree_branch(const struct node *node, struct eg_action action)
{
	for (size_t i = 0; i < node->count; i++)
		if (eg_action_equal(node->branches[i].action, action))
			return &node->branches[i];
	return NULL;
}
