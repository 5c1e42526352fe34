/*
 * libengarde_puzzle - puzzles: positions near the end of a round in which one action is clearly
 * best for a player who sees only their own hand. The library is as pure as libengarde. README.md
 * says how the puzzles are made.
 *
 * A file of puzzles begins with the eight bytes "puzzles1". Then each puzzle has EG_PUZZLE_SIZE
 * bytes (see puzzle.c), so the file has no other length than this. The files are the same on each
 * machine.
 */
#ifndef ENGINE_PUZZLE_PUZZLE_H
#define ENGINE_PUZZLE_PUZZLE_H

#include "engine/engarde.h"

#define EG_PUZZLE_SIZE  31  /* the bytes of a puzzle */
#define EG_PUZZLE_HEAD  8   /* the bytes before the first puzzle */
#define EG_YEAR         366 /* the number of puzzles in eg_year */
#define EG_PUZZLE_MONTH 31  /* so many puzzles in a row are not alike */

/* What a puzzle asks. The action that tempts is eg_puzzle.lure. */
enum eg_puzzle_kind {
	EG_PUZZLE_TOUCH,  /* find the attack that wins the round, or nearly always does */
	EG_PUZZLE_ANSWER, /* parry or retreat, and how far */
	EG_PUZZLE_ATTACK, /* attack now or later, with more cards or fewer */
	EG_PUZZLE_END,    /* the last cards: who has the better cards or position at the end */
	EG_PUZZLE_COUNT,  /* count what is left: a move that the unseen cards decide */
};
#define EG_PUZZLE_KINDS 5

/* How hard a puzzle is among those of its kind in the same file: a third has each grade. */
enum eg_puzzle_grade { EG_PUZZLE_EASY, EG_PUZZLE_MEDIUM, EG_PUZZLE_HARD };
#define EG_PUZZLE_GRADES 3

struct eg_puzzle {
	struct eg_rules rules;
	enum eg_seat seat;       /* who solves it, and is to act */
	enum eg_phase phase;     /* EG_TURN or EG_DEFEND */
	struct eg_attack attack; /* in EG_DEFEND */
	uint8_t space[2];
	uint8_t pile;                /* cards in the draw pile: 0 to 15, and at least 1 in a turn */
	uint8_t last_card;           /* the top of the discard pile; 0 if the pile is empty */
	uint8_t hand[EG_VALUES + 1]; /* the solver's cards, by value */
	uint8_t gone[EG_VALUES + 1]; /* the discarded cards, by value */
	enum eg_puzzle_kind kind;
	enum eg_puzzle_grade grade;
	uint8_t found; /* how often beginners (README.md) find the best action, 0 to 100 per cent */
	uint8_t count; /* the number of legal actions, 2 to EG_CHOICES_MAX */
	uint8_t best;  /* the index of the best action */
	uint8_t lure;  /* the index of the worse action that these beginners play most often */
	struct eg_action legal[EG_LEGAL_MAX]; /* in the order of eg_round_legal */
	/* What each action costs against the best one, in hundredths of a point of the round (1 for
	   a won round, 0.5 for a drawn one): 0 for the best action, 1 to 100 for others. */
	uint8_t cost[EG_LEGAL_MAX];
};

/*
 * Reads a puzzle and checks it: the hand, the discarded cards and the position are possible, the
 * solver has a choice, and exactly one action costs nothing. Error: EG_SYNTAX. Then *reason is a
 * static English phrase.
 */
EG_MUST_USE enum eg_error eg_puzzle_read(
	const uint8_t bytes[EG_PUZZLE_SIZE], struct eg_puzzle *puzzle, const char **reason);

/* Writes a puzzle. It must be one that eg_puzzle_read would accept. */
void eg_puzzle_write(const struct eg_puzzle *puzzle, uint8_t bytes[EG_PUZZLE_SIZE]);

/*
 * Checks a whole file. Sets *count to the number of its puzzles, at least one. Puzzle i begins at
 * the byte EG_PUZZLE_HEAD + i * EG_PUZZLE_SIZE. Error: EG_SYNTAX. Then *reason is a static English
 * phrase, and *count the number of the puzzles before the fault.
 */
EG_MUST_USE enum eg_error eg_puzzles_check(
	const uint8_t *bytes, size_t size, size_t *count, const char **reason);

/* The first bytes of a file. */
extern const uint8_t eg_puzzles_head[EG_PUZZLE_HEAD];

/*
 * The puzzles of a year, a whole file. No two puzzles among EG_PUZZLE_MONTH in a row are alike;
 * the first puzzle comes again after the last.
 */
extern const uint8_t eg_year[EG_PUZZLE_HEAD + EG_YEAR * EG_PUZZLE_SIZE];

/* Reads the puzzle of a day of eg_year. `day` is below EG_YEAR. */
void eg_year_read(size_t day, struct eg_puzzle *puzzle);

/*
 * Whether a solver may take two puzzles for the same: with the same distance, they have the same
 * hand, or the same kind and best action.
 */
bool eg_puzzle_is_like(const struct eg_puzzle *a, const struct eg_puzzle *b);

/*
 * Writes a round with this position. The cards that the solver does not see are sorted: the other
 * hand has the smallest ones. So the round tells nothing that the puzzle does not.
 */
void eg_puzzle_round(const struct eg_puzzle *puzzle, struct eg_round *round);

/* Writes the solver's view. */
void eg_puzzle_view(const struct eg_puzzle *puzzle, struct eg_view *view);

/* Return names for programs, such as touch or easy. The strings are static. */
const char *eg_puzzle_kind_name(enum eg_puzzle_kind kind);
const char *eg_puzzle_grade_name(enum eg_puzzle_grade grade);

#endif
