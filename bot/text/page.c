#include "bot/text/page.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void bot_page_init(struct bot_page *page, const struct bot_lang *lang)
{
	page->lang = lang;
	bot_text_init(&page->body, page->body_data, sizeof(page->body_data));
	bot_text_init(&page->html, page->html_data, sizeof(page->html_data));
}

/* What one of the two forms writes for the marks in a message. */
struct form {
	const char *code[2]; /* at its beginning, at its end */
	const char *strong[2];
	const char *line;
	void (*add)(struct bot_text *text, const char *bytes, size_t count);
};

static const struct form plain = {{"", ""}, {"", ""}, "\n", bot_text_add_bytes};
static const struct form formatted = {
	{"<code>", "</code>"}, {"<strong>", "</strong>"}, "<br>", bot_text_add_html};

/* Adds the value of the placeholder that begins at `text`. Returns the last byte of the
 * placeholder. */
static const char *expand(struct bot_text *out, const struct form *form, const char *text,
	const struct bot_args *args)
{
	const char *end = strchr(text, '}');
	struct bot_value value = {"", 0};
	char number[24];

	/* tests/unit/test_lang.c checks the placeholders of each message in each language. */
	assert(end && args);
	bool known = bot_lang_value(text + 1, (size_t)(end - text - 1), args, &value);
	assert(known);
	(void)known;
	if (!value.string) {
		snprintf(number, sizeof(number), "%" PRId64, value.number);
		value.string = number;
	}
	form->add(out, value.string, strlen(value.string));
	return end;
}

static void say(struct bot_text *out, const struct form *form, const char *text,
	const struct bot_args *args)
{
	bool code = false, strong = false;

	for (; *text; text++) {
		size_t literal = strcspn(text, "{`*\n");

		form->add(out, text, literal);
		text += literal;
		switch (*text) {
		case '{':
			text = expand(out, form, text, args);
			break;
		case '`':
			bot_text_add(out, form->code[code]);
			code = !code;
			break;
		case '*':
			bot_text_add(out, form->strong[strong]);
			strong = !strong;
			break;
		case '\n':
			bot_text_add(out, form->line);
			break;
		default:
			return;
		}
	}
}

void bot_page_body(struct bot_page *page, enum bot_msg msg, const struct bot_args *args)
{
	say(&page->body, &plain, page->lang->messages[msg], args);
}

void bot_page_html(struct bot_page *page, enum bot_msg msg, const struct bot_args *args)
{
	say(&page->html, &formatted, page->lang->messages[msg], args);
}

void bot_page_say(struct bot_page *page, enum bot_msg msg, const struct bot_args *args)
{
	bot_page_body(page, msg, args);
	bot_page_html(page, msg, args);
}

void bot_page_add(struct bot_page *page, const char *body, const char *html)
{
	bot_text_add(&page->body, body);
	bot_text_add(&page->html, html);
}

void bot_page_line(struct bot_page *page)
{
	bot_page_add(page, plain.line, formatted.line);
}

void bot_page_string(const struct bot_lang *lang, enum bot_msg msg, const struct bot_args *args,
	char *string, size_t size)
{
	struct bot_text text;

	bot_text_init(&text, string, size);
	say(&text, &plain, lang->messages[msg], args);
}
