#include "adapters/matrix/receive/message_text.h"

#include "adapters/matrix/client/id.h"
#include "bot/base/memory.h"

#include <string.h>
#include <strings.h>

#define MENTIONS_MOST 16   /* how many mentions the bot reads; no command mentions more users */
#define HREF_SIZE     1024 /* space for a link with a percent-encoded id of 255 bytes */

const char *mx_message_text_without_quote(const char *body)
{
	const char *rest = body;

	while (*rest == '>') {
		rest += strcspn(rest, "\n");
		if (*rest)
			rest++;
	}
	if (rest != body && *rest == '\n')
		rest++;
	return rest;
}

/* A link to a user in the HTML of a message; clients show it as a "pill". */
struct mention {
	char user[BOT_ID_SIZE];
	char name[BOT_ID_SIZE]; /* the text of the link, without tags and entities */
};

/* The entities that clients write in names. Other entities stay as they are. */
static const struct {
	const char *entity;
	char byte;
} entities[] = {
	{"&amp;", '&'},
	{"&lt;", '<'},
	{"&gt;", '>'},
	{"&quot;", '"'},
	{"&#39;", '\''},
	{"&#x27;", '\''},
};

static size_t decode_entity(const char *html, char *byte)
{
	for (size_t i = 0; i < sizeof entities / sizeof *entities; i++) {
		size_t length = strlen(entities[i].entity);

		if (strncmp(html, entities[i].entity, length) == 0) {
			*byte = entities[i].byte;
			return length;
		}
	}
	*byte = *html;
	return 1;
}

/* Copies HTML up to `end` as plain text. Returns false if the text does not fit. */
static bool copy_plain(const char *html, const char *end, char *out, size_t size)
{
	size_t length = 0;

	while (html < end) {
		if (*html == '<') {
			const char *close = memchr(html, '>', (size_t)(end - html));

			html = close ? close + 1 : end;
			continue;
		}
		if (length + 1 >= size)
			return false;
		html += decode_entity(html, &out[length++]);
	}
	out[length] = '\0';
	return true;
}

static int hex(char c)
{
	const char *digits = "0123456789abcdef0123456789ABCDEF";
	const char *digit = c ? strchr(digits, c) : NULL;

	return digit ? (int)(digit - digits) % 16 : -1;
}

/* Decodes %XX up to the next "/" or "?". Returns false if the text is malformed or does not fit. */
static bool unescape(const char *text, char *out, size_t size)
{
	size_t length = 0;

	for (; *text && *text != '?' && *text != '/'; text++) {
		char c = *text;

		if (c == '%') {
			if (hex(text[1]) < 0 || hex(text[2]) < 0)
				return false;
			c = (char)(hex(text[1]) * 16 + hex(text[2]));
			text += 2;
		}
		if (c == '\0' || length + 1 >= size)
			return false;
		out[length++] = c;
	}
	out[length] = '\0';
	return true;
}

/* Reads the user's id from a link to a user: https://spec.matrix.org/latest/appendices/#uris */
static bool read_user(const char *href, char user[BOT_ID_SIZE])
{
	static const struct {
		const char *start;
		size_t sigils; /* 1 if the link omits the @ of the id, else 0 */
	} forms[] = {
		{"https://matrix.to/#/", 0},
		{"http://matrix.to/#/", 0},
		{"matrix:u/", 1},
		{"matrix:user/", 1},
	};

	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		size_t length = strlen(forms[i].start);

		if (strncasecmp(href, forms[i].start, length) != 0)
			continue;
		user[0] = '@';
		return unescape(href + length, user + forms[i].sigils,
			       BOT_ID_SIZE - forms[i].sigils) &&
		       mx_id_is_user(user);
	}
	return false;
}

/*
 * Copies the value of href in a tag that ends at `end`. Returns false if the tag has no href, or if
 * the value does not fit.
 */
static bool read_href(const char *tag, const char *end, char *out, size_t size)
{
	for (const char *c = tag; c + 6 < end; c++) {
		const char *close;

		if (strncasecmp(c, "href=", 5) != 0 || (c[5] != '"' && c[5] != '\''))
			continue;
		close = memchr(c + 6, c[5], (size_t)(end - c - 6));
		return close && copy_plain(c + 6, close, out, size);
	}
	return false;
}

static const char *find_ignoring_case(const char *text, const char *what)
{
	size_t length = strlen(what);

	for (; *text; text++)
		if (strncasecmp(text, what, length) == 0)
			return text;
	return NULL;
}

/*
 * Finds the next link to a user at or after *html, and moves *html behind the link. Returns false
 * at the end of the text. Skips a link whose user or text does not fit into *mention.
 */
static bool next_mention(const char **html, struct mention *mention)
{
	const char *tag;

	while ((tag = find_ignoring_case(*html, "<a "))) {
		const char *end = strchr(tag, '>');
		const char *close = end ? find_ignoring_case(end, "</a>") : NULL;
		char href[HREF_SIZE] = "";

		if (!close)
			break;
		*html = close;
		if (read_href(tag, end, href, sizeof href) && read_user(href, mention->user) &&
			copy_plain(end + 1, close, mention->name, sizeof mention->name) &&
			*mention->name)
			return true;
	}
	*html += strlen(*html);
	return false;
}

/*
 * Finds the name or the id of the mentioned user in the text, and sets *length to the length of
 * what it found. Returns NULL if the text has neither.
 */
static const char *find_name(const char *text, const struct mention *mention, size_t *length)
{
	const char *name = strstr(text, mention->name);
	const char *id = strstr(text, mention->user);
	const char *close;

	/*
	 * Some clients write the id instead of the name. If the text has both, the first one
	 * counts, because the name may be a part of the id.
	 */
	if (id && (!name || id <= name)) {
		*length = strlen(mention->user);
		return id;
	}
	if (!name)
		return NULL;
	*length = strlen(mention->name);
	close = name + *length;
	/* Some clients write the body in Markdown: [name](link) */
	if (name > text && name[-1] == '[' && close[0] == ']' && close[1] == '(' &&
		strchr(close, ')')) {
		name--;
		*length = (size_t)(strchr(close, ')') + 1 - name);
	}
	return name;
}

char *mx_message_text_with_ids(const char *body, const char *html)
{
	/* Each mention makes the body longer by at most the length of an id. */
	char *out = bot_malloc(strlen(body) + (size_t)MENTIONS_MOST * BOT_ID_SIZE + 1);
	struct mention mention;
	char *end = out;

	for (int i = 0; html && i < MENTIONS_MOST && next_mention(&html, &mention); i++) {
		size_t length = 0;
		const char *name = find_name(body, &mention, &length);

		if (!name)
			continue;
		memcpy(end, body, (size_t)(name - body));
		end += name - body;
		end = stpcpy(end, mention.user);
		body = name + length;
	}
	stpcpy(end, body);
	return out;
}
