#include "config/report.h"

#include <stdarg.h>
#include <string.h>

#define TEXT_SIZE 1024

/* Writes a message. `path` is NULL, or stands before the text. */
static void write_report(
	struct report *report, unsigned line, unsigned column, const char *path, char *text)
{
	/* The text quotes the file. It must not send control characters to a terminal. */
	for (char *at = text; *at; at++)
		if ((unsigned char)*at < 0x20 || *at == 0x7f)
			*at = '?';
	fprintf(report->errors, "%s:", report->file);
	if (line)
		fprintf(report->errors, "%u:%u:", line, column);
	fprintf(report->errors, " %s%s%s\n", path ? path : "", path ? ": " : "", text);
	report->faults++;
}

void report_line(struct report *report, unsigned line, unsigned column, const char *format, ...)
{
	char text[TEXT_SIZE];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	write_report(report, line, column, NULL, text);
}

__attribute__((format(printf, 4, 0))) static void write_at_node(
	struct report *report, const char *path, bool named, const char *format, va_list arguments)
{
	const struct node *node = report->index ? node_index_find(report->index, path) : NULL;
	char text[TEXT_SIZE];

	vsnprintf(text, sizeof(text), format, arguments);
	write_report(report, node ? node->value_line : 0, node ? node->value_column : 0,
		named ? path : NULL, text);
}

void report_node(struct report *report, const char *path, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	write_at_node(report, path, false, format, arguments);
	va_end(arguments);
}

void report_value(struct report *report, const char *path, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	write_at_node(report, path, true, format, arguments);
	va_end(arguments);
}
