/* Checks whether bytes are UTF-8 (RFC 3629). Jansson accepts exactly the same strings. */
#ifndef BOT_BASE_UTF8_H
#define BOT_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Returns how many bytes the first character of `text` has. `size` is the length of `text` in
 * bytes. Returns 0 if the first character is not valid or not complete.
 */
size_t bot_utf8_length(const char *text, size_t size);

bool bot_utf8_is_valid(const char *text);

/* The same for a text of `size` bytes, which needs no NUL. */
bool bot_utf8_is_valid_bytes(const char *text, size_t size);

#endif
