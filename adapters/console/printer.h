/*
 * Prints messages. A tag before each message says where the bot sent the message. On a terminal,
 * the printer uses colours, folds lines, and puts the tag before the first line only. In a file, it
 * prints plain text and puts the tag before every line.
 */
#ifndef ADAPTERS_CONSOLE_PRINTER_H
#define ADAPTERS_CONSOLE_PRINTER_H

#include <stdbool.h>
#include <stdio.h>

enum con_place {
	CON_PLACE_ROOM,
	CON_PLACE_PRIVATE,
	CON_PLACE_CONSOLE, /* for messages of the console itself */
};

struct con_printer {
	FILE *out;
	bool terminal;  /* `out` is a terminal */
	bool prompting; /* the last line on the terminal is the prompt */
};

void con_printer_init(struct con_printer *printer, FILE *out);

/* Prints a message. `text` is a text for a terminal (terminal_text.h). */
void con_printer_message(
	struct con_printer *printer, enum con_place place, const char *tag, const char *text);

/* Prints a message of the console itself. */
void con_printer_notice(struct con_printer *printer, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Prints a line of input that comes from a script. */
void con_printer_echo(struct con_printer *printer, const char *line);

/*
 * Prints the prompt. The next message overwrites the prompt, unless con_printer_answered was called
 * before.
 */
void con_printer_prompt(struct con_printer *printer);

/* Call this when the person at the terminal has typed a line after the prompt. */
void con_printer_answered(struct con_printer *printer);

#endif
