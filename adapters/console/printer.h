/*
 * Converts messages into texts for a terminal, and prints them. A tag before each message says
 * where the bot sent the message. On a terminal, the printer uses colours, folds lines, and puts
 * the tag before the first line only. In a file, it prints plain text and puts the tag before every
 * line.
 */
#ifndef ADAPTERS_CONSOLE_PRINTER_H
#define ADAPTERS_CONSOLE_PRINTER_H

#include <stdbool.h>
#include <stdio.h>

/*
 * Style bytes mark in a text for the terminal where a style begins and ends. They never come from
 * the message itself, because the converter replaces control characters.
 */
enum con_mark {
	CON_STRONG = 1,
	CON_STRONG_END,
	CON_CODE,
	CON_CODE_END,
};

/*
 * Converts a message into a text for the terminal. The message is HTML as bot/text writes it:
 * strong, code, sub with code, br and p, always without attributes, links, and the entities of
 * bot_text_add_html. Other tags and entities stay as they are. A link becomes its text, with the
 * URL in brackets.
 *
 * Nothing in the result controls the terminal, because each control character, and each byte that
 * is not UTF-8, becomes U+FFFD. The caller frees the result.
 */
char *con_text_from_html(const char *html);

/*
 * Converts a plain text. Here too, control characters and bytes that are not UTF-8 become U+FFFD.
 * The caller frees the result.
 */
char *con_text_from_plain(const char *plain);

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

/* Prints a message. `text` is a result of con_text_from_html or con_text_from_plain. */
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
