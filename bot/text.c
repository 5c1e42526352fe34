#include "bot/text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void bot_text_init(struct bot_text *text, char *data, size_t size)
{
	assert(size > 0);
	*text = (struct bot_text){.data = data, .size = size};
	data[0] = '\0';
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

void bot_text_add_number(struct bot_text *text, int64_t number)
{
	char digits[24];

	snprintf(digits, sizeof digits, "%" PRId64, number);
	bot_text_add(text, digits);
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
	default:
		return NULL;
	}
}

/* An entity that does not fit is dropped whole: half of one would show as its letters. */
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

size_t bot_text_char(const char *string, uint32_t *character)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	unsigned char lead = (unsigned char)string[0];
	size_t length = lead < 0x80 ? 1 : lead < 0xC0 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
	uint32_t value = length < 2 ? lead : lead & (0xFFU >> (length + 1));

	*character = 0xFFFD;
	if (lead >= 0xF8 || length == 0)
		return 1;
	for (size_t i = 1; i < length; i++) {
		if (!continues(string[i]))
			return 1;
		value = value << 6 | ((unsigned char)string[i] & 0x3F);
	}
	if (value < least[length] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000))
		return 1;
	*character = value;
	return lead ? length : 0;
}
