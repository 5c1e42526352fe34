#include "bot/text/vocabulary.h"

#include "bot/base/utf8.h"
#include "bot/text/plain.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unicode/uchar.h>

/* The parts of a character that count when the bot compares two words. */
struct letter {
	/* the letter without case and diacritics: "" for a diacritic alone, which does not count */
	char base[BOT_UTF8_SIZE];
	/* a letter that people may type after the base, as in "ae" for an umlaut, or '\0' */
	char tail;
};

/*
 * Returns the hiragana of a katakana, because an input method may write a word in either. Returns
 * any other character itself.
 */
static UChar32 to_hiragana(UChar32 character)
{
	return character >= 0x30A1 && character <= 0x30F6 ? character - 0x60 : character;
}

static struct letter fold(uint32_t character)
{
	static const char umlauts[] = "\xC4\xD6\xDC\xE4\xF6\xFC"; /* of U+00C0 to U+00FF */
	struct letter letter = {.base = {bot_char_base(character)}};

	if (letter.base[0] == '\0' && u_charType((UChar32)character) != U_NON_SPACING_MARK)
		bot_utf8_write((uint32_t)to_hiragana(u_tolower((UChar32)character)), letter.base);
	if (character == 0xDF)
		letter.tail = 's';
	else if (character >= 0xC0 && character <= 0xFF && strchr(umlauts, (char)character))
		letter.tail = 'e';
	return letter;
}

static char lower(char byte)
{
	if (byte < 'A' || byte > 'Z')
		return byte;
	return (char)(byte | 0x20);
}

/* Reads the next character, but skips a diacritic alone. At `end` returns a letter without base. */
static struct letter next(const char **text, const char *end)
{
	struct letter letter = {.base = ""};

	while (*text < end && letter.base[0] == '\0') {
		uint32_t character;

		if ((unsigned char)**text < 0x80) {
			letter.base[0] = lower(*(*text)++);
			continue;
		}
		*text += bot_char_read(*text, &character);
		letter = fold(character);
	}
	return letter;
}

/*
 * Writes a spelling of the text up to `end`, in lower case and without diacritics. Cuts a text that
 * is too long. Each bit of `tails` belongs to a letter with a tail, the lowest bit to the first
 * such letter. If the bit is 1, this function writes the tail after the letter. Returns false if
 * `tails` has a 1 for which the text has no letter. So the caller gets each spelling once by
 * counting `tails` up from 0.
 */
static bool spell(const char *text, const char *end, unsigned tails, char folded[BOT_FOLDED_SIZE])
{
	size_t used = 0;

	for (;;) {
		if (text < end && (unsigned char)*text < 0x80 && used < BOT_FOLDED_SIZE - 1) {
			folded[used++] = lower(*text++); /* nearly always, and much faster */
			continue;
		}
		struct letter letter = next(&text, end);
		size_t length = strlen(letter.base);

		if (length == 0 || used + length > BOT_FOLDED_SIZE - 1)
			break;
		memcpy(folded + used, letter.base, length);
		used += length;
		if (letter.tail == '\0')
			continue;
		if ((tails & 1) && used < BOT_FOLDED_SIZE - 1)
			folded[used++] = letter.tail;
		tails >>= 1;
	}
	folded[used] = '\0';
	return tails == 0;
}

/*
 * Whether both begin with ASCII, but not with the same letter: nearly always, and seen at once. The
 * words need no end.
 */
static bool begin_differently(const char *typed, const char *word)
{
	return (unsigned char)*typed < 0x80 && (unsigned char)*word < 0x80 &&
	       lower(*typed) != lower(*word);
}

bool bot_words_match(const char *typed, const char *word)
{
	char folded[BOT_FOLDED_SIZE], spelling[BOT_FOLDED_SIZE];
	const char *end = word + strlen(word);

	if (begin_differently(typed, word))
		return false;
	bot_words_fold(typed, folded);
	for (unsigned tails = 0; spell(word, end, tails, spelling); tails++)
		if (strcmp(folded, spelling) == 0)
			return true;
	return false;
}

#define SPELLINGS_MOST 4096 /* more than all languages have together */

struct spelling {
	char folded[BOT_FOLDED_SIZE];
	const char *english;
};

/*
 * All spellings of the words of all languages, in the order of compare_spellings. The first search
 * makes this list, because every command searches it several times. Nothing has to update it: the
 * words are constants of the program.
 */
static struct spelling spellings[SPELLINGS_MOST];
static size_t spellings_count;

static int compare_spellings(const void *a, const void *b)
{
	return strcmp(((const struct spelling *)a)->folded, ((const struct spelling *)b)->folded);
}

