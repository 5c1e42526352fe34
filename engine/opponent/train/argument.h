/* An argument of a training program. */
#ifndef ENGARDE_OPPONENT_ARGUMENT_H
#define ENGARDE_OPPONENT_ARGUMENT_H

#include <stdbool.h>
#include <stdint.h>

#define ARGUMENT_MOST "18446744073709551615" /* the largest number, for messages */

/* Reads a decimal number of at least `least`, without leading zeros. Returns false if it is none.
 */
bool argument_number(const char *text, uint64_t least, uint64_t *number);

#endif
