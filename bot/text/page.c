#include "bot/text/page.h"

#include "bot/base/duration.h"
#include "bot/text/lang.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void bot_page_init(struct bot_page *page, const struct bot_lang *lang)
{
	page->lang = lang;
	page->body = bot_text_in(page->body_data, sizeof(page->body_data));
	page->html = bot_text_in(page->html_data, sizeof(page->html_data));
	page->links_count = 0;
	page->names_count = 0;
}

void bot_page_unlink(struct bot_page *page)
{
	page->links_count = 0;
}

void bot_page_rename(struct bot_page *page, const char *value, const char *shown)
{
	assert(page->names_count < BOT_PAGE_NAMES);
	page->names[page->names_count++] = (struct bot_page_name){value, shown};
}

void bot_page_link(struct bot_page *page, const char *value, const char *url, bool shows_url)
{
	struct bot_page_link *link = &page->links[page->links_count];
	size_t length = strlen(url);

	if (page->links_count == BOT_PAGE_LINKS || length >= sizeof(link->url))
		return;
	link->value = value;
	link->shows_url = shows_url;
	memcpy(link->url, url, length + 1);
	page->links_count++;
}

/* The marks of a message. The body and the HTML show them in different ways. */
enum mark { CODE, CODE_END, STRONG, STRONG_END, LINE, NO_BREAK, MARKS };

/* How the body or the HTML of a page writes marks, text and links. */
struct form {
	const char *mark[MARKS];
	void (*add)(struct bot_text *text, const char *bytes, size_t count);
	void (*add_link)(struct bot_text *text, const struct bot_page_link *link);
};

static void add_plain_link(struct bot_text *text, const struct bot_page_link *link)
{
	bot_text_add(text, link->value);
	if (!link->shows_url)
		return;
	bot_text_add(text, " (");
	bot_text_add(text, link->url);
	bot_text_add(text, ")");
}

static void add_html_link(struct bot_text *text, const struct bot_page_link *link)
{
	bot_text_add(text, "<a href=\"");
	bot_text_add_html(text, link->url, strlen(link->url));
	bot_text_add(text, "\">");
	bot_text_add_html(text, link->value, strlen(link->value));
	bot_text_add(text, "</a>");
}

static const struct form plain = {{"", "", "", "", "\n", " "}, bot_text_add_bytes, add_plain_link};
static const struct form formatted = {
	{"<code>", "</code>", "<strong>", "</strong>", "<br>", "&nbsp;"}, bot_text_add_html,
	add_html_link};

/* A text to write a message to, and its form. A list of outputs ends with a NULL text. */
struct output {
	struct bot_text *text;
	const struct form *form;
};

static void add_to_all(const struct output *out, const char *bytes, size_t count)
{
	for (; out->text; out++)
		out->form->add(out->text, bytes, count);
}

static void add_mark(const struct output *out, enum mark mark)
{
	for (; out->text; out++)
		bot_text_add(out->text, out->form->mark[mark]);
}

static void add_link(const struct output *out, const struct bot_page_link *link)
{
	for (; out->text; out++)
		out->form->add_link(out->text, link);
}

/* The language of a message, the values of its placeholders, and the page, or NULL. */
struct values {
	const struct bot_lang *lang;
	const struct bot_args *args;
	const struct bot_page *page;
};

/* Returns the link that a page has for the string, or NULL. */
static const struct bot_page_link *find_link(const struct values *values, const char *string)
{
	const struct bot_page *page = values->page;

	for (size_t i = 0; page && i < page->links_count; i++)
		if (page->links[i].value == string)
			return &page->links[i];
	return NULL;
}

/* Returns the text that a page shows for the string. */
static const char *find_name(const struct values *values, const char *string)
{
	const struct bot_page *page = values->page;

	for (size_t i = 0; page && i < page->names_count; i++)
		if (page->names[i].value == string)
			return page->names[i].shown;
	return string;
}

static void say(const struct output *out, const char *text, const struct values *values);

/* Adds the word that has the form for this number, as in {count:one day|other days}. */
static void add_form(
	const struct output *out, int64_t number, const char *forms, const struct bot_lang *lang)
{
	size_t length;
	const char *form = bot_plural_find(lang, number, forms, &length);

	add_to_all(out, form, length);
}

/* Adds a text. From `unbroken` on, which points into it, clients keep the text on one line. */
static void add_unbroken(const struct output *out, const char *text, const char *unbroken)
{
	const char *space;

	for (; (space = strchr(unbroken, ' ')); text = unbroken = space + 1) {
		add_to_all(out, text, (size_t)(space - text));
		add_mark(out, NO_BREAK);
	}
	add_to_all(out, text, strlen(text));
}

static const struct {
	int64_t length;
	enum bot_msg unit;
} units[] = {{BOT_DAY, BOT_MSG_UNIT_DAY}, {BOT_HOUR, BOT_MSG_UNIT_HOUR},
	{BOT_MINUTE, BOT_MSG_UNIT_MINUTE}, {BOT_SECOND, BOT_MSG_UNIT_SECOND}};

#define UNITS       (sizeof(units) / sizeof(units[0]))
#define UNITS_SHOWN 2

/*
 * Adds a number with its unit. A language that writes "3時間" has no space in the unit, and none
 * between two parts either.
 */
static void add_unit(char span[BOT_SPAN_SIZE], const char *unit, int64_t number)
{
	size_t used = strlen(span);
	const char *space = used > 0 && unit[0] == ' ' ? " " : "";

	snprintf(span + used, BOT_SPAN_SIZE - used, "%s%" PRId64 "%s", space, number, unit);
}

