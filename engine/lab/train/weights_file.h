/*
 * The file of weights, networks.bin. It has the rows of both networks, one byte for each integer,
 * and then all numbers of struct eg_weights (engine/opponent/network.h); numbers.h has the bytes of
 * a number.
 */
#ifndef ENGINE_LAB_TRAIN_WEIGHTS_FILE_H
#define ENGINE_LAB_TRAIN_WEIGHTS_FILE_H

#include "engine/lab/train/learner.h"

/*
 * Writes the averaged weights. If that fails, prints the reason to standard error, leaves an older
 * file as it was, and returns false.
 */
bool weights_write(const struct learner *actor, const struct learner *critic, const char *path);

/*
 * Reads weights into two networks that learner_init has made. If the file's networks have fewer
 * units in the first hidden layer, the other units stay random and do not affect the output. If
 * reading fails, prints the reason to standard error and returns false.
 */
bool weights_read(struct learner *actor, struct learner *critic, const char *path);

#endif
