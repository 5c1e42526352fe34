#include "engine/engarde.h"

#include "engine/internal.h"

#include <string.h>

/* Set-up */

static bool is_complete_deck(const uint8_t deck[EG_DECK])
{
	uint8_t copies[EG_VALUES + 1] = {0};

	for (size_t i = 0; i < EG_DECK; i++) {
		if (deck[i] < 1 || deck[i] > EG_VALUES)
			return false;
		copies[deck[i]]++;
	}
	for (size_t value = 1; value <= EG_VALUES; value++)
		if (copies[value] != EG_COPIES)
			return false;
	return true;
}

static void draw(struct eg_round *round, enum eg_seat seat, uint8_t cards)
{
	for (; cards > 0; cards--)
		round->hand[seat][round->deck[round->drawn++]]++;
}

enum eg_error eg_round_init(struct eg_round *round, const struct eg_rules *rules,
	enum eg_seat first, const uint8_t deck[EG_DECK])
{
	if (!eg_rules_are_valid(rules) || !eg_seat_plays(first))
		return EG_BAD_RULES;
	if (!is_complete_deck(deck))
		return EG_BAD_DECK;
	memset(round, 0, sizeof(*round));
	round->rules = *rules;
	round->to_act = first;
	round->phase = EG_TURN;
	round->result = (struct eg_result){EG_NOBODY, EG_DRAW};
	round->space[EG_WHITE] = 1;
	round->space[EG_BLACK] = EG_SPACES;
	memcpy(round->deck, deck, EG_DECK);
	draw(round, EG_WHITE, EG_HAND);
	draw(round, EG_BLACK, EG_HAND);
	return EG_OK;
}

/* A turn */

static bool is_pile_empty(const struct eg_round *round)
{
	return round->drawn == EG_DECK;
}

/* Moves cards from the hand of the seat to act to the discard pile. */
static void discard(struct eg_round *round, uint8_t card, uint8_t count)
{
	round->hand[round->to_act][card] = (uint8_t)(round->hand[round->to_act][card] - count);
	for (; count > 0; count--)
		round->discard[round->discarded++] = card;
}

/* Moves the fencer to act forward, or back if `steps` is negative. White's spaces count up. */
static void step(struct eg_round *round, int steps)
{
	uint8_t *space = &round->space[round->to_act];

	*space = (uint8_t)(*space + (round->to_act == EG_WHITE ? steps : -steps));
}

/* Fills the hand from the pile. If the pile has too few cards, the player draws all of them. */
static void refill(struct eg_round *round, enum eg_seat seat)
{
	unsigned size = 0;

	for (size_t value = 1; value <= EG_VALUES; value++)
		size += round->hand[seat][value];
	unsigned missing = EG_HAND - size;
	unsigned pile = EG_DECK - (unsigned)round->drawn;
	draw(round, seat, (uint8_t)(missing < pile ? missing : pile));
}

/* Ends the round with a given result. */
static void end_round(struct eg_round *round, enum eg_seat winner, enum eg_reason reason)
{
	round->phase = EG_OVER;
	round->to_act = EG_NOBODY;
	round->attack = (struct eg_attack){0};
	round->result = (struct eg_result){winner, reason};
}

/* Returns the seat with the larger number, or EG_NOBODY if the numbers are equal. */
static enum eg_seat more(unsigned white, unsigned black)
{
	if (white == black)
		return EG_NOBODY;
	return white > black ? EG_WHITE : EG_BLACK;
}

/* Ends a round whose draw pile is empty. The position alone decides. */
static void end_by_position(struct eg_round *round)
{
	unsigned white = round->space[EG_WHITE] - 1U;
	unsigned black = EG_SPACES - (unsigned)round->space[EG_BLACK];
	enum eg_seat winner = more(white, black);

	end_round(round, winner, winner == EG_NOBODY ? EG_DRAW : EG_POSITION);
}

/*
 * Ends a round whose draw pile is empty. The player with more cards equal to the distance wins. If
 * these numbers are equal, the position decides.
 */
