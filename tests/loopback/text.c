#include "tests/loopback/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *check(void *memory)
{
	if (memory)
		return memory;
	fputs("no memory\n", stderr);
	abort();
}

void *lo_more(void *array, size_t count, size_t *room, size_t size)
{
	if (count < *room)
		return array;
	*room = *room ? 2 * *room : 16;
	return check(realloc(array, *room * size));
}

char *lo_copy(const char *string)
{
	return check(strdup(string));
}

void lo_text_finish(struct lo_text *text)
{
	free(text->data);
	*text = (struct lo_text){0};
}

static void reserve(struct lo_text *text, size_t more)
{
	if (text->room - text->size > more)
		return;
	text->room = 2 * (text->size + more + 128);
	text->data = check(realloc(text->data, text->room));
}

void lo_text_add(struct lo_text *text, const char *data, size_t size)
{
	reserve(text, size);
	memcpy(text->data + text->size, data, size);
	text->size += size;
	text->data[text->size] = '\0';
}

void lo_text_format(struct lo_text *text, const char *format, ...)
{
	va_list arguments;
	int size;

	reserve(text, 256);
	va_start(arguments, format);
	size = vsnprintf(text->data + text->size, text->room - text->size, format, arguments);
	va_end(arguments);
	if ((size_t)size >= text->room - text->size) {
		reserve(text, (size_t)size);
		va_start(arguments, format);
		vsnprintf(text->data + text->size, text->room - text->size, format, arguments);
		va_end(arguments);
	}
	text->size += (size_t)size;
}

void lo_text_quote(struct lo_text *text, const char *string)
{
	const char *plain = string;

	lo_text_add(text, "\"", 1);
	for (; *string; string++) {
		unsigned char byte = (unsigned char)*string;

		if (byte >= ' ' && byte != '"' && byte != '\\')
			continue;
		lo_text_add(text, plain, (size_t)(string - plain));
		lo_text_format(text, "\\u%04x", byte);
		plain = string + 1;
	}
	lo_text_add(text, plain, (size_t)(string - plain));
	lo_text_add(text, "\"", 1);
}
