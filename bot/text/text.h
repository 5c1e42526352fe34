/*
 * A bounded writer of UTF-8 text into memory of the caller.
 *
 * A text that does not fit is cut between two characters, and nothing is added to it any more.
 * `cut` says so.
 */
#ifndef BOT_TEXT_H
#define BOT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bot_text {
	char *data; /* always ends with a NUL */
	size_t size;
	size_t used; /* bytes written, without the NUL */
	bool cut;
};

/* Begins an empty text in `data`, which has `size` bytes, at least 1. */
void bot_text_init(struct bot_text *text, char *data, size_t size);

void bot_text_add(struct bot_text *text, const char *string);
void bot_text_add_bytes(struct bot_text *text, const char *bytes, size_t count);
void bot_text_add_number(struct bot_text *text, int64_t number);

/* Adds `count` bytes of text to HTML: escapes the characters that mean something there. */
void bot_text_add_html(struct bot_text *text, const char *bytes, size_t count);

/*
 * Reads the first character of a NUL-terminated UTF-8 string and returns how many bytes it has. An
 * invalid byte is read as U+FFFD and has length 1. At the string's end the character is 0 and the
 * length is 0.
 */
size_t bot_text_char(const char *string, uint32_t *character);

/*
 * Returns the ASCII letter or digit that a character is without its accents, strokes and case. '\0'
 * if there is none.
 */
char bot_text_base(uint32_t character);

#endif
