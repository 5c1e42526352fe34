/* The analysis of a match for a person, a program, or as a picture. */
#ifndef ENGARDE_REPORT_H
#define ENGARDE_REPORT_H

#include "engine/analysis/analysis.h"

#include <stdio.h>

#define REPORT_NAME_SIZE 256

struct report {
	const struct eg_analysis *analysis;
	/* What the record calls the players: UTF-8 without control characters; "" without a name. A
	 * name that is too long ends with "…". */
	char names[2][REPORT_NAME_SIZE];
};

/* Begins a report. Reads the players' names in the record, which the analysis has read before. */
void report_init(
	struct report *report, const struct eg_analysis *analysis, const char *text, size_t size);

/* Prints the report for a person. */
void report_print_text(FILE *out, const struct report *report);

/* Prints one JSON object on one line. Returns false without memory. */
bool report_print_json(FILE *out, const struct report *report);

/* Prints a picture of the chances, as SVG. */
void report_print_plot(FILE *out, const struct report *report);

#endif
