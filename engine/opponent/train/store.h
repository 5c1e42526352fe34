/* Writes the networks in the form of engine/opponent/network.h. */
#ifndef ENGARDE_OPPONENT_STORE_H
#define ENGARDE_OPPONENT_STORE_H

#include "engine/opponent/train/learner.h"

/*
 * Writes the averaged weights to layers.txt and rows.bin in the directory. If that fails, prints
 * the reason to standard error and returns false.
 */
bool store_networks(
	const struct learner *actor, const struct learner *critic, const char *directory);

#endif
