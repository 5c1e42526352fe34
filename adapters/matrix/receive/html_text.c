#include "adapters/matrix/receive/html_text.h"

#include "adapters/matrix/receive/mention.h"
#include "bot/base/memory.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MENTIONS_MOST 16   /* how many mentions the bot reads; no command mentions more users */
#define URL_SIZE      1024 /* space for a link with a percent-encoded id of 255 bytes */
#define UNREADABLE    "\xEF\xBF\xBD" /* U+FFFD */

struct text {
	char *start, *end;
	unsigned mentions;
	unsigned code; /* how many elements of code are open */
	bool unclosed; /* no link ends from here on */
	bool after_id; /* the last addition is a user id */
	const json_t *mentioned;
};

static void add(struct text *text, const char *bytes, size_t size)
{
	memcpy(text->end, bytes, size);
	text->end += size;
}

/* Entities */

/* The entities that clients write. Other names stay as they are. */
static const struct {
	const char *entity, *meant;
} entities[] = {
	{"&amp;", "&"},
	{"&lt;", "<"},
	{"&gt;", ">"},
	{"&quot;", "\""},
	{"&apos;", "'"},
	{"&nbsp;", "\xC2\xA0"},
};

/* Adds a character in UTF-8, which is never longer than its entity. */
static void add_character(struct text *text, uint32_t character)
{
	static const unsigned char heads[] = {0, 0xC0, 0xE0, 0xF0};
	unsigned more = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;

	*text->end++ = (char)(heads[more] | character >> (6 * more));
	while (more-- > 0)
		*text->end++ = (char)(0x80 | (character >> (6 * more) & 0x3F));
}

/* Reads an entity such as &#39; or &#x27;. Returns its length, or 0 if it is none. */
static size_t add_numbered(struct text *text, const char *html)
{
	bool hex = html[1] == '#' && (html[2] == 'x' || html[2] == 'X');
	const char *digits = html + (hex ? 3 : 2);
	size_t length =
		html[1] == '#' ? strspn(digits, hex ? "0123456789abcdefABCDEF" : "0123456789") : 0;

	if (length == 0 || length > 8 || digits[length] != ';')
		return 0;
	unsigned long character = strtoul(digits, NULL, hex ? 16 : 10);
	if (character == 0 || character > 0x10FFFF || (character >= 0xD800 && character < 0xE000))
		add(text, UNREADABLE, 3);
	else
		add_character(text, (uint32_t)character);
	return (size_t)(digits - html) + length + 1;
}

/* Adds the character at the beginning of the HTML, and returns the length of what it comes from. */
static size_t add_one(struct text *text, const char *html)
{
	size_t length = 0;

	/* The text after a link may touch it: a word must not become a part of the id. */
	if (text->after_id && (*html == '&' || isalnum((unsigned char)*html)))
		add(text, " ", 1);
	text->after_id = false;
	if (*html == '&')
		length = add_numbered(text, html);
	for (size_t i = 0; length == 0 && i < sizeof(entities) / sizeof(*entities); i++) {
		size_t size = strlen(entities[i].entity);

		if (strncmp(html, entities[i].entity, size) != 0)
			continue;
		add(text, entities[i].meant, strlen(entities[i].meant));
		length = size;
	}
	if (length == 0)
		add(text, html, length = 1);
	return length;
}

/* Adds the HTML up to `end`, without its tags. A tag that does not end there ends the text. */
static void add_flat(struct text *text, const char *html, const char *end)
{
	while (html < end) {
		const char *close = *html == '<' ? memchr(html, '>', (size_t)(end - html)) : NULL;

		if (*html == '<' && !close)
			break;
		html = close ? close + 1 : html + add_one(text, html);
	}
}

/* Tags */

#define NAME_END " \t\r\n\f/>" /* what ends the name of a tag */

