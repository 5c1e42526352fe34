#include "adapters/matrix/receive/message_text.h"

#include "adapters/matrix/receive/mention.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MENTIONS_MOST 16 /* no command mentions more users */

const char *mx_text_without_quote(const char *body)
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

/*
 * Finds the name or id of the mentioned user in the text; NULL: neither is there. *length: its
 * length. */
static const char *find_name(const char *text, const struct mx_mention *mention, size_t *length)
{
	const char *name = strstr(text, mention->name);
	const char *id = strstr(text, mention->user);
	const char *close;

	if (id && (!name || id <= name)) { /* some clients write the id, and the id may contain the
					      name */
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

char *mx_text_with_ids(const char *body, const char *html)
{
	/* Each mention makes the body longer by at most an id. */
	char *out = malloc(strlen(body) + (size_t)MENTIONS_MOST * BOT_ID_SIZE + 1);
	struct mx_mention mention;
	char *end = out;

	if (!out)
		return NULL;
	for (int i = 0; html && i < MENTIONS_MOST && mx_mention_next(&html, &mention); i++) {
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
