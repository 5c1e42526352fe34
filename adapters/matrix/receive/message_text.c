#include "adapters/matrix/receive/message_text.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/receive/html_text.h"
#include "bot/base/memory.h"

#include <stdlib.h>
#include <string.h>

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

char *mx_message_text(const json_t *content, bool is_reply)
{
	const char *body = mx_json_text(content, "body");
	const char *html = mx_json_text(content, "formatted_body");
	char *text =
		html ? mx_html_text_with_ids(html, json_object_get(content, "m.mentions")) : NULL;

	if (text && text[strspn(text, " \n")])
		return text;
	if (text || !body) { /* nothing but a quotation, or the like */
		free(text);
		return NULL;
	}
	return bot_strdup(is_reply ? mx_message_text_without_quote(body) : body);
}
