/*
 * libengarde - the rules of En Garde (Reiner Knizia), as a library.
 *
 * The library is pure: it has no input or output, no allocation, no clock and no randomness. The
 * caller owns all memory, and may copy each structure with `=`. The order of the cards is an input,
 * so anybody can replay a round from its rules, its deck and its actions.
 *
 * Card values are 1 to 5, and spaces are 1 to 23. A distance is Black's space minus White's (1 to
 * 22). An array indexed by card value has EG_VALUES + 1 entries; entry 0 is unused and zero. An
 * array indexed by seat has two entries, EG_WHITE and EG_BLACK.
 *
 * A function that can fail returns an eg_error. If it fails, it leaves its outputs unchanged.
 */
#ifndef ENGINE_ENGARDE_H
#define ENGINE_ENGARDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The sizes of the game. A test compiles the sources with EG_SMALL_GAME: this smaller game has so
 * few positions that a program can go through all of them. The comments tell of the whole game.
 */
#ifdef EG_SMALL_GAME
#define EG_SPACES 7
#define EG_VALUES 3
#define EG_COPIES 3
#define EG_HAND   3
#else
#define EG_SPACES 23 /* length of the piste in spaces */
#define EG_VALUES 5  /* cards are 1 to EG_VALUES */
#define EG_COPIES 5  /* cards of each value */
#define EG_HAND   5  /* cards of a full hand */
#endif
#define EG_DECK        (EG_VALUES * EG_COPIES) /* all cards */
#define EG_TOUCHES_MAX 15                      /* the highest number of touches for a win */
#define EG_LEGAL_MAX   32                      /* the most legal actions that a position can have */
#define EG_ACTION_SIZE 9                       /* bytes of the longest notation, NUL included */

#if defined(__GNUC__)
#define EG_MUST_USE __attribute__((warn_unused_result))
#pragma GCC visibility push(default)
#else
#define EG_MUST_USE
#endif

enum eg_error {
	EG_OK = 0,
	EG_ILLEGAL,   /* the rules forbid this action, deal or record item here */
	EG_SYNTAX,    /* the text is not an action, a rule set or a record */
	EG_BAD_RULES, /* a rule is out of its range */
	EG_BAD_DECK,  /* the deck does not have five cards of each value */
	EG_NO_SPACE,  /* the caller's buffer is too small */
};

enum eg_seat { EG_WHITE, EG_BLACK, EG_NOBODY };
enum eg_level { EG_BASIC, EG_STANDARD, EG_ADVANCED };

/* What decides the round after a retreat from an attack that drew the last card. */
enum eg_final_retreat {
	EG_FINAL_POSITION, /* the position alone decides */
	EG_FINAL_CARDS,    /* the cards decide, or the position if the cards are equal */
};

struct eg_rules {
	enum eg_level level;
	enum eg_final_retreat final_retreat; /* matters only for EG_ADVANCED */
};

/* clang-format off */
/* The rule sets: SET(NAME, name, level, what decides a final retreat). */
#define EG_RULE_SETS(SET) \
	SET(BASIC, basic, EG_BASIC, EG_FINAL_POSITION) \
	SET(STANDARD, standard, EG_STANDARD, EG_FINAL_POSITION) \
	SET(ADVANCED, advanced, EG_ADVANCED, EG_FINAL_POSITION) \
	SET(FERTI, ferti, EG_ADVANCED, EG_FINAL_CARDS)
/* clang-format on */

enum eg_rule_set {
#define SET(NAME, name, level, final_retreat) EG_RULES_##NAME,
	EG_RULE_SETS(SET)
#undef SET
};

enum eg_kind {
	EG_ADVANCE,        /* +N      */
	EG_RETREAT,        /* -N      */
	EG_ATTACK,         /* xM...   */
	EG_ADVANCE_ATTACK, /* +NxM... */
	EG_PARRY,          /* =       */
	EG_PASS,           /* pass; the player makes no last lunge (basic rules) */
};

