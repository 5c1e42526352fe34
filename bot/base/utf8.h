/* Whether bytes are UTF-8, as RFC 3629 defines it. Jansson accepts exactly the same strings. */
#ifndef BOT_UTF8_H
#define BOT_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Returns how many of the `size` bytes the first character has; 0: no character begins there. */
size_t bot_utf8_length(const char *text, size_t size);

bool bot_utf8_is_valid(const char *text);

#endif
