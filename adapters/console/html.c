#include "adapters/console/html.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define NAME_SIZE   8 /* of a tag or entity that means something here */
#define LISTS_MAX   8 /* lists in lists; what is deeper counts on in the last */
#define REPLACEMENT 0xfffd

struct converter {
	const char *at;
	char *out;
	size_t used, size;
	bool failed;
	bool space; /* one is owed before the next character of the line */
	unsigned pre, code, strong;
	unsigned lists, item[LISTS_MAX];
};

struct tag {
	char name[NAME_SIZE];
	bool closing;
};

static void put(struct converter *c, char byte)
{
	if (c->failed)
		return;
	if (c->used + 1 >= c->size) {
		size_t size = c->size ? c->size * 2 : 256;
		char *grown = realloc(c->out, size);
		if (!grown) {
			c->failed = true;
			return;
		}
		c->out = grown;
		c->size = size;
	}
	c->out[c->used++] = byte;
}

/* Whether the line has nothing on it yet; marks take no room. */
static bool at_line_start(const struct converter *c)
{
	size_t i = c->used;

	while (i && c->out[i - 1] > 0 && c->out[i - 1] <= CON_PRE_END)
		i--;
	return !i || c->out[i - 1] == '\n';
}

static void put_space(struct converter *c)
{
	if (c->space && !at_line_start(c))
		put(c, ' ');
	c->space = false;
}

static void put_line_break(struct converter *c)
{
	c->space = false;
	put(c, '\n');
}

static void put_block(struct converter *c)
{
	c->space = false;
	if (!at_line_start(c))
		put(c, '\n');
}

static void put_string(struct converter *c, const char *string)
{
	while (*string)
		put(c, *string++);
}

/* The controls of ASCII and of Latin 1, which terminals obey, and half a surrogate pair. */
static bool is_unprintable(uint32_t character)
{
	return character < 0x20 || (character >= 0x7f && character < 0xa0) ||
	       (character >= 0xd800 && character < 0xe000) || character > 0x10ffff;
}

static void put_character(struct converter *c, uint32_t character)
{
	if (is_unprintable(character))
		character = REPLACEMENT;
	put_space(c);
	if (character < 0x80) {
		put(c, (char)character);
		return;
	}
	if (character < 0x800) {
		put(c, (char)(0xc0 | character >> 6));
	} else if (character < 0x10000) {
		put(c, (char)(0xe0 | character >> 12));
		put(c, (char)(0x80 | (character >> 6 & 0x3f)));
	} else {
		put(c, (char)(0xf0 | character >> 18));
		put(c, (char)(0x80 | (character >> 12 & 0x3f)));
		put(c, (char)(0x80 | (character >> 6 & 0x3f)));
	}
	put(c, (char)(0x80 | (character & 0x3f)));
}

/* Reads one character of UTF-8; what is none is one replacement character a byte. */
static uint32_t take_character(struct converter *c)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	unsigned char first = (unsigned char)*c->at++;
	size_t size = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;

	if (first < 0x80)
		return first;
	if (first < 0xc2 || first > 0xf4)
		return REPLACEMENT;
	uint32_t character = first & (0xffu >> (size + 1));
	for (size_t i = 0; i + 1 < size; i++) {
		unsigned char next = (unsigned char)c->at[i];
		if ((next & 0xc0) != 0x80)
			return REPLACEMENT;
		character = character << 6 | (next & 0x3f);
	}
	if (character < least[size])
		return REPLACEMENT;
	c->at += size - 1;
	return character;
}

/* &#N; and &#xN;, at the '#'. Returns whether it was one. */
static bool take_number(struct converter *c)
{
	bool hex = c->at[1] == 'x' || c->at[1] == 'X';
	const char *digits = c->at + (hex ? 2 : 1);
	size_t length = strspn(digits, hex ? "0123456789abcdefABCDEF" : "0123456789");

	if (!length || digits[length] != ';')
		return false;
	unsigned long character = length > 8 ? REPLACEMENT : strtoul(digits, NULL, hex ? 16 : 10);
	put_character(c, (uint32_t)character);
	c->at = digits + length + 1;
	return true;
}

static void take_entity(struct converter *c)
{
	static const struct {
		const char *name;
		uint32_t character;
	} entities[] = {{"amp;", '&'}, {"lt;", '<'}, {"gt;", '>'}, {"quot;", '"'}, {"apos;", '\''},
		{"nbsp;", 0xa0}};

	c->at++;
	if (*c->at == '#' && take_number(c))
		return;
	for (size_t i = 0; i < sizeof(entities) / sizeof(entities[0]); i++) {
		size_t length = strlen(entities[i].name);
		if (!strncmp(c->at, entities[i].name, length)) {
			put_character(c, entities[i].character);
			c->at += length;
			return;
		}
	}
	put_character(c, '&');
}

/* Skips a tag's attributes, in whose quotes a '>' ends nothing. */
static const char *skip_attributes(const char *at)
{
	char quote = '\0';

	for (; *at; at++) {
		if (quote) {
			if (*at == quote)
				quote = '\0';
		} else if (*at == '>') {
			return at + 1;
		} else if (*at == '"' || *at == '\'') {
			quote = *at;
		}
	}
	return at;
}