/* An action. The fields that its kind does not use are zero. */
struct eg_action {
	uint8_t kind;  /* enum eg_kind */
	uint8_t move;  /* N: the card of the move; 0 without a move */
	uint8_t card;  /* M: the card of the attack; 0 without an attack */
	uint8_t count; /* the number of cards M, 1 to 5; 0 without an attack */
};

enum eg_phase {
	EG_TURN,       /* to_act takes a turn */
	EG_DEFEND,     /* to_act must parry, or retreat from an advance-and-attack */
	EG_LAST_LUNGE, /* only in the basic rules: to_act may attack once more, or pass */
	EG_OVER,       /* see result */
};

/* An attack that the other player must answer. If `count` is 0, there is no attack. */
struct eg_attack {
	uint8_t card;
	uint8_t count;
	bool indirect; /* an advance-and-attack */
};

enum eg_reason {
	EG_TOUCH,    /* the loser did not parry an attack, or could not */
	EG_NO_MOVE,  /* the loser had no legal action in their own turn */
	EG_CARDS,    /* the pile is empty, and the winner has more cards equal to the distance */
	EG_POSITION, /* the pile is empty, and the winner is further from their own start */
	EG_DRAW,     /* the pile is empty; cards and position are equal, so nobody wins */
};

struct eg_result {
	enum eg_seat winner; /* EG_NOBODY for a draw */
	enum eg_reason reason;
};

/*
 * A round with its hands and draw pile. Never show a round to anybody: show an eg_view of it. Only
 * eg_round_init and eg_round_play may write it. The caller may read each field.
 */
struct eg_round {
	struct eg_rules rules;
	enum eg_seat to_act; /* EG_NOBODY when the round is over */
	enum eg_phase phase;
	struct eg_attack attack;
	struct eg_result result; /* valid when phase is EG_OVER */
	uint8_t space[2];
	uint8_t hand[2][EG_VALUES + 1]; /* by seat and card value */
	uint8_t deck[EG_DECK];
	uint8_t drawn; /* the number of cards dealt or drawn; deck[drawn] is the top of the pile */
	uint8_t discard[EG_DECK]; /* the cards played, in the order of the actions */
	uint8_t discarded;        /* the number of cards in discard */
	uint8_t plies;            /* the number of actions played */
};

/*
 * What one seat, or the public, may know about a round, and nothing else. All code that renders,
 * sends or plays takes a view, never a round. So code that would leak a hand does not compile.
 */
struct eg_view {
	enum eg_seat seat; /* the seat that sees this; EG_NOBODY for the public */
	struct eg_rules rules;
	enum eg_seat to_act;
	enum eg_phase phase;
	struct eg_attack attack;
	struct eg_result result; /* valid when phase is EG_OVER */
	uint8_t space[2];
	uint8_t distance;
	uint8_t hand_size[2];
	uint8_t pile;      /* cards in the draw pile */
	uint8_t last_card; /* the top of the discard pile; 0 if the discard pile is empty */
	uint8_t plies;
	/*
	 * Both hands, by seat and card value, if the round is over and cards decided it; else zero.
	 */
	uint8_t shown[2][EG_VALUES + 1];
	/* All fields from here on are zero in the public view. */
	uint8_t hand[EG_VALUES + 1];   /* the seat's cards, by value */
	uint8_t unseen[EG_VALUES + 1]; /* cards in the other hand or the draw pile, by value */
	/* The legal actions, sorted by notation. Empty unless this seat acts next. */
	struct eg_action legal[EG_LEGAL_MAX];
	uint8_t legal_count;
};

/* Rounds */

/*
 * Deals a round: deck[0..4] to White, and deck[5..9] to Black. The rest is the draw pile, with
 * deck[10] on top. Errors: EG_BAD_DECK and EG_BAD_RULES, which may also mean that `first` is not a
 * player.
 */
EG_MUST_USE enum eg_error eg_round_init(struct eg_round *round, const struct eg_rules *rules,
	enum eg_seat first, const uint8_t deck[EG_DECK]);

