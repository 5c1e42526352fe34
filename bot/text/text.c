#include "bot/text/text.h"

#include <assert.h>
#include <string.h>

struct bot_text bot_text_in(char *data, size_t size)
{
	assert(size > 0);
	data[0] = '\0';
	return (struct bot_text){.data = data, .size = size};
}

static bool continues(char byte)
{
	return ((unsigned char)byte & 0xC0) == 0x80;
}

void bot_text_add_bytes(struct bot_text *text, const char *bytes, size_t count)
{
	size_t room = text->size - 1 - text->used;

	if (text->cut)
		return;
	if (count > room) {
		text->cut = true;
		count = room;
		while (count > 0 && continues(bytes[count]))
			count--;
	}
	memcpy(text->data + text->used, bytes, count);
	text->used += count;
	text->data[text->used] = '\0';
}

void bot_text_add(struct bot_text *text, const char *string)
{
	bot_text_add_bytes(text, string, strlen(string));
}

void bot_text_show_cut(struct bot_text *text)
{
	static const char ellipsis[] = "\xE2\x80\xA6"; /* U+2026 HORIZONTAL ELLIPSIS */
	size_t end = text->size - sizeof(ellipsis);

	if (!text->cut)
		return;
	if (end > text->used)
		end = text->used;
	while (end > 0 && continues(text->data[end]))
		end--;
	memcpy(text->data + end, ellipsis, sizeof(ellipsis));
	text->used = end + sizeof(ellipsis) - 1;
}

#define NUMBER_SIZE sizeof("-9223372036854775808")

/*
 * Writes a number at the end of `string`, and returns where it begins. A board has many numbers,
 * and snprintf would need ten times as long.
 */
static const char *write_number(int64_t number, char string[NUMBER_SIZE])
{
	uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
	char *digit = &string[NUMBER_SIZE - 1];

	*digit = '\0';
	do
		*--digit = (char)('0' + rest % 10);
	while ((rest /= 10) > 0);
	if (number < 0)
		*--digit = '-';
	return digit;
}

void bot_text_add_number(struct bot_text *text, int64_t number)
{
	char string[NUMBER_SIZE];

	bot_text_add(text, write_number(number, string));
}

static const char *entity(char byte)
{
	switch (byte) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	case '\n':
		return "<br>";
	default:
		return NULL;
	}
}

/*
 * If an HTML entity does not fit as a whole, leaves it out, because a client would show a part of
 * an entity as letters.
 */
void bot_text_add_html(struct bot_text *text, const char *bytes, size_t count)
{
	size_t plain = 0;

	for (size_t i = 0; i < count; i++) {
		const char *escaped = entity(bytes[i]);

		if (!escaped)
			continue;
		bot_text_add_bytes(text, bytes + plain, i - plain);
		plain = i + 1;
		if (text->size - 1 - text->used < strlen(escaped))
			text->cut = true;
		bot_text_add(text, escaped);
	}
	bot_text_add_bytes(text, bytes + plain, count - plain);
}
