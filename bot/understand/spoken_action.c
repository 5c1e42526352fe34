#include "bot/understand/spoken_action.h"

#include "bot/text/pattern.h"
#include "bot/text/words.h"
#include "bot/understand/lexicon.h"
#include "bot/understand/readings.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Returns the name of the mark's concept in the list, or NULL if it has none of them. */
static const char *find_among(const struct bot_mark *mark, const char *const *list)
{
	for (; *list; list++)
		for (size_t i = 0; i < mark->concepts; i++)
			if (strcmp(bot_clue_name(mark->entry[i].concept), *list) == 0)
				return *list;
	return NULL;
}

/* Whether the mark asks whether something is legal, as "may" does. */
static bool asks_whether(const struct bot_mark *mark)
{
	static const char *const may[] = {"may", NULL};

	return find_among(mark, may);
}

/* Whether the mark asks something else than this speech, or tells what others do. */
static bool is_doubtful(const struct bot_mark *mark, enum bot_speech speech)
{
	const struct bot_readings *all = bot_readings();
	const bool legal = speech == BOT_ASKS_WHETHER && asks_whether(mark);

	for (size_t i = 0; i < mark->concepts; i++)
		if ((!legal && all->asks[mark->entry[i].concept]) ||
			(speech != BOT_PLANS && mark->entry[i].concept == all->hearsay))
			return true;
	return false;
}

/* Returns the digits of a mark such as "de 3", or else the first word of the mark. */
static const char *find_number_or_word(const struct bot_mark *mark, const struct bot_words *words)
{
	size_t i = 0;

	while (!(mark->words >> i & 1))
		i++;
	const bool second = i + 1 < words->count && mark->words == (UINT32_C(3) << i) &&
			    isdigit((unsigned char)words->word[i + 1][0]);
	return words->word[i + second];
}

/* Whether the mark is one word, and no expression such as "une partie", which names no card. */
static bool is_single(const struct bot_mark *mark)
{
	return (mark->words & (mark->words - 1)) == 0;
}

/* Adds a verb: the first one before the numbers that it follows, as in "two fours attack". */
static void add_verb(struct bot_words *action, const char *verb, bool first)
{
	const size_t at = first ? 0 : action->count;

	memmove(action->word + at + 1, action->word + at,
		(action->count - at) * sizeof(action->word[0]));
	action->word[at] = verb;
	action->count++;
}

/*
 * Returns the card, as a digit, for what a phone that takes dictation writes for "two" and "four"
 * after a verb, as in "retreat too". Returns NULL for any other word.
 */
static const char *find_heard_card(const char *word)
{
	if (strcasecmp(word, "to") == 0 || strcasecmp(word, "too") == 0)
		return "2";
	return strcasecmp(word, "for") == 0 ? "4" : NULL;
}

/* "Parry the attack" is to parry, and so is "parry and attack": the attack is a turn of its own. */
static void drop_parried(struct bot_words *action)
{
	bool parries = false, only = action->count == 2;

	for (size_t i = 0; i < action->count; i++) {
		const bool parry = strcmp(action->word[i], "parry") == 0;

		parries = parries || parry;
		only = only && (parry || strcmp(action->word[i], "attack") == 0);
	}
	if (!parries || !only)
		return;
	action->word[0] = "parry";
	action->count = 1;
}

/* Reads the marks of one language. */
static bool read(const struct bot_marks *marks, const struct bot_words *words,
	enum bot_speech speech, struct bot_words *action)
{
	static const char *const verbs[] = {"attack", "advance", "retreat", "parry", "pass", NULL};
	static const char *const choosing[] = {"play", "card", "letter", "choose", "choices", NULL};
	static const char *const nothing[] = {"i", "want", "yes", "move", "step", "space", NULL};
	static const char *const persons[] = {"hearsay", "other", "you", NULL};
	static const char *const own[] = {"i", NULL}; /* "if I attack" is about nobody else */
	const char *last = find_heard_card(words->word[words->count - 1]);
	const bool others = speech == BOT_PLANS;
	bool acts = false, chooses = false, asks = words->question;
	bool counts = false; /* "de 3" counts cards, unless a verb tells how far */

	action->count = 0;
	action->id = words->id;
	for (size_t i = 0; i < marks->count; i++) {
		const struct bot_mark *mark = &marks->mark[i];
		const char *verb = find_among(mark, verbs),
			   *word = find_number_or_word(mark, words);

		if (is_doubtful(mark, speech) || (others && i == 0 && find_among(mark, own)))
			return false;
		if (verb) {
			add_verb(action, verb, !acts);
			acts = true;
		} else if ((!word[1] && mark->concepts == 0 && word[0] != '?') ||
			   (bot_pattern_is_number(word) &&
				   (is_single(mark) || isdigit((unsigned char)word[0])))) {
			counts = counts || !is_single(mark);
			action->word[action->count++] = word;
		} else if (find_among(mark, choosing)) {
			chooses = true;
		} else if (speech == BOT_ASKS_WHETHER && (asks_whether(mark) || word[0] == '?')) {
			asks = true;
		} else if (!find_among(mark, nothing) && !bot_pattern_ignores(word) &&
			   !(others && find_among(mark, persons)) &&
			   !(last && word == words->word[words->count - 1]) &&
			   !bot_words_is_mood(word, strlen(word))) {
			return false;
		}
	}
	if (acts && action->count == 1 && last)
		action->word[action->count++] = last;
	drop_parried(action);
	if (speech == BOT_ASKS_WHETHER)
		return asks && acts && !chooses && action->count > 1;
	return acts || (chooses && !counts && action->count == 1);
}

/* Whether a word tells of an action that is past, or somebody else's. */
static bool tells(const struct bot_lang *lang, const struct bot_words *words)
{
	bool any = false;

	for (size_t i = 0; i < words->count; i++)
		any = any || bot_words_has_sense_in(lang, words->word[i], BOT_SENSE_NO_ORDER);
	return any;
}

bool bot_spoken_action_read(
	const struct bot_words *words, enum bot_speech speech, struct bot_words *action)
{
	struct bot_marks marks;

	if (words->question && speech != BOT_ASKS_WHETHER)
		return false;
	for (size_t i = 0; i < bot_langs_count; i++) {
		if (speech == BOT_PLAYS && tells(&bot_langs[i], words))
			continue;
		bot_lexicon_read(&bot_langs[i], words, BOT_MATCH_EXACT, &marks);
		if (read(&marks, words, speech, action))
			return true;
	}
	return false;
}
