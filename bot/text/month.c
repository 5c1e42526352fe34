#include "bot/text/month.h"

#include "bot/text/words.h"

#include <string.h>

#include <unicode/udat.h>
#include <unicode/ustring.h>

#define MONTHS        12
#define LETTERS_LEAST 3

/* Whether a month has a name of this kind that begins with the letters. */
static bool begins(
	const UDateFormat *format, UDateFormatSymbolType kind, int month, const char *letters)
{
	/* ICU writes no NUL behind what fills its room. */
	UChar wide[BOT_FOLDED_SIZE] = {0};
	char name[2 * BOT_FOLDED_SIZE] = "", folded[BOT_FOLDED_SIZE];
	UErrorCode error = U_ZERO_ERROR;

	udat_getSymbols(format, kind, month - 1, wide, BOT_FOLDED_SIZE - 1, &error);
	u_strToUTF8(name, sizeof(name) - 1, NULL, wide, -1, &error);
	if (U_FAILURE(error))
		return false;
	bot_words_fold(name, folded);
	return strncmp(folded, letters, strlen(letters)) == 0;
}

/* Returns the months with a name in a locale that begins with the letters: bit 1 for January. */
static unsigned find_in(const char *locale, const char *letters)
{
	UErrorCode error = U_ZERO_ERROR;
	UDateFormat *format =
		udat_open(UDAT_PATTERN, UDAT_PATTERN, locale, NULL, 0, u"LLLL", -1, &error);
	unsigned found = 0;

	for (int month = 1; format && month <= MONTHS; month++)
		if (begins(format, UDAT_STANDALONE_MONTHS, month, letters) ||
			begins(format, UDAT_STANDALONE_SHORT_MONTHS, month, letters))
			found |= 1U << month;
	udat_close(format);
	return found;
}

/* Returns the months with a name in any language that begins with the letters. */
static unsigned find_all(const char *letters)
{
	/* They have other names: Austria, Peru, and months with kanji for their numbers. */
	static const char *const others[] = {"de_AT", "es_PE", "zh"};
	unsigned found = 0;

	for (size_t i = 0; i < bot_langs_count; i++)
		found |= find_in(bot_langs[i].code, letters);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		found |= find_in(others[i], letters);
	return found;
}

int bot_month_read(const char *word)
{
	char letters[BOT_FOLDED_SIZE];

	bot_words_fold(word, letters);
	unsigned found = strlen(letters) < LETTERS_LEAST ? 0 : find_all(letters);
	for (int month = 1; month <= MONTHS; month++)
		if (found == 1U << month)
			return month;
	return 0;
}
