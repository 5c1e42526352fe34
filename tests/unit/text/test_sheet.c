/*
 * Fills in each message of each language as the bot does, and checks the plain text and the HTML.
 * Writes what people see into the folder TEST_SHEETS, a file for each language, for translators.
 */
#include "bot/text/page.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char *const names[] = {
#define NAME(name) #name,
#include "bot/text/lang/names.inc"
#undef NAME
};

/*
 * Two sets of values: one of each thing and short names, then many things and long names. The value
 * of a string is the name of its placeholder, unless the names, cards or prefix are set below.
 */
static const struct bot_args samples[2] = {
	{
#define STRING(name) .name = "<" #name ">",
#define NUMBER(name) .name = 1,
#define SPAN(name)   .name = 60000,
		BOT_ARGS(STRING, NUMBER, SPAN)
#undef STRING
#undef NUMBER
#undef SPAN
	},
	{
#define STRING(name) .name = #name,
#define NUMBER(name) .name = 12,
#define SPAN(name)   .name = INT64_C(12) * 86400000,
		BOT_ARGS(STRING, NUMBER, SPAN)
#undef STRING
#undef NUMBER
#undef SPAN
	},
};

static struct bot_args sample(size_t which)
{
	static const char *const white[2] = {"Ann", "Zo\xC3\xAB de Wit"};
	static const char *const black[2] = {"Bob", "@b.o'b:test"};
	static const char *const card[2] = {"1", "2"};
	static const char *const cards[2] = {"5", "1 2 2 3 5"};
	struct bot_args args = samples[which];

	args.white = args.winner = args.name = args.challenger = white[which];
	args.black = args.loser = args.challenged = black[which];
	args.card = card[which];
	args.cards = cards[which];
	args.bot = "@engarde:test";
	args.prefix = which == 0 ? "!engarde " : "";
	return args;
}

static void indented(FILE *sheet, const char *text)
{
	fputc('\t', sheet);
	for (; *text; text++) {
		fputc(*text, sheet);
		if (*text == '\n')
			fputc('\t', sheet);
	}
	fputc('\n', sheet);
}

/* Writes the plain text with each set of values, and the HTML if it differs from the plain text. */
static void write_message(FILE *sheet, enum bot_msg msg, const struct bot_page page[2])
{
	fprintf(sheet, "%s\n", names[msg]);
	indented(sheet, page[0].body.data);
	if (strcmp(page[0].body.data, page[1].body.data) != 0)
		indented(sheet, page[1].body.data);
	if (strcmp(page[0].body.data, page[0].html.data) != 0)
		indented(sheet, page[0].html.data);
}

/* An element or entity in the HTML of a message, and the text that a client shows for it. */
struct token {
	const char *html, *text;
	char opens, closes; /* the letter of an element, or 0 */
};

static const struct token tokens[] = {{"<code>", "", 'c', 0}, {"</code>", "", 0, 'c'},
	{"<strong>", "", 's', 0}, {"</strong>", "", 0, 's'}, {"<br>", "\n", 0, 0},
	{"&lt;", "<", 0, 0}, {"&gt;", ">", 0, 0}, {"&amp;", "&", 0, 0}, {"&quot;", "\"", 0, 0},
	{"&#39;", "'", 0, 0}, {"&nbsp;", " ", 0, 0}};

static const struct token *find_token(const char *html)
{
	for (size_t i = 0; i < sizeof(tokens) / sizeof(tokens[0]); i++)
		if (strncmp(html, tokens[i].html, strlen(tokens[i].html)) == 0)
			return &tokens[i];
	return NULL;
}

/* Adds what a client shows for HTML to `shown`. Returns false if the HTML is not well formed. */
static bool show_html(const char *html, struct bot_text *shown)
{
	char open[2];
	size_t depth = 0;

	for (size_t plain; plain = strcspn(html, "<>&\"'"), html[plain];) {
		const struct token *token = find_token(html + plain);

		if (!token || (token->opens && depth == sizeof(open)) ||
			(token->closes && (depth == 0 || open[--depth] != token->closes)))
			return false;
		if (token->opens)
			open[depth++] = token->opens;
		bot_text_add_bytes(shown, html, plain);
		bot_text_add(shown, token->text);
		html += plain + strlen(token->html);
	}
	bot_text_add(shown, html);
	return depth == 0;
}

/*
 * Whether the text has the value of each placeholder, and no mark of the message. The words of
 * {count:one day|other days} depend on the language: unit/text/lang tests them.
 */
static bool is_filled(const struct bot_lang *lang, const char *message, const struct bot_args *args,
	const char *body)
{
	while ((message = strchr(message, '{'))) {
		size_t size = strcspn(++message, ":}");
		struct bot_value value;
		char number[BOT_SPAN_SIZE];

		if (message[size] == ':') /* the word for a number */
			continue;
		if (!bot_lang_value(message, size, args, &value))
			return false;
		if (value.span)
			bot_span_write(lang, value.number, number);
		else
			snprintf(number, sizeof(number), "%lld", (long long)value.number);
		if (!strstr(body, value.string ? value.string : number))
			return false;
	}
	return !strpbrk(body, "{}`*");
}

static bool is_the_same_in_html(const struct bot_page *page)
{
	char data[BOT_PAGE_BODY];
	struct bot_text shown = bot_text_in(data, sizeof(data));

	return show_html(page->html.data, &shown) && strcmp(data, page->body.data) == 0;
}

static void write_sheet(FILE *sheet, const struct bot_lang *lang)
{
	static struct bot_page page[2];

	for (enum bot_msg msg = 0; msg < BOT_MSG_COUNT; msg++) {
		for (size_t i = 0; i < 2; i++) {
			const struct bot_args args = sample(i);

			bot_page_init(&page[i], lang);
			bot_page_say(&page[i], msg, &args);
			if (page[i].html.cut ||
				!is_filled(lang, lang->messages[msg], &args, page[i].body.data) ||
				!is_the_same_in_html(&page[i]))
				fail_msg("%s: %s: %s", lang->code, names[msg], page[i].html.data);
		}
		write_message(sheet, msg, page);
	}
}

UNIT_TEST(test_messages_are_filled_in_and_shown_the_same_in_html)
{
	(void)mkdir(TEST_SHEETS, 0777); /* fopen fails if there is no folder */
	for (size_t i = 0; i < bot_langs_count; i++) {
		char path[4096];

		snprintf(path, sizeof(path), "%s/%s.txt", TEST_SHEETS, bot_langs[i].code);
		FILE *sheet = fopen(path, "w");
		if (!sheet) {
			fail_msg("can't write %s", path);
			return;
		}
		write_sheet(sheet, &bot_langs[i]);
		assert_int_equal(fclose(sheet), 0);
	}
}
