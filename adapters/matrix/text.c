#include "adapters/matrix/text.h"

#include "adapters/matrix/pill.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PILLS_MOST 16 /* no command names more people */

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

/* Where the name of the pill stands in the text, and how much of it is to be replaced. */
static const char *find_name(const char *text, const struct mx_pill *pill, size_t *length)
{
	const char *name = strstr(text, pill->name);
	const char *id = strstr(text, pill->user);
	const char *close;

	if (id && (!name || id <= name)) { /* some write the id, which may hold the name */
		*length = strlen(pill->user);
		return id;
	}
	if (!name)
		return NULL;
	*length = strlen(pill->name);
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
	/* Every pill adds at most an id to the body. */
	char *out = malloc(strlen(body) + (size_t)PILLS_MOST * BOT_ID_SIZE + 1);
	struct mx_pill pill;
	char *end = out;

	if (!out)
		return NULL;
	for (int i = 0; html && i < PILLS_MOST && mx_pill_next(&html, &pill); i++) {
		size_t length = 0;
		const char *name = find_name(body, &pill, &length);

		if (!name)
			continue;
		memcpy(end, body, (size_t)(name - body));
		end += name - body;
		end = stpcpy(end, pill.user);
		body = name + length;
	}
	stpcpy(end, body);
	return out;
}
