/* Text that grows. Where memory is short the program ends: it is one for tests. */
#ifndef TESTS_LOOPBACK_TEXT_H
#define TESTS_LOOPBACK_TEXT_H

#include <stddef.h>

/* All zero is an empty one; `data` ends with a NUL, which `size` does not count. */
struct lo_text {
	char *data;
	size_t size, room;
};

void lo_text_finish(struct lo_text *text);
void lo_text_add(struct lo_text *text, const char *data, size_t size);
void lo_text_format(struct lo_text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* As a JSON string, quotes included. */
void lo_text_quote(struct lo_text *text, const char *string);

/* Room for one more element in an array of `count`, which may move. */
void *lo_more(void *array, size_t count, size_t *room, size_t size);
char *lo_copy(const char *string);

#endif
