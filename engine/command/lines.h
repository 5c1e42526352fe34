/* Input line by line: of any length, NULs and all. */
#ifndef ENGARDE_LINES_H
#define ENGARDE_LINES_H

#include <stdbool.h>
#include <stdio.h>

#define LINE_MAX_SIZE (1 << 20) /* bytes of the longest line that is read */

/* Answers a line, which comes without its end. False when it was no good. */
typedef bool line_answer(const char *line, size_t size, FILE *out, const void *data);

/*
 * Answers every line of `in`; one that is too long with an error in JSON. False when one of them
 * was no good.
 */
bool lines_answer(FILE *in, FILE *out, line_answer *answer, const void *data);

#endif
