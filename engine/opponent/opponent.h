/*
 * libengarde_opponent - computer players of En Garde, as a library beside libengarde.
 *
 * The library is as pure as libengarde: it has no input or output, no allocation and no clock. Its
 * randomness comes from a seed. A computer player sees only what a person on the same seat sees:
 * the content of an eg_witness. Its effort is a number of nodes, not a time. So a match can be
 * replayed: the same witness, player and seed give the same action on each machine.
 */
#ifndef ENGINE_OPPONENT_OPPONENT_H
#define ENGINE_OPPONENT_OPPONENT_H

#include "engine/engarde.h"

#define EG_PLIES_MAX 32                      /* the most actions of a round */
#define EG_PILE      (EG_DECK - 2 * EG_HAND) /* cards in the draw pile after the deal */
#define EG_NODES_MAX 1000000

/* What one seat has seen of a round. A witness contains nothing that is hidden from this seat. */
struct eg_witness {
	struct eg_rules rules;
	enum eg_seat first;
	enum eg_seat seat;      /* the seat whose knowledge this is */
	uint8_t dealt[EG_HAND]; /* the seat's cards after the deal */
	uint8_t drawn[EG_PILE]; /* the cards that the seat drew later, in order */
	uint8_t drawn_count;
	struct eg_action actions[EG_PLIES_MAX]; /* the actions of both seats */
	uint8_t action_count;
	bool over;               /* whether the last action ended the round */
	struct eg_result result; /* valid if `over` */
};

/*
 * Writes what `seat` has seen of a round after these actions. No other function here gets a deck,
 * so a player never sees more than its seat. Errors: EG_BAD_RULES, EG_BAD_DECK, EG_ILLEGAL.
 */
EG_MUST_USE enum eg_error eg_witness_round(struct eg_witness *witness, const struct eg_rules *rules,
	enum eg_seat first, const uint8_t deck[EG_DECK], const struct eg_action *actions,
	size_t action_count, enum eg_seat seat);

/*
 * Checks that the witness is possible: that at least one order of the deck agrees with everything
 * in it, and that its seat acts next. Returns EG_BAD_RULES, EG_BAD_DECK or EG_ILLEGAL if not, and
 * sets *reason to a static English phrase.
 */
EG_MUST_USE enum eg_error eg_witness_check(const struct eg_witness *witness, const char **reason);

enum eg_skill {
	/*
	 * The ladder: five players who estimate the hand of the other player, and look ahead. The
	 * weaker a player is, the more often it plays an action that is not the best. But no player
	 * of the ladder plays an action that it thinks is a fifth of a point worse than the best,
	 * and each attacks if it thinks that the other player can't parry.
	 */
	EG_NOVICE,
	EG_PUPIL,
	EG_FENCER,
	EG_PROVOST,
	EG_MAITRE,
	EG_EXPLOITER, /* searches like the maitre, and assumes that the other player plays as
			 eg_player.model says */
	EG_ACTOR,     /* plays as the actor network says */
	EG_RANDOM,    /* plays any legal action */
	EG_GREEDY,    /* attacks and parries if possible, otherwise approaches */
	EG_PLAYOUTS,  /* deals the unseen cards at random, and plays each action in random rounds */
};

struct eg_model;

struct eg_player {
	enum eg_skill skill;
	/*
	 * The effort, up to EG_NODES_MAX. For the ladder and the exploiter: how many positions they
	 * play for each decision. For playouts: how many rounds it plays for each action. The other
	 * players ignore it.
	 */
	uint32_t nodes;
	/*
	 * Only for the exploiter: how the other player plays, or NULL if they play as the actor.
	 * Borrowed (see engine/opponent/network.h). It must give each legal action a chance above
	 * 0.
	 */
	const struct eg_model *model;
};

/*
 * Reads the name of a player: novice, pupil, fencer, provost, maitre, exploiter, actor, random,
 * greedy or playouts. The effort may follow after a colon, as in maitre:10000. Error: EG_SYNTAX.
 */
EG_MUST_USE enum eg_error eg_player_parse(const char *name, size_t size, struct eg_player *player);

/*
 * The chance with which a player plays each legal action. The actions have the order of
 * eg_round_legal.
 */
struct eg_strategy {
	struct eg_action legal[EG_LEGAL_MAX];
	float chances[EG_LEGAL_MAX]; /* their sum is 1 */
	size_t count;
};

/*
 * Writes the strategy of a player for the witness's seat. Players that sample use the seed, so the
 * same seed gives the same strategy. Needs less than 64 KiB of stack. Errors: as eg_witness_check.
 */
EG_MUST_USE enum eg_error eg_consider(const struct eg_player *player,
	const struct eg_witness *witness, uint64_t seed, struct eg_strategy *strategy);

/* Draws an action from a strategy, for example with the seed that eg_consider got. */
struct eg_action eg_strategy_draw(const struct eg_strategy *strategy, uint64_t seed);

/* Draws an action from the strategy that eg_consider writes. Errors: as eg_witness_check. */
EG_MUST_USE enum eg_error eg_choose(const struct eg_player *player,
	const struct eg_witness *witness, uint64_t seed, struct eg_action *action);

#endif
