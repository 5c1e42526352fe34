/*
 * libengarde_opponent - someone to fence against, as a library beside libengarde.
 *
 * Pure like it: no input or output, no allocation, no clock; randomness comes from a seed. An
 * opponent sees what a player at its place sees, which is all that an eg_witness holds. Its
 * effort is counted in nodes, not in time, so that a match replays: the same witness, player and
 * seed give the same action on every machine.
 */
#ifndef ENGARDE_OPPONENT_H
#define ENGARDE_OPPONENT_H

#include "engine/engarde.h"

#define EG_PLIES_MAX 32 /* no round has more actions */
#define EG_PILE      15 /* cards left to draw after the deal */
#define EG_NODES_MAX 1000000

/* What one seat has witnessed of a round: nothing in it is hidden from that seat. */
struct eg_witness {
	struct eg_rules rules;
	enum eg_seat first;
	enum eg_seat seat;      /* whose witness */
	uint8_t dealt[EG_HAND]; /* its cards at the deal */
	uint8_t drawn[EG_PILE]; /* what it drew since, in order */
	uint8_t drawn_count;
	struct eg_action actions[EG_PLIES_MAX]; /* both seats' */
	uint8_t action_count;
};

/*
 * What `seat` has witnessed of a round with these cards, up to here: the door from those who
 * deal to those who play. EG_BAD_RULES, EG_BAD_DECK; EG_ILLEGAL for an action that is not legal.
 */
EG_MUST_USE enum eg_error eg_witness_round(struct eg_witness *witness, const struct eg_rules *rules,
	enum eg_seat first, const uint8_t deck[EG_DECK], const struct eg_action *actions,
	size_t action_count, enum eg_seat seat);

/*
 * Checks that some deck explains the witness and that its seat is to act. When not: EG_BAD_RULES,
 * EG_BAD_DECK or EG_ILLEGAL, and *reason is a static English phrase.
 */
EG_MUST_USE enum eg_error eg_witness_check(const struct eg_witness *witness, const char **reason);

enum eg_skill {
	EG_NOVICE,    /* plays by eye, and often anything */
	EG_FENCER,    /* plays well by eye */
	EG_MAITRE,    /* reasons about the other's hand, and looks ahead */
	EG_EXPLOITER, /* the same against the fencer alone, whose mind it reads */
	EG_RANDOM,    /* any legal action */
	EG_GREEDY,    /* attacks and parries whenever possible, else approaches */
	EG_PLAYOUTS,  /* tries each action in random rounds against random hands */
};

struct eg_player {
	enum eg_skill skill;
	/*
	 * Its effort, up to EG_NODES_MAX: positions a decision for maitre and exploiter, playouts
	 * an action for the playouts; without meaning for the others.
	 */
	uint32_t nodes;
};

/*
 * novice, fencer, maitre, exploiter, random, greedy, playouts; an effort may follow a colon, as in
 * maitre:10000. EG_SYNTAX.
 */
EG_MUST_USE enum eg_error eg_player_parse(const char *name, size_t size, struct eg_player *player);

/* How a player would act: the legal actions, as eg_round_legal writes them, each with its chance.
 */
struct eg_strategy {
	struct eg_action legal[EG_LEGAL_MAX];
	float chances[EG_LEGAL_MAX]; /* they add up to 1 */
	size_t count;
};

/*
 * Considers what the witness's seat should play now. The seed serves the sampling; the same one
 * gives the same strategy. Needs less than 64 KiB of stack. Fails like eg_witness_check.
 */
EG_MUST_USE enum eg_error eg_consider(const struct eg_player *player,
	const struct eg_witness *witness, uint64_t seed, struct eg_strategy *strategy);

/* Considers, then draws an action from the strategy. Fails like eg_witness_check. */
EG_MUST_USE enum eg_error eg_choose(const struct eg_player *player,
	const struct eg_witness *witness, uint64_t seed, struct eg_action *action);

#endif
