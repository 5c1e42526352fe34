#include "config/report.h"

#include <stdarg.h>
#include <string.h>

#define TEXT_SIZE 1024

static void write_report(struct report *report, unsigned line, unsigned column, char *text)
{
	/* What is quoted from the file must not steer the terminal. */
	for (char *at = text; *at; at++)
		if ((unsigned char)*at < 0x20 || *at == 0x7f)
			*at = '?';
	fprintf(report->errors, "%s:", report->file);
	if (line)
		fprintf(report->errors, "%u:%u:", line, column);
	fprintf(report->errors, " %s\n", text);
	report->faults++;
}

void report_line(struct report *report, unsigned line, unsigned column, const char *format, ...)
{
	char text[TEXT_SIZE];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	write_report(report, line, column, text);
}

void report_value(struct report *report, const char *path, const char *format, ...)
{
	const struct place *place = report->places ? places_find(report->places, path) : NULL;
	char text[TEXT_SIZE];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	write_report(report, place ? place->value_line : 0, place ? place->value_column : 0, text);
}