/* Plays an action for the seat round->to_act. Error: EG_ILLEGAL, also if the round is over. */
EG_MUST_USE enum eg_error eg_round_play(struct eg_round *round, struct eg_action action);

/* Writes the legal actions in byte order of their notation. Returns how many there are. */
size_t eg_round_legal(const struct eg_round *round, struct eg_action legal[EG_LEGAL_MAX]);

/* Returns the distance between the fencers, 1 to 22. */
uint8_t eg_round_distance(const struct eg_round *round);

/* Writes the view of `seat`, or the public view if `seat` is EG_NOBODY. */
void eg_round_view(const struct eg_round *round, enum eg_seat seat, struct eg_view *view);

/* Returns the other player's seat, or EG_NOBODY for EG_NOBODY. */
enum eg_seat eg_opponent(enum eg_seat seat);

/*
 * Return the word for a seat or a reason in traces and records, such as white or no_move. The
 * strings are static.
 */
const char *eg_seat_name(enum eg_seat seat);
const char *eg_reason_name(enum eg_reason reason);

/* Notation */

/* Reads the notation of one action, which has exactly `size` bytes. Error: EG_SYNTAX. */
EG_MUST_USE enum eg_error eg_action_parse(const char *text, size_t size, struct eg_action *action);

/* Writes the notation with a final NUL. Returns its length. The action must be well formed. */
size_t eg_action_print(struct eg_action action, char text[EG_ACTION_SIZE]);

bool eg_action_equal(struct eg_action a, struct eg_action b);

/* Finds a rule set by its name (see EG_RULE_SETS). Error: EG_SYNTAX. */
EG_MUST_USE enum eg_error eg_rules_parse(const char *name, size_t size, struct eg_rules *rules);

/* Return the rule set, and its name, a static string. The rules must be valid. */
enum eg_rule_set eg_rules_set(const struct eg_rules *rules);
const char *eg_rules_name(const struct eg_rules *rules);

/* Choices: the legal actions as people see them in a list */

/*
 * The most legal actions that a position can have. Each of the five cards counts for at most one
 * advance, one retreat and one attack: an attack takes cards of one value, and only one advance can
 * go with it.
 */
#define EG_CHOICES_MAX 15

/*
 * Writes the legal actions of a view in the order of the list: attacks first, then the parry, the
 * advances, the retreats, and the pass. Returns how many there are.
 */
size_t eg_view_choices(const struct eg_view *view, struct eg_action choices[EG_LEGAL_MAX]);

/*
 * Returns how many choices stand in the first line of a list of `count` > 0 choices: all those of
 * the kind of the first one.
 */
size_t eg_choices_line(const struct eg_action *choices, size_t count);

/*
 * Returns the letter at `index`, which is below EG_LETTERS: a, b, c and so on. No letter is the
 * notation of an action. A list may begin with another letter than a.
 */
#define EG_LETTERS 24
char eg_choice_letter(size_t index);

/* Returns the index of this small letter, or EG_LETTERS if it is no letter of choices. */
size_t eg_choice_index(char letter);

/*
 * Lists the answers that a player who waits for the other player's action can plan, in the order of
 * eg_view_choices. Leaves out answers that no action of the other player can make legal, whatever
 * cards they hold, and every advance-and-attack, because few fit the next distance. Returns how
 * many there are, at most EG_PLANS_MAX: an attack, an advance and a retreat for each card of the
 * hand, and a parry.
 */
#define EG_PLANS_MAX (3 * EG_HAND + 1)
size_t eg_view_plans(const struct eg_view *view, struct eg_action plans[EG_PLANS_MAX]);

/*
 * Whether a player who names only cards may mean this legal action of the view. `cards` has the
 * number of cards of each value, and has at least one card. One card fits each action that uses it,
 * for a move, an attack or a parry. Several cards fit the actions that use exactly these cards.
 */
bool eg_view_fits(
	const struct eg_view *view, struct eg_action action, const uint8_t cards[EG_VALUES + 1]);

