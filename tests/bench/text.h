/* A text that grows. */
#ifndef BENCH_TEXT_H
#define BENCH_TEXT_H

#include <stddef.h>

struct text {
	char *data;
	size_t size, room;
};

void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_append(struct text *text, const char *data, size_t size);
void text_clear(struct text *text);

#endif
