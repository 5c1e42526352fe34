#include "adapters/console/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

struct converter {
	const char *at; /* the next byte of the message */
	FILE *out;
	bool at_line_start; /* the line has nothing but marks yet */
	bool owes_space;    /* a space comes before the next character of the line */
	bool in_pre;
	unsigned items; /* of the list so far */
};

static void put_line_break(struct converter *c)
{
	fputc('\n', c->out);
	c->at_line_start = true;
	c->owes_space = false;
}

static void begin_line(struct converter *c)
{
	c->owes_space = false;
	if (!c->at_line_start)
		put_line_break(c);
}

static void put_owed_space(struct converter *c)
{
	if (c->owes_space && !c->at_line_start)
		fputc(' ', c->out);
	c->owes_space = false;
}

static void put(struct converter *c, const char *bytes, size_t size)
{
	put_owed_space(c);
	fwrite(bytes, 1, size, c->out);
	c->at_line_start = false;
}

static void copy_character(struct converter *c)
{
	static const char replacement[] = "\xef\xbf\xbd";
	utf8proc_int32_t code;
	utf8proc_ssize_t size = utf8proc_iterate((const utf8proc_uint8_t *)c->at, -1, &code);

	/* Terminals obey the control characters of ASCII and of Latin 1. */
	if (size > 0 && code >= 0x20 && (code < 0x7f || code >= 0xa0))
		put(c, c->at, (size_t)size);
	else
		put(c, replacement, strlen(replacement));
	c->at += size > 0 ? size : 1;
}

/* The handlers of tags and entities. `byte` is the mark or the character for it. */

static void on_entity(struct converter *c, char byte)
{
	put(c, &byte, 1);
}

static void on_break(struct converter *c, char byte)
{
	(void)byte;
	put_line_break(c);
}

static void on_style(struct converter *c, char byte)
{
	put_owed_space(c);
	fputc(byte, c->out);
}

/* A space before the tag is printed after the mark. */
static void on_style_end(struct converter *c, char byte)
{
	fputc(byte, c->out);
}

static void on_pre(struct converter *c, char byte)
{
	begin_line(c);
	fputc(byte, c->out);
	c->in_pre = true;
}

static void on_pre_end(struct converter *c, char byte)
{
	fputc(byte, c->out);
	c->in_pre = false;
	begin_line(c);
}

static void on_list(struct converter *c, char byte)
{
	(void)byte;
	begin_line(c);
	c->items = 0;
}

static void on_item(struct converter *c, char byte)
{
	(void)byte;
	begin_line(c);
	fprintf(c->out, "%2u. ", ++c->items);
	c->at_line_start = false;
}

static void on_item_end(struct converter *c, char byte)
{
	(void)byte;
	begin_line(c);
}

/* The first match counts, so </code></pre> comes before </code>. */
static const struct {
	const char *text;
	void (*handle)(struct converter *c, char byte);
	char byte;
} tags[] = {
	{"<br>", on_break, 0},
	{"<strong>", on_style, CON_STRONG},
	{"</strong>", on_style_end, CON_STRONG_END},
	{"<pre><code>", on_pre, CON_PRE},
	{"</code></pre>", on_pre_end, CON_PRE_END},
	{"<code>", on_style, CON_CODE},
	{"</code>", on_style_end, CON_CODE_END},
	{"<ol>", on_list, 0},
	{"</ol>", on_list, 0},
	{"<li>", on_item, 0},
	{"</li>", on_item_end, 0},
	{"&amp;", on_entity, '&'},
	{"&lt;", on_entity, '<'},
	{"&gt;", on_entity, '>'},
	{"&quot;", on_entity, '"'},
	{"&#39;", on_entity, '\''},
};

/* Converts the tag or entity at this place. Returns false if there is none. */
static bool convert_tag(struct converter *c)
{
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		size_t length = strlen(tags[i].text);

		if (strncmp(c->at, tags[i].text, length) != 0)
			continue;
		c->at += length;
		tags[i].handle(c, tags[i].byte);
		return true;
	}
	return false;
}

/* White space is one space in HTML; in pre and in plain text it is kept. */
static void convert_byte(struct converter *c, bool keeps_space)
{
	bool is_space = *c->at == ' ' || *c->at == '\t' || *c->at == '\n';

	if (!is_space) {
		copy_character(c);
		return;
	}
	if (!keeps_space)
		c->owes_space = true;
	else if (*c->at == '\n')
		put_line_break(c);
	else
		put(c, " ", 1);
	c->at++;
}

static char *convert(const char *message, bool is_html)
{
	char *text = NULL;
	size_t size;
	struct converter c = {
		.at = message, .out = open_memstream(&text, &size), .at_line_start = true};

	if (!c.out)
		return NULL;
	while (*c.at)
		if (!is_html || !convert_tag(&c))
			convert_byte(&c, !is_html || c.in_pre);
	if (fclose(c.out)) {
		free(text);
		return NULL;
	}
	while (size > 0 && text[size - 1] == '\n')
		text[--size] = '\0';
	return text;
}

char *con_text_from_html(const char *html)
{
	return convert(html, true);
}

char *con_text_from_plain(const char *plain)
{
	return convert(plain, false);
}
