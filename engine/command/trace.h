/* The trace format: scripts in, states out. */
#ifndef ENGARDE_TRACE_H
#define ENGARDE_TRACE_H

#include <stdbool.h>
#include <stdio.h>

/* Answers one script, a line without its end. False when it was no valid script. */
bool trace_line(const char *line, size_t size, FILE *out);

/* Answers every line of `in`. False when one of them was no valid script. */
bool trace_stream(FILE *in, FILE *out);

#endif
