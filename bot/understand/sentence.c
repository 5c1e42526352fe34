#include "bot/understand/sentence.h"

#include "bot/understand/lexicon.h"
#include "bot/understand/meanings.h"

#include <string.h>

#define UNKNOWN       600 /* how much an unknown word tells, as a concept's weight */
#define UNKNOWN_TAKEN 20  /* the part of it, in percent, of what the command takes, or a number */
#define REST          75  /* the part of its weight, in percent, of a concept not in the meaning */
#define NUMBER_UNUSED 150 /* how much a number or a day tells if the command ends with no '#' */
#define DOUBTFUL      70  /* the part of its certainty, in percent, that a doubtful reading keeps */
#define NEARLY        95  /* from this certainty on, a smaller margin is enough: */
#define NEARLY_MARGIN 5
#define CLAUSE        50 /* the least part of its certainty that a short clause keeps, in percent */

/* A sentence in one language. */
struct sentence {
	const struct bot_meanings *meanings;
	struct bot_marks marks;
	bool denies, asks;
	bool numbers, names; /* has words with digits, or days; other words that are unknown */
	bool has[BOT_CONCEPTS_MOST];
};

static void find_concepts(struct sentence *sentence)
{
	for (size_t i = 0; i < sentence->marks.count; i++) {
		const struct bot_mark *mark = &sentence->marks.mark[i];

		sentence->names = sentence->names || (mark->concepts == 0 && !mark->number);
		for (size_t j = 0; j < mark->concepts; j++) {
			const uint16_t concept = mark->entry[j].concept;

			sentence->has[concept] = true;
			sentence->denies = sentence->denies || sentence->meanings->denies[concept];
			sentence->asks = sentence->asks || sentence->meanings->asks[concept];
		}
	}
}

static bool mark_has(const struct bot_mark *mark, uint16_t concept)
{
	for (size_t i = 0; i < mark->concepts; i++)
		if (mark->entry[i].concept == concept)
			return true;
	return false;
}

/* Returns the least ambiguous mark with the concept that is not in `used`, or marks->count. */
static size_t find_mark(const struct sentence *sentence, uint16_t concept, uint32_t used)
{
	const struct bot_marks *marks = &sentence->marks;
	size_t best = marks->count;

	if (!sentence->has[concept])
		return best;
	for (size_t i = 0; i < marks->count; i++)
		if (!(used >> i & 1) && mark_has(&marks->mark[i], concept) &&
			(best == marks->count ||
				marks->mark[i].concepts < marks->mark[best].concepts))
			best = i;
	return best;
}

/* How much a mark tells that is not in the meaning. */
static unsigned weigh_rest(const struct sentence *sentence, const struct bot_mark *mark,
	const struct bot_meaning *meaning)
{
	unsigned least = UNKNOWN;

	if (mark->number || (mark->concepts == 0 && meaning->takes))
		return UNKNOWN * UNKNOWN_TAKEN / 100;
	if (mark->concepts == 0)
		return UNKNOWN;
	for (size_t i = 0; i < mark->concepts; i++) {
		const unsigned weight = sentence->meanings->weight[mark->entry[i].concept];

		if (i == 0 || weight < least)
			least = weight;
	}
	return least * REST / 100;
}

/* Whether the sentence has a concept of the meaning, and both deny something or neither does. */
static bool may_mean(const struct sentence *sentence, const struct bot_meaning *meaning)
{
	bool any = false, denies = meaning->denies;

	for (size_t i = 0; i < meaning->count; i++) {
		any = any || sentence->has[meaning->concept[i]];
		if (i >= meaning->needed && sentence->meanings->denies[meaning->concept[i]])
			denies = sentence->denies;
	}
	return any && denies == sentence->denies;
}

/* Whether the command takes other words, but the sentence has none: no number, no name. */
static bool lacks_words(const struct sentence *sentence, const struct bot_meaning *meaning)
{
	return meaning->takes && !sentence->numbers && (meaning->takes == '#' || !sentence->names);
}

/*
 * How certain the sentence means this: the part that both share of what is in either, where what
 * only the sentence has counts half, because people say more than they need to.
 */
