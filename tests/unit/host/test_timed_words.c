/* The times, numbers and terms that a sentence has, in the words that the commands take. */
#include "bot/host/timed_words.h"
#include "tests/support/cmocka.h"

#include <string.h>

UNIT_TEST(test_times_of_sentences)
{
	static const struct {
		const char *sentence, *kept;
	} cases[] = {
		{"no pings from 10 at night to seven in the morning", "from 10pm to 7am"},
		{"silence between 22 and 7 please", "22 and 7"},
		{"nothing after midnight", "0:00"},
		{"quiet from noon till 8", "from 12:00 till 8"},
		{"I'm away for two weeks", "2 weeks"},
		{"i'll be gone for a week", "a week"},
		{"I'm away until next friday, sorry", "until next friday"},
		{"i am away from the 5th to the 12th", "from the 5th to the 12th"},
		{"off to spain until 24 december", "until 24 december"},
		{"busy next week", "next week"},
		{"away until friday week", "until friday week"},
		{"let's hold a club night in this room on friday night at 8", "friday night at 8"},
		{"a tournament in 20 minutes with bouts to 3", "in 20 minutes to 3"},
		{"club night in half an hour", "half"},
		{"a night at half past eight", "at 8:30"},
		{"one more season of 4 weeks", "of 4 weeks"},
		{"mach heute abend um halb neun ein turnier", "heute abend um 8:30"},
		{"ich bin vom 5. bis zum 12. nicht da", "vom 5 bis zum 12"},
		{"zwischen zehn und sieben bitte ruhe", "10 und 7"},
		{"plus l\u00E0 jusqu'\u00E0 mardi", "jusqu'\u00E0 mardi"},
		{"pas l\u00E0 la semaine prochaine", "l\u00E0 la semaine prochaine"},
		{"me voy de viaje hasta el 3 de enero", "hasta el 3 enero"},
		{"torneo hoy a las nueve y media de la noche", "hoy a las 9:30pm"},
		{"silencio de las 11 de la noche a las 7 de la ma\u00F1ana",
			"de las 11pm a las 7am"},
		{"silenzio dalle 22 alle 7 per favore", "dalle 22 alle 7"},
		{"torneo luned\u00EC prossimo alle ventuno", "luned\u00EC prossimo alle 21"},
		{"zet morgen om half negen een avond op", "morgen om 8:30pm"},
		{"\u591C10\u6642\u304B\u3089\u671D7\u6642\u307E\u3067\u9759\u304B\u306B\u3057"
		 "\u3066",
			"10pm \u6642 7am \u6642"},
		{"12\u670810\u65E5\u307E\u3067\u65C5\u884C\u3067\u3059",
			"\u307E\u3067 12\u670810\u65E5"},
		{"\u4E8C\u9031\u9593\u4F11\u307F\u307E\u3059", "2 \u9031\u9593"},
		{"I have no time until friday", "until friday"},
		{"im off on holiday til monday", "til monday"},
		{"une soir\u00E9e \u00E0 8h et demie, bouts en 3", "\u00E0 8:30pm en 3"},
		{"hello, how are you", ""},
	};
	size_t faults = 0;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bot_words words;
		char kept[BOT_WORDS_SIZE];

		assert_true(bot_words_split(&words, cases[i].sentence));
		bot_timed_words_keep(&words, strstr(cases[i].sentence, "3"));
		bot_words_join(words.word, words.count, kept);
		if (strcmp(kept, cases[i].kept) == 0)
			continue;
		faults++;
		print_error(
			"%s: \"%s\" instead of \"%s\"\n", cases[i].sentence, kept, cases[i].kept);
	}
	assert_int_equal(faults, 0);
}