void bot_span_write(const struct bot_lang *lang, int64_t ms, char span[BOT_SPAN_SIZE])
{
	int64_t left = (ms + BOT_SECOND - 1) / BOT_SECOND * BOT_SECOND;
	size_t first = 0;

	span[0] = '\0';
	while (first < UNITS - 1 && left < units[first].length)
		first++;
	for (size_t i = first; i < UNITS && i < first + UNITS_SHOWN; i++) {
		if (i > first && left < units[i].length)
			break;
		add_unit(span, lang->messages[units[i].unit], left / units[i].length);
		left %= units[i].length;
	}
}

/* Adds a length of time in milliseconds: in weeks if it is some whole weeks. */
static void add_span(const struct output *out, int64_t ms, const struct bot_lang *lang)
{
	char span[BOT_SPAN_SIZE];

	if (ms > 0 && ms % BOT_WEEK == 0) {
		const struct bot_args args = {.count = ms / BOT_WEEK};

		say(out, lang->messages[BOT_MSG_WEEKS],
			&(struct values){.lang = lang, .args = &args});
		return;
	}
	bot_span_write(lang, ms, span);
	add_unbroken(out, span, span);
}

/* Adds a time of day, whose zone is its last word: the zone stays on the line of the time. */
static void add_time(const struct output *out, const char *time)
{
	const char *zone = strrchr(time, ' ');

	add_unbroken(out, time, zone ? zone : time);
}

/* Adds a value that is a string, or what the page shows instead of it. */
static void add_string(const struct output *out, const char *string, const struct values *values)
{
	const struct bot_page_link *link = find_link(values, string);

	if (link) {
		add_link(out, link);
		return;
	}
	string = find_name(values, string);
	add_to_all(out, string, strlen(string));
}

static void add_number(const struct output *out, int64_t value)
{
	for (; out->text; out++) /* no form escapes digits */
		bot_text_add_number(out->text, value);
}

/*
 * Adds the value of the placeholder that begins at `text`. Returns a pointer to the last byte of
 * the placeholder.
 */
static const char *expand(const struct output *out, const char *text, const struct values *values)
{
	const char *end = strchr(text, '}');
	size_t name = strcspn(text + 1, ":}");
	struct bot_value value = {"", 0, false};

	/*
	 * These assertions hold, because tests/unit/text/test_lang.c checks the placeholders of all
	 * messages.
	 */
	assert(end && values->args);
	bool known = bot_lang_value(text + 1, name, values->args, &value);
	assert(known);
	(void)known;
	if (text[1 + name] == ':')
		add_form(out, value.number, text + name + 2, values->lang);
	else if (value.string && value.string == values->args->until)
		add_time(out, value.string);
	else if (value.string)
		add_string(out, value.string, values);
	else if (value.span)
		add_span(out, value.number, values->lang);
	else
		add_number(out, value.number);
	return end;
}

/*
 * Adds a message. Replaces the placeholders, and the characters ` and * that enclose code and
 * strong text.
 */
static void say(const struct output *out, const char *text, const struct values *values)
{
	bool code = false, strong = false;

	for (; *text; text++) {
		size_t literal = strcspn(text, "{`*\n");

		add_to_all(out, text, literal);
		text += literal;
		switch (*text) {
		case '{':
			text = expand(out, text, values);
			break;
		case '`':
			add_mark(out, code ? CODE_END : CODE);
			code = !code;
			break;
		case '*':
			add_mark(out, strong ? STRONG_END : STRONG);
			strong = !strong;
			break;
		case '\n':
			add_mark(out, LINE);
			break;
		default:
			return;
		}
	}
}

/* Adds a message to a page: to the body and to the HTML, or only to one of them. */
static void say_in(struct bot_page *page, const struct output *out, enum bot_msg msg,
	const struct bot_args *args)
{
	const struct values values = {page->lang, args, page};

	say(out, page->lang->messages[msg], &values);
}

void bot_page_body(struct bot_page *page, enum bot_msg msg, const struct bot_args *args)
{
	const struct output body[] = {{&page->body, &plain}, {NULL, NULL}};

	say_in(page, body, msg, args);
}

void bot_page_html(struct bot_page *page, enum bot_msg msg, const struct bot_args *args)
{
	const struct output html[] = {{&page->html, &formatted}, {NULL, NULL}};

	say_in(page, html, msg, args);
}

void bot_page_say(struct bot_page *page, enum bot_msg msg, const struct bot_args *args)
{
	const struct output both[] = {
		{&page->body, &plain}, {&page->html, &formatted}, {NULL, NULL}};

	say_in(page, both, msg, args);
}

void bot_page_add(struct bot_page *page, const char *body, const char *html)
{
	bot_text_add(&page->body, body);
	bot_text_add(&page->html, html);
}

void bot_page_space(struct bot_page *page)
{
	bot_page_say(page, BOT_MSG_SENTENCE_SPACE, NULL);
}

void bot_page_line(struct bot_page *page)
{
	bot_page_add(page, plain.mark[LINE], formatted.mark[LINE]);
}

void bot_page_say_below(struct bot_page *page, enum bot_msg msg, const struct bot_args *args)
{
	bot_page_line(page);
	bot_page_say(page, msg, args);
}

void bot_page_say_after(struct bot_page *page, enum bot_msg msg, const struct bot_args *args)
{
	bot_page_space(page);
	bot_page_say(page, msg, args);
}

void bot_page_string(const struct bot_lang *lang, enum bot_msg msg, const struct bot_args *args,
	char *string, size_t size)
{
	const struct values values = {.lang = lang, .args = args};
	struct bot_text text = bot_text_in(string, size);
	const struct output out[] = {{&text, &plain}, {NULL, NULL}};

	say(out, lang->messages[msg], &values);
}
