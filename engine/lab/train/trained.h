/* Networks that begin as those of the players (engine/opponent/networks.bin). */
#ifndef ENGINE_LAB_TRAIN_TRAINED_H
#define ENGINE_LAB_TRAIN_TRAINED_H

#include "engine/lab/train/learner.h"

/*
 * Copy the weights of the players' actor or critic into a network that learner_init has made. The
 * network may have more rows; these rows become 0.
 */
void trained_actor(struct learner *learner);
void trained_critic(struct learner *learner);

#endif
