/* Reads input line by line. A line may have NULs. */
#ifndef ENGINE_COMMAND_LINES_H
#define ENGINE_COMMAND_LINES_H

#include <stdbool.h>
#include <stdio.h>

#define LINE_MAX_SIZE (1 << 20) /* the most bytes of a line */

/* Answers a line, which has no line end. Returns false if the line was wrong. */
typedef bool line_answer(const char *line, size_t size, FILE *out, const void *data);

/*
 * Answers each line of `in`, and flushes `out` after each answer. The answer to a line that is too
 * long is an error in JSON. Returns false if any line was wrong.
 */
bool lines_answer(FILE *in, FILE *out, line_answer *answer, const void *data);

#endif
