/* A report of an analysis as a picture. */
#ifndef ENGINE_COMMAND_REPORT_PLOT_H
#define ENGINE_COMMAND_REPORT_PLOT_H

#include "engine/command/report.h"

#include <stdio.h>

/* Each picture begins with this. */
#define REPORT_PLOT_BEGINNING "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""

/* Prints a picture of the chances, as SVG. */
void report_print_plot(FILE *out, const struct report *report);

#endif