static struct bot_understood compare(
	const struct sentence *sentence, const struct bot_meaning *meaning)
{
	struct bot_understood understood = {.command = meaning->command, .costly = meaning->costly};
	unsigned missing = 0, rest = 0;
	uint32_t used = 0;

	for (size_t i = 0; i < meaning->count; i++) {
		const unsigned weight = sentence->meanings->weight[meaning->concept[i]];
		const size_t mark = find_mark(sentence, meaning->concept[i], used);

		if (mark < sentence->marks.count) {
			used |= 1U << mark;
			understood.common += weight * sentence->marks.mark[mark].percent / 100;
		} else if (i < meaning->needed) {
			missing += weight > 0 ? weight : UNKNOWN;
		}
	}
	for (size_t i = 0; i < sentence->marks.count; i++) {
		const struct bot_mark *mark = &sentence->marks.mark[i];

		if (used >> i & 1)
			continue;
		rest += weigh_rest(sentence, mark, meaning);
		understood.rest |= mark->words;
		if (mark->concepts == 0)
			understood.unknown |= mark->words;
	}
	if (sentence->numbers && meaning->takes != '#')
		rest += NUMBER_UNUSED;
	if (understood.common > 0)
		understood.certainty =
			100 * understood.common / (understood.common + missing + rest / 2);
	if ((meaning->costly && sentence->asks) || lacks_words(sentence, meaning) ||
		(meaning->takes == '*' && sentence->has[sentence->meanings->hearsay]))
		understood.certainty = understood.certainty * DOUBTFUL / 100;
	return understood;
}

static bool is_better(const struct bot_understood *a, const struct bot_understood *b)
{
	return a->certainty > b->certainty ||
	       (a->certainty == b->certainty && a->common > b->common);
}

/* Adds a reading, unless the guesses have a better one of the same command. */
static void note(struct bot_guesses *guesses, const struct bot_understood *understood)
{
	struct bot_understood *best = guesses->best;
	size_t at = 0;

	for (size_t i = 0; i < guesses->count; i++)
		if (strcmp(best[i].command, understood->command) == 0) {
			if (!is_better(understood, &best[i]))
				return;
			guesses->count--;
			memmove(best + i, best + i + 1, (guesses->count - i) * sizeof(*best));
			break;
		}
	while (at < guesses->count && !is_better(understood, &best[at]))
		at++;
	if (at == BOT_GUESSES)
		return;
	if (guesses->count == BOT_GUESSES)
		guesses->count--;
	memmove(best + at + 1, best + at, (guesses->count - at) * sizeof(*best));
	best[at] = *understood;
	guesses->count++;
}

static void compare_all(
	const struct bot_marks *marks, const struct bot_words *words, struct bot_guesses *guesses)
{
	struct sentence sentence = {.meanings = bot_meanings(), .marks = *marks};

	for (size_t i = 0; i < words->count; i++)
		sentence.numbers = sentence.numbers || bot_words_is_time(words->word[i]);
	find_concepts(&sentence);
	for (size_t i = 0; i < sentence.meanings->count; i++) {
		const struct bot_meaning *meaning = &sentence.meanings->meaning[i];

		if (!may_mean(&sentence, meaning))
			continue;
		const struct bot_understood understood = compare(&sentence, meaning);
		if (understood.certainty >= BOT_GUESS)
			note(guesses, &understood);
	}
}

static size_t count_known(const struct bot_marks *marks)
{
	size_t count = 0;

	for (uint32_t known = marks->known; known; known &= known - 1)
		count++;
	return count;
}

/* How well the language knows the words: a word in another form counts for less. */
static size_t rate_language(const struct bot_marks *marks)
{
	size_t rate = 100 * count_known(marks);

	for (size_t i = 0; i < marks->count; i++)
		if (marks->mark[i].concepts > 0)
			rate -= 100 - marks->mark[i].percent;
	return rate;
}

/* Reads words in the language that knows the most of them; in several if these know as many. */
static void read_part(
	const struct bot_words *words, size_t first, size_t end, struct bot_guesses *guesses)
{
	struct bot_words part = {.count = end - first};
	struct bot_marks marks[BOT_LANGUAGES_MOST];
	size_t most = 0;

	memcpy(part.word, words->word + first, part.count * sizeof(part.word[0]));
	for (size_t i = 0; i < bot_langs_count; i++) {
		bot_lexicon_read(&bot_langs[i], &part, BOT_MATCH_SIMILAR, &marks[i]);
		const size_t rate = rate_language(&marks[i]);
		most = rate > most ? rate : most;
	}
	for (size_t i = 0; i < bot_langs_count; i++)
		if (rate_language(&marks[i]) == most)
			compare_all(&marks[i], &part, guesses);
}

