/*
 * libengarde - the rules of En Garde (Reiner Knizia), as a library.
 *
 * Pure: no input or output, no allocation, no clock, no randomness. All memory is the caller's;
 * a structure may be copied with `=`. The order of the cards is an input, so a round is replayed
 * from its rules, its deck and its actions.
 *
 * Values of cards are 1 to 5, spaces are 1 to 23, distances are Black's space minus White's
 * (1 to 22). Arrays indexed by card value have EG_VALUES + 1 entries; entry 0 is unused and zero.
 * Arrays indexed by seat have two entries: EG_WHITE and EG_BLACK.
 *
 * A function that can fail returns an eg_error and leaves its outputs untouched on failure.
 */
#ifndef ENGARDE_H
#define ENGARDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EG_SPACES      23 /* length of the piste */
#define EG_VALUES      5  /* cards are 1 to EG_VALUES */
#define EG_COPIES      5  /* cards of each value */
#define EG_DECK        25 /* cards in all */
#define EG_HAND        5  /* cards a player refills to */
#define EG_TOUCHES_MAX 15 /* a match is to 1 to this many touches */
#define EG_LEGAL_MAX   32 /* no position has more legal actions */
#define EG_ACTION_SIZE 9  /* bytes of the longest notation, its final NUL included */

#if defined(__GNUC__)
#define EG_MUST_USE __attribute__((warn_unused_result))
#pragma GCC visibility push(default)
#else
#define EG_MUST_USE
#endif

enum eg_error {
	EG_OK = 0,
	EG_ILLEGAL,   /* the rules forbid it now */
	EG_SYNTAX,    /* the text is no action, no rule set, no record */
	EG_BAD_RULES, /* a rule is out of its range */
	EG_BAD_DECK,  /* not five cards of each value */
	EG_NO_SPACE,  /* the caller's buffer is too small */
};

enum eg_seat { EG_WHITE, EG_BLACK, EG_NOBODY };
enum eg_level { EG_BASIC, EG_STANDARD, EG_ADVANCED };

/* How a retreat from an attack that came with the last card is decided. */
enum eg_final_retreat {
	EG_FINAL_POSITION, /* by position alone */
	EG_FINAL_CARDS,    /* by cards, then position */
};

struct eg_rules {
	enum eg_level level;
	enum eg_final_retreat final_retreat;
};

enum eg_kind {
	EG_ADVANCE,        /* +N      */
	EG_RETREAT,        /* -N      */
	EG_ATTACK,         /* xM...   */
	EG_ADVANCE_ATTACK, /* +NxM... */
	EG_PARRY,          /* =       */
	EG_PASS,           /* pass: the last lunge of the basic rules, let go */
};

/* An action. Fields that its kind does not use are zero, so actions compare field by field. */
struct eg_action {
	uint8_t kind;  /* enum eg_kind */
	uint8_t move;  /* N: the card moved with; 0 without a move */
	uint8_t card;  /* M: the value attacked with; 0 without an attack */
	uint8_t count; /* how many cards M: 1 to 5; 0 without an attack */
};

enum eg_phase {
	EG_TURN,       /* to_act takes a turn */
	EG_DEFEND,     /* to_act is attacked: parries, or retreats from an advance-and-attack */
	EG_LAST_LUNGE, /* basic: to_act may attack once more, or pass */
	EG_OVER,       /* result says how */
};

/* An attack that waits for its defence; count 0 means there is none. */
struct eg_attack {
	uint8_t card;
	uint8_t count;
	bool indirect; /* an advance-and-attack */
};

enum eg_reason {
	EG_TOUCH,    /* an attack was not, or could not be, parried */
	EG_NO_MOVE,  /* the loser was on turn without a legal action */
	EG_CARDS,    /* last card drawn: more cards equal to the distance */
	EG_POSITION, /* last card drawn: further from the own start */
	EG_DRAW,     /* last card drawn, all equal: nobody wins */
};

struct eg_result {
	enum eg_seat winner; /* EG_NOBODY for a draw */
	enum eg_reason reason;
};

/*
 * A round, hands and draw pile included: never show it to anybody, show an eg_view of it.
 * Initialised by eg_round_init, changed by eg_round_play only; to be read freely.
 */
struct eg_round {
	struct eg_rules rules;
	enum eg_seat to_act; /* EG_NOBODY when over */
	enum eg_phase phase;
	struct eg_attack attack;
	struct eg_result result; /* valid when phase is EG_OVER */
	uint8_t space[2];
	uint8_t hand[2][EG_VALUES + 1]; /* cards of each value in each seat's hand */
	uint8_t deck[EG_DECK];
	uint8_t drawn; /* cards of the deck dealt or drawn so far: deck[drawn] is the pile's top */
	uint8_t discard[EG_DECK]; /* in the order played */
	uint8_t discarded;        /* how many */
	uint8_t plies;            /* actions played */
};

