/* A text that grows. If memory runs out, the program ends: it is only a test program. */
#ifndef TESTS_LOOPBACK_TEXT_H
#define TESTS_LOOPBACK_TEXT_H

#include <stddef.h>

/* A struct of zeros is an empty text. `data` ends with a NUL, which `size` does not count. */
struct lo_text {
	char *data;
	size_t size, room;
};

void lo_text_finish(struct lo_text *text);
void lo_text_add(struct lo_text *text, const char *data, size_t size);
void lo_text_format(struct lo_text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Appends a JSON string with its quotes. */
void lo_text_quote(struct lo_text *text, const char *string);

/*
 * Makes space for one more element in an array that has `count` elements. Returns the array, which
 * may have moved.
 */
void *lo_more(void *array, size_t count, size_t *room, size_t size);
char *lo_copy(const char *string);

#endif
