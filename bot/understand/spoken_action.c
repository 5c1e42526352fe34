#include "bot/understand/spoken_action.h"

#include "bot/text/pattern.h"
#include "bot/text/words.h"
#include "bot/understand/lexicon.h"
#include "bot/understand/readings.h"

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

/* Whether the mark asks something, or tells what others do, which is no doubt in a plan. */
static bool is_doubtful(const struct bot_mark *mark, bool others)
{
	const struct bot_readings *all = bot_readings();

	for (size_t i = 0; i < mark->concepts; i++)
		if (all->asks[mark->entry[i].concept] ||
			(!others && mark->entry[i].concept == all->hearsay))
			return true;
	return false;
}

/* Returns the first word of a mark. */
static const char *first_word(const struct bot_mark *mark, const struct bot_words *words)
{
	size_t i = 0;

	while (!(mark->words >> i & 1))
		i++;
	return words->word[i];
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

/* Reads the marks of one language. */
static bool read(const struct bot_marks *marks, const struct bot_words *words, bool others,
	struct bot_words *action)
{
	static const char *const verbs[] = {"attack", "advance", "retreat", "parry", "pass", NULL};
	static const char *const choosing[] = {"play", "card", "letter", "choose", "choices", NULL};
	static const char *const nothing[] = {"i", "want", "yes", "move", "step", "space", NULL};
	static const char *const persons[] = {"hearsay", "other", "you", NULL};
	static const char *const own[] = {"i", NULL}; /* "if I attack" is about nobody else */
	const char *last = find_heard_card(words->word[words->count - 1]);
	bool acts = false, chooses = false;

	action->count = 0;
	action->id = words->id;
	for (size_t i = 0; i < marks->count; i++) {
		const struct bot_mark *mark = &marks->mark[i];
		const char *verb = find_among(mark, verbs), *word = first_word(mark, words);

		if (is_doubtful(mark, others) || (others && i == 0 && find_among(mark, own)))
			return false;
		if (verb) {
			add_verb(action, verb, !acts);
			acts = true;
		} else if ((!word[1] && mark->concepts == 0) ||
			   (bot_pattern_is_number(word) && is_single(mark))) {
			action->word[action->count++] = word;
		} else if (find_among(mark, choosing)) {
			chooses = true;
		} else if (!find_among(mark, nothing) && !bot_pattern_ignores(word) &&
			   !(others && find_among(mark, persons)) &&
			   !(last && word == words->word[words->count - 1]) &&
			   !bot_words_is_mood(word, strlen(word))) {
			return false;
		}
	}
	if (acts && action->count == 1 && last)
		action->word[action->count++] = last;
	return acts || (chooses && action->count == 1);
}

bool bot_spoken_action_read(const struct bot_words *words, bool others, struct bot_words *action)
{
	struct bot_marks marks;

	for (size_t i = 0; i < bot_langs_count && !words->question; i++) {
		bot_lexicon_read(&bot_langs[i], words, BOT_MATCH_EXACT, &marks);
		if (read(&marks, words, others, action))
			return true;
	}
	return false;
}
