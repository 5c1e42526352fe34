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
#define LINKS_MOST    64   /* how many links it reads to find them */
#define URL_SIZE      1024 /* space for a link with a percent-encoded id of 255 bytes */
#define UNREADABLE    "\xEF\xBF\xBD" /* U+FFFD */

struct text {
	char *start, *end;
	unsigned mentions, links;
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

/* Reads an entity. Returns its length, or 0 if it is none that clients write. */
static size_t add_entity(struct text *text, const char *html)
{
	size_t length = add_numbered(text, html);

	for (size_t i = 0; length == 0 && i < sizeof(entities) / sizeof(*entities); i++) {
		size_t size = strlen(entities[i].entity);

		if (strncmp(html, entities[i].entity, size) != 0)
			continue;
		add(text, entities[i].meant, strlen(entities[i].meant));
		length = size;
	}
	return length;
}

/* Adds the character at the beginning of the HTML, and returns the length of what it comes from. */
static size_t add_one(struct text *text, const char *html)
{
	size_t length;

	/* The text after a link may touch it: a word must not become a part of the id. */
	if (text->after_id && (*html == '&' || isalnum((unsigned char)*html)))
		add(text, " ", 1);
	text->after_id = false;
	length = *html == '&' ? add_entity(text, html) : 0;
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

#define SPACE " \t\r\n\f"

static bool ends_name(char c)
{
	return c <= ' ' ? strchr(SPACE, c) != NULL : c == '/' || c == '>'; /* NUL does, too */
}

/* Counts the bytes of a name. An equals sign ends the name of an attribute, but may begin it. */
static size_t name_length(const char *name, char also)
{
	size_t length = 1;

	while (!ends_name(name[length]) && name[length] != also)
		length++;
	return length;
}

/* Skips what may stand between the attributes of a tag. */
static const char *skip_space(const char *html)
{
	while (*html && *html != '>' && ends_name(*html))
		html++;
	return html;
}

struct value {
	const char *start; /* NULL if the tag does not have the attribute */
	size_t size;
};

struct tag {
	const char *name; /* after "<" or "</" */
	size_t length;    /* of the name */
	bool closes;
	struct value href, alt;
	const char *end; /* after ">" */
};

static bool equals(const char *text, size_t length, const char *name)
{
	return strlen(name) == length && strncasecmp(text, name, length) == 0;
}

/* Keeps the value of an attribute that counts; a tag's first one does. */
static void keep(struct tag *tag, const char *name, size_t length, struct value value)
{
	struct value *kept = equals(name, length, "href")  ? &tag->href
			     : equals(name, length, "alt") ? &tag->alt
							   : NULL;

	if (kept && !kept->start)
		*kept = value;
}

/* Reads an attribute, whose value may stand in quotation marks. Returns the HTML after it. */
static const char *read_attribute(struct tag *tag, const char *html)
{
	const char *name = html;
	size_t length = name_length(html, '=');
	struct value value;
	char quote[2] = "";

	html += length;
	html += strspn(html, SPACE);
	if (*html != '=')
		return html;
	html += 1 + strspn(html + 1, SPACE);
	if (*html == '"' || *html == '\'')
		quote[0] = *html++;
	value = (struct value){html, strcspn(html, *quote ? quote : SPACE ">")};
	html += value.size;
	if (*quote && !*html)
		return html;
	keep(tag, name, length, value);
	return html + (*quote != '\0');
}

/*
 * Reads the tag at the beginning of the HTML. Returns false if there is none. As in a browser,
 * quotation marks count only around a value, and a tag without an end takes the rest of the HTML:
 * so the bot reads each byte once.
 */
static bool read_tag(const char *html, struct tag *tag)
{
	const char *at;

	if (*html != '<')
		return false;
	*tag = (struct tag){.closes = html[1] == '/'};
	tag->name = html + 1 + tag->closes;
	if (!isalpha((unsigned char)*tag->name))
		return false;
	tag->length = name_length(tag->name, '\0');
	at = skip_space(tag->name + tag->length);
	while (*at && *at != '>')
		at = skip_space(read_attribute(tag, at));
	tag->end = at + (*at == '>');
	return true;
}

static bool is_named(const struct tag *tag, const char *name)
{
	return equals(tag->name, tag->length, name);
}

static bool is_one_of(const struct tag *tag, const char *const *names)
{
	const char first = (char)tolower((unsigned char)*tag->name);

	for (; *names; names++)
		if (**names == first && is_named(tag, *names))
			return true;
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
			ends_name(name[tag->length]) && read_tag(html, &close)) {
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
	const char *close, *rest;

	if (!tag->href.start || tag->closes || !is_named(tag, "a") || text->code > 0 ||
		text->unclosed || text->mentions == MENTIONS_MOST || text->links == LINKS_MOST ||
		tag->href.size >= URL_SIZE)
		return NULL;
	text->links++;
	add_flat(&decoded, tag->href.start, tag->href.start + tag->href.size);
	*decoded.end = '\0';
	if (!mx_mention_read(url, text->mentioned, user))
		return NULL;
	close = find_close(tag, &rest);
	text->unclosed = !close;
	if (!close || close == tag->end)
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
	const char *rest = add_mention(text, tag);

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
	else if (tag->alt.start && is_named(tag, "img"))
		add_flat(text, tag->alt.start, tag->alt.start + tag->alt.size);
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

/* A comment without an end takes the rest of the HTML, as in a browser. */
static const char *after_comment(const char *html)
{
	const char *end = strstr(html, "-->");

	return end ? end + strlen("-->") : html + strlen(html);
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
		if (strncmp(html, "<!--", 4) == 0)
			html = after_comment(html);
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