/*
 * What one seat, or the public, may know of a round. Holds nothing that is not its own to see:
 * what renders, sends or plays takes a view, so that a leaked hand does not compile.
 */
struct eg_view {
	enum eg_seat seat; /* whose view; EG_NOBODY: the public's */
	struct eg_rules rules;
	enum eg_seat to_act;
	enum eg_phase phase;
	struct eg_attack attack;
	struct eg_result result; /* valid when phase is EG_OVER */
	uint8_t space[2];
	uint8_t distance;
	uint8_t hand_size[2];
	uint8_t pile;      /* cards left to draw */
	uint8_t last_card; /* the top of the discard pile; 0 when there is none */
	uint8_t plies;
	/* The rest is zero in the public view. */
	uint8_t hand[EG_VALUES + 1];          /* own cards by value */
	uint8_t unseen[EG_VALUES + 1];        /* neither in the own hand nor discarded, by value */
	struct eg_action legal[EG_LEGAL_MAX]; /* when the seat is to act; sorted by notation */
	uint8_t legal_count;
};

/* Rounds */

/*
 * Deals a round: deck[0..4] to White, deck[5..9] to Black, the rest is the draw pile with
 * deck[10] on top. EG_BAD_DECK, EG_BAD_RULES (`first` not a player included).
 */
EG_MUST_USE enum eg_error eg_round_init(struct eg_round *round, const struct eg_rules *rules,
	enum eg_seat first, const uint8_t deck[EG_DECK]);

/* Plays an action for the seat that is to act. EG_ILLEGAL, also once the round is over. */
EG_MUST_USE enum eg_error eg_round_play(struct eg_round *round, struct eg_action action);

/* Writes what may be played now, in byte order of the notation; returns how many. */
size_t eg_round_legal(const struct eg_round *round, struct eg_action legal[EG_LEGAL_MAX]);

uint8_t eg_round_distance(const struct eg_round *round);

/* What `seat` (EG_NOBODY: the public) may know of the round. */
void eg_round_view(const struct eg_round *round, enum eg_seat seat, struct eg_view *view);

/* White's opponent is Black and the reverse; nobody's is nobody. */
enum eg_seat eg_opponent(enum eg_seat seat);

/* The words of traces and records, static strings: white, black, nobody; touch, no_move, ... */
const char *eg_seat_name(enum eg_seat seat);
const char *eg_reason_name(enum eg_reason reason);

/* Notation */

/* Reads the notation of one action from `size` bytes, all of them. EG_SYNTAX. */
EG_MUST_USE enum eg_error eg_action_parse(const char *text, size_t size, struct eg_action *action);

/* Writes the notation with a final NUL; returns its length. The action must be well formed. */
size_t eg_action_print(struct eg_action action, char text[EG_ACTION_SIZE]);

bool eg_action_equal(struct eg_action a, struct eg_action b);

/* Rule sets by name: basic, standard, advanced, ferti. EG_SYNTAX for another. */
EG_MUST_USE enum eg_error eg_rules_parse(const char *name, size_t size, struct eg_rules *rules);

/* The name of a rule set; a static string. */
const char *eg_rules_name(const struct eg_rules *rules);

/* Matches */

struct eg_match_rules {
	struct eg_rules round;
	uint8_t touches;    /* 1 to EG_TOUCHES_MAX: rounds to win */
	enum eg_seat first; /* who begins round 1; after that they take turns, draws included */
};

/* A match, its present round included. Like a round: show an eg_match_view of it. */
struct eg_match {
	struct eg_match_rules rules;
	uint8_t score[2];
	uint16_t rounds;       /* dealt so far; 0 before the first deal */
	enum eg_seat winner;   /* EG_NOBODY while the match goes on */
	struct eg_round round; /* valid once rounds > 0 */
};

/* What one seat, or the public, may know of a match. */
struct eg_match_view {
	uint8_t touches;
	uint8_t score[2];
	uint16_t rounds;
	enum eg_seat winner;
	struct eg_view round;
};

/* EG_BAD_RULES. */
EG_MUST_USE enum eg_error eg_match_init(struct eg_match *match, const struct eg_match_rules *rules);

/* Begins the next round. EG_ILLEGAL while one is being played or when the match is won. */
EG_MUST_USE enum eg_error eg_match_deal(struct eg_match *match, const uint8_t deck[EG_DECK]);

