/*
 * What a report of an analysis tells, for a person (report_text.h), a program (report_json.h), or
 * as a picture (report_plot.h).
 */
#ifndef ENGINE_COMMAND_REPORT_H
#define ENGINE_COMMAND_REPORT_H

#include "engine/analysis/analysis.h"

#define REPORT_NAME_SIZE 256

struct report {
	const struct eg_analysis *analysis;
	/*
	 * What the record calls the players: UTF-8 without control characters; "" without a name. A
	 * name that is too long ends with "…".
	 */
	char names[2][REPORT_NAME_SIZE];
};

#endif
