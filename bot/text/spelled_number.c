#include "bot/text/spelled_number.h"

#include "bot/text/vocabulary.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/unum.h>
#include <unicode/ustring.h>

#define SOFT_HYPHEN "\u00AD"

struct spelled {
	char word[BOT_FOLDED_SIZE];
	int number;
};

static struct spelled all[BOT_LANGUAGES_MOST * (BOT_SPELLED_MOST - 1)];
static size_t count;

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct spelled *)a)->word, ((const struct spelled *)b)->word);
}

/* Removes the marks that say where "vent|uno" may be divided. */
static void join(char *word)
{
	for (char *mark = strstr(word, SOFT_HYPHEN); mark; mark = strstr(mark, SOFT_HYPHEN))
		memmove(mark, mark + strlen(SOFT_HYPHEN), strlen(mark + strlen(SOFT_HYPHEN)) + 1);
}

/* Adds the words of a language, as ICU spells them. */
static void add(const char *language)
{
	UErrorCode error = U_ZERO_ERROR;
	UNumberFormat *format = unum_open(UNUM_SPELLOUT, NULL, 0, language, NULL, &error);

	for (int number = 2; number <= BOT_SPELLED_MOST && U_SUCCESS(error); number++) {
		UChar wide[BOT_FOLDED_SIZE] = {0};
		char word[2 * BOT_FOLDED_SIZE] = "";

		unum_format(format, number, wide, BOT_FOLDED_SIZE - 1, NULL, &error);
		u_strToUTF8(word, sizeof(word) - 1, NULL, wide, -1, &error);
		join(word);
		bot_words_fold(word, all[count].word);
		all[count++].number = number;
	}
	unum_close(format);
}

int bot_spelled_number(const char *word)
{
	struct spelled wanted = {.word = ""};

	static bool listed;

	if (!listed) {
		listed = true;
		assert(bot_langs_count <= BOT_LANGUAGES_MOST);
		for (size_t i = 0; i < bot_langs_count; i++)
			add(bot_langs[i].code);
		qsort(all, count, sizeof(all[0]), compare);
	}
	bot_words_fold(word, wanted.word);
	const struct spelled *found = bsearch(&wanted, all, count, sizeof(all[0]), compare);
	return found ? found->number : 0;
}
