#include "engine/opponent/outlook.h"

#include "engine/opponent/belief.h"
#include "engine/opponent/evaluation.h"

#include <assert.h>
#include <string.h>

/*
 * What the first player may expect before the deal, by level and by what decides a final retreat.
 * Only the advanced rules have such a retreat. tests/unit/engine/test_outlook.c recomputes the
 * points, and prints the right ones if new networks change them. The draws are from rounds between
 * fencers.
 */
static const struct {
	float points; /* the mean of the critic network over all deals */
	float draws;  /* the chance of a drawn round */
} starts[3][2] = {
	[EG_BASIC] = {{0.539437F, 0.018F}, {0.539437F, 0.018F}},
	[EG_STANDARD] = {{0.563281F, 0.013F}, {0.563281F, 0.013F}},
	[EG_ADVANCED] = {{0.550535F, 0.022F}, {0.550486F, 0.018F}},
};

/* The round for one seat */

static unsigned size(const uint8_t cards[EG_VALUES + 1])
{
	unsigned sum = 0;

	for (size_t value = 1; value <= EG_VALUES; value++)
		sum += cards[value];
	return sum;
}

/*
 * Changes the cards before an action of the seat to act, so that this seat has `hand` after the
 * action and after it has drawn. It does not matter which of these cards it draws.
 */
static void turn_back(
	struct eg_position *position, struct eg_action action, const uint8_t hand[EG_VALUES + 1])
{
	struct eg_round *round = &position->round;
	uint8_t *before = round->hand[round->to_act];
	uint8_t *top = round->deck + round->drawn;
	uint8_t cards[EG_VALUES + 1];

	eg_action_cards(action, &round->attack, cards);
	unsigned draws = size(hand) + size(cards) - size(before);

	for (uint8_t value = 1; value <= EG_VALUES; value++) {
		before[value] = (uint8_t)(hand[value] + cards[value]);
		for (; draws > 0 && before[value] > cards[value]; draws--) {
			before[value]--;
			*top++ = value;
		}
	}
}

/*
 * Sets the other seat's hand, and then plays the last action of the witness again. With another
 * hand the same action may end the round, or not: an attack is a touch if the hand can't parry it.
 */
static void replay_last(struct eg_position *position, const struct eg_witness *witness,
	const uint8_t hand[EG_VALUES + 1])
{
	enum eg_seat other = eg_opponent(witness->seat);

	if (witness->action_count == 0 || position->round.to_act != other)
		memcpy(position->round.hand[other], hand, EG_VALUES + 1);
	if (witness->action_count == 0)
		return;
	struct eg_action last = witness->actions[witness->action_count - 1];

	if (position->round.to_act == other)
		turn_back(position, last, hand);
	eg_position_play_legal(position, last);
}

/*
 * Writes a position that agrees with the witness, before the last action. eg_style_guess must have
 * replayed the witness, so that no action can fail.
 */
static void play_until_last(const struct eg_witness *witness, struct eg_position *position)
{
	struct eg_unknown unknown;
	const char *reason;
	enum eg_error error = eg_witness_begin(witness, position, &unknown, &reason);

	assert(error == EG_OK);
	(void)error;
	for (size_t i = 0; i + 1 < witness->action_count; i++)
		eg_position_play_legal(position, witness->actions[i]);
}

/* Whether the round goes on, or has ended, as the witness's seat has seen. */
static bool agrees(const struct eg_witness *witness, const struct eg_round *round)
{
	if (round->phase != EG_OVER)
		return !witness->over;
	return witness->over && round->result.winner == witness->result.winner &&
	       round->result.reason == witness->result.reason;
}

enum eg_error eg_outlook_seat(const struct eg_witness *witness, float *points)
{
	struct eg_position before;
	struct eg_belief belief;
	float sum = 0;
	float chances = 0; /* of all hands that explain what the seat has seen */
	enum eg_error error = eg_style_guess(&belief, &before, witness);

