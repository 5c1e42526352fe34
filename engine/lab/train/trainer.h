/*
 * Teaches an actor and a critic (engine/opponent/network.h) by rounds that the actor plays against
 * itself, or against another player.
 *
 * The critic sees both hands and values the position for the seat to act. The actor sees what a
 * player sees and tells how to play. At each decision the trainer tries each legal action, and the
 * critic values the positions after the other player's likely replies. Then the actor's preferences
 * grow for the better actions, and each preference shrinks in proportion to its size (a neural form
 * of magnetic mirror descent, Sokota et al. 2023). The shrinking keeps the actor mixing its
 * actions, and the actor never sees the other hand. Therefore it approaches an equilibrium.
 */
#ifndef ENGINE_LAB_TRAIN_TRAINER_H
#define ENGINE_LAB_TRAIN_TRAINER_H

#include "engine/lab/train/learner.h"
#include "engine/opponent/dice.h"
#include "engine/opponent/network.h"

struct schedule {
	float rate;
	float pull; /* how strongly preferences shrink, in points for each unit of preference */
	float averaging; /* the share that new weights have in the averaged weights */
	size_t batch;    /* how many decisions the networks learn from in one step, at least */
};

struct trainer {
	struct learner actor;
	struct learner critic;
	struct eg_dice dice;
	struct schedule schedule;     /* set by the caller; a twin needs the same one */
	const struct eg_rules *rules; /* of all rounds; NULL: of each round by chance */
	const struct eg_model *rival; /* NULL: the actor plays against itself */
	enum eg_seat seat;            /* the actor's seat; only with a rival */
	size_t decisions;             /* how many decisions the current batch has */
	/* Sums for reports, until the caller clears them. */
	double critic_error; /* squared, over the decisions `counted` */
	double entropy;      /* over the same decisions */
	uint64_t counted;
	double points; /* over the rounds `played`: the actor's, or White's if there is no rival */
	uint64_t played; /* rounds */
};

/* Allocates random networks. Returns false if memory runs out. */
bool trainer_init(struct trainer *trainer, uint64_t seed);

/*
 * The same, to learn how to win against a rival, who does not learn. The actor and the rival swap
 * seats after each round. The critic learns the values for this pair of players, so it also sees
 * which of them acts. With a small pull the actor approaches a best response to the rival: a best
 * response need not mix its actions.
 */
bool trainer_init_against(struct trainer *trainer, const struct eg_model *rival, uint64_t seed);
void trainer_finish(struct trainer *trainer);

/*
 * Makes a twin that uses the trainer's networks, and has dice of its own, for which it rolls the
 * trainer's dice once. While the trainer plays in one thread, the twin can play in another. Finish
 * the twin before the trainer, also after a failure. Returns false if memory runs out.
 */
bool trainer_init_twin(struct trainer *twin, struct trainer *trainer);
void trainer_finish_twin(struct trainer *twin);

/* Moves the twin's gradients, decisions and sums to the trainer. No thread may be playing. */
void trainer_merge(struct trainer *trainer, struct trainer *twin);

/*
 * Plays a round, and adds what its decisions teach to the batch. In some rounds a player sometimes
 * plays a random action, so that both networks also learn positions that follow an error.
 */
void trainer_play(struct trainer *trainer);

/* Changes the weights if the batch has enough decisions. */
void trainer_step(struct trainer *trainer);

/*
 * A function for struct eg_model; its data is the trainer. Plays by the actor's averaged weights.
 */
void trainer_consider(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy);

#endif