/*
 * Whether exactly one action is legal, whatever cards the player to act holds, so that everybody
 * who sees the position knows it before it is played. Sets *action to this action; otherwise leaves
 * it unchanged. Reads only the fields that the public view has, too: every view of a round gives
 * the same answer. (The cards played before are not among them, because somebody who comes late
 * has not seen them.) A round with such a position goes on: the player has a legal action.
 *
 *   a direct attack       must be parried
 *   an advance-and-attack must be parried if the player stands at their own end of the piste; they
 *                         must retreat 1 if that is all the space behind them, and so many cards
 *                         have attacked that nobody can hold as many
 *   a turn                must be the attack with a 1 in the basic rules, if the fencers stand side
 *                         by side and the player stands at their own end of the piste
 *
 * In every other turn two hands exist that allow different actions. In the last lunge the player
 * may also pass.
 */
bool eg_view_forced(const struct eg_view *view, struct eg_action *action);

/*
 * Whether each legal action of the player to act ends the round at once and loses it, whatever the
 * cards are that the player can't see. Sets *action to the first choice then; otherwise leaves it
 * unchanged. The view must be the one of the player to act, so that the answer tells nothing that
 * this player does not know. False in the basic rules, where the other player may still lunge.
 */
bool eg_view_lost(const struct eg_view *view, struct eg_action *action);

/* Matches */

struct eg_match_rules {
	struct eg_rules round;
	uint8_t touches;    /* the touches that win the match: 1 to EG_TOUCHES_MAX */
	enum eg_seat first; /* who begins round 1; the other player begins round 2, and so on */
	uint8_t start[2];   /* by seat: the touches with which a player begins, below `touches` */
};

/* A match with its current round. Never show a match to anybody: show an eg_match_view of it. */
struct eg_match {
	struct eg_match_rules rules;
	uint8_t score[2];
	uint16_t rounds;       /* the number of rounds dealt */
	enum eg_seat winner;   /* EG_NOBODY while the match goes on */
	struct eg_round round; /* valid if rounds > 0 */
};

/* What one seat, or the public, may know about a match. */
struct eg_match_view {
	uint8_t touches;
	uint8_t start[2]; /* the score at the beginning */
	uint8_t score[2];
	uint16_t rounds;
	enum eg_seat winner;
	struct eg_view round;
};

/* Begins a match without a round, with the score rules->start. Error: EG_BAD_RULES. */
EG_MUST_USE enum eg_error eg_match_init(struct eg_match *match, const struct eg_match_rules *rules);

/*
 * Deals the next round. Errors: EG_ILLEGAL if the current round is not over, if the match is won,
 * or after 65535 rounds; EG_BAD_DECK.
 */
EG_MUST_USE enum eg_error eg_match_deal(struct eg_match *match, const uint8_t deck[EG_DECK]);

/*
 * Plays an action, and scores the round if the action ends it. Error: EG_ILLEGAL, also between
 * rounds.
 */
EG_MUST_USE enum eg_error eg_match_play(struct eg_match *match, struct eg_action action);

/*
 * Writes the view of `seat`, or the public view if `seat` is EG_NOBODY. The caller must have dealt
 * a round before.
 */
void eg_match_view(const struct eg_match *match, enum eg_seat seat, struct eg_match_view *view);

/* Match records */

/*
 * A record is a match as text, which people can keep, send and check. It is similar to PGN, the
 * notation of chess: the tags come first, then the rounds with their decks and actions.
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
 * The text is a sequence of items. Spaces, tabs and line ends separate them:
 *
 *   [Name "value"]  a tag: a name of letters, digits and _, one space, and a value without control
 *                   characters on the same line. In the value \" means " and \\ means \
 *   round N DECK    deals round N, counted from 1; DECK has 25 digits in the order of eg_round_init
 *   N. ACTION       action N of the round, counted from 1, in notation
 *   white REASON    White won the round; REASON is touch, no_move, cards or position
 *   black REASON    Black won the round
 *   draw            nobody won the round
 *
 * The tags Rules (a name that eg_rules_parse knows), Touches and First (white or black) come before
 * the first round. Each of them comes once. If a player has a head start, the score at the
 * beginning comes there, too, White's first: [Start "0-2"]. Other tags may stand anywhere, and this
 * library ignores them. engine/deal/proof.h explains the tags that prove how a match was dealt.
 * Each round that is over has its result. The record of an unfinished match may end within a round.
 */
