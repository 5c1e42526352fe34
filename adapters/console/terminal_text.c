#include "adapters/console/terminal_text.h"

#include "bot/base/memory.h"
#include "bot/text/plain.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct converter {
	const char *at; /* the next byte of the message */
	FILE *out;
	bool at_line_start; /* the line has only style bytes so far */
	bool owes_space;    /* a space comes before the next character of the line */
	const char *url;    /* while the text of a link is converted, the link's URL as HTML */
};

static void put_line_break(struct converter *c)
{
	fputc('\n', c->out);
	c->at_line_start = true;
	c->owes_space = false;
}

static void begin_new_line(struct converter *c)
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
	uint32_t code;
	size_t size = bot_char_read(c->at, &code);

	/* Replaces the control characters of ASCII and Latin 1, because terminals obey them. */
	if (code >= 0x20 && (code < 0x7f || code >= 0xa0) && code != 0xfffd)
		put(c, c->at, size);
	else
		put(c, replacement, strlen(replacement));
	c->at += size;
}

/*
 * The handlers of tags and entities. `byte` is the style byte for the tag, or the character for the
 * entity.
 */

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

/*
 * Ends a style. If a space stands before the end tag, the space is printed after the end of the
 * style.
 */
static void on_style_end(struct converter *c, char byte)
{
	fputc(byte, c->out);
}

static void on_paragraph(struct converter *c, char byte)
{
	(void)byte;
	begin_new_line(c);
}

/* The terminal shows nothing of the tag, not even its colours. */
static void on_span(struct converter *c, char byte)
{
	(void)byte;
	c->at += strcspn(c->at, ">");
	c->at += *c->at == '>';
}

static const struct {
	const char *text;
	void (*handle)(struct converter *c, char byte);
	char byte;
} tags[] = {
	{"<br>", on_break, 0},
	{"<strong>", on_style, CON_STRONG},
	{"</strong>", on_style_end, CON_STRONG_END},
	{"<span", on_span, 0},
	{"</span", on_span, 0},
	{"<code>", on_style, CON_CODE},
	{"</code>", on_style_end, CON_CODE_END},
	{"<p>", on_paragraph, 0},
	{"</p>", on_paragraph, 0},
	{"&amp;", on_entity, '&'},
	{"&lt;", on_entity, '<'},
	{"&gt;", on_entity, '>'},
	{"&quot;", on_entity, '"'},
	{"&#39;", on_entity, '\''},
	{"&nbsp;", on_entity, ' '},
};

/* Converts the tag or entity at c->at. Returns false if neither is there. */
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

/* Prints the URL of a link in brackets, after the text of the link. */
static void put_url(struct converter *c)
{
	const char *rest = c->at;

	put(c, " (", 2);
	for (c->at = c->url; *c->at != '"';)
		if (!convert_tag(c))
			copy_character(c);
	put(c, ")", 1);
	c->at = rest;
	c->url = NULL;
}

/* Converts the beginning or the end of a link at c->at. Returns false if neither is there. */
static bool convert_link(struct converter *c)
{
	static const char begin[] = "<a href=\"", end[] = "</a>";
	const char *url = c->at + strlen(begin);

	if (c->url && strncmp(c->at, end, strlen(end)) == 0) {
		c->at += strlen(end);
		put_url(c);
		return true;
	}
	if (strncmp(c->at, begin, strlen(begin)) != 0 || !strstr(url, "\">"))
		return false;
	c->url = url;
	c->at = strstr(url, "\">") + 2;
	return true;
}

/*
 * Converts one byte of text. HTML shows a run of white space as one space, but plain text keeps all
 * of it.
 */
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
	struct converter c = {.at = message,
		.out = bot_memory_or_exit(open_memstream(&text, &size)),
		.at_line_start = true};

	while (*c.at)
		if (!is_html || (!convert_tag(&c) && !convert_link(&c)))
			convert_byte(&c, !is_html);
	bot_memory_or_exit(fclose(c.out) == 0 ? text : NULL);
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