static void end_by_cards(struct eg_round *round)
{
	uint8_t distance = eg_round_distance(round);
	enum eg_seat winner = EG_NOBODY;

	if (distance <= EG_VALUES)
		winner = more(round->hand[EG_WHITE][distance], round->hand[EG_BLACK][distance]);
	if (winner == EG_NOBODY)
		end_by_position(round);
	else
		end_round(round, winner, EG_CARDS);
}

/*
 * Ends a round after a retreat from an attack that drew the last card. The rule set says what
 * decides.
 */
static void end_by_final_retreat(struct eg_round *round)
{
	if (round->rules.final_retreat == EG_FINAL_CARDS)
		end_by_cards(round);
	else
		end_by_position(round);
}

/* Begins a turn. A player who has no legal action in their own turn loses the round. */
static void begin_turn(struct eg_round *round)
{
	round->phase = EG_TURN;
	if (!eg_legal_any(round))
		end_round(round, eg_opponent(round->to_act), EG_NO_MOVE);
}

/* Attacked */

/*
 * Begins the defence. If the attacked player has no legal answer, the attack is a touch. In the
 * basic rules each attack is a touch.
 */
static void begin_defence(struct eg_round *round)
{
	round->phase = EG_DEFEND;
	if (round->rules.level == EG_BASIC || !eg_legal_any(round))
		end_round(round, eg_opponent(round->to_act), EG_TOUCH);
}

/*
 * Begins the last phase of the round, after a player played an action that is not an attack and
 * drew the last card.
 */
static void begin_last_phase(struct eg_round *round)
{
	uint8_t distance = eg_round_distance(round);

	if (round->rules.level != EG_BASIC) {
		end_by_cards(round);
		return;
	}
	round->phase = EG_LAST_LUNGE;
	if (distance > EG_VALUES || round->hand[round->to_act][distance] == 0)
		end_by_position(round);
}

static void end_turn(struct eg_round *round)
{
	refill(round, round->to_act);
	round->to_act = eg_opponent(round->to_act);
	if (round->attack.count > 0)
		begin_defence(round);
	else if (is_pile_empty(round))
		begin_last_phase(round);
	else
		begin_turn(round);
}

/* Actions */

static void advance(struct eg_round *round, uint8_t card)
{
	discard(round, card, 1);
	step(round, card);
}

/*
 * Plays a retreat. If the pile is empty, the retreat answers the attack that drew the last card,
 * and ends the round.
 */
static void retreat(struct eg_round *round, uint8_t card)
{
	bool final = is_pile_empty(round);

	discard(round, card, 1);
	step(round, -card);
	round->attack = (struct eg_attack){0};
	if (final)
		end_by_final_retreat(round);
	else
		end_turn(round);
}

static void attack(struct eg_round *round, struct eg_action action)
{
	discard(round, action.card, action.count);
	round->attack =
		(struct eg_attack){action.card, action.count, action.kind == EG_ADVANCE_ATTACK};
	end_turn(round);
}

/*
 * Plays a parry. A parry is not a turn, so the player draws no cards. Their own turn follows,
 * unless the pile is empty.
 */
static void parry(struct eg_round *round)
{
	discard(round, round->attack.card, round->attack.count);
	round->attack = (struct eg_attack){0};
	if (is_pile_empty(round))
		end_by_cards(round);
	else
		begin_turn(round);
}

enum eg_error eg_round_play(struct eg_round *round, struct eg_action action)
{
	if (!eg_legal_action(round, action))
		return EG_ILLEGAL;
	round->plies++;
	switch ((enum eg_kind)action.kind) {
	case EG_ADVANCE:
		advance(round, action.move);
		end_turn(round);
		break;
	case EG_RETREAT:
		retreat(round, action.move);
		break;
	case EG_ATTACK:
		attack(round, action);
		break;
	case EG_ADVANCE_ATTACK:
		advance(round, action.move);
		attack(round, action);
		break;
	case EG_PARRY:
		parry(round);
		break;
	case EG_PASS:
		end_by_position(round);
		break;
	}
	return EG_OK;
}