static const char *skip_comment(const char *at)
{
	const char *end = strstr(at, "-->");

	return end ? end + 3 : at + strlen(at);
}

static bool is_letter(char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

/* Reads a tag, at its '<'. Returns false where it is a plain character. */
static bool take_tag(struct converter *c, struct tag *tag)
{
	const char *at = c->at + 1;
	size_t length = 0;

	*tag = (struct tag){.closing = *at == '/'};
	if (!strncmp(at, "!--", 3)) {
		c->at = skip_comment(at + 3);
		return true;
	}
	at += tag->closing;
	if (!is_letter(*at))
		return false;
	while (is_letter(at[length]) || (at[length] >= '0' && at[length] <= '9'))
		length++;
	if (length < NAME_SIZE)
		memcpy(tag->name, at, length);
	c->at = skip_attributes(at + length);
	if (c->at[-1] != '>') /* the text ends within the tag */
		tag->name[0] = '\0';
	return true;
}

static void style(struct converter *c, unsigned *open, bool closing, enum con_mark mark)
{
	if (closing && !*open)
		return;
	if (!closing)
		put_space(c);
	*open = closing ? *open - 1 : *open + 1;
	/* Only the outermost of styles in styles is marked. */
	if (*open == (closing ? 0 : 1))
		put(c, (char)(closing ? mark + 1 : mark));
}

static void on_strong(struct converter *c, bool closing)
{
	style(c, &c->strong, closing, CON_STRONG);
}

static void on_code(struct converter *c, bool closing)
{
	if (!c->pre)
		style(c, &c->code, closing, CON_CODE);
}

static void on_pre(struct converter *c, bool closing)
{
	if (closing) {
		style(c, &c->pre, true, CON_PRE);
		put_block(c);
		return;
	}
	put_block(c);
	style(c, &c->pre, false, CON_PRE);
	if (*c->at == '\n') /* which HTML ignores */
		c->at++;
}

static void on_block(struct converter *c, bool closing)
{
	(void)closing;
	put_block(c);
}

static void on_break(struct converter *c, bool closing)
{
	if (!closing)
		put_line_break(c);
}

static void on_list(struct converter *c, bool closing)
{
	put_block(c);
	if (closing && c->lists)
		c->lists--;
	if (!closing && c->lists < LISTS_MAX)
		c->item[c->lists++] = 0;
}

static void on_item(struct converter *c, bool closing)
{
	char number[12];
	size_t i = sizeof(number) - 1;

	put_block(c);
	if (closing || !c->lists)
		return;
	unsigned n = ++c->item[c->lists - 1];
	for (unsigned depth = 1; depth < c->lists; depth++)
		put_string(c, "    ");
	if (n < 10)
		put(c, ' '); /* so that two figures stand under one */
	for (number[i] = '\0'; n; n /= 10)
		number[--i] = (char)('0' + n % 10);
	put_string(c, number + i);
	put_string(c, ". ");
}

static void on_tag(struct converter *c, const struct tag *tag)
{
	static const struct {
		const char *name;
		void (*handle)(struct converter *c, bool closing);
	} handlers[] = {{"p", on_block}, {"div", on_block}, {"br", on_break}, {"pre", on_pre},
		{"code", on_code}, {"strong", on_strong}, {"b", on_strong}, {"ol", on_list},
		{"li", on_item}};

	for (size_t i = 0; i < sizeof(handlers) / sizeof(handlers[0]); i++)
		if (!strcasecmp(tag->name, handlers[i].name))
			handlers[i].handle(c, tag->closing);
}

static void take_text(struct converter *c)
{
	char byte = *c->at;
	bool white = byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r';

	if (byte == '\n' && c->pre) {
		c->at++;
		put_line_break(c);
	} else if (white && !c->pre) {
		c->at++;
		c->space = true;
	} else if (white) {
		c->at++;
		put(c, ' ');
	} else {
		put_character(c, take_character(c));
	}
}

/* Ends what is still open, and the text. */
static char *finish(struct converter *c)
{
	while (c->code)
		style(c, &c->code, true, CON_CODE);
	while (c->strong)
		style(c, &c->strong, true, CON_STRONG);
	while (c->pre)
		style(c, &c->pre, true, CON_PRE);
	while (c->used && (c->out[c->used - 1] == '\n'))
		c->used--;
	put(c, '\0');
	if (!c->failed)
		return c->out;
	free(c->out);
	return NULL;
}

char *con_html_text(const char *html)
{
	struct converter c = {.at = html};
	struct tag tag;

	while (*c.at) {
		if (*c.at == '<' && take_tag(&c, &tag))
			on_tag(&c, &tag);
		else if (*c.at == '&')
			take_entity(&c);
		else
			take_text(&c);
	}
	return finish(&c);
}

char *con_plain_text(const char *text)
{
	struct converter c = {.at = text};

	while (*c.at) {
		if (*c.at == '\n' || *c.at == '\t') {
			put(&c, *c.at++ == '\n' ? '\n' : ' ');
		} else {
			put_character(&c, take_character(&c));
		}
	}
	return finish(&c);
}
