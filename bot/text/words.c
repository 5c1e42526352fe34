#include "bot/text/words.h"

#include "bot/text/page.h"
#include "bot/text/plain.h"
#include "bot/text/vocabulary.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Words */

#define MARKS   ",;.!?" /* the ends of sentences and of their parts */
#define QUOTES  "\"'`*" /* quotation marks, and the signs of formatted text in Markdown */
#define ITALICS "_\\"   /* and the backslash that some clients write before it */
#define OPEN    "([{"
#define CLOSED  ")]}"

/* Cuts the characters at the end of a word that are in `what`. */
static void cut_end(char *word, const char *what)
{
	size_t length = strlen(word);

	while (length > 0 && strchr(what, word[length - 1]))
		word[--length] = '\0';
}

/*
 * In "(a)", "a)" and "a:", people mean the letter of a choice. Returns this letter without the
 * punctuation around it, and every other word as it is. A question mark is never left out.
 */
static char *bare_letter(char *word)
{
	char *letter = word + strspn(word, OPEN);

	if (letter[0] == '\0' || letter[1 + strspn(letter + 1, CLOSED ":.,")] != '\0')
		return word;
	const char alone[] = {letter[0], '\0'};
	if (bot_words_letter(alone) == EG_LETTERS)
		return word;
	letter[1] = '\0';
	return letter;
}

/* Removes the brackets around a user id, and the punctuation after it: "<@ann:test>:". */
static char *bare_user(char *word)
{
	char *user = word + strspn(word, OPEN "<");

	if (user[0] != '@')
		return word;
	cut_end(user, ":" MARKS);
	if (user != word) /* the name of a server may end with ] */
		cut_end(user, user[-1] == '[' ? "]" : ")}>");
	cut_end(user, ":" MARKS);
	return user;
}

/* Removes the brackets around an action in notation: the list of choices has it as in "(+2)". */
static char *bare_notation(char *word)
{
	char *action = word + strspn(word, OPEN);

	if (action == word || !*action || !strchr("+-x=X0123456789", *action))
		return word;
	cut_end(action, CLOSED);
	return action;
}

/*
 * Removes what stands around a word, and notes a question mark. In Markdown some clients write a
 * backslash before a sign.
 */
static char *bare_word(struct bot_words *words, char *word)
{
	size_t length;

	length = strspn(word, QUOTES "\\");
	word += word[length] == '.' ? 0 : length; /* "*.example.org" names servers */
	for (length = strlen(word); length > 0 && strchr(MARKS QUOTES, word[length - 1]);
		length--) {
		const bool alone = strcmp(word, "?") == 0;

		words->question = words->question ||
				  (word[length - 1] == '?' && !(alone && words->count == 0));
		if (alone)
			break;
		word[length - 1] = '\0';
	}
	return word;
}

/* Whether it is an English word of a command: another language has a word for it. */
static bool is_english(const char *word)
{
	for (size_t i = 0; i < bot_langs_count; i++)
		for (size_t j = 0; j < bot_langs[i].words_count; j++)
			if (strcasecmp(bot_langs[i].words[j].english, word) == 0)
				return true;
	return false;
}

/* Whether a command can have this word, letter, number or action. Most names are none of these. */
static bool is_of_command(const char *word)
{
	struct eg_action action;
	int64_t number;

	return bot_words_letter(word) < EG_LETTERS ||
	       bot_words_number(word + (*word == '#'), INT64_MAX, &number) ||
	       eg_action_parse(word, strlen(word), &action) == EG_OK ||
	       bot_words_find_english(word, strlen(word)) || is_english(word);
}

/* Removes the signs of italics in Markdown around a word of a command: "_advance 2_". */
static char *bare_italics(char *word)
{
	char inner[BOT_WORDS_SIZE];
	char *start = word + strspn(word, ITALICS);

	if (start == word && !(*word && strchr(ITALICS, word[strlen(word) - 1])))
		return word;
	stpcpy(inner, start);
	cut_end(inner, ITALICS);
	return is_of_command(inner) ? strcpy(start, inner) : word;
}

