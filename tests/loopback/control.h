/* What whoever measures asks of the program while it runs: the paths below /loopback/. */
#ifndef TESTS_LOOPBACK_CONTROL_H
#define TESTS_LOOPBACK_CONTROL_H

#include "tests/loopback/calls.h"

/* False: the call is none of these. */
bool lo_control(struct lo_world *world, struct lo_call *call, const char *lines, bool *stopped);

/* All that was counted, as one line of JSON. */
void lo_report(const struct lo_world *world, struct lo_text *out);

#endif
