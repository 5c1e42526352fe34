#include "bot/understand/lexicon.h"

#include "bot/text/pattern.h"
#include "bot/text/plain.h"
#include "bot/text/vocabulary.h"
#include "bot/understand/readings.h"
#include "bot/understand/terms.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The words of all languages must fit. */
#define ENTRIES_MOST 65536
#define POOL_SIZE    1048576

#define EXPRESSION_MOST  5  /* words of an expression */
#define APOSTROPHE_LEAST 3  /* letters of a word after one: "attaque" in "l'attaque", not "s" */
#define SIMILAR_LEAST    4  /* letters of a word that may have another form */
#define SIMILAR_PERCENT  85 /* how certain such a word is */
#define DOUBT            50 /* how much less such a word counts for its language, of 100 */

struct lexicon {
	const struct bot_entry *entry; /* in the order of their terms */
	size_t count;
	size_t longest;  /* bytes of a term */
	size_t unspaced; /* how many entries are of a script without spaces between words */
};

static struct lexicon lexicons[BOT_LANGUAGES_MOST];
static struct bot_entry entries[ENTRIES_MOST];
static char pool[POOL_SIZE];
static size_t entries_used, pool_used;

/* Making a lexicon */

static bool is_unspaced(const char *word)
{
	uint32_t character;

	for (size_t length; *word; word += length) {
		length = bot_char_read(word, &character);
		if (bot_unspaced_is_letter(character))
			return true;
	}
	return false;
}

/* Adds an expression, whose words have a '_' between two of them. */
static void add_entry(struct lexicon *lexicon, const char *typed, size_t size, uint16_t concept)
{
	char term[BOT_TERM_SIZE] = "", copy[BOT_TERM_SIZE];

	assert(size < sizeof(copy));
	memcpy(copy, typed, size);
	copy[size] = '\0';
	lexicon->unspaced += is_unspaced(copy);
	for (char *rest = NULL, *word = strtok_r(copy, "_", &rest); word;
		word = strtok_r(NULL, "_", &rest))
		bot_term_add(term, word);
	const size_t length = strlen(term);
	assert(entries_used < ENTRIES_MOST && pool_used + length < POOL_SIZE);
	entries[entries_used++] = (struct bot_entry){pool + pool_used, concept};
	memcpy(pool + pool_used, term, length + 1);
	pool_used += length + 1;
	lexicon->count++;
	if (length > lexicon->longest)
		lexicon->longest = length;
}

static void add_words(struct lexicon *lexicon, const char *words, uint16_t concept)
{
	while (*words) {
		const size_t size = strcspn(words, " ");

		if (size > 0)
			add_entry(lexicon, words, size, concept);
		words += size + (words[size] == ' ');
	}
}

/* A filler is behind the concepts of the same term. */
static int compare(const void *a, const void *b)
{
	const struct bot_entry *left = a, *right = b;
	const int order = strcmp(left->term, right->term);

	return order != 0 ? order : left->concept - right->concept;
}

/* Words that differ only in case or accents may be the same term of a concept twice. */
static void drop_doubles(struct lexicon *lexicon)
{
	struct bot_entry *entry = entries + entries_used - lexicon->count;
	size_t kept = 0;

	for (size_t i = 0; i < lexicon->count; i++)
		if (kept == 0 || compare(&entry[kept - 1], &entry[i]) != 0)
			entry[kept++] = entry[i];
	entries_used -= lexicon->count - kept;
	lexicon->count = kept;
}

static const struct lexicon *lexicon_of(const struct bot_lang *lang)
{
	struct lexicon *lexicon = &lexicons[lang - bot_langs];
	struct bot_entry *first = entries + entries_used;

	assert(bot_langs_count <= BOT_LANGUAGES_MOST);
	if (lexicon->entry)
		return lexicon;
	lexicon->entry = first;
	for (const struct bot_concept_words *each = lang->concepts; each->name; each++)
		add_words(lexicon, each->words, bot_clue_find(each->name, strlen(each->name)));
	for (const char *const *fillers = lang->fillers; *fillers; fillers++)
		add_words(lexicon, *fillers, BOT_NO_CLUE);
	qsort(first, lexicon->count, sizeof(*first), compare);
	drop_doubles(lexicon);
	return lexicon;
}

/* Finding words */

/* Returns the first entry whose term is not before the first `length` bytes. May be the end. */
static const struct bot_entry *find_from(
	const struct lexicon *lexicon, const char *term, size_t length)
{
	const struct bot_entry *entry = lexicon->entry;
	size_t count = lexicon->count;

	while (count > 0) {
		const size_t half = count / 2;

		if (strncmp(entry[half].term, term, length) < 0) {
			entry += half + 1;
			count -= half + 1;
		} else {
			count = half;
		}
	}
	return entry;
}

static bool is_term(const struct bot_entry *entry, const char *term, size_t length)
{
	return strncmp(entry->term, term, length) == 0 && entry->term[length] == '\0';
}