static void add_spellings(const struct bot_synonym *word)
{
	const char *end = word->word + strlen(word->word);
	struct spelling spelling = {.english = word->english};

	for (unsigned tails = 0; spell(word->word, end, tails, spelling.folded); tails++) {
		assert(spellings_count < SPELLINGS_MOST);
		spellings[spellings_count++] = spelling;
	}
}

static void list_spellings(void)
{
	for (size_t i = 0; i < bot_langs_count; i++)
		for (size_t j = 0; j < bot_langs[i].words_count; j++)
			add_spellings(&bot_langs[i].words[j]);
	qsort(spellings, spellings_count, sizeof(*spellings), compare_spellings);
}

const char *bot_words_find_english(const char *typed, size_t size)
{
	/* A command asks again and again for the meaning of its first word. */
	static struct spelling last;
	struct spelling wanted = {.folded = ""};

	if (*typed == '@') /* an id */
		return NULL;
	if (spellings_count == 0)
		list_spellings();
	spell(typed, typed + size, 0, wanted.folded);
	if (strcmp(wanted.folded, last.folded) == 0)
		return last.english;
	const struct spelling *found =
		bsearch(&wanted, spellings, spellings_count, sizeof(*spellings), compare_spellings);
	wanted.english = found ? found->english : NULL;
	last = wanted;
	return last.english;
}

void bot_words_fold(const char *text, char folded[BOT_FOLDED_SIZE])
{
	spell(text, text + strlen(text), 0, folded);
}

const char *bot_words_in_english(const char *typed)
{
	const char *english = bot_words_find_english(typed, strlen(typed));

	return english ? english : typed;
}

static bool has_word(const struct bot_lang *lang, const char *typed)
{
	for (size_t i = 0; i < lang->words_count; i++)
		if (bot_words_match(typed, lang->words[i].word))
			return true;
	return false;
}

const struct bot_lang *bot_words_language(const char *typed, const struct bot_lang *lang)
{
	const struct bot_lang *only = NULL;
	const char *english = bot_words_find_english(typed, strlen(typed));

	if (!english || strcasecmp(english, typed) == 0 || has_word(lang, typed))
		return NULL;
	for (size_t i = 0; i < bot_langs_count; i++) {
		if (!has_word(&bot_langs[i], typed))
			continue;
		if (only)
			return NULL;
		only = &bot_langs[i];
	}
	return only;
}

const char *bot_words_in_language(const char *english, const struct bot_lang *lang)
{
	for (size_t i = 0; i < lang->words_count && lang != bot_lang_find("en"); i++)
		if (strcmp(lang->words[i].english, english) == 0)
			return lang->words[i].word;
	return english;
}

bool bot_words_mean(const char *typed, const char *english)
{
	return strcasecmp(bot_words_in_english(typed), english) == 0;
}

bool bot_words_mean_one_of(const char *typed, const char *const *english)
{
	while (*english && !bot_words_mean(typed, *english))
		english++;
	return *english;
}

/* Whether one of the words, which have spaces between them, is the one that somebody typed. */
static bool is_one_of(const char *typed, const char *words)
{
	while (*words) {
		size_t length = strcspn(words, " ");

		if (begin_differently(typed, words)) {
			words += length + (words[length] == ' ');
			continue;
		}
		char word[BOT_FOLDED_SIZE] = "";
		memcpy(word, words, length < sizeof(word) ? length : sizeof(word) - 1);
		if (bot_words_match(typed, word))
			return true;
		words += length + (words[length] == ' ');
	}
	return false;
}

bool bot_words_has_sense_in(const struct bot_lang *lang, const char *typed, enum bot_sense sense)
{
	for (const struct bot_sense_words *each = lang->senses; each->words; each++)
		if (each->sense == sense && is_one_of(typed, each->words))
			return true;
	return false;
}

bool bot_words_has_sense(const char *typed, enum bot_sense sense)
{
	for (size_t i = 0; i < bot_langs_count; i++)
		if (bot_words_has_sense_in(&bot_langs[i], typed, sense))
			return true;
	return false;
}

#define SPAN_SIGN "\u9593" /* after a number of days */

#define PARTS_MOST 12 /* a longer sentence is no command */

/* A part of a typed word. */
struct part {
	const char *text;
	size_t size;
	const char *english; /* NULL for a number or other ASCII characters */
};

bool bot_unspaced_is_letter(uint32_t character)
{
	return u_charType((UChar32)character) == U_OTHER_LETTER && bot_char_width(character) == 2;
}

static bool has_unspaced(const char *word, const char *end)
{
	uint32_t character;

	while (word < end) {
		word += bot_char_read(word, &character);
		if (bot_unspaced_is_letter(character))
			return true;
	}
	return false;
}

