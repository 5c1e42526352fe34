#include "bot/text/month.h"

#include "bot/text/words.h"

#include <string.h>

#define MONTHS        12
#define LETTERS_LEAST 3

/* Returns the months with a name that begins with the letters: bit 1 for January, and so on. */
static unsigned find_all(const char *letters)
{
	char name[BOT_FOLDED_SIZE];
	unsigned found = 0;

	for (size_t i = 0; i < bot_langs_count; i++)
		for (const struct bot_month_name *month = bot_langs[i].months; month->name;
			month++) {
			bot_words_fold(month->name, name);
			if (strncmp(name, letters, strlen(letters)) == 0)
				found |= 1U << month->month;
		}
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
