#include "bot/understand/meanings.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define WEIGHT_MOST 1000

static const struct {
	const char *command, *concepts;
} lines[] = {
#define MEANING(command, concepts) {command, concepts},
#include "bot/understand/meanings.def"
#undef MEANING
};
#define COUNT (sizeof(lines) / sizeof(lines[0]))

static struct bot_meanings all;
static struct bot_meaning meanings[COUNT];
static char names[BOT_CONCEPTS_MOST][BOT_CONCEPT_SIZE];

const char *bot_concept_name(uint16_t concept)
{
	return names[concept];
}

/* Returns the index of the name in the sorted list, or the one at which it belongs. */
static size_t find(const char *name, size_t length, bool *found)
{
	size_t first = 0, end = all.concepts;

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

uint16_t bot_concept_find(const char *name, size_t length)
{
	bool found;

	bot_meanings();
	const size_t at = find(name, length, &found);
	return found ? (uint16_t)at : BOT_NO_CONCEPT;
}

/* Goes to the next concept of a line. Returns its length, or 0 at the end. */
static size_t next(const char **concepts, const char **name, bool *may_miss)
{
	*name = *concepts + strspn(*concepts, " ");
	const size_t size = strcspn(*name, " ");
	*concepts = *name + size;
	*may_miss = size > 0 && (*name)[size - 1] == '?';
	return size - *may_miss;
}

static void add_names(const char *concepts)
{
	const char *name;
	bool may_miss, found;

	for (size_t length; (length = next(&concepts, &name, &may_miss)) > 0;) {
		const size_t at = find(name, length, &found);

		if (found)
			continue;
		assert(all.concepts < BOT_CONCEPTS_MOST && length < BOT_CONCEPT_SIZE);
		memmove(names[at + 1], names[at], (all.concepts - at) * sizeof(names[0]));
		memset(names[at], 0, sizeof(names[at]));
		memcpy(names[at], name, length);
		all.concepts++;
	}
}

/* Adds the concepts of a line that may be missing, or those that may not. */
static void add_concepts(struct bot_meaning *meaning, const char *concepts, bool may)
{
	const char *name;
	bool may_miss, found;

	for (size_t length; (length = next(&concepts, &name, &may_miss)) > 0;) {
		const size_t concept = find(name, length, &found);

		if (may_miss != may)
			continue;
		assert(meaning->count < BOT_MEANING_MOST);
		meaning->concept[meaning->count++] = (uint16_t) concept;
		meaning->denies = meaning->denies || (!may && all.denies[concept]);
	}
}

static void make_meaning(struct bot_meaning *meaning, const char *command, const char *concepts)
{
	meaning->costly = command[0] == '!';
	meaning->command = command + meaning->costly;
	const char *slot = strpbrk(command, "*#");
	if (slot)
		meaning->takes = *slot;
	add_concepts(meaning, concepts, false);
	meaning->needed = meaning->count;
	add_concepts(meaning, concepts, true);
}

static bool has(const struct bot_meaning *meaning, size_t concept)
{
	for (size_t i = 0; i < meaning->count; i++)
		if (meaning->concept[i] == concept)
			return true;
	return false;
}

/* Counts the readings that have the concept; -1 counts all. Lines of one reading follow each other.
 */
static size_t count_readings(long concept)
{
	const char *last = "";
	size_t count = 0;

	for (size_t i = 0; i < COUNT; i++) {
		if ((concept >= 0 && !has(&meanings[i], (size_t) concept)) ||
			strcmp(last, meanings[i].command) == 0)
			continue;
		last = meanings[i].command;
		count++;
	}
	return count;
}

/* Weighs each concept by how few readings have it, as the inverse document frequency does. */
static void weigh(void)
{
	const double readings = (double)count_readings(-1);

	for (size_t i = 0; i < all.concepts; i++) {
		const double with = (double)count_readings((long)i);

		all.weight[i] = (uint16_t)(WEIGHT_MOST * log1p(readings / with) / log1p(readings));
	}
}

/* Notes which concepts are in a list of names. */
static void note(const char *const *list, bool marked[BOT_CONCEPTS_MOST])
{
	bool found;

	for (; *list; list++) {
		const size_t at = find(*list, strlen(*list), &found);

		if (found)
			marked[at] = true;
	}
}

const struct bot_meanings *bot_meanings(void)
{
	static const char *const denials[] = {"not", "no", "never", NULL};
	static const char *const questions[] = {"how", "what", "when", "where", "which", "who",
		"why", "if", "may", "hearsay", NULL};

	if (all.meaning)
		return &all;
	all.meaning = meanings;
	all.count = COUNT;
	for (size_t i = 0; i < COUNT; i++)
		add_names(lines[i].concepts);
	note(denials, all.denies);
	note(questions, all.asks);
	for (size_t i = 0; i < COUNT; i++)
		make_meaning(&meanings[i], lines[i].command, lines[i].concepts);
	weigh();
	all.hearsay = bot_concept_find("hearsay", strlen("hearsay"));
	assert(all.hearsay != BOT_NO_CONCEPT);
	all.weight[all.hearsay] = 0;
	return &all;
}