struct tag {
	const char *name; /* after "<" or "</" */
	size_t length;    /* of the name */
	bool closes;
	const char *end; /* after ">" */
};

/* Finds the end of a tag; a > in quotation marks does not end it. Returns NULL if it has no end. */
static const char *find_end(const char *tag)
{
	for (char quote = '\0'; *tag; tag++) {
		if (quote ? *tag == quote : *tag == '"' || *tag == '\'')
			quote = (char)(quote ? '\0' : *tag);
		else if (*tag == '>' && !quote)
			return tag + 1;
	}
	return NULL;
}

/* Reads the tag at the beginning of the HTML. Returns false if there is none. */
static bool read_tag(const char *html, struct tag *tag)
{
	if (*html != '<')
		return false;
	tag->closes = html[1] == '/';
	tag->name = html + 1 + tag->closes;
	if (!isalpha((unsigned char)*tag->name))
		return false;
	tag->length = strcspn(tag->name, NAME_END);
	tag->end = find_end(tag->name);
	if (!tag->end) {
		const char *close = strchr(tag->name, '>');

		tag->end = close ? close + 1 : tag->name + strlen(tag->name);
	}
	return true;
}

static bool is_named(const struct tag *tag, const char *name)
{
	return strlen(name) == tag->length && strncasecmp(tag->name, name, tag->length) == 0;
}

static bool is_one_of(const struct tag *tag, const char *const *names)
{
	for (; *names; names++)
		if (is_named(tag, *names))
			return true;
	return false;
}

/* Finds the value of an attribute. Returns false if the tag has none. */
static bool find_attribute(
	const struct tag *tag, const char *name, const char **value, size_t *size)
{
	static const char space[] = " \t\r\n\f/";
	const char *at = tag->name + tag->length;

	while (at < tag->end) {
		at += strspn(at, space);
		size_t length = strcspn(at, " \t\r\n\f/>=");
		bool found = length == strlen(name) && strncasecmp(at, name, length) == 0;

		at += length;
		if (*at != '=') {
			at += length == 0;
			continue;
		}
		char ends[] = ">";
		if (at[1] == '"' || at[1] == '\'')
			ends[0] = at[1];
		*value = at + 1 + (*ends != '>');
		*size = strcspn(*value, *ends == '>' ? " \t\r\n\f>" : ends);
		if (*value + *size >= tag->end)
			return false;
		if (found)
			return true;
		at = *value + *size + (*ends != '>');
	}
	return false;
}

/*
 * Finds the tag that ends an element. Returns NULL if there is none. Reads only the tag that it
 * finds: to read each tag could take long in hostile HTML.
 */
static const char *find_close(const struct tag *tag, const char **after)
{
	const char *html = tag->end;
	struct tag close;

	while ((html = strstr(html, "</"))) {
		const char *name = html + 2;

		if (strncasecmp(name, tag->name, tag->length) == 0 && name[tag->length] &&
			strchr(NAME_END, name[tag->length]) && read_tag(html, &close)) {
			*after = close.end;
			return html;
		}
		html = name;
	}
	return NULL;
}

/* Elements */

static void add_id(struct text *text, const char *user)
{
	if (text->end > text->start && isalnum((unsigned char)text->end[-1]))
		add(text, " ", 1);
	for (; *user; user++) {
		bool readable = *user > ' ' && *user < 0x7F;

		add(text, readable ? user : UNREADABLE, readable ? 1 : 3);
	}
	text->after_id = true;
}

/* If the tag is a link to a user, adds the user's id and returns the HTML after the link. */
static const char *add_mention(struct text *text, const struct tag *tag)
{
	char url[URL_SIZE + 8], user[BOT_ID_SIZE];
	struct text decoded = {.start = url, .end = url};
	const char *value, *close, *rest;
	size_t size;

	if (tag->closes || !is_named(tag, "a") || text->code > 0 || text->unclosed ||
		text->mentions == MENTIONS_MOST || !find_attribute(tag, "href", &value, &size) ||
		size >= URL_SIZE)
		return NULL;
	close = find_close(tag, &rest);
	text->unclosed = !close;
	if (!close || close == tag->end)
		return NULL;
	add_flat(&decoded, value, value + size);
	*decoded.end = '\0';
	if (!mx_mention_read(url, text->mentioned, user))
		return NULL;
	text->mentions++;
	add_id(text, user);
	return rest;
}

