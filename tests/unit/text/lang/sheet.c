/*
 * usage: lang_sheet CODE
 * Prints each message of a language as people see it. The plain text comes first, with up to two
 * sets of sample values: one of each thing and short names, then many things and long names. The
 * HTML follows if it differs from the plain text.
 */
#include "bot/text/page.h"

#include <stdio.h>
#include <string.h>

static const char *const names[] = {
#define NAME(name) #name,
#include "bot/text/lang/names.inc"
#undef NAME
};

static const char *const numbers[2] = {"1", "2"};

/* The sample of a string is the name of the placeholder, unless people() sets another one. */
static const struct bot_args samples[2] = {
	{
#define STRING(name) .name = "<" #name ">",
#define NUMBER(name) .name = 1,
		BOT_ARGS(STRING, NUMBER)
#undef STRING
#undef NUMBER
	},
	{
#define STRING(name) .name = #name,
#define NUMBER(name) .name = 12,
		BOT_ARGS(STRING, NUMBER)
#undef STRING
#undef NUMBER
	},
};

static void people(struct bot_args *args, size_t sample)
{
	static const char *const white[2] = {"Ann", "Zo\xC3\xAB de Wit"};
	static const char *const black[2] = {"Bob", "@b.o'b:test"};
	static const char *const cards[2] = {"5", "1 2 2 3 5"};

	args->white = args->winner = args->name = args->challenger = white[sample];
	args->black = args->loser = args->challenged = black[sample];
	args->card = numbers[sample];
	args->cards = cards[sample];
	args->bot = "@engarde:test";
	args->prefix = sample == 0 ? "!engarde " : "";
}

static void indented(const char *text)
{
	printf("\t");
	for (; *text; text++) {
		putchar(*text);
		if (*text == '\n')
			putchar('\t');
	}
	putchar('\n');
}

static void print(const struct bot_lang *lang, enum bot_msg msg)
{
	struct bot_page page[2];

	for (size_t i = 0; i < 2; i++) {
		struct bot_args args = samples[i];

		people(&args, i);
		bot_page_init(&page[i], lang);
		bot_page_say(&page[i], msg, &args);
	}
	printf("%s\n", names[msg]);
	indented(page[0].body.data);
	if (strcmp(page[0].body.data, page[1].body.data) != 0)
		indented(page[1].body.data);
	if (strcmp(page[0].body.data, page[0].html.data) != 0)
		indented(page[0].html.data);
}

int main(int argc, char **argv)
{
	const struct bot_lang *lang = argc == 2 ? bot_lang_find(argv[1]) : NULL;

	if (!lang) {
		fprintf(stderr, "usage: lang_sheet CODE\n");
		return 2;
	}
	for (size_t msg = 0; msg < BOT_MSG_COUNT; msg++)
		print(lang, (enum bot_msg)msg);
	return 0;
}
