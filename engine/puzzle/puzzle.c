#include "engine/puzzle/puzzle.h"

#include <string.h>

const uint8_t eg_puzzles_head[EG_PUZZLE_HEAD] = {'p', 'u', 'z', 'z', 'l', 'e', 's', '1'};

/*
 * The bytes of a puzzle. SITUATION has the rule set in its two lowest bits, then a bit each: Black
 * solves it; the solver is attacked; the attack is an advance-and-attack. A byte of CARDS has the
 * cards of one value: those in the hand, plus 8 times the discarded ones. A byte of COSTS has the
 * cost of one legal action; bytes that are not needed are 0.
 */
enum {
	SITUATION,
	WHITE,
	BLACK,
	PILE,
	LAST_CARD,
	ATTACK_CARD,
	ATTACK_COUNT,
	CARDS,
	KIND = CARDS + EG_VALUES,
	GRADE,
	FOUND,
	LURE,
	COSTS,
};
_Static_assert(COSTS + EG_CHOICES_MAX == EG_PUZZLE_SIZE, "the bytes of a puzzle");

enum { BLACK_SOLVES = 4, ATTACKED = 8, INDIRECT = 16, SITUATIONS = 32 };

static const struct eg_rules rule_sets[] = {
#define SET(NAME, name, level, final_retreat) {level, final_retreat},
	EG_RULE_SETS(SET)
#undef SET
};

/* The position */

/* Returns how many cards there are, by value. */
static unsigned total(const uint8_t cards[EG_VALUES + 1])
{
	unsigned sum = 0;

	for (size_t value = 1; value <= EG_VALUES; value++)
		sum += cards[value];
	return sum;
}

void eg_puzzle_round(const struct eg_puzzle *puzzle, struct eg_round *round)
{
	enum eg_seat other = eg_opponent(puzzle->seat);
	unsigned held = EG_DECK - total(puzzle->hand) - total(puzzle->gone) - puzzle->pile;
	uint8_t at = (uint8_t)(EG_DECK - puzzle->pile);

	*round = (struct eg_round){
		.rules = puzzle->rules,
		.to_act = puzzle->seat,
		.phase = puzzle->phase,
		.attack = puzzle->attack,
		.result = {EG_NOBODY, EG_DRAW},
		.space = {puzzle->space[EG_WHITE], puzzle->space[EG_BLACK]},
		.drawn = at,
	};
	memcpy(round->hand[puzzle->seat], puzzle->hand, sizeof(puzzle->hand));
	for (uint8_t value = 1; value <= EG_VALUES; value++) {
		int unseen = EG_COPIES - puzzle->gone[value] - puzzle->hand[value];
		int below = puzzle->gone[value] - (value == puzzle->last_card);

		for (; below > 0; below--)
			round->discard[round->discarded++] = value;
		for (; unseen > 0; unseen--)
			if (held > 0) {
				round->hand[other][value]++;
				held--;
			} else {
				round->deck[at++] = value;
			}
	}
	if (puzzle->last_card > 0)
		round->discard[round->discarded++] = puzzle->last_card;
}

void eg_puzzle_view(const struct eg_puzzle *puzzle, struct eg_view *view)
{
	struct eg_round round;

	eg_puzzle_round(puzzle, &round);
	eg_round_view(&round, puzzle->seat, view);
}

/* Each check returns what is wrong, or NULL. */

