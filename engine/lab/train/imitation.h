/*
 * A network that learns to play as another player plays. It begins as the actor, and is a model of
 * the player (struct eg_model).
 */
#ifndef ENGINE_LAB_TRAIN_IMITATION_H
#define ENGINE_LAB_TRAIN_IMITATION_H

#include "engine/lab/train/learner.h"
#include "engine/opponent/network.h"

/* What the player does in a position. */
struct lesson {
	uint16_t features[EG_FEATURES_MAX];
	uint8_t feature_count;
	uint8_t count;                 /* how many legal actions there are */
	uint8_t outputs[EG_LEGAL_MAX]; /* eg_action_output of each legal action */
	float chances[EG_LEGAL_MAX];   /* the player's chances */
};

/* Allocates a network that plays as the actor. Returns false if memory runs out. */
bool imitation_init(struct learner *learner);

/* Writes a lesson: what the player does with the hand of the seat to act. */
void imitation_note(const struct eg_position *position, const struct eg_strategy *strategy,
	struct lesson *lesson);

/* Writes the network's chances in the position of the lesson. */
void imitation_answer(
	const struct learner *learner, const struct lesson *lesson, float chances[EG_LEGAL_MAX]);

/* Adds the gradient of the lesson. The loss is the cross-entropy. */
void imitation_teach(struct learner *learner, const struct lesson *lesson);

/* A function for struct eg_model; its data is the learner. */
void imitation_consider(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy);

#endif