/* Sets the entries of a mark to those whose term is the first `length` bytes. */
static bool find_exact(
	const struct lexicon *lexicon, const char *term, size_t length, struct bot_mark *mark)
{
	const struct bot_entry *end = lexicon->entry + lexicon->count;
	const struct bot_entry *entry = find_from(lexicon, term, length);

	if (entry == end || !is_term(entry, term, length))
		return false;
	mark->entry = entry;
	mark->percent = 100;
	mark->concepts = 0;
	while (entry < end && is_term(entry, term, length)) {
		mark->concepts += entry->concept != BOT_NO_CLUE;
		entry++;
	}
	return true;
}

/* Finds another form of the word, or the word with a typing error in it: the one most alike. */
static bool find_similar(const struct lexicon *lexicon, const char *term, struct bot_mark *mark)
{
	const struct bot_entry *end = lexicon->entry + lexicon->count, *best = NULL;
	size_t most = 0;

	if ((unsigned char)term[0] >= 0x80 || strlen(term) < SIMILAR_LEAST ||
		strpbrk(term, "@0123456789"))
		return false;
	for (const struct bot_entry *entry = find_from(lexicon, term, 2);
		entry < end && strncmp(entry->term, term, 2) == 0; entry++) {
		const size_t common = bot_terms_similar(term, entry->term);

		if (common > most) {
			most = common;
			best = entry;
		}
	}
	if (!best || !find_exact(lexicon, best->term, strlen(best->term), mark))
		return false;
	mark->percent = SIMILAR_PERCENT;
	return true;
}

static bool find_word(
	const struct lexicon *lexicon, const char *term, bool forgives, struct bot_mark *mark)
{
	char joined[BOT_TERM_SIZE];
	const char *apostrophe = strchr(term, '\'');

	if (term[0] == '@')
		return find_exact(lexicon, term, 1, mark);
	if (find_exact(lexicon, term, strlen(term), mark))
		return true;
	if (apostrophe) {
		const size_t before = (size_t)(apostrophe - term);

		memcpy(joined, term, before);
		memcpy(joined + before, apostrophe + 1, strlen(apostrophe));
		if (find_exact(lexicon, joined, strlen(joined), mark))
			return true;
		if (strlen(apostrophe + 1) >= APOSTROPHE_LEAST)
			return find_word(lexicon, apostrophe + 1, forgives, mark);
	}
	return forgives && find_similar(lexicon, term, mark);
}

/* Whether a word is only a mark, as the "?" that French puts behind a space. */
static bool is_punctuation(const char *word)
{
	return word[strspn(word, "?!.,;:")] == '\0';
}

/*
 * Adds a mark, unless it is a filler. A word that is only similar to a filler may be a name, as in
 * "yes Carol": it is unknown.
 */
static void add_mark(struct bot_marks *marks, const struct bot_mark *mark)
{
	const bool filler = mark->entry && mark->concepts == 0 && !mark->number;
	const bool unknown = filler && mark->percent < 100;

	if ((mark->entry || mark->number) && !unknown) {
		marks->known |= mark->words;
		marks->doubt += mark->entry && mark->percent < 100 ? DOUBT : 0;
	}
	if ((!filler || unknown) && marks->count < BOT_WORDS)
		marks->mark[marks->count++] = *mark;
}

static bool is_number(const char *word)
{
	return word[0] != '@' && (strpbrk(word, "0123456789") || bot_pattern_is_number(word));
}

/* Finds the longest expression that begins with word `i`. Returns how many words it has, or 0. */
static size_t find_expression(const struct lexicon *lexicon, const struct bot_words *words,
	size_t i, struct bot_mark *mark)
{
	const struct bot_entry *end = lexicon->entry + lexicon->count;
	char term[BOT_TERM_SIZE] = "";
	size_t longest = 0;

	for (size_t count = 1; count <= EXPRESSION_MOST && i + count <= words->count; count++) {
		bot_term_add(term, words->word[i + count - 1]);
		const size_t length = strlen(term);
		const struct bot_entry *entry = find_from(lexicon, term, length);
		if (entry == end || strncmp(entry->term, term, length) != 0)
			break;
		if (count > 1 && find_exact(lexicon, term, length, mark))
			longest = count;
	}
	return longest;
}

static void read_spaced(const struct lexicon *lexicon, const struct bot_words *words,
	enum bot_matching matching, struct bot_marks *marks)
{
	size_t count;

	for (size_t i = 0; i < words->count; i += count) {
		struct bot_mark mark = {0};
		char term[BOT_TERM_SIZE] = "";

		count = find_expression(lexicon, words, i, &mark);
		if (count == 0) {
			count = 1;
			bot_term_add(term, words->word[i]);
			find_word(lexicon, term, matching == BOT_MATCH_SIMILAR, &mark);
			mark.number = mark.concepts == 0 && is_number(words->word[i]) &&
				      !is_unspaced(words->word[i]);
		}
		if (is_punctuation(words->word[i])) {
			marks->known |= 1U << i;
			continue;
		}
		if (matching == BOT_MATCH_UNTIL_UNKNOWN && !mark.entry && !mark.number)
			return;
		for (size_t j = i; j < i + count; j++)
			mark.words |= 1U << j;
		add_mark(marks, &mark);
	}
}