static const char *check_cards(const struct eg_puzzle *puzzle)
{
	unsigned seen = total(puzzle->hand) + total(puzzle->gone) + puzzle->pile;

	for (size_t value = 1; value <= EG_VALUES; value++)
		if (puzzle->hand[value] + puzzle->gone[value] > EG_COPIES)
			return "more cards of a value than the deck has";
	if (total(puzzle->hand) < 1 || total(puzzle->hand) > EG_HAND)
		return "no hand has so many cards";
	if (puzzle->pile > EG_DECK - 2 * EG_HAND || (puzzle->phase == EG_TURN && puzzle->pile == 0))
		return "no pile has so many cards";
	/* Who has just acted has a full hand, unless the pile had too few cards. */
	if (seen >= EG_DECK || EG_DECK - seen > EG_HAND ||
		(puzzle->pile > 0 && EG_DECK - seen < EG_HAND))
		return "the other hand can't have so many cards";
	if (puzzle->last_card > EG_VALUES ||
		(puzzle->last_card > 0 ? puzzle->gone[puzzle->last_card] == 0
				       : total(puzzle->gone) > 0))
		return "the last card is not on the discard pile";
	return NULL;
}

static const char *check_place(const struct eg_puzzle *puzzle)
{
	struct eg_attack attack = puzzle->attack;
	int distance = puzzle->space[EG_BLACK] - puzzle->space[EG_WHITE];

	if (puzzle->space[EG_WHITE] < 1 || distance < 1 || puzzle->space[EG_BLACK] > EG_SPACES)
		return "the fencers can't stand there";
	if (puzzle->phase == EG_TURN)
		return attack.card || attack.count || attack.indirect ? "an attack in a turn"
								      : NULL;
	if (attack.card != distance || attack.card > EG_VALUES || attack.count < 1 ||
		puzzle->gone[attack.card] < attack.count || puzzle->last_card != attack.card ||
		puzzle->rules.level == EG_BASIC ||
		(attack.indirect && puzzle->rules.level != EG_ADVANCED))
		return "no such attack is possible";
	return NULL;
}

/* Fills the legal actions and the best one, and checks their costs. */
static const char *check_actions(struct eg_puzzle *puzzle, const uint8_t costs[EG_CHOICES_MAX])
{
	struct eg_round round;
	size_t free = 0;

	eg_puzzle_round(puzzle, &round);
	puzzle->count = (uint8_t)eg_round_legal(&round, puzzle->legal);
	if (puzzle->count < 2)
		return "the solver has no choice";
	for (size_t i = 0; i < EG_CHOICES_MAX; i++) {
		if (i >= puzzle->count ? costs[i] != 0 : costs[i] > 100)
			return "no action can cost so much";
		puzzle->cost[i] = costs[i];
		if (i < puzzle->count && costs[i] == 0) {
			puzzle->best = (uint8_t)i;
			free++;
		}
	}
	if (free != 1)
		return "not exactly one action is the best";
	return puzzle->lure < puzzle->count && puzzle->lure != puzzle->best
		       ? NULL
		       : "no worse action tempts";
}

/* Bytes */

enum eg_error eg_puzzle_read(
	const uint8_t bytes[EG_PUZZLE_SIZE], struct eg_puzzle *puzzle, const char **reason)
{
	uint8_t situation = bytes[SITUATION];
	struct eg_puzzle read = {
		.rules = rule_sets[situation % 4],
		.seat = situation & BLACK_SOLVES ? EG_BLACK : EG_WHITE,
		.phase = situation & ATTACKED ? EG_DEFEND : EG_TURN,
		.attack = {bytes[ATTACK_CARD], bytes[ATTACK_COUNT], situation & INDIRECT},
		.space = {bytes[WHITE], bytes[BLACK]},
		.pile = bytes[PILE],
		.last_card = bytes[LAST_CARD],
		.kind = bytes[KIND],
		.grade = bytes[GRADE],
		.found = bytes[FOUND],
		.lure = bytes[LURE],
	};
	const char *wrong = NULL;

	for (size_t value = 1; value <= EG_VALUES; value++) {
		read.hand[value] = bytes[CARDS + value - 1] % 8;
		read.gone[value] = bytes[CARDS + value - 1] / 8;
	}
	if (situation >= SITUATIONS || bytes[KIND] >= EG_PUZZLE_KINDS ||
		bytes[GRADE] >= EG_PUZZLE_GRADES || bytes[FOUND] > 100)
		wrong = "no such kind of puzzle";
	if (!wrong)
		wrong = check_cards(&read);
	if (!wrong)
		wrong = check_place(&read);
	if (!wrong)
		wrong = check_actions(&read, bytes + COSTS);
	if (wrong) {
		*reason = wrong;
		return EG_SYNTAX;
	}
	*puzzle = read;
	return EG_OK;
}