/*
 * Reads the longest known word at `text`, which is shorter than BOT_FOLDED_SIZE. Its size is 0 if
 * there is none.
 */
static struct part read_word(const char *text, const char *end)
{
	struct part longest = {text, 0, NULL};
	uint32_t character;

	for (const char *at = text; at < end && at - text < BOT_FOLDED_SIZE;) {
		at += bot_char_read(at, &character);
		const char *english = bot_words_find_english(text, (size_t)(at - text));
		if (english)
			longest = (struct part){text, (size_t)(at - text), english};
	}
	return longest;
}

/* Returns the size of the digits and the sign at `text`, or 0. */
static size_t read_signed(const char *text, const char *end, const char *sign)
{
	const size_t digits = strspn(text, "0123456789"), size = digits + strlen(sign);

	return digits > 0 && size <= (size_t)(end - text) &&
			       strncmp(text + digits, sign, strlen(sign)) == 0
		       ? size
		       : 0;
}

/* Returns the size of a date at `text`, such as "12月24日" and "24日", or 0. */
static size_t read_date(const char *text, const char *end)
{
	const size_t month = read_signed(text, end, BOT_MONTH_SIGN),
		     day = read_signed(text + month, end, BOT_DAY_SIGN);
	const char *rest = text + month + day;

	return day > 0 && (rest >= end || strncmp(rest, SPAN_SIGN, strlen(SPAN_SIGN)) != 0)
		       ? month + day
		       : 0;
}

/* Reads a date, a known word, or else all ASCII characters up to the next other one. */
static struct part read_part(const char *text, const char *end)
{
	const size_t date = read_date(text, end);
	struct part part = date > 0 ? (struct part){text, date, NULL} : read_word(text, end);

	if (date > 0)
		return part;
	while (!part.english && text + part.size < end && (unsigned char)text[part.size] < 0x80)
		part.size++;
	return part;
}

/*
 * Reads the parts of a word. Returns how many there are, or 0 if there are too many. If a part is
 * unknown, skips a character of it or, if all have to be known, returns 0.
 */
static size_t read_parts(
	const char *word, const char *end, bool all_known, struct part part[PARTS_MOST])
{
	uint32_t skipped;
	size_t count = 0;

	while (word < end) {
		if (count == PARTS_MOST)
			return 0;
		part[count] = read_part(word, end);
		if (part[count].size == 0 && all_known)
			return 0;
		word += part[count].size > 0 ? part[count].size : bot_char_read(word, &skipped);
		count += part[count].size > 0;
	}
	return count;
}

/* Adds a part after a space. A mark, such as a question mark at the end, has no space before it. */
static void add_part(struct bot_text *text, const struct part *part, bool first)
{
	bot_text_add(text, first || strchr(",;.!?)", part->text[0]) ? "" : " ");
	bot_text_add_bytes(text, part->text, part->size);
}

/* Whether the part ends with these bytes. */
static bool ends_with(const struct part *part, const char *bytes)
{
	const size_t size = strlen(bytes);

	return part->size > size && strncmp(part->text + part->size - size, bytes, size) == 0;
}

/*
 * Whether the second part belongs before the first one in a command: "to" behind a number or a day,
 * and "then" behind a day, where it means "from". An hour with its sign stays before both.
 */
static bool is_behind(const struct part *part, const char *second)
{
	const char *first = part->english ? part->english : "";
	const bool day = strstr(first, "day") || strcasecmp(first, "tomorrow") == 0 ||
			 (!part->english && ends_with(part, BOT_DAY_SIGN));

	if (!second || strcasecmp(first, "clock") == 0)
		return false;
	return strcasecmp(second, "to") == 0 || (day && strcasecmp(second, "then") == 0);
}

/* Adds the parts, with spaces between them. */
static void add_parts(struct bot_text *text, const struct part *part, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		bool swaps = i + 1 < count && is_behind(&part[i], part[i + 1].english);

		add_part(text, &part[i + swaps], i == 0);
		if (swaps)
			add_part(text, &part[i++], false);
	}
}

void bot_unspaced_add(struct bot_text *text, const char *word, size_t size)
{
	struct part part[PARTS_MOST] = {0};
	const char *end = word + size;
	size_t count = has_unspaced(word, end) ? read_parts(word, end, true, part) : 0;

	add_parts(text, part, count);
	if (count == 0)
		bot_text_add_bytes(text, word, size);
}

void bot_unspaced_add_known(struct bot_text *text, const char *word)
{
	struct part part[PARTS_MOST];
	const char *end = word + strlen(word);

	if (has_unspaced(word, end))
		add_parts(text, part, read_parts(word, end, false, part));
	else
		bot_text_add(text, word);
}