/* Plays an action and scores the round that it ends. EG_ILLEGAL, also between rounds. */
EG_MUST_USE enum eg_error eg_match_play(struct eg_match *match, struct eg_action action);

/* The match must have been dealt. */
void eg_match_view(const struct eg_match *match, enum eg_seat seat, struct eg_match_view *view);

/* Match records */

/*
 * A match as text, to keep, to send and to check: in the manner of chess's PGN, first tags, then
 * the rounds with their decks and actions.
 *
 *     [Rules "advanced"]
 *     [Touches "5"]
 *     [First "white"]
 *     [White "Ada"]
 *
 *     round 1 5432352415534141213234152
 *     1. +5 2. +5 3. +5 4. +4x3 5. = 6. x3
 *     white touch
 *
 * The text is a sequence of items, separated by spaces, tabs and line ends:
 *
 *   [Name "value"]  a tag: a name of letters, digits and _, one space, then a value on the same
 *                   line without control characters, where \" stands for " and \\ for \
 *   round N DECK    deals round N, counted from 1; DECK: 25 digits, in eg_round_init's order
 *   N. ACTION       action N of the round, counted from 1, in notation
 *   white REASON    how the round ended: REASON is touch, no_move, cards or position
 *   black REASON
 *   draw
 *
 * Rules (a name that eg_rules_parse knows), Touches and First (white or black) come before the
 * first round, once each. Other tags may stand anywhere and mean nothing here; those that prove
 * how a match was dealt are explained in engine/deal/proof.h. Every round that is over has its
 * result; a match that was broken off ends in the middle.
 */
enum eg_record_kind {
	EG_RECORD_TAG,
	EG_RECORD_ROUND,
	EG_RECORD_ACTION,
	EG_RECORD_RESULT,
	EG_RECORD_END, /* the end of the text */
};

/* A stretch of a record's text, without a final NUL. */
struct eg_text {
	const char *start;
	size_t size;
};

struct eg_record_item {
	enum eg_record_kind kind;
	uint32_t line;           /* where it begins, counted from 1 */
	struct eg_text name;     /* of a tag */
	struct eg_text value;    /* of a tag, as written: see eg_record_value */
	uint16_t number;         /* of a round or an action */
	uint8_t deck[EG_DECK];   /* of a round; digits 1 to 5, not yet known to be complete */
	struct eg_action action; /* well formed, not yet known to be legal */
	struct eg_result result;
};

/* What is wrong with a record, and where. */
struct eg_record_fault {
	uint32_t line;
	const char *reason; /* a static English phrase */
};

/* Reads a record item by item. Borrows the text. */
struct eg_reader {
	const char *at;
	const char *end;
	uint32_t line;
};

void eg_reader_init(struct eg_reader *reader, const char *text, size_t size);

/* The next item; for ever EG_RECORD_END after the last. EG_SYNTAX, with the fault: give up then. */
EG_MUST_USE enum eg_error eg_reader_next(
	struct eg_reader *reader, struct eg_record_item *item, struct eg_record_fault *fault);

/* Copies a tag's value, its \ resolved, with a final NUL. EG_NO_SPACE. */
EG_MUST_USE enum eg_error eg_record_value(
	const struct eg_record_item *item, char *value, size_t size);

/*
 * Plays a whole record, checking all of it, into `match`. EG_SYNTAX, EG_BAD_RULES, EG_BAD_DECK,
 * or EG_ILLEGAL for an item that does not fit the match; then `fault` says where and why, and
 * `match` is untouched.
 */
EG_MUST_USE enum eg_error eg_record_replay(
	const char *text, size_t size, struct eg_match *match, struct eg_record_fault *fault);

/* Writes a record into the caller's memory. Borrows it; remembers the first error. */
struct eg_writer {
	char *text;
	size_t size;
	size_t length;
	size_t column;
	uint16_t rounds;
	uint16_t actions;
	enum eg_error error;
};

void eg_writer_init(struct eg_writer *writer, char *text, size_t size);
void eg_writer_rules(struct eg_writer *writer, const struct eg_match_rules *rules);
void eg_writer_tag(struct eg_writer *writer, const char *name, const char *value);
void eg_writer_deal(struct eg_writer *writer, const uint8_t deck[EG_DECK]);
void eg_writer_action(struct eg_writer *writer, struct eg_action action);
void eg_writer_result(struct eg_writer *writer, const struct eg_result *result);

/*
 * Ends the text with a NUL; *length counts the bytes before it. EG_NO_SPACE when it did not fit,
 * EG_SYNTAX when a tag's name or value cannot be written.
 */
EG_MUST_USE enum eg_error eg_writer_finish(struct eg_writer *writer, size_t *length);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#endif
