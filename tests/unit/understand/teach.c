/*
 * Learns bot/understand/weights.def from the sheets of sentences: the weights of a logistic
 * regression of the readings on the clues, with the resilient backpropagation of Riedmiller and
 * Braun. Usage: teach FOLDER >weights.def
 */
#include "bot/understand/clues.h"
#include "tests/unit/understand/sheet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXAMPLES      81920
#define CLUES         128 /* the most clues and pairs of an example */
#define PAIRS         32768
#define PAIR_EXAMPLES 8 /* the fewest examples with a pair that says something */
#define COLUMNS       (BOT_CLUES_MOST + PAIRS)
#define ROUNDS        150
#define DECAY         0.15 /* how much a great weight costs */
#define PLAYING       0.3F /* how much a sentence of others counts for those who play */
#define LEAST         0.35 /* weights nearer to 0 are left out */
#define LINE_MOST     112

struct example {
	size_t reading, count;
	float counts; /* 1, or less */
	uint16_t clue[CLUES];
	float part[CLUES];
};

static struct example examples[EXAMPLES];
static char names[BOT_READINGS_MOST][BOT_READ_SIZE];
static size_t count, readings;
static float weight[COLUMNS][BOT_READINGS_MOST], slope[COLUMNS][BOT_READINGS_MOST],
	last[COLUMNS][BOT_READINGS_MOST], step[COLUMNS][BOT_READINGS_MOST];

/* The pairs of clues. The column of pair[i] is BOT_CLUES_MOST + i. */
static struct {
	uint32_t clues;
	unsigned examples;
} pair[PAIRS];
static size_t pairs;

/* Ends the program: no sentence is left out in silence. */
static void fail(const char *limit, const char *text)
{
	fprintf(stderr, "teach: %s: %s\n", limit, text);
	exit(EXIT_FAILURE);
}

static size_t number(const char *name)
{
	size_t i = 0;

	while (i < readings && strcmp(names[i], name) != 0)
		i++;
	if (i == BOT_READINGS_MOST || strlen(name) >= BOT_READ_SIZE)
		fail("too many readings, or too long a one", name);
	if (i == readings)
		snprintf(names[readings++], BOT_READ_SIZE, "%s", name);
	return i;
}

/* Returns the column of a clue or of a pair, which it adds if it is new. */
static size_t find_column(uint32_t clues)
{
	static uint16_t found[BOT_CLUES_MOST][BOT_CLUES_MOST]; /* 0 for none, else from 1 */
	const uint16_t a = (uint16_t)(clues >> 16), b = clues & 0xFFFF;

	if (b == BOT_NO_CLUE)
		return a;
	if (found[a][b] == 0) {
		if (pairs == PAIRS)
			fail("too many pairs", bot_clue_name(a));
		pair[pairs++].clues = clues;
		found[a][b] = (uint16_t)pairs;
	}
	return BOT_CLUES_MOST + found[a][b] - 1U;
}

static void add_part(struct example *example, size_t column, unsigned percent, const char *sentence)
{
	if (example->count == CLUES)
		fail("too many clues", sentence);
	if (column >= BOT_CLUES_MOST)
		pair[column - BOT_CLUES_MOST].examples++;
	example->clue[example->count] = (uint16_t)column;
	example->part[example->count++] = (float)percent / 100;
}

static void add_example(const struct bot_lang *lang, const struct sheet_line *line,
	unsigned situation, float counts)
{
	struct example *example = &examples[count];
	struct bot_words words;
	struct bot_marks marks;
	struct bot_clues clues;

	if (count == EXAMPLES)
		fail("too many sentences", line->sentence);
	if (!bot_words_split(&words, line->sentence))
		fail("too many words", line->sentence);
	bot_lexicon_read(lang, &words, BOT_MATCH_SIMILAR, &marks);
	bot_clues_find(&marks, words.question, situation, &clues);
	example->reading = number(line->reading);
	example->counts = counts;
	for (size_t i = 0; i < clues.count; i++)
		add_part(example, find_column(clues.pair[i]), clues.percent[i], line->sentence);
	count++;
}

/* Those who play also ask, though less often, what others ask. */
static void add_line(const struct bot_lang *lang, const struct sheet_line *line, void *self)
{
	(void)self;
	add_example(lang, line, line->situation, 1);
	if (line->situation == BOT_IDLE)
		add_example(lang, line, BOT_TO_ACT, PLAYING);
}

