/*
 * How the console prints: each message under a tag that says where it was posted. On a terminal
 * with colours and folded lines; in a file plain, the tag before every line.
 */
#ifndef CONSOLE_PAGE_H
#define CONSOLE_PAGE_H

#include <stdbool.h>
#include <stdio.h>

enum con_place {
	CON_PLACE_ROOM,
	CON_PLACE_PRIVATE,
	CON_PLACE_CONSOLE, /* the console itself speaks */
};

struct con_page {
	FILE *out;
	bool terminal;
	bool prompting;
};

void con_page_init(struct con_page *page, FILE *out);

/* Prints a text as con_html_text makes them. */
void con_page_print(struct con_page *page, enum con_place place, const char *tag, const char *text);

/* The console's own words: plain, without marks. */
void con_page_say(struct con_page *page, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Repeats a line of input, which nobody has seen being typed. */
void con_page_echo(struct con_page *page, const char *line);

/* Asks for a line. What is printed before the answer takes the prompt's place. */
void con_page_prompt(struct con_page *page);
void con_page_answered(struct con_page *page);

#endif
