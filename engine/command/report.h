/*
 * What a report of an analysis tells, for a person as a text, or for a program as JSON.
 * report_plot.h draws it.
 */
#ifndef ENGINE_COMMAND_REPORT_H
#define ENGINE_COMMAND_REPORT_H

#include "engine/analysis/analysis.h"

#include <stdio.h>

#define REPORT_NAME_SIZE 256

struct report {
	const struct eg_analysis *analysis;
	/*
	 * What the record calls the players: UTF-8 without control characters; "" without a name. A
	 * name that is too long ends with "…".
	 */
	char names[2][REPORT_NAME_SIZE];
};

/* Prints the report for a person. */
void report_print_text(FILE *out, const struct report *report);

/*
 * Prints where a turning point is, and what happened there, as "Round 2, the deal", without the end
 * of the line.
 */
void report_print_turn(
	FILE *out, const struct eg_analysis *analysis, const struct eg_turning_point *turn);

/* Prints one JSON object on one line. Returns false without memory. */
bool report_print_json(FILE *out, const struct report *report);

#endif
