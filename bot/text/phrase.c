#include "bot/text/phrase.h"

#include <stddef.h>

#define WORDS_MOST 8 /* a longer sentence is about something else, too */

/* Two words that a sentence must have, in any order. */
static const struct {
	const char *words[2];
	enum bot_phrase phrase;
} phrases[] = {
	{{"take", "back"}, BOT_PHRASE_UNDO},
	{{"kann", "zur\xC3\xBC"
		  "cknehmen"},
		BOT_PHRASE_UNDO},
	{{"zug", "zur\xC3\xBC"
		 "cknehmen"},
		BOT_PHRASE_UNDO},
	{{"kan", "terugnemen"}, BOT_PHRASE_UNDO},
	{{"terug", "nemen"}, BOT_PHRASE_UNDO},
	{{"posso", "annullare"}, BOT_PHRASE_UNDO},
	{{"tornare", "indietro"}, BOT_PHRASE_UNDO},
	{{"who", "begins"}, BOT_PHRASE_BEGINS},
	{{"who", "starts"}, BOT_PHRASE_BEGINS},
	{{"who", "first"}, BOT_PHRASE_BEGINS},
	{{"wer", "beginnt"}, BOT_PHRASE_BEGINS},
	{{"wer", "f\xC3\xA4ngt"}, BOT_PHRASE_BEGINS},
	{{"wie", "begint"}, BOT_PHRASE_BEGINS},
	{{"chi", "comincia"}, BOT_PHRASE_BEGINS},
	{{"chi", "inizia"}, BOT_PHRASE_BEGINS},
	{{"who", "next"}, BOT_PHRASE_NEXT},
	{{"wer", "n\xC3\xA4"
		 "chste"},
		BOT_PHRASE_NEXT},
	{{"wer", "n\xC3\xA4"
		 "chster"},
		BOT_PHRASE_NEXT},
	{{"wie", "volgende"}, BOT_PHRASE_NEXT},
	{{"chi", "prossimo"}, BOT_PHRASE_NEXT},
	{{"chi", "prossima"}, BOT_PHRASE_NEXT},
};

static bool has_word(const struct bot_words *words, const char *word)
{
	for (size_t i = 0; i < words->count; i++)
		if (bot_words_match(words->word[i], word))
			return true;
	return false;
}

enum bot_phrase bot_phrase_find(const struct bot_words *words)
{
	if (words->count < 2 || words->count > WORDS_MOST)
		return BOT_PHRASE_NONE;
	for (size_t i = 0; i < sizeof(phrases) / sizeof(phrases[0]); i++)
		if (has_word(words, phrases[i].words[0]) && has_word(words, phrases[i].words[1]))
			return phrases[i].phrase;
	return BOT_PHRASE_NONE;
}
