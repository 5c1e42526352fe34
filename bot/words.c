#include "bot/words.h"

#include "bot/text.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Characters that keyboards put for others; what stands for nothing is dropped. */
static const struct {
	uint32_t typed;
	char meant[3];
} typography[] = {
	{0x00A0, " "},   /* no-break space */
	{0x00D7, "x"},   /* multiplication sign */
	{0x2009, " "},   /* thin space */
	{0x200B, ""},    /* zero width space */
	{0x2010, "-"},   /* hyphen */
	{0x2011, "-"},   /* no-break hyphen */
	{0x2012, "-"},   /* figure dash */
	{0x2013, "-"},   /* en dash */
	{0x202F, " "},   /* narrow no-break space */
	{0x20E3, ""},    /* combining enclosing keycap */
	{0x2212, "-"},   /* minus sign */
	{0x2715, "x"},   /* multiplication X */
	{0xFE0F, ""},    /* emoji presentation */
	{0xFF0B, "+"},   /* fullwidth plus sign */
	{0x1F51F, "10"}, /* keycap ten */
};

static bool substitute(struct bot_text *text, uint32_t character)
{
	for (size_t i = 0; i < sizeof(typography) / sizeof(typography[0]); i++) {
		if (typography[i].typed != character)
			continue;
		bot_text_add(text, typography[i].meant);
		return true;
	}
	return false;
}

static void take(struct bot_words *words, char *word)
{
	size_t length = strlen(word);
	int64_t id;

	while (length > 0 && strchr(",;.!", word[length - 1]))
		word[--length] = '\0';
	if (length == 0)
		return;
	if (word[0] == '#' && bot_words_number(word + 1, INT64_MAX, &id) && id > 0)
		words->id = id;
	else
		words->word[words->count++] = word;
}

bool bot_words_split(struct bot_words *words, const char *string)
{
	struct bot_text text;
	uint32_t character;
	size_t length;
	char *rest = NULL;

	words->count = 0;
	words->id = 0;
	bot_text_init(&text, words->data, sizeof(words->data));
	for (; (length = bot_text_char(string, &character)) > 0 && !text.cut; string += length)
		if (!substitute(&text, character))
			bot_text_add_bytes(&text, string, length);
	if (text.cut)
		return false;
	for (char *word = strtok_r(words->data, " \t\r\n\v\f", &rest); word;
		word = strtok_r(NULL, " \t\r\n\v\f", &rest)) {
		if (words->count == BOT_WORDS)
			return false;
		take(words, word);
	}
	return true;
}

bool bot_words_number(const char *word, int64_t most, int64_t *number)
{
	int64_t value = 0;

	if (*word == '\0')
		return false;
	for (; *word; word++) {
		if (*word < '0' || *word > '9' || value > (most - (*word - '0')) / 10)
			return false;
		value = value * 10 + (*word - '0');
	}
	*number = value;
	return true;
}

#define LONGEST 24 /* longer words are near to no command */

/* The optimal string alignment distance, row by row. */
size_t bot_words_distance(const char *a, const char *b)
{
	size_t rows[3][LONGEST + 1];
	size_t *before = rows[0], *above = rows[1], *row = rows[2];
	size_t m = strlen(a), n = strlen(b);

	if (m > LONGEST || n > LONGEST)
		return LONGEST;
	for (size_t j = 0; j <= n; j++)
		above[j] = j;
	for (size_t i = 1; i <= m; i++) {
		size_t *oldest = before;

		row[0] = i;
		for (size_t j = 1; j <= n; j++) {
			size_t best = above[j - 1] + (tolower((unsigned char)a[i - 1]) !=
							     tolower((unsigned char)b[j - 1]));

			if (above[j] + 1 < best)
				best = above[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
				before[j - 2] + 1 < best)
				best = before[j - 2] + 1;
			row[j] = best;
		}
		before = above;
		above = row;
		row = oldest;
	}
	return above[n];
}