	if (error != EG_OK)
		return error;
	play_until_last(witness, &before);
	for (size_t i = 0; i < belief.count; i++) {
		struct eg_position position = before;

		replay_last(&position, witness, belief.hands[i]);
		if (!agrees(witness, &position.round))
			continue;
		chances += belief.chances[i];
		sum += belief.chances[i] * eg_position_worth(&position, witness->seat);
	}
	if (chances <= 0)
		return EG_ILLEGAL;
	*points = sum / chances;
	return EG_OK;
}

/* The round with open hands */

enum eg_error eg_open_position(
	const struct eg_open_round *open, size_t count, struct eg_position *position)
{
	struct eg_round round;
	enum eg_error error = eg_round_init(&round, &open->rules, open->first, open->deck);

	if (error != EG_OK)
		return error;
	if (open->action_count > EG_PLIES_MAX || count > open->action_count)
		return EG_ILLEGAL;
	eg_position_init(position, &round);
	for (size_t i = 0; i < count; i++) {
		error = eg_position_play(position, open->actions[i]);
		if (error != EG_OK)
			return error;
	}
	return EG_OK;
}

enum eg_error eg_outlook_open(const struct eg_open_round *open, float *white)
{
	struct eg_position position;
	enum eg_error error = eg_open_position(open, open->action_count, &position);

	if (error != EG_OK)
		return error;
	*white = eg_position_worth(&position, EG_WHITE);
	return EG_OK;
}

/* The match */

float eg_outlook_first(const struct eg_rules *rules)
{
	return starts[rules->level][rules->final_retreat].points;
}

float eg_outlook_draw(const struct eg_rules *rules)
{
	return starts[rules->level][rules->final_retreat].draws;
}

/* The chance that White wins the match, by the touches that White and Black still need. */
struct table {
	float chance[EG_TOUCHES_MAX + 1][EG_TOUCHES_MAX + 1][2]; /* the last index is the first
								    player of the next round */
};

/*
 * Computes the chances from those with fewer touches needed. After a draw the same score comes with
 * the other first player, and after a second draw with the same first player again. So the chances
 * for both first players are two linear equations, which this function solves.
 */
static void fill(struct table *table, const struct eg_rules *rules, size_t white, size_t black)
{
	float draw = eg_outlook_draw(rules);
	float win = eg_outlook_first(rules) - draw / 2;
	float lose = 1 - draw - win;
	const float *won = table->chance[white - 1][black];
	const float *lost = table->chance[white][black - 1];
	float begins = win * won[EG_BLACK] + lose * lost[EG_BLACK];
	float follows = lose * won[EG_WHITE] + win * lost[EG_WHITE];
	float *chance = table->chance[white][black];

	chance[EG_WHITE] = (begins + draw * follows) / (1 - draw * draw);
	chance[EG_BLACK] = (follows + draw * begins) / (1 - draw * draw);
}

float eg_outlook_match(const struct eg_match_rules *rules, const uint8_t score[2],
	enum eg_seat next_first, float white_points)
{
	struct table table;

	assert(rules->touches <= EG_TOUCHES_MAX && next_first <= EG_BLACK);
	if (score[EG_WHITE] >= rules->touches)
		return 1;
	if (score[EG_BLACK] >= rules->touches)
		return 0;
	size_t white = (size_t)rules->touches - score[EG_WHITE];
	size_t black = (size_t)rules->touches - score[EG_BLACK];

	for (size_t i = 0; i <= white; i++)
		for (size_t j = 0; j <= black; j++) {
			if (i > 0 && j > 0) {
				fill(&table, &rules->round, i, j);
				continue;
			}
			for (size_t first = EG_WHITE; first <= EG_BLACK; first++)
				table.chance[i][j][first] = i == 0 ? 1 : 0;
		}
	return white_points * table.chance[white - 1][black][next_first] +
	       (1 - white_points) * table.chance[white][black - 1][next_first];
}
