#include "config/report.h"

#include <stdarg.h>
#include <string.h>

static void write_report(struct report *report, unsigned line, unsigned column, const char *format,
	va_list arguments) __attribute__((format(printf, 4, 0)));

static void write_report(struct report *report, unsigned line, unsigned column, const char *format,
	va_list arguments)
{
	char text[1024];

	vsnprintf(text, sizeof(text), format, arguments);
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
	va_list arguments;

	va_start(arguments, format);
	write_report(report, line, column, format, arguments);
	va_end(arguments);
}

void report_value(struct report *report, const char *path, const char *format, ...)
{
	const struct place *place = report->places ? places_find(report->places, path) : NULL;
	va_list arguments;

	va_start(arguments, format);
	if (place)
		write_report(report, place->value_line, place->value_column, format, arguments);
	else
		write_report(report, 0, 0, format, arguments);
	va_end(arguments);
}
