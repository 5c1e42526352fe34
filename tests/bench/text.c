#include "tests/bench/text.h"

#include "tests/bench/die.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MOST 4096

static void reserve(struct text *text, size_t more)
{
	if (text->size + more < text->room)
		return;
	text->room = 2 * (text->size + more + 1);
	text->data = realloc(text->data, text->room);
	if (!text->data)
		die("no memory");
}

void text_append(struct text *text, const char *data, size_t size)
{
	reserve(text, size + 1);
	memcpy(text->data + text->size, data, size);
	text->size += size;
	text->data[text->size] = '\0';
}

void text_add(struct text *text, const char *format, ...)
{
	va_list arguments;
	int size;

	reserve(text, LINE_MOST);
	va_start(arguments, format);
	size = vsnprintf(text->data + text->size, LINE_MOST, format, arguments);
	va_end(arguments);
	if (size < 0 || size >= LINE_MOST)
		die("a line is too long");
	text->size += (size_t)size;
}

/* What was much is given back: thousands of rooms have one each. */
void text_clear(struct text *text)
{
	text->size = 0;
	if (text->room <= LINE_MOST)
		return;
	free(text->data);
	*text = (struct text){0};
}
