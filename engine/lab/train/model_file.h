/*
 * The file of a model of a player, for `engarde_lab exploit --model`. It begins with the eight
 * letters "engarde:" and seven integers: the version of this format, the rules with which the model
 * learned (enum eg_level, enum eg_final_retreat), and the sizes of the network (rows, units of the
 * first and of the second hidden layer, outputs). Then come the averaged weights, in the order of
 * struct learner. numbers.h has the bytes of a number.
 */
#ifndef ENGINE_LAB_TRAIN_MODEL_FILE_H
#define ENGINE_LAB_TRAIN_MODEL_FILE_H

#include "engine/lab/train/learner.h"

/* Writes the file. A failure leaves an older file as it was, and returns false with errno. */
bool model_file_write(
	const struct learner *learner, const struct eg_rules *rules, const char *path);

/*
 * Reads weights into a network that learner_init has made. If the file can't be read, or is no
 * model with these rules and of this size, writes the reason, an English phrase, and returns false.
 */
#define MODEL_FAULT_SIZE 128
bool model_file_read(struct learner *learner, const struct eg_rules *rules, const char *path,
	char fault[MODEL_FAULT_SIZE]);

#endif
