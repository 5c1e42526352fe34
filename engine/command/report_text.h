/* A report of an analysis for a person. */
#ifndef ENGINE_COMMAND_REPORT_TEXT_H
#define ENGINE_COMMAND_REPORT_TEXT_H

#include "engine/command/report.h"

#include <stdio.h>

/* Prints the report for a person. */
void report_print_text(FILE *out, const struct report *report);

#endif
