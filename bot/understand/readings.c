#include "bot/understand/readings.h"

#include "bot/text/lang.h"
#include "bot/understand/sentence.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
	const char *command, *words;
};

static const struct line weight_lines[] = {
#define WEIGHTS(command, clues) {command, clues},
#include "bot/understand/weights.def"
#undef WEIGHTS
};

static const struct line lines[] = {
#define LIKELY(command, situations)
#define NEEDS(command, concepts)
#define MEANING(command, concepts) {command, concepts},
#define ALIKE(readings)
#include "bot/understand/meanings.def"
#undef ALIKE
#undef MEANING
#undef NEEDS
#undef LIKELY
};

static const struct line needs[] = {
#define LIKELY(command, situations)
#define NEEDS(command, concepts) {command, concepts},
#define MEANING(command, concepts)
#define ALIKE(readings)
#include "bot/understand/meanings.def"
#undef ALIKE
#undef MEANING
#undef NEEDS
#undef LIKELY
};

static const struct {
	const char *command;
	uint8_t situations;
} likely[] = {
#define LIKELY(command, situations) {command, situations},
#define NEEDS(command, concepts)
#define MEANING(command, concepts)
#define ALIKE(readings)
#include "bot/understand/meanings.def"
#undef ALIKE
#undef MEANING
#undef NEEDS
#undef LIKELY
};

static const char *const families[] = {
#define LIKELY(command, situations)
#define NEEDS(command, concepts)
#define MEANING(command, concepts)
#define ALIKE(readings) readings,
#include "bot/understand/meanings.def"
#undef ALIKE
#undef MEANING
#undef NEEDS
#undef LIKELY
};

#define MEANINGS (sizeof(lines) / sizeof(lines[0]))
#define NEEDED   (sizeof(needs) / sizeof(needs[0]))

#define WEIGHTS_MOST 32768

static struct bot_weight weights[WEIGHTS_MOST];
static size_t weights_count;
static struct bot_readings all;
static struct bot_intent readings[BOT_READINGS_MOST];
static struct bot_meaning meanings[MEANINGS];
static struct bot_need needed[NEEDED];
static char names[BOT_CLUES_MOST][BOT_CLUE_SIZE] = {"ANY", "ASKS", "UNKNOWN", "UNKNOWNS", "NUMBER",
	"IDLE", "CHALLENGED", "ACTS", "WAITS", "PRACTISES", "COMPETES", "CHECKS_IN"};

const char *bot_clue_name(uint16_t clue)
{
	return names[clue];
}

/* Returns the index of the concept in the sorted list, or the one at which it belongs. */
static size_t find(const char *name, size_t length, bool *found)
{
	size_t first = BOT_CLUE_CONCEPT, end = all.clues;

	*found = false;
	while (first < end) {
		const size_t middle = (first + end) / 2;
		int order = strncmp(names[middle], name, length);

		if (order == 0)
			order = names[middle][length] != '\0';
		if (order == 0)
			*found = true;
		if (order < 0)
			first = middle + 1;
		else
			end = middle;
	}
	return first;
}

static uint16_t find_clue(const char *name, size_t length)
{
	bool found;

	for (size_t i = 0; i < BOT_CLUE_CONCEPT; i++)
		if (strncmp(names[i], name, length) == 0 && !names[i][length])
			return (uint16_t)i;
	const size_t at = find(name, length, &found);
	return found ? (uint16_t)at : BOT_NO_CLUE;
}

uint16_t bot_clue_find(const char *name, size_t length)
{
	bot_readings();
	return find_clue(name, length);
}

/* Lists the concepts of a language, in the order of their names. */
static void list_concepts(const struct bot_concept_words *concepts)
{
	bool found;

	for (; concepts->name; concepts++) {
		const size_t length = strlen(concepts->name);
		const size_t at = find(concepts->name, length, &found);

		if (found)
			continue;
		assert(all.clues < BOT_CLUES_MOST && length < BOT_CLUE_SIZE);
		memmove(names[at + 1], names[at], (all.clues - at) * sizeof(names[0]));
		memcpy(names[at], concepts->name, length + 1);
		all.clues++;
	}
}

/* Goes to the next word of a line. Returns its length, or 0 at the end. */
static size_t next(const char **line, const char **word)
{
	*word = *line + strspn(*line, " ");
	const size_t length = strcspn(*word, " ");
	*line = *word + length;
	return length;
}

/* Whether the command is, or begins with, these words. */
static bool begins(const char *command, const char *words)
{
	const size_t length = strlen(words);

	return strncmp(command, words, length) == 0 &&
	       (command[length] == '\0' || command[length] == ' ');
}

/* Finds when a command is likely: the first line that fits. */
static uint8_t find_likely(const char *command)
{
	for (size_t i = 0; i < sizeof(likely) / sizeof(likely[0]); i++)
		if (begins(command, likely[i].command))
			return likely[i].situations;
	return 0;
}

static const struct bot_need *find_need(const char *command)
{
	for (size_t i = 0; i < NEEDED; i++)
		if (begins(command, needs[i].command))
			return &needed[i];
	return NULL;
}

/* Returns the number of the line with readings that are alike, or 0 if the reading is in none. */
static uint8_t find_family(const char *command)
{
	char item[BOT_READ_SIZE + 2];
	uint8_t i = 0;

	snprintf(item, sizeof(item), ",%s,", command);
	while (i < sizeof(families) / sizeof(families[0]) && !strstr(families[i], item))
		i++;
	return i < sizeof(families) / sizeof(families[0]) ? i + 1 : 0;
}

