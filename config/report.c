#include "config/report.h"

#include "bot/base/memory.h"

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

void report_add(struct report *report, unsigned line, unsigned column, const char *format, ...)
{
	struct fault *fault = make_place(report, line, column);
	va_list arguments;

	if (!fault)
		return;
	fault->line = line;
	fault->column = column;
	va_start(arguments, format);
	vsnprintf(fault->text, sizeof(fault->text), format, arguments);
	va_end(arguments);
	replace_controls(fault->text);
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

#define UTF8      "this byte is not UTF-8; save the file as UTF-8"
#define TABS      "indent with spaces, not with tabs"
#define COLON     "write a colon and a space between a key and its value"
#define MAPPING   "mapping values are not allowed in this context"
#define NO_KEY    "did not find expected key"
#define MARK_SIGN "put a text that begins with & or * in quotes"
#define TAG_SIGN  "put a text that begins with ! in quotes"

/* A problem that libyaml reports, and advice for the person who writes the configuration. */
struct advice {
	const char *problem, *text;
	bool is_at_beginning; /* the fault is where the quote, the bracket or the key begins */
};

static const struct advice table[] = {
	{"found unexpected end of stream", "close this quote or bracket", true},
	{"found unexpected document indicator", "close this quote", true},
	{"could not find expected ':'", COLON, true},
	{NO_KEY,
		"indent this key or item exactly like those before it, and write nothing after a "
		"closing quote",
		false},
	{"did not find expected '-' indicator",
		"begin each item of this list with a dash, all in the same column", false},
	{MAPPING, "correct the indentation, or put a text that contains \": \" in quotes", false},
	{"block sequence entries are not allowed in this context",
		"write each item of a list on a line of its own, below the key", false},
	{"did not find expected ',' or ']'", "put commas between the items, and end with ]", false},
	{"did not find expected node content",
		"end the list with ], and put a text that begins with # in quotes, because it is a "
		"comment otherwise",
		false},
	{"did not find expected ',' or '}'", "put commas between the keys, and end with }", false},
	{"did not find expected <document start>",
		"write each key at the beginning of a line, with a colon and a space after it",
		false},
	{"found character that cannot start any token",
		TABS ", put a text that begins with @, ` or % in quotes, and close each quote",
		false},
	{"found a tab character that violates indentation", TABS, false},
	{"found a tab character where an indentation space is expected", TABS, false},
	{"found unknown escape character", "write \\\\ for a backslash between double quotes",
		false},
	{"did not find expected alphabetic or numeric character", MARK_SIGN, false},
	{"found undefined tag handle", TAG_SIGN, false},
	{"did not find expected tag URI", TAG_SIGN, false},
	{"did not find expected whitespace or line break", TAG_SIGN, false},
	{"control characters are not allowed",
		"this is a control character; remove it, and save the file as UTF-8", false},
	{"invalid leading UTF-8 octet", UTF8, false},
	{"invalid trailing UTF-8 octet", UTF8, false},
	{"incomplete UTF-8 octet sequence", UTF8, false},
	{"incomplete UTF-16 character", UTF8, false},
	{"incomplete UTF-16 surrogate pair", UTF8, false},
	{"expected low surrogate area", UTF8, false},
	{"unexpected low surrogate area", UTF8, false},
};

/* Returns advice about the problem, or libyaml's own text, which is static. */
static struct advice advise(const char *problem)
{
	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		if (problem && !strcmp(problem, table[i].problem))
			return table[i];
	return (struct advice){.text = problem ? problem : "it can't be read"};
}

/*
 * Finds the line and column of a byte. Needed for bytes that are not UTF-8, because libyaml reports
 * no line for them.
 */
static yaml_mark_t mark_of_byte(const char *text, size_t offset)
{
	yaml_mark_t mark = {.index = offset};

	for (size_t i = 0; i < offset; i++) {
		bool begins = ((unsigned char)text[i] & 0xC0) != 0x80; /* a character of UTF-8 */

		mark.column = text[i] == '\n' ? 0 : mark.column + begins;
		mark.line += text[i] == '\n';
	}
	return mark;
}

/* A line of the text, without its indentation. */
struct line {
	const char *start, *end;
	size_t indentation;
};

/* Whether the line has a colon that ends a key. */
static bool has_key(const struct line *line)
{
	for (const char *at = line->start; at < line->end; at++)
		if (*at == ':' && (at + 1 == line->end || at[1] == ' ' || at[1] == '\r'))
			return true;
	return false;
}

/* Returns what is wrong with the line, or NULL. */
static const char *line_fault(const struct line *line, bool is_last)
{
	if (line->end - line->start >= 2 && memcmp(line->start, "\xC2\xA0", 2) == 0)
		return "this is a no-break space; indent with common spaces";
	return is_last || has_key(line) || *line->start == '-' ? NULL : COLON;
}

static struct line read_line(const char *at, const char *end)
{
	const char *next = memchr(at, '\n', (size_t)(end - at));
	struct line line = {.start = at, .end = next ? next : end};

	while (line.start < line.end && *line.start == ' ')
		line.start++;
	line.indentation = (size_t)(line.start - at);
	return line;
}

static bool is_empty(const struct line *line)
{
	return line->start == line->end || *line->start == '#' || *line->start == '\r';
}

/*
 * libyaml takes a line that has lost its colon, or whose indentation is none, for a text, and then
 * does not expect the next line. Returns the fault of one of these lines, and its place.
 */
static const char *find_in_lines(const char *text, const char *end, yaml_mark_t *mark)
{
	const char *fault = NULL, *found, *at = text;
	yaml_mark_t place = *mark;

	for (size_t number = 0; at < end && number <= mark->line; number++) {
		struct line line = read_line(at, end);
		bool is_last = number == mark->line;

		at = line.end < end ? line.end + 1 : end;
		if (is_empty(&line))
			continue;
		found = line_fault(&line, is_last);
		if (found)
			place = (yaml_mark_t){.line = number, .column = line.indentation};
		fault = found || !is_last ? found : fault;
	}
	if (fault)
		*mark = place;
	return fault;
}

enum cfg_error yaml_fault_report(
	const yaml_parser_t *parser, const char *text, struct report *report)
{
	struct advice advice = advise(parser->problem);
	yaml_mark_t mark = parser->problem_mark;

	if (parser->error == YAML_MEMORY_ERROR)
		(void)bot_memory_or_exit(NULL);
	if (parser->error == YAML_READER_ERROR)
		mark = mark_of_byte(text, parser->problem_offset);
	else if (advice.is_at_beginning && parser->context_mark.index)
		mark = parser->context_mark;
	if (parser->problem &&
		(strcmp(parser->problem, MAPPING) == 0 || strcmp(parser->problem, NO_KEY) == 0)) {
		const char *end = (const char *)parser->input.string.end;
		const char *fault = find_in_lines(text, end, &mark);

		advice.text = fault ? fault : advice.text;
	}
	report_add(report, (unsigned)mark.line + 1, (unsigned)mark.column + 1, "not valid YAML: %s",
		advice.text);
	return CFG_INVALID;
}
