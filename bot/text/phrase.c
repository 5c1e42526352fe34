#include "bot/text/phrase.h"

#include <stddef.h>

#define WORDS_MOST 8 /* a longer sentence is about something else, too */

/* Two words that a sentence must have, in any order, or the only word. */
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
	{{"who's", "next"}, BOT_PHRASE_NEXT},
	{{"next"}, BOT_PHRASE_BOUTS},
	{{"next", "bout"}, BOT_PHRASE_BOUTS},
	{{"whose", "turn"}, BOT_PHRASE_BOUTS},
	{{"my", "bouts"}, BOT_PHRASE_BOUTS},
	{{"schedule"}, BOT_PHRASE_BOUTS},
	{{"n\xC3\xA4"
	  "chstes",
		 "gefecht"},
		BOT_PHRASE_BOUTS},
	{{"n\xC3\xA4"
	  "chste",
		 "gefechte"},
		BOT_PHRASE_BOUTS},
	{{"wer", "dran"}, BOT_PHRASE_BOUTS},
	{{"meine", "gefechte"}, BOT_PHRASE_BOUTS},
	{{"zeitplan"}, BOT_PHRASE_BOUTS},
	{{"volgende"}, BOT_PHRASE_BOUTS},
	{{"volgende", "partij"}, BOT_PHRASE_BOUTS},
	{{"wie", "beurt"}, BOT_PHRASE_BOUTS},
	{{"mijn", "partijen"}, BOT_PHRASE_BOUTS},
	{{"schema"}, BOT_PHRASE_BOUTS},
	{{"prossimi"}, BOT_PHRASE_BOUTS},
	{{"prossimo", "assalto"}, BOT_PHRASE_BOUTS},
	{{"prossimi", "assalti"}, BOT_PHRASE_BOUTS},
	{{"chi", "tocca"}, BOT_PHRASE_BOUTS},
	{{"miei", "assalti"}, BOT_PHRASE_BOUTS},
	{{"programma"}, BOT_PHRASE_BOUTS},
	{{"n\xC3\xA4"
	  "chste"},
		BOT_PHRASE_BOUTS},
	{{"standings"}, BOT_PHRASE_TABLE},
	{{"table"}, BOT_PHRASE_TABLE},
	{{"tabelle"}, BOT_PHRASE_TABLE},
	{{"tussenstand"}, BOT_PHRASE_TABLE},
	{{"tabel"}, BOT_PHRASE_TABLE},
	{{"tabella"}, BOT_PHRASE_TABLE},
	{{"graduatoria"}, BOT_PHRASE_TABLE},
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
	if (words->count < 1 || words->count > WORDS_MOST)
		return BOT_PHRASE_NONE;
	for (size_t i = 0; i < sizeof(phrases) / sizeof(phrases[0]); i++) {
		const char *other = phrases[i].words[1];

		if (has_word(words, phrases[i].words[0]) &&
			(other ? has_word(words, other) : words->count == 1))
			return phrases[i].phrase;
	}
	return BOT_PHRASE_NONE;
}