void eg_puzzle_write(const struct eg_puzzle *puzzle, uint8_t bytes[EG_PUZZLE_SIZE])
{
	memset(bytes, 0, EG_PUZZLE_SIZE);
	bytes[SITUATION] = (uint8_t)(eg_rules_set(&puzzle->rules) +
				     (puzzle->seat == EG_BLACK ? BLACK_SOLVES : 0) +
				     (puzzle->phase == EG_DEFEND ? ATTACKED : 0) +
				     (puzzle->attack.indirect ? INDIRECT : 0));
	bytes[WHITE] = puzzle->space[EG_WHITE];
	bytes[BLACK] = puzzle->space[EG_BLACK];
	bytes[PILE] = puzzle->pile;
	bytes[LAST_CARD] = puzzle->last_card;
	bytes[ATTACK_CARD] = puzzle->attack.card;
	bytes[ATTACK_COUNT] = puzzle->attack.count;
	for (size_t value = 1; value <= EG_VALUES; value++)
		bytes[CARDS + value - 1] = (uint8_t)(puzzle->hand[value] + 8 * puzzle->gone[value]);
	bytes[KIND] = (uint8_t)puzzle->kind;
	bytes[GRADE] = (uint8_t)puzzle->grade;
	bytes[FOUND] = puzzle->found;
	bytes[LURE] = puzzle->lure;
	memcpy(bytes + COSTS, puzzle->cost, puzzle->count);
}

enum eg_error eg_puzzles_check(
	const uint8_t *bytes, size_t size, size_t *count, const char **reason)
{
	*count = 0;
	*reason = "the file does not begin as one of puzzles";
	if (size < EG_PUZZLE_HEAD || memcmp(bytes, eg_puzzles_head, EG_PUZZLE_HEAD) != 0)
		return EG_SYNTAX;
	for (size_t at = EG_PUZZLE_HEAD; at == EG_PUZZLE_HEAD || at < size; at += EG_PUZZLE_SIZE) {
		struct eg_puzzle puzzle;

		*reason = "the file ends within a puzzle";
		if (size - at < EG_PUZZLE_SIZE ||
			eg_puzzle_read(bytes + at, &puzzle, reason) != EG_OK)
			return EG_SYNTAX;
		++*count;
	}
	return EG_OK;
}

void eg_year_read(size_t day, struct eg_puzzle *puzzle)
{
	const char *reason;
	enum eg_error error =
		eg_puzzle_read(eg_year + EG_PUZZLE_HEAD + day * EG_PUZZLE_SIZE, puzzle, &reason);

	(void)error; /* a test reads them all */
}

/* Names, and what is alike */

bool eg_puzzle_is_like(const struct eg_puzzle *a, const struct eg_puzzle *b)
{
	if (a->space[EG_BLACK] - a->space[EG_WHITE] != b->space[EG_BLACK] - b->space[EG_WHITE])
		return false;
	return memcmp(a->hand, b->hand, sizeof(a->hand)) == 0 ||
	       (a->kind == b->kind && eg_action_equal(a->legal[a->best], b->legal[b->best]));
}

const char *eg_puzzle_kind_name(enum eg_puzzle_kind kind)
{
	static const char *const names[] = {"touch", "answer", "attack", "end", "count"};

	return names[kind];
}

const char *eg_puzzle_grade_name(enum eg_puzzle_grade grade)
{
	static const char *const names[] = {"easy", "medium", "hard"};

	return names[grade];
}
