/* Writes texts into memory of a fixed size. */
#ifndef BOT_TEXT_TEXT_H
#define BOT_TEXT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A text in UTF-8 that is being written. If an addition does not fit, the text is cut between two
 * characters, and all later additions are ignored.
 */
struct bot_text {
	char *data; /* always ends with a NUL */
	size_t size;
	size_t used; /* bytes written, without the NUL */
	bool cut;    /* the text did not fit */
};

/* Returns an empty text in `data`, which has `size` bytes, at least 1. */
struct bot_text bot_text_in(char *data, size_t size);

void bot_text_add(struct bot_text *text, const char *string);
void bot_text_add_bytes(struct bot_text *text, const char *bytes, size_t count);
void bot_text_add_number(struct bot_text *text, int64_t number);

/* If the text was cut, ends it with an ellipsis. Its memory has 4 bytes or more. */
void bot_text_show_cut(struct bot_text *text);

/* Adds `count` bytes of text to HTML. Escapes the characters that have a meaning in HTML. */
void bot_text_add_html(struct bot_text *text, const char *bytes, size_t count);

#endif
