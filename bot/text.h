/*
 * A bounded writer of UTF-8 text into the caller's memory. What does not fit is dropped, at a
 * character's boundary, and everything after it too: a text is whole or `cut` says it is not.
 */
#ifndef BOT_TEXT_H
#define BOT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bot_text {
	char *data; /* always ends in a NUL */
	size_t size;
	size_t used; /* bytes written, without the NUL */
	bool cut;
};

/* `size` is at least 1. */
void bot_text_init(struct bot_text *text, char *data, size_t size);

void bot_text_add(struct bot_text *text, const char *string);
void bot_text_add_bytes(struct bot_text *text, const char *bytes, size_t count);
void bot_text_add_number(struct bot_text *text, int64_t number);

/* The same with what means something to HTML escaped. */
void bot_text_add_html(struct bot_text *text, const char *bytes, size_t count);

/*
 * Reads one character of UTF-8 from a NUL-terminated string and returns its bytes. An invalid
 * byte is U+FFFD of length 1; at the end the character is 0 and the length is 0.
 */
size_t bot_text_char(const char *string, uint32_t *character);

#endif
