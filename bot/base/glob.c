#include "bot/base/glob.h"

#include <ctype.h>
#include <string.h>

/*
 * Which beginnings of the text the glob matches so far: bit n stands for the first n bytes. Each
 * byte of the glob changes all bits at once (Baeza-Yates and Gonnet, "A new approach to text
 * searching", 1992).
 */
struct beginnings {
	uint64_t bits[BOT_GLOB_WORDS];
};

static void mark(struct bot_glob_text *prepared, int byte, size_t place)
{
	prepared->places[byte][place / 64] |= UINT64_C(1) << place % 64;
}

void bot_glob_prepare(struct bot_glob_text *prepared, const char *text, enum bot_glob_case which)
{
	*prepared = (struct bot_glob_text){.length = strnlen(text, BOT_GLOB_TEXT_MOST)};
	for (size_t i = 0; i < prepared->length; i++) {
		int byte = (unsigned char)text[i];

		mark(prepared, byte, i);
		if (which == BOT_GLOB_ANY_CASE) {
			mark(prepared, tolower(byte), i);
			mark(prepared, toupper(byte), i);
		}
	}
}

/* With a *, all beginnings match that are at least as long as the shortest one. */
static void take_any_text(struct beginnings *matched)
{
	bool found = false;

	for (size_t i = 0; i < BOT_GLOB_WORDS; i++) {
		uint64_t bits = matched->bits[i];

		matched->bits[i] = found ? UINT64_MAX : bits | (0 - bits);
		found = found || bits;
	}
}

/* Each beginning that goes on at one of the places grows by a byte. Returns whether any is left. */
static bool take_byte(struct beginnings *matched, const uint64_t *places)
{
	uint64_t carry = 0, any = 0;

	for (size_t i = 0; i < BOT_GLOB_WORDS; i++) {
		uint64_t bits = places ? matched->bits[i] & places[i] : matched->bits[i];

		matched->bits[i] = bits << 1 | carry;
		carry = bits >> 63;
		any |= matched->bits[i];
	}
	return any;
}

bool bot_glob_matches(const char *glob, const struct bot_glob_text *text)
{
	struct beginnings matched = {{1}};

	for (; *glob; glob++)
		if (*glob == '*')
			take_any_text(&matched);
		else if (!take_byte(&matched,
				 *glob == '?' ? NULL : text->places[(unsigned char)*glob]))
			return false;
	return matched.bits[text->length / 64] >> text->length % 64 & 1;
}
