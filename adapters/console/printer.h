/*
 * Prints messages, each with a tag that says where the bot sent it. A terminal gets colours and
 * folded lines, and the tag before the first line. A file gets plain text, with the tag before
 * every line.
 */
#ifndef CONSOLE_PRINTER_H
#define CONSOLE_PRINTER_H

#include <stdbool.h>
#include <stdio.h>

enum con_place {
	CON_PLACE_ROOM,
	CON_PLACE_PRIVATE,
	CON_PLACE_CONSOLE, /* the message is of the console itself */
};

struct con_printer {
	FILE *out;
	bool terminal;  /* `out` is a terminal */
	bool prompting; /* the last line is the prompt */
};

void con_printer_init(struct con_printer *printer, FILE *out);

/* Prints a message. `text` is a result of con_text_from_html or con_text_from_plain. */
void con_printer_message(
	struct con_printer *printer, enum con_place place, const char *tag, const char *text);

/* Prints a message of the console itself. */
void con_printer_notice(struct con_printer *printer, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Prints a line of input that comes from a script. */
void con_printer_echo(struct con_printer *printer, const char *line);

/* Prints the prompt. The next message overwrites it, unless a line was typed before. */
void con_printer_prompt(struct con_printer *printer);
/* A line was typed after the prompt. */
void con_printer_answered(struct con_printer *printer);

#endif
