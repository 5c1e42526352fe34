/* The part of `engarde verify` for the record of a club night (engine/deal/night.h). */
#ifndef ENGINE_COMMAND_VERIFY_NIGHT_H
#define ENGINE_COMMAND_VERIFY_NIGHT_H

#include "engine/engarde.h"

/*
 * Checks the record of a night, and prints what it has checked and what no record proves. Returns
 * the exit status. With STATUS_FAILED, `fault` says what is wrong.
 */
int verify_night(const char *text, size_t size, struct eg_record_fault *fault);

#endif
