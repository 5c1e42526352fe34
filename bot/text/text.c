#include "bot/text/text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <utf8proc.h>

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

/* Drops an entity that does not fit as a whole: half an entity would show as letters. */
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
	utf8proc_int32_t read;
	utf8proc_ssize_t length = utf8proc_iterate((const utf8proc_uint8_t *)string, -1, &read);

	*character = length > 0 ? (uint32_t)read : 0xFFFD;
	if (length <= 0)
		return 1;
	return read ? (size_t)length : 0;
}

/* Letters that Unicode does not decompose into a base letter and a mark. */
static const struct {
	uint32_t character;
	char base;
} undivided[] = {
	{0xC6, 'a'}, {0xE6, 'a'}, {0xD0, 'd'}, {0xF0, 'd'},     /* ae, eth */
	{0xD8, 'o'}, {0xF8, 'o'}, {0xDE, 'p'}, {0xFE, 'p'},     /* o with stroke, thorn */
	{0x110, 'd'}, {0x111, 'd'}, {0x126, 'h'}, {0x127, 'h'}, /* d and h with stroke */
	{0x131, 'i'}, {0x138, 'k'}, {0x13F, 'l'}, {0x140, 'l'}, /* dotless i, kra, l with dot */
	{0x141, 'l'}, {0x142, 'l'}, {0x14A, 'n'}, {0x14B, 'n'}, /* l with stroke, eng */
	{0x152, 'o'}, {0x153, 'o'}, {0x166, 't'}, {0x167, 't'}, /* oe, t with stroke */
};

char bot_text_base(uint32_t character)
{
	utf8proc_int32_t parts[8] = {0};
	int last_class = 0;

	for (size_t i = 0; i < sizeof(undivided) / sizeof(undivided[0]); i++)
		if (character == undivided[i].character)
			return undivided[i].base;
	utf8proc_decompose_char((utf8proc_int32_t)character, parts, 8,
		UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD, &last_class);
	if ((parts[0] >= 'a' && parts[0] <= 'z') || (parts[0] >= '0' && parts[0] <= '9'))
		return (char)parts[0];
	return '\0';
}
