/* Requests of the person or program that measures: the paths below /loopback/. */
#ifndef TESTS_LOOPBACK_CONTROL_H
#define TESTS_LOOPBACK_CONTROL_H

#include "tests/loopback/calls.h"

/* Returns false if the path is not one of these. */
bool lo_control(struct lo_world *world, struct lo_call *call, const char *lines, bool *stopped);

/* Returns all figures as one line of JSON. */
void lo_report(const struct lo_world *world, struct lo_text *out);

#endif
