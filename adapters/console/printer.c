#include "adapters/console/printer.h"

#include "adapters/console/terminal_text.h"
#include "bot/text/plain.h"

#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define TAG_WIDTH   17 /* columns of the tags on a terminal */
#define WIDTH       80 /* columns of a terminal that does not tell its width */
#define WIDTH_LEAST 40
#define WIDTH_MOST  100 /* the most columns that are used; longer lines would be hard to read */

/* What a style byte becomes on a terminal (ECMA-48, SGR), and what it becomes in a file. */
static const struct {
	const char *terminal, *file;
} marks[] = {
	[CON_STRONG] = {"\033[1m", ""},
	[CON_STRONG_END] = {"\033[22m", ""},
	[CON_CODE] = {"\033[36m", "`"},
	[CON_CODE_END] = {"\033[39m", "`"},
};

static const char *const colours[] = {
	[CON_PLACE_ROOM] = "\033[34m",
	[CON_PLACE_PRIVATE] = "\033[35m",
	[CON_PLACE_CONSOLE] = "\033[2m",
};
static const char colour_end[] = "\033[0m";

struct line {
	struct con_printer *printer;
	enum con_place place;
	const char *tag;
	unsigned column; /* how many characters the line has so far after the tag */
	unsigned width;  /* the most characters of a line after the tag */
	bool strong;
};

static unsigned terminal_width(FILE *out)
{
	struct winsize size;

	if (ioctl(fileno(out), TIOCGWINSZ, &size) || !size.ws_col)
		return WIDTH;
	if (size.ws_col < WIDTH_LEAST)
		return WIDTH_LEAST;
	return size.ws_col > WIDTH_MOST ? WIDTH_MOST : size.ws_col;
}

void con_printer_init(struct con_printer *printer, FILE *out)
{
	*printer = (struct con_printer){.out = out, .terminal = isatty(fileno(out)) == 1};
}

/* Counts the characters of a UTF-8 text. Does not count style bytes. */
static unsigned columns(const char *text, size_t size)
{
	unsigned count = 0;
	uint32_t character;

	for (const char *end = text + size; text < end;) {
		text += bot_char_read(text, &character);
		if (character > CON_CODE_END)
			count += bot_char_width(character);
	}
	return count;
}

/* Returns the size of a word with the spaces before it. A wide character is a word of its own. */
static size_t word_size(const char *text)
{
	size_t size = strspn(text, " ");
	uint32_t character;

	for (bool first = true; text[size] && !strchr(" \n", text[size]); first = false) {
		size_t length = bot_char_read(text + size, &character);
		bool wide = bot_char_width(character) == 2;

		if (wide && !first)
			break;
		size += length;
		if (wide) { /* no line begins with a comma or the like */
			bot_char_read(text + size, &character);
			if (character < 0x80 || !bot_char_is_sign(character))
				break;
		}
	}
	return size;
}

static void clear_prompt(struct con_printer *printer)
{
	if (printer->prompting)
		fputs("\r\033[K", printer->out);
	printer->prompting = false;
}

/*
 * On a terminal, prints the tag only before the first line of a message, and a bar before every
 * line. In a file, prints the tag before every line.
 */
static void begin_line(struct line *line, bool first)
{
	FILE *out = line->printer->out;

	line->column = 0;
	if (!line->printer->terminal) {
		fprintf(out, "[%s] ", line->tag);
		return;
	}
	fprintf(out, "%s%*s %s%s ", colours[line->place], TAG_WIDTH, first ? line->tag : "",
		"\xe2\x94\x82", colour_end);
	if (line->strong)
		fputs(marks[CON_STRONG].terminal, out);
}

static void end_line(struct line *line)
{
	fputs(line->printer->terminal ? "\033[0m\n" : "\n", line->printer->out);
}

static void put_word(struct line *line, const char *word, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		unsigned char byte = (unsigned char)word[i];
		if (byte > CON_CODE_END) {
			fputc(byte, line->printer->out);
			continue;
		}
		fputs(line->printer->terminal ? marks[byte].terminal : marks[byte].file,
			line->printer->out);
		if (byte == CON_STRONG || byte == CON_STRONG_END)
			line->strong = byte == CON_STRONG;
	}
	line->column += columns(word, size);
}

/*
 * Prints one line. On a terminal, folds the line between words and wide characters. Returns the
 * text after the line.
 */
static const char *put_line(struct line *line, const char *text)
{
	while (*text && *text != '\n') {
		size_t spaces = strspn(text, " ");
		size_t size = word_size(text);
		bool full = line->column + columns(text, size) > line->width;
		if (full && line->column && line->printer->terminal) {
			end_line(line);
			begin_line(line, false);
			text += spaces;
			size -= spaces;
		}
		put_word(line, text, size);
		text += size;
	}
	end_line(line);
	return text + (*text == '\n');
}

void con_printer_message(
	struct con_printer *printer, enum con_place place, const char *tag, const char *text)
{
	struct line line = {.printer = printer, .place = place, .tag = tag};
	bool first = true;

	clear_prompt(printer);
	if (printer->terminal)
		line.width = terminal_width(printer->out) - TAG_WIDTH - 3;
	do {
		begin_line(&line, first);
		text = put_line(&line, text);
		first = false;
	} while (*text);
	fflush(printer->out);
}

void con_printer_notice(struct con_printer *printer, const char *format, ...)
{
	char text[2048];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	con_printer_message(printer, CON_PLACE_CONSOLE, "console", text);
}

void con_printer_echo(struct con_printer *printer, const char *line)
{
	fprintf(printer->out, "%s\n", line);
}

void con_printer_prompt(struct con_printer *printer)
{
	fputs("> ", printer->out);
	fflush(printer->out);
	printer->prompting = true;
}

void con_printer_answered(struct con_printer *printer)
{
	printer->prompting = false;
}
