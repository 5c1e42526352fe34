#include "engine/engarde.h"

#include "engine/internal.h"

#include <string.h>

bool eg_text_is(struct eg_text text, const char *word)
{
	return strlen(word) == text.size && memcmp(word, text.start, text.size) == 0;
}

bool eg_text_number(struct eg_text text, uint16_t *number)
{
	uint32_t value = 0;

	if (text.size < 1 || text.size > 5 || (text.start[0] == '0' && text.size > 1))
		return false;
	for (size_t i = 0; i < text.size; i++) {
		if (text.start[i] < '0' || text.start[i] > '9')
			return false;
		value = 10 * value + (uint32_t)(text.start[i] - '0');
	}
	if (value > UINT16_MAX)
		return false;
	*number = (uint16_t)value;
	return true;
}

bool eg_text_player(struct eg_text text, enum eg_seat *seat)
{
	if (eg_text_is(text, eg_seat_name(EG_WHITE)))
		*seat = EG_WHITE;
	else if (eg_text_is(text, eg_seat_name(EG_BLACK)))
		*seat = EG_BLACK;
	else
		return false;
	return true;
}

bool eg_text_tag_name(struct eg_text text)
{
	for (size_t i = 0; i < text.size; i++) {
		char c = text.start[i];
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

		if (!letter && !(c >= '0' && c <= '9') && c != '_')
			return false;
	}
	return text.size > 0;
}

bool eg_text_control(char c)
{
	return (unsigned char)c < 0x20 || c == 0x7f;
}
