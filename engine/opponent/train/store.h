/* Writes what was learned as the opponent wants it: see engine/opponent/network.h. */
#ifndef ENGARDE_OPPONENT_STORE_H
#define ENGARDE_OPPONENT_STORE_H

#include "engine/opponent/train/learner.h"

/* Writes the averaged weights: layers.txt and rows.bin in the directory. Says why it could not. */
bool store_networks(
	const struct learner *actor, const struct learner *critic, const char *directory);

#endif