/* Whether the command asks another person for something. */
static bool asks_somebody(const char *command)
{
	static const char *const commands[] = {
		"challenge", "rematch", "pause", "resume", "abandon"};

	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (begins(command, commands[i]))
			return true;
	return false;
}

/* Returns the number of a reading, as in the files. Adds it if it is new. */
static size_t number(const char *command)
{
	const bool costly = command[0] == '!';
	const char *slot = strpbrk(command, "*#");
	size_t i = 0;

	command += costly;
	while (i < all.count && strcmp(readings[i].command, command) != 0)
		i++;
	assert(i < BOT_READINGS_MOST);
	if (i == all.count)
		readings[all.count++] = (struct bot_intent){.command = command,
			.asks_somebody = asks_somebody(command),
			.takes = (char)(slot ? *slot : '\0'),
			.family = find_family(command),
			.need = find_need(command)};
	readings[i].costly = readings[i].costly || costly;
	readings[i].likely = find_likely(command);
	return i;
}

/* Reads the name of a clue, or those of a pair, as in "challenge+accept". */
static uint32_t read_pair(const char *name, size_t length)
{
	const char *plus = memchr(name, '+', length);
	const size_t first = plus ? (size_t)(plus - name) : length;
	const uint16_t a = find_clue(name, first);
	const uint16_t b = plus ? find_clue(plus + 1, length - first - 1) : BOT_NO_CLUE;

	assert(a != BOT_NO_CLUE && (!plus || b != BOT_NO_CLUE));
	return bot_pair_of(a, b);
}

static void add_weights(const struct line *line, size_t reading)
{
	const char *words = line->words, *word;

	for (size_t length; (length = next(&words, &word)) > 0;) {
		assert(weights_count < WEIGHTS_MOST);
		struct bot_weight *added = &weights[weights_count++];

		added->pair = read_pair(word, length);
		added->reading = (uint16_t)reading;
		next(&words, &word);
		added->weight = (int16_t)strtol(word, NULL, 10);
	}
}

static int compare_weights(const void *a, const void *b)
{
	const struct bot_weight *one = a, *other = b;

	return one->pair < other->pair ? -1 : one->pair > other->pair;
}

struct bot_weights bot_weights_of(uint32_t pair)
{
	size_t first = 0, end = weights_count;

	while (first < end) {
		const size_t middle = (first + end) / 2;

		if (weights[middle].pair < pair)
			first = middle + 1;
		else
			end = middle;
	}
	for (end = first; end < weights_count && weights[end].pair == pair;)
		end++;
	return (struct bot_weights){&weights[first], end - first};
}

/* Adds the concepts of a line that may be missing, or those that may not. */
static void add_concepts(struct bot_meaning *meaning, const char *concepts, bool may)
{
	const char *word;

	for (size_t length; (length = next(&concepts, &word)) > 0;) {
		const bool may_miss = word[length - 1] == '?';

		if (may_miss != may)
			continue;
		const uint16_t concept = find_clue(word, length - may);
		assert(concept != BOT_NO_CLUE && meaning->count < BOT_MEANING_MOST);
		meaning->concept[meaning->count++] = concept;
		meaning->denies = meaning->denies || all.denies[concept];
	}
}

/* Notes the concepts of a line: those after the first "not" are the ones that may not be there. */
static void add_need(struct bot_need *need, const char *concepts)
{
	bool *list = need->one_of;
	const char *word;

	need->any = true;
	for (size_t length; (length = next(&concepts, &word)) > 0;) {
		const uint16_t concept = find_clue(word, length);

		assert(concept != BOT_NO_CLUE);
		if (list == need->one_of && length == strlen("not") &&
			strncmp(word, "not", length) == 0) {
			list = need->none_of;
			continue;
		}
		list[concept] = true;
		need->any = need->any && list == need->none_of;
	}
}

/* Notes which concepts are in a list of names. */
static void mark(const char *const *list, bool marked[BOT_CLUES_MOST])
{
	for (; *list; list++)
		marked[find_clue(*list, strlen(*list))] = true;
}

const struct bot_readings *bot_readings(void)
{
	static const char *const denials[] = {"not", "no", "never", NULL};
	static const char *const politeness[] = {"hello", "thanks", NULL};
	static const char *const questions[] = {"how", "how_many", "how_long", "how_far",
		"how_many_cards", "whofirst", "what", "when", "where", "which", "who", "why", "if",
		"may", NULL};

	if (all.reading)
		return &all;
	all.reading = readings;
	all.meaning = meanings;
	all.meanings = MEANINGS;
	all.clues = BOT_CLUE_CONCEPT;
	for (size_t i = 0; i < bot_langs_count; i++)
		list_concepts(bot_langs[i].concepts);
	mark(denials, all.denies);
	mark(questions, all.asks);
	mark(politeness, all.polite);
	for (size_t i = 0; i < sizeof(weight_lines) / sizeof(weight_lines[0]); i++)
		add_weights(&weight_lines[i], number(weight_lines[i].command));
	qsort(weights, weights_count, sizeof(weights[0]), compare_weights);
	all.learned = all.count;
	for (size_t i = 0; i < NEEDED; i++)
		add_need(&needed[i], needs[i].words);
	for (size_t i = 0; i < MEANINGS; i++) {
		meanings[i].reading = (uint16_t)number(lines[i].command);
		add_concepts(&meanings[i], lines[i].words, false);
		meanings[i].needed = meanings[i].count;
		add_concepts(&meanings[i], lines[i].words, true);
	}
	all.user = find_clue("user", strlen("user"));
	all.hearsay = find_clue("hearsay", strlen("hearsay"));
	return &all;
}
