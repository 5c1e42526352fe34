#include "config/report.h"

#include <stdbool.h>
#include <string.h>

static bool is_before(const struct fault *fault, unsigned line, unsigned column)
{
	return fault->line != line ? fault->line < line : fault->column <= column;
}

/* Makes a place in the order of lines. Returns NULL if as many faults with smaller lines exist. */
static struct fault *make_place(struct report *report, unsigned line, unsigned column)
{
	size_t shown = report->count < REPORT_MOST ? report->count : REPORT_MOST;
	size_t at = shown;

	report->count++;
	while (at && !is_before(&report->faults[at - 1], line, column))
		at--;
	if (at == REPORT_MOST)
		return NULL;
	if (shown == REPORT_MOST)
		shown--;
	memmove(&report->faults[at + 1], &report->faults[at], (shown - at) * sizeof(struct fault));
	return &report->faults[at];
}

/*
 * Replaces control characters, because a message quotes the file, and no control character of the
 * file may reach a terminal. In UTF-8, the characters U+0080 to U+009F begin with the byte 0xC2.
 */
static void replace_controls(char *text)
{
	for (unsigned char *at = (unsigned char *)text; *at; at++) {
		if (*at == 0xC2 && at[1] >= 0x80 && at[1] < 0xA0)
			at[0] = at[1] = '?';
		if (*at < 0x20 || *at == 0x7F)
			*at = '?';
	}
}

void report_add_list(struct report *report, unsigned line, unsigned column, const char *format,
	va_list arguments)
{
	struct fault *fault = make_place(report, line, column);

	if (!fault)
		return;
	fault->line = line;
	fault->column = column;
	vsnprintf(fault->text, sizeof(fault->text), format, arguments);
	replace_controls(fault->text);
}

void report_add(struct report *report, unsigned line, unsigned column, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	report_add_list(report, line, column, format, arguments);
	va_end(arguments);
}

void report_print(const struct report *report, const char *file, FILE *out)
{
	size_t shown = report->count < REPORT_MOST ? report->count : REPORT_MOST;

	for (size_t i = 0; i < shown; i++) {
		const struct fault *fault = &report->faults[i];

		if (fault->line == REPORT_NO_PLACE)
			fprintf(out, "%s\n", fault->text);
		else if (fault->line)
			fprintf(out, "%s:%u:%u: %s\n", file, fault->line, fault->column,
				fault->text);
		else
			fprintf(out, "%s: %s\n", file, fault->text);
	}
	if (report->count > shown)
		fprintf(out, "%s: and %zu more; correct those above first\n", file,
			report->count - shown);
}

const char *report_quote(struct quote *quote, const char *text)
{
	static const char dots[] = "...";
	size_t length = strlen(text);

	if (length < QUOTE_SIZE) {
		memcpy(quote->text, text, length + 1);
		return quote->text;
	}
	length = QUOTE_SIZE - sizeof(dots);
	while (length && ((unsigned char)text[length] & 0xC0) == 0x80) /* inside a character */
		length--;
	memcpy(quote->text, text, length);
	memcpy(quote->text + length, dots, sizeof(dots));
	return quote->text;
}