/* Adds a word, and returns it. If the word is the #id of a match, stores the id instead. */
static char *take(struct bot_words *words, char *word)
{
	int64_t id;

	word = bare_user(bare_letter(bare_word(words, bare_italics(bare_word(words, word)))));
	if (!*word)
		return word;
	if (word[0] != '#' || !bot_words_number(word + 1, INT64_MAX, &id) || id == 0) {
		words->word[words->count++] = word;
		return word;
	}
	words->ids = words->ids || (words->id != 0 && words->id != id);
	if (words->id == 0)
		words->id = id;
	return word;
}

/*
 * Returns where the signature of a mail begins: a line that is only "--", and all lines after it.
 * Returns NULL if the text has none.
 */
static const char *find_signature(const char *text)
{
	for (const char *line = strchr(text, '\n'); line; line = strchr(line + 1, '\n')) {
		const char *end = line + 3;

		if (strncmp(line, "\n--", 3) != 0)
			continue;
		end += strspn(end, " \t\r");
		if (*end == '\n' || *end == '\0')
			return line;
	}
	return NULL;
}

/* Writes the plain form of a text without its signature. Returns false if it does not fit. */
static bool write_plain(const char *text, char plain[BOT_WORDS_SIZE])
{
	const char *signature = find_signature(text);
	char body[8 * BOT_WORDS_SIZE + 1];

	if (!signature)
		return bot_plain_write(text, plain, BOT_WORDS_SIZE);
	if ((size_t)(signature - text) >= sizeof(body))
		return false;
	memcpy(body, text, (size_t)(signature - text));
	body[signature - text] = '\0';
	return bot_plain_write(body, plain, BOT_WORDS_SIZE);
}

static bool is_all_ascii(const char *text)
{
	while (*text && (unsigned char)*text < 0x80)
		text++;
	return !*text;
}

/* Writes the words of a text with spaces between all of them. Returns false if they do not fit. */
static bool write_spaced(const char *text, char spaced[BOT_WORDS_SIZE])
{
	char plain[BOT_WORDS_SIZE];

	if (!write_plain(text, spaced))
		return false;
	if (is_all_ascii(spaced)) /* has its spaces already */
		return true;
	stpcpy(plain, spaced);
	struct bot_text out = bot_text_in(spaced, BOT_WORDS_SIZE);
	for (const char *at = plain; *at;) {
		size_t length = strcspn(at, " ");

		bot_unspaced_add(&out, at, length);
		at += length;
		bot_text_add(&out, *at ? " " : "");
		at += *at != '\0';
	}
	return !out.cut;
}

bool bot_words_split(struct bot_words *words, const char *text)
{
	char *rest = NULL, *last = NULL;

	words->count = 0;
	words->id = 0;
	words->ids = false;
	words->question = false;
	words->ends = 0;
	if (!write_spaced(text, words->data))
		return false;
	for (char *word = strtok_r(words->data, " ", &rest); word;
		word = strtok_r(NULL, " ", &rest)) {
		if (words->count == BOT_WORDS)
			return false;
		const bool ends = strchr(MARKS, word[strlen(word) - 1]);
		last = take(words, word);
		if (ends && words->count > 0)
			words->ends |= UINT32_C(1) << (words->count - 1);
	}
	if (last && words->count == 1 && last == words->word[0])
		words->word[0] = bare_notation(last);
	return true;
}

bool bot_words_split_first(struct bot_words *words, const char *text)
{
	char word[4 * BOT_FOLDED_SIZE];
	uint32_t character;
	size_t length;
	struct bot_text first = bot_text_in(word, sizeof(word));

	text = bot_plain_skip_space(text);
	while (!first.cut && (length = bot_plain_read(text, &character)) > 0 && character &&
		character != ' ') {
		bot_text_add_bytes(&first, text, length);
		text += length;
	}
	return !first.cut && bot_words_split(words, word);
}

bool bot_words_split_known(struct bot_words *words, const char *const *word, size_t count)
{
	char sentence[BOT_WORDS_SIZE];
	struct bot_text text = bot_text_in(sentence, sizeof(sentence));

	for (size_t i = 0; i < count; i++) {
		bot_text_add(&text, " ");
		bot_unspaced_add_known(&text, word[i]);
	}
	return !text.cut && bot_words_split(words, sentence);
}

bool bot_words_are_read(const struct bot_words *words)
{
	return words->word[0] == words->read;
}

void bot_words_join(const char *const *word, size_t count, char joined[BOT_WORDS_SIZE])
{
	struct bot_text text = bot_text_in(joined, BOT_WORDS_SIZE);

	for (size_t i = 0; i < count; i++) {
		bot_text_add(&text, i > 0 ? " " : "");
		bot_text_add(&text, word[i]);
	}
}