enum eg_record_kind {
	EG_RECORD_TAG,
	EG_RECORD_ROUND,
	EG_RECORD_ACTION,
	EG_RECORD_RESULT,
	EG_RECORD_END, /* the end of the text */
};

/* A part of a record's text, without a final NUL. */
struct eg_text {
	const char *start;
	size_t size;
};

struct eg_record_item {
	enum eg_record_kind kind;
	uint32_t line;         /* the line where the item begins, counted from 1 */
	struct eg_text name;   /* only for a tag: the name */
	struct eg_text value;  /* only for a tag: the value, still escaped; see eg_record_value */
	uint16_t number;       /* the number of a round or an action */
	uint8_t deck[EG_DECK]; /* only for a round: cards 1 to 5, not checked to be a whole deck */
	struct eg_action action; /* only for an action: well formed, but not checked to be legal */
	struct eg_result result;
};

/* The fault of a record. */
struct eg_record_fault {
	uint32_t line;
	const char *reason; /* a static English phrase */
};

/*
 * Reads a record item by item. Borrows the text: the caller must not free it before the last item
 * is read.
 */
struct eg_reader {
	const char *at;
	const char *end;
	uint32_t line;
};

/* Begins to read a record of `size` bytes. */
void eg_reader_init(struct eg_reader *reader, const char *text, size_t size);

/*
 * Reads the next item. After the last item, each call reads EG_RECORD_END. Error: EG_SYNTAX. Then
 * *fault says where and why, and the caller can't read any further items.
 */
EG_MUST_USE enum eg_error eg_reader_next(
	struct eg_reader *reader, struct eg_record_item *item, struct eg_record_fault *fault);

/*
 * Copies the value of a tag without the \ before " and \, and adds a final NUL. Error: EG_NO_SPACE.
 */
EG_MUST_USE enum eg_error eg_record_value(
	const struct eg_record_item *item, char *value, size_t size);

/*
 * Checks a whole record and plays it into `match`. Errors: EG_SYNTAX, EG_BAD_RULES, EG_BAD_DECK,
 * and EG_ILLEGAL for an item that does not fit the match. With an error, `fault` says where and
 * why.
 */
EG_MUST_USE enum eg_error eg_record_replay(
	const char *text, size_t size, struct eg_match *match, struct eg_record_fault *fault);

/* Writes a record into the caller's memory. Stores the first error for eg_writer_finish. */
struct eg_writer {
	char *text;
	size_t size;
	size_t length;
	size_t column;
	uint16_t rounds;
	uint16_t actions;
	enum eg_error error;
};

/* Begins a record in `text`, which has `size` bytes. Then the functions below add its items. */
void eg_writer_init(struct eg_writer *writer, char *text, size_t size);
void eg_writer_rules(struct eg_writer *writer, const struct eg_match_rules *rules);
void eg_writer_tag(struct eg_writer *writer, const char *name, const char *value);
void eg_writer_deal(struct eg_writer *writer, const uint8_t deck[EG_DECK]);
void eg_writer_action(struct eg_writer *writer, struct eg_action action);
void eg_writer_result(struct eg_writer *writer, const struct eg_result *result);

/*
 * Ends the text with a NUL. *length is the number of bytes before the NUL. Errors: EG_NO_SPACE if
 * the record does not fit; EG_SYNTAX if a tag has a name or value that a record can't have.
 */
EG_MUST_USE enum eg_error eg_writer_finish(struct eg_writer *writer, size_t *length);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#endif