/* Whether a pair of clues has too few examples to say more than its clues do. */
static bool is_rare(size_t column)
{
	return column >= BOT_CLUES_MOST && pair[column - BOT_CLUES_MOST].examples < PAIR_EXAMPLES;
}

/* Leaves out the pairs that are rare. */
static void drop_rare(struct example *example)
{
	size_t kept = 0;

	for (size_t i = 0; i < example->count; i++) {
		if (is_rare(example->clue[i]))
			continue;
		example->clue[kept] = example->clue[i];
		example->part[kept++] = example->part[i];
	}
	example->count = kept;
}

/* Adds the slope of one example: what is expected less what is. */
static void add_slope(const struct example *example)
{
	float sum[BOT_READINGS_MOST] = {0}, all = 0;

	for (size_t i = 0; i < example->count; i++)
		for (size_t j = 0; j < readings; j++)
			sum[j] += weight[example->clue[i]][j] * example->part[i];
	for (size_t j = 0; j < readings; j++)
		all += sum[j] = expf(sum[j]);
	for (size_t j = 0; j < readings; j++)
		sum[j] = (sum[j] / all - (float)(j == example->reading)) * example->counts;
	for (size_t i = 0; i < example->count; i++)
		for (size_t j = 0; j < readings; j++)
			slope[example->clue[i]][j] += sum[j] * example->part[i];
}

/* Goes down each slope: further if it still falls, and less far after it has turned. */
static void move(void)
{
	for (size_t i = 0; i < BOT_CLUES_MOST + pairs; i++)
		for (size_t j = 0; j < readings && !is_rare(i); j++) {
			const float now = slope[i][j] + (float)DECAY * weight[i][j];
			const float turned = now * last[i][j];

			if (turned > 0)
				step[i][j] = fminf(step[i][j] * 1.2F, 1.0F);
			else if (turned < 0)
				step[i][j] = fmaxf(step[i][j] * 0.5F, 1e-5F);
			last[i][j] = turned < 0 ? 0 : now;
			if (last[i][j] > 0)
				weight[i][j] -= step[i][j];
			else if (last[i][j] < 0)
				weight[i][j] += step[i][j];
		}
}

static void learn(void)
{
	for (size_t i = 0; i < count; i++)
		drop_rare(&examples[i]);
	for (size_t i = 0; i < BOT_CLUES_MOST + pairs; i++)
		for (size_t j = 0; j < readings; j++)
			step[i][j] = 0.05F;
	for (int round = 0; round < ROUNDS; round++) {
		memset(slope, 0, sizeof(slope));
		for (size_t i = 0; i < count; i++)
			add_slope(&examples[i]);
		move();
	}
}

/* Writes the name of a clue, or those of a pair with a '+' between them. */
static void write_name(size_t column, char name[2 * BOT_CLUE_SIZE])
{
	const uint32_t clues = column < BOT_CLUES_MOST ? bot_pair_of((uint16_t)column, BOT_NO_CLUE)
						       : pair[column - BOT_CLUES_MOST].clues;
	const uint16_t other = clues & 0xFFFF;

	snprintf(name, 2 * BOT_CLUE_SIZE, "%s%s%s", bot_clue_name((uint16_t)(clues >> 16)),
		other == BOT_NO_CLUE ? "" : "+", other == BOT_NO_CLUE ? "" : bot_clue_name(other));
}

static void write_weights(size_t reading)
{
	int length = 0;

	for (size_t i = 0; i < BOT_CLUES_MOST + pairs; i++) {
		char name[2 * BOT_CLUE_SIZE], word[sizeof(name) + 16];

		if (fabsf(weight[i][reading]) < (float)LEAST)
			continue;
		write_name(i, name);
		const int size = snprintf(
			word, sizeof(word), " %s %ld", name, lrintf(10 * weight[i][reading]));
		if (length + size > LINE_MOST) {
			printf("\")\n");
			length = 0;
		}
		if (length == 0)
			length = printf("WEIGHTS(\"%s\", \"", names[reading]) - 1;
		length += printf("%s", word + (length == (int)strlen(names[reading]) + 12));
	}
	if (length > 0)
		printf("\")\n");
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return EXIT_FAILURE;
	for (size_t i = 0; i < bot_langs_count; i++)
		sheet_read(argv[1], &bot_langs[i], add_line, NULL);
	learn();
	printf("/* How much each clue speaks for a reading, in tenths. `teach` made this: see "
	       "tests/unit/understand/README.md. */\n");
	for (size_t i = 0; i < readings; i++)
		write_weights(i);
	return EXIT_SUCCESS;
}