/* Lowers the certainty of a clause by its share of the words of the sentence. */
static unsigned certainty_of_clause(unsigned certainty, size_t words, size_t all)
{
	return certainty * (CLAUSE + (100 - CLAUSE) * (unsigned)words / (unsigned)all) / 100;
}

/*
 * A clause may mean what the sentence does not. The less of the sentence it is, the less certain it
 * is what it means. Only a whole sentence costs anything.
 */
static void read_clauses(const struct bot_words *words, struct bot_guesses *guesses)
{
	for (size_t first = 0, end = 1; end <= words->count; end++) {
		struct bot_guesses clause = {0};

		if (end < words->count && !(words->ends >> (end - 1) & 1))
			continue;
		if (end - first < words->count)
			read_part(words, first, end, &clause);
		for (size_t i = 0; i < clause.count; i++) {
			struct bot_understood *best = &clause.best[i];

			best->rest <<= first;
			best->unknown <<= first;
			best->certainty =
				certainty_of_clause(best->certainty, end - first, words->count);
			if (!best->costly)
				note(guesses, best);
		}
		first = end;
	}
}

struct bot_guesses bot_sentence_read(const struct bot_words *words)
{
	struct bot_guesses guesses = {0};

	read_part(words, 0, words->count, &guesses);
	read_clauses(words, &guesses);
	return guesses;
}

/* Whether the marks are a meaning of one of the commands, and nothing else. */
static bool is_whole(const struct bot_marks *marks, const char *command, const char *other)
{
	struct sentence sentence = {.meanings = bot_meanings(), .marks = *marks};

	find_concepts(&sentence);
	for (size_t i = 0; i < sentence.meanings->count; i++) {
		const struct bot_meaning *meaning = &sentence.meanings->meaning[i];

		if ((strcmp(meaning->command, command) == 0 ||
			    strcmp(meaning->command, other) == 0) &&
			may_mean(&sentence, meaning) &&
			compare(&sentence, meaning).certainty == 100)
			return true;
	}
	return false;
}

bool bot_sentence_says(const struct bot_words *words, const char *command, const char *other)
{
	struct bot_marks marks;

	for (size_t i = 0; i < bot_langs_count; i++) {
		bot_lexicon_read(&bot_langs[i], words, BOT_MATCH_UNTIL_UNKNOWN, &marks);
		if (count_known(&marks) == words->count && is_whole(&marks, command, other))
			return true;
	}
	return false;
}

bool bot_sentence_has_word(const char *word)
{
	for (size_t i = 0; i < bot_langs_count; i++)
		if (bot_lexicon_has(&bot_langs[i], word))
			return true;
	return false;
}

/* Whether the reading turns something on or off. */
static bool switches(const char *command)
{
	const char *word = strchr(command, ' ');

	return word && (strcmp(word, " on") == 0 || strcmp(word, " off") == 0);
}

/* Whether it does little harm to take one of the readings, of the same command, for the other. */
static bool are_alike(const struct bot_understood *a, const struct bot_understood *b)
{
	const size_t length = strcspn(a->command, " ");

	return length == strcspn(b->command, " ") && strncmp(a->command, b->command, length) == 0 &&
	       !(switches(a->command) && switches(b->command));
}

bool bot_guesses_are_sure(const struct bot_guesses *guesses, bool question)
{
	const struct bot_understood *best = guesses->best, *next = best + 1;

	if (guesses->count == 0)
		return false;
	if (best->costly)
		return best->certainty >= BOT_SURE_COSTLY && !question &&
		       (guesses->count == 1 || next->certainty < BOT_SURE_COSTLY);
	return best->certainty >= BOT_SURE &&
	       (guesses->count == 1 || are_alike(best, next) ||
		       (best->certainty >= NEARLY &&
			       best->certainty - next->certainty >= NEARLY_MARGIN) ||
		       best->certainty - next->certainty >= BOT_SURE_MARGIN);
}