/* Adds what a tag shows, and returns the HTML after it. */
static const char *add_tag(struct text *text, const struct tag *tag)
{
	static const char *const hidden[] = {"mx-reply", "script", "style", NULL};
	static const char *const code[] = {"code", "pre", NULL};
	static const char *const lines[] = {"br", "p", "div", "li", "ul", "ol", "tr", "table",
		"blockquote", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "hr", NULL};
	const char *rest = add_mention(text, tag), *value;
	size_t size;

	if (rest)
		return rest;
	if (!tag->closes && is_one_of(tag, hidden))
		return find_close(tag, &rest) ? rest : tag->end + strlen(tag->end);
	if (is_one_of(tag, code))
		text->code += !tag->closes ? 1 : text->code > 0 ? -1U : 0;
	if (is_one_of(tag, lines))
		add(text, "\n", 1);
	else if (is_named(tag, "td") || is_named(tag, "th"))
		add(text, " ", 1);
	else if (is_named(tag, "img") && find_attribute(tag, "alt", &value, &size))
		add_flat(text, value, value + size);
	return tag->end;
}

static bool is_spoiler(const struct tag *tag)
{
	static const char attribute[] = "data-mx-spoiler";
	const char *at = is_named(tag, "span") ? tag->name : tag->end;

	while (at < tag->end && strncasecmp(at, attribute, strlen(attribute)) != 0)
		at++;
	return at < tag->end;
}

/* Whether the element is what the sender quotes, has struck out or hides, and not what they say. */
static bool begins_aside(const struct tag *tag)
{
	static const char *const names[] = {"blockquote", "del", "s", "strike", NULL};

	return !tag->closes && (is_one_of(tag, names) || is_spoiler(tag));
}

/* An element that is left out, with the elements inside it. */
struct aside {
	struct tag tag;
	unsigned depth; /* how many elements with this name are open; 0 if nothing is left out */
	bool any;       /* there was one */
};

/* Reads a tag. Returns whether it is left out; the tag that ends an aside may end a line. */
static bool read_aside(struct aside *aside, const struct tag *tag)
{
	if (aside->depth == 0 && !begins_aside(tag))
		return false;
	if (aside->depth == 0)
		*aside = (struct aside){.tag = *tag, .any = true};
	if (aside->tag.length == tag->length &&
		strncasecmp(aside->tag.name, tag->name, tag->length) == 0)
		aside->depth += tag->closes ? -1U : 1;
	return aside->depth > 0;
}

char *mx_html_text_with_ids(const char *html, const json_t *mentions)
{
	/* What is added is never longer than what it comes from, except the ids. */
	const size_t size = strlen(html) + (size_t)MENTIONS_MOST * (3 * BOT_ID_SIZE + 2) + 1;
	struct text text = {.start = bot_malloc(size), .mentioned = mentions};
	struct aside aside = {0};
	struct tag tag;

	text.end = text.start;
	while (*html) {
		const char *comment = strncmp(html, "<!--", 4) == 0 ? strstr(html, "-->") : NULL;

		if (comment)
			html = comment + 3;
		else if (read_tag(html, &tag))
			html = read_aside(&aside, &tag) ? tag.end : add_tag(&text, &tag);
		else
			html += aside.depth > 0 ? 1 : add_one(&text, html);
	}
	*text.end = '\0';
	if (text.mentions > 0 || aside.any)
		return text.start;
	free(text.start);
	return NULL;
}
