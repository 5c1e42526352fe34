/*
 * Reads and writes UTF-8 (RFC 3629), and checks whether bytes are UTF-8. Jansson accepts exactly
 * the same strings.
 */
#ifndef BOT_BASE_UTF8_H
#define BOT_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BOT_UTF8_SIZE 5 /* bytes for one character, and a NUL */

/*
 * Reads the first character of `text`, and returns how many bytes it has. `size` is the length of
 * `text` in bytes. Returns 0 if the first character is not valid or not complete.
 */
size_t bot_utf8_read(const char *text, size_t size, uint32_t *character);

/* The same, without the character. */
size_t bot_utf8_length(const char *text, size_t size);

/* Writes a character, with a NUL behind it. Returns how many bytes the character has. */
size_t bot_utf8_write(uint32_t character, char bytes[BOT_UTF8_SIZE]);

bool bot_utf8_is_valid(const char *text);

/* The same for a text of `size` bytes, which needs no NUL. */
bool bot_utf8_is_valid_bytes(const char *text, size_t size);

#endif
