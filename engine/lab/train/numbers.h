/*
 * The numbers of a network as bytes, for files. Each number has four bytes: an IEEE 754 number with
 * its lowest byte first. So a file can be read on each machine.
 */
#ifndef ENGINE_LAB_TRAIN_NUMBERS_H
#define ENGINE_LAB_TRAIN_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define NUMBER_BYTES 4

/* Write numbers. The caller checks ferror(). */
void numbers_write(const float *numbers, size_t count, FILE *file);
void numbers_write_integers(const uint32_t *integers, size_t count, FILE *file);

/* Return the number, or the integer, in the first NUMBER_BYTES bytes. */
float numbers_take(const unsigned char *bytes);
uint32_t numbers_take_integer(const unsigned char *bytes);

/*
 * Whether all weights are numbers and at most 1000. A network that has learned too fast has other
 * weights. It can't be used, and can't learn further.
 */
bool numbers_usable(const float *weights, size_t count);

#endif
