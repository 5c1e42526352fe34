/*
 * The trace format: reads scripts (script.h), plays their actions and prints each state of the
 * round.
 */
#ifndef ENGINE_COMMAND_TRACE_H
#define ENGINE_COMMAND_TRACE_H

#include <stdbool.h>
#include <stdio.h>

/* Answers one line, which has no line end. Returns false if the line is not a valid script. */
bool trace_line(const char *line, size_t size, FILE *out);

/* Answers each line of `in`. Returns false if any line is not a valid script. */
bool trace_stream(FILE *in, FILE *out);

#endif
