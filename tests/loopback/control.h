/*
 * Answers the requests of the person or program that measures the bot. Their paths begin with
 * /loopback/.
 */
#ifndef TESTS_LOOPBACK_CONTROL_H
#define TESTS_LOOPBACK_CONTROL_H

#include "tests/loopback/calls.h"

/* Returns false if the path does not begin with /loopback/. */
bool lo_control(struct lo_world *world, struct lo_call *call, const char *lines, bool *stopped);

/* Returns all figures as one line of JSON. */
void lo_report(const struct lo_world *world, struct lo_text *out);

#endif
