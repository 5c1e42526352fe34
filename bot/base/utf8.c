#include "bot/base/utf8.h"

#include <string.h>

size_t bot_utf8_read(const char *text, size_t size, uint32_t *character)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	unsigned char first = size > 0 ? (unsigned char)text[0] : 0xff;
	size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
	uint32_t code = first & (0x7fU >> length);

	*character = first;
	if (first < 0x80)
		return 1;
	if (first < 0xc2 || first > 0xf4 || length > size)
		return 0;
	for (size_t i = 1; i < length; i++) {
		unsigned char byte = (unsigned char)text[i];

		if ((byte & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (byte & 0x3f);
	}
	if (code < least[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
		return 0;
	*character = code;
	return length;
}

size_t bot_utf8_length(const char *text, size_t size)
{
	uint32_t character;

	return bot_utf8_read(text, size, &character);
}

size_t bot_utf8_write(uint32_t character, char bytes[BOT_UTF8_SIZE])
{
	static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
	size_t length = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;

	for (size_t i = length; i-- > 1; character >>= 6)
		bytes[i] = (char)(0x80 | (character & 0x3f));
	bytes[0] = (char)(first[length] | character);
	bytes[length] = '\0';
	return length;
}

bool bot_utf8_is_valid_bytes(const char *text, size_t size)
{
	const char *end = text + size;
	uint64_t word;

	while (text < end) {
		/* Eight characters of ASCII at a time: most texts have nothing else. */
		if ((size_t)(end - text) >= sizeof(word)) {
			memcpy(&word, text, sizeof(word));
			if (!(word & UINT64_C(0x8080808080808080))) {
				text += sizeof(word);
				continue;
			}
		}
		size_t length = (unsigned char)*text < 0x80 /* nearly always */
					? 1
					: bot_utf8_length(text, (size_t)(end - text));

		if (length == 0)
			return false;
		text += length;
	}
	return true;
}

bool bot_utf8_is_valid(const char *text)
{
	return bot_utf8_is_valid_bytes(text, strlen(text));
}
