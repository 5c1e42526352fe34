/* The trace format: it reads scripts and prints the states of their rounds. */
#ifndef ENGARDE_TRACE_H
#define ENGARDE_TRACE_H

#include <stdbool.h>
#include <stdio.h>

/* Answers one line, which has no line end. Returns false if it is not a valid script. */
bool trace_line(const char *line, size_t size, FILE *out);

/* Answers each line of `in`. Returns false if any line is not a valid script. */
bool trace_stream(FILE *in, FILE *out);

#endif
