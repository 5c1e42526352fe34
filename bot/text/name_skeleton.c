#include "bot/text/name_skeleton.h"

#include "bot/text/japanese_look.h"
#include "bot/text/page.h"
#include "bot/text/plain.h"

#include <string.h>

/*
 * Returns the letter that stands for a character in the skeleton of a name. Returns '\0' if the
 * skeleton leaves the character out. Returns '?' if names with this character can't be compared.
 */
static char skeleton_letter(uint32_t character)
{
	char base = bot_char_base(character);

	if (character == 0xDF) /* the letter for a sharp s looks like B */
		return 'b';
	if (base)
		return base;
	if (character < 0x80 || (character >= 0x2010 && character <= 0x2019))
		return '\0';
	return '?';
}

/*
 * Adds a letter to the skeleton (see bot_name_skeleton). Replaces a letter, or a pair such as "rn",
 * that looks like another letter.
 */
static size_t add_letter(char *skeleton, size_t size, char letter)
{
	static const char *const pairs[] = {"rnm", "vvw", "cld"};

	if (letter == 'i' || letter == '1')
		letter = 'l';
	if (letter == '0')
		letter = 'o';
	skeleton[size++] = letter;
	for (size_t i = 0; size > 1 && i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if (memcmp(skeleton + size - 2, pairs[i], 2) == 0)
			skeleton[--size - 1] = pairs[i][2];
	return size;
}

/* Writes the skeleton of a name that has kana or kanji. */
static void write_japanese(const char *name, char skeleton[BOT_NAME_SIZE])
{
	char letter[BOT_JAPANESE_SIZE];
	struct bot_text text;
	size_t length;

	bot_text_init(&text, skeleton, BOT_NAME_SIZE);
	for (; *name; name += length) {
		if (!bot_japanese_reduce(name, letter, &length)) {
			skeleton[0] = '\0';
			return;
		}
		bot_text_add(&text, letter);
	}
}

void bot_name_skeleton(const char *name, char skeleton[BOT_NAME_SIZE])
{
	bool has_letter = false;
	uint32_t character;
	size_t length, size = 0;

	if (bot_japanese_has(name)) {
		write_japanese(name, skeleton);
		return;
	}
	for (; (length = bot_char_read(name, &character)) > 0; name += length) {
		char letter = skeleton_letter(character);

		if (letter == '?' || size == BOT_NAME_SIZE - 1) {
			size = 0;
			break;
		}
		has_letter = has_letter || letter >= 'a';
		if (letter)
			size = add_letter(skeleton, size, letter);
	}
	skeleton[has_letter ? size : 0] = '\0';
}