bool bot_words_number(const char *word, int64_t most, int64_t *number)
{
	int64_t value = 0;

	if (*word == '\0')
		return false;
	for (; *word; word++) {
		int digit = *word - '0';

		if (digit < 0 || digit > 9 || digit > most || value > (most - digit) / 10)
			return false;
		value = value * 10 + (*word - '0');
	}
	*number = value;
	return true;
}

size_t bot_words_letter(const char *word)
{
	if (word[0] == '\0' || word[1] != '\0')
		return EG_LETTERS;
	return eg_choice_index((char)tolower((unsigned char)word[0]));
}

bool bot_words_are_choice(const struct bot_words *words)
{
	return words->count > 2 && bot_words_letter(words->word[0]) < EG_LETTERS &&
	       words->word[words->count - 1][0] == '(';
}

/* Words of all languages */

bool bot_words_is_in(const char *word)
{
	return bot_words_mean(word, "in") || bot_words_has_sense(word, BOT_SENSE_IN);
}

bool bot_words_is_yes(const char *word)
{
	/* The Italian word for "yes" is the word for "on", too. */
	return bot_words_mean(word, "yes") || bot_words_mean(word, "on");
}

static bool is_please(const char *word)
{
	return bot_words_mean(word, "please");
}

/* Whether the word is the first word of "per favore" or "por favor". Alone it may be a name. */
static bool is_for(const char *word)
{
	/* "por" alone is the Dutch command to remind somebody. */
	return bot_words_mean(word, "for") || strcasecmp(word, "por") == 0;
}

/*
 * German has one word, "Treffer", for a touch and for an attack. Of the words of other games,
 * "points" alone asks for results.
 */
bool bot_words_is_touches(const char *word)
{
	return bot_words_has_sense(word, BOT_SENSE_TOUCHES) || bot_words_mean(word, "touches") ||
	       bot_words_mean(word, "touch") || bot_words_mean(word, "attack");
}

void bot_words_drop(struct bot_words *words, size_t count)
{
	words->count -= count;
	words->ends >>= count;
	memmove(words->word, words->word + count, words->count * sizeof(words->word[0]));
}

void bot_words_drop_please(struct bot_words *words)
{
	const char **word = words->word;
	size_t first = 0, end = words->count;

	if (end > 2 && is_for(word[0]) && is_please(word[1]))
		first = 2;
	else if (end > 1 && is_please(word[0]))
		first = 1;
	while (end > first + 1 && is_please(word[end - 1]))
		end--;
	if (end < words->count && end > first + 1 && is_for(word[end - 1]))
		end--;
	words->count = end;
	bot_words_drop(words, first);
}

static const struct {
	uint32_t first, last;
} moods[] = {
	{0x2640, 0x2642},   /* signs of sexes, which are parts of emoji of people */
	{0x2694, 0x2694},   /* crossed swords */
	{0x2764, 0x2764},   /* heart */
	{0x1F389, 0x1F38A}, /* party popper, confetti */
	{0x1F44A, 0x1F44D}, /* fist, waving hand, OK hand, thumbs up */
	{0x1F44F, 0x1F44F}, /* clapping hands */
	{0x1F4A5, 0x1F4AA}, /* collision to flexed biceps */
	{0x1F525, 0x1F525}, /* fire */
	{0x1F5E1, 0x1F5E1}, /* dagger */
	{0x1F600, 0x1F60F}, /* smiling faces */
	{0x1F64F, 0x1F64F}, /* folded hands */
	{0x1F91D, 0x1F91E}, /* handshake, crossed fingers */
	{0x1F929, 0x1F929}, /* star-struck face */
	{0x1F93A, 0x1F93A}, /* fencer */
};

static bool is_mood(uint32_t character)
{
	for (size_t i = 0; i < sizeof(moods) / sizeof(moods[0]); i++)
		if (character >= moods[i].first && character <= moods[i].last)
			return true;
	return false;
}

bool bot_words_is_mood(const char *text, size_t length)
{
	uint32_t character;

	for (size_t at = 0; at < length;) {
		at += bot_char_read(text + at, &character);
		if (!is_mood(character))
			return false;
	}
	return length > 0;
}