/* Finds the longest entry at `text`. Returns how many bytes it has, or 0. */
static size_t find_longest(const struct lexicon *lexicon, const char *text, struct bot_mark *mark)
{
	size_t length = strlen(text);

	if (length > lexicon->longest)
		length = lexicon->longest;
	while (length > 0 && !find_exact(lexicon, text, length, mark))
		length--;
	return length;
}

/* Writes the words to `text` without spaces, and where in it each of them ends. */
static void join_folded(
	const struct bot_words *words, char text[BOT_WORDS_SIZE], size_t end[BOT_WORDS])
{
	size_t used = 0;

	for (size_t i = 0; i < words->count; i++) {
		const char *word = words->word[i];

		for (size_t length; *word; word += length) {
			char character[BOT_FOLDED_SIZE] = "", folded[BOT_FOLDED_SIZE];
			uint32_t code;

			length = bot_char_read(word, &code);
			memcpy(character, word, length);
			bot_words_fold(character, folded);
			const size_t size = strlen(folded);
			if (used + size >= BOT_WORDS_SIZE)
				break;
			memcpy(text + used, folded, size);
			used += size;
		}
		end[i] = used;
	}
	text[used] = '\0';
}

/* Finds the entry, the number or the user's id at `text`, in a word that ends at `end`. */
static size_t find_part(
	const struct lexicon *lexicon, const char *text, const char *end, struct bot_mark *mark)
{
	const size_t length = find_longest(lexicon, text, mark);
	const size_t digits = strspn(text, "0123456789");

	if (text[0] == '@')
		return (size_t)(end - text);
	if (digits < 2 || digits < length)
		return length;
	*mark = (struct bot_mark){.number = true};
	return digits;
}

/* Reads a language without spaces: any part of a word, or of several, may be an entry. */
static void read_unspaced(
	const struct lexicon *lexicon, const struct bot_words *words, struct bot_marks *marks)
{
	char text[BOT_WORDS_SIZE];
	size_t end[BOT_WORDS] = {0}, word = 0, length;
	struct bot_mark unknown = {0};

	join_folded(words, text, end);
	for (size_t at = 0; text[at]; at += length) {
		struct bot_mark mark = {0};
		uint32_t character;

		while (word + 1 < words->count && at >= end[word])
			word++;
		length = find_part(lexicon, text + at, text + end[word], &mark);
		const size_t begin = word > 0 ? end[word - 1] : 0;
		const bool whole = at == begin && at + length >= end[word];
		if (!whole && mark.entry && !is_unspaced(words->word[word]))
			length = 0; /* a part of "ja" or "hai" */
		if (length == 0) {
			length = bot_char_read(text + at, &character);
			if (ispunct((unsigned char)text[at]))
				continue;
			const bool number = is_number(words->word[word]);

			if (unknown.words && number != unknown.number) {
				add_mark(marks, &unknown);
				unknown = (struct bot_mark){0};
			}
			unknown.words |= 1U << word;
			unknown.number = number;
			continue;
		}
		if (unknown.words)
			add_mark(marks, &unknown);
		unknown = (struct bot_mark){0};
		for (size_t i = word; i < words->count && (i == word || end[i - 1] < at + length);
			i++)
			mark.words |= 1U << i;
		add_mark(marks, &mark);
	}
	if (unknown.words)
		add_mark(marks, &unknown);
}

/* Whether all that the mark may say is "hello" or "thanks". */
static bool is_polite(const struct bot_mark *mark)
{
	bool others = mark->concepts == 0;

	for (size_t i = 0; i < mark->concepts; i++)
		others = others || !bot_readings()->polite[mark->entry[i].concept];
	return !others;
}

/* Beside other words, those that are only polite say nothing: "hi, is it my turn?". */
static void drop_polite(struct bot_marks *marks)
{
	size_t kept = 0;

	marks->greets = marks->count > 1 && is_polite(&marks->mark[0]);
	for (size_t i = 0; i < marks->count; i++)
		if (!is_polite(&marks->mark[i]))
			marks->mark[kept++] = marks->mark[i];
	marks->count = kept > 0 ? kept : marks->count;
}

bool bot_lexicon_has(const struct bot_lang *lang, const char *word)
{
	char term[BOT_TERM_SIZE] = "";
	struct bot_mark mark;

	bot_term_add(term, word);
	return find_exact(lexicon_of(lang), term, strlen(term), &mark);
}

void bot_lexicon_read(const struct bot_lang *lang, const struct bot_words *words,
	enum bot_matching matching, struct bot_marks *marks)
{
	const struct lexicon *lexicon = lexicon_of(lang);

	marks->count = 0;
	marks->known = 0;
	marks->doubt = 0;
	if (lexicon->unspaced > lexicon->count / 2)
		read_unspaced(lexicon, words, marks);
	else
		read_spaced(lexicon, words, matching, marks);
	drop_polite(marks);
}
