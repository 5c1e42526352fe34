#include "bot/text/unspaced.h"

#include "bot/text/plain.h"
#include "bot/text/vocabulary.h"

#include <string.h>
#include <strings.h>

#include <unicode/uchar.h>

#define PARTS_MOST 12 /* a longer sentence is no command */

/* A part of a typed word. */
struct part {
	const char *text;
	size_t size;
	const char *english; /* NULL for a number or other ASCII characters */
};

bool bot_unspaced_is_letter(uint32_t character)
{
	return u_charType((UChar32)character) == U_OTHER_LETTER && bot_char_width(character) == 2;
}

static bool has_unspaced(const char *word, const char *end)
{
	uint32_t character;

	while (word < end) {
		word += bot_char_read(word, &character);
		if (bot_unspaced_is_letter(character))
			return true;
	}
	return false;
}

/* Reads the longest known word at `text`. Its size is 0 if there is none. */
static struct part read_word(const char *text, const char *end)
{
	struct part longest = {text, 0, NULL};
	uint32_t character;

	for (const char *at = text; at < end;) {
		at += bot_char_read(at, &character);
		const char *english = bot_words_find_english(text, (size_t)(at - text));
		if (english)
			longest = (struct part){text, (size_t)(at - text), english};
	}
	return longest;
}

/* Reads a known word, or else all ASCII characters up to the next other one. */
static struct part read_part(const char *text, const char *end)
{
	struct part part = read_word(text, end);

	while (!part.english && text + part.size < end && (unsigned char)text[part.size] < 0x80)
		part.size++;
	return part;
}

/* Reads the parts of a word. Returns how many there are, or 0 if one of them is unknown. */
static size_t read_parts(const char *word, const char *end, struct part part[PARTS_MOST])
{
	size_t count = 0;

	while (word < end) {
		if (count == PARTS_MOST)
			return 0;
		part[count] = read_part(word, end);
		if (part[count].size == 0)
			return 0;
		word += part[count++].size;
	}
	return count;
}

/* Adds a part after a space. A mark, such as a question mark at the end, has no space before it. */
static void add_part(struct bot_text *text, const struct part *part, bool first)
{
	bot_text_add(text, first || strchr(",;.!?)", part->text[0]) ? "" : " ");
	bot_text_add_bytes(text, part->text, part->size);
}

void bot_unspaced_add(struct bot_text *text, const char *word, size_t size)
{
	struct part part[PARTS_MOST];
	const char *end = word + size;
	size_t count = has_unspaced(word, end) ? read_parts(word, end, part) : 0;

	for (size_t i = 0; i < count; i++) {
		bool swaps = i + 1 < count && part[i + 1].english &&
			     strcasecmp(part[i + 1].english, "to") == 0;

		add_part(text, &part[i + swaps], i == 0);
		if (swaps)
			add_part(text, &part[i++], false);
	}
	if (count == 0)
		bot_text_add_bytes(text, word, size);
}
