/* A report of an analysis for a program. */
#ifndef ENGINE_COMMAND_REPORT_JSON_H
#define ENGINE_COMMAND_REPORT_JSON_H

#include "engine/command/report.h"

#include <stdio.h>

/* Prints one JSON object on one line. Returns false without memory. */
bool report_print_json(FILE *out, const struct report *report);

#endif
