#include "adapters/matrix/receive/message_text.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/receive/html_text.h"
#include "adapters/matrix/receive/mention.h"
#include "bot/store/database.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *without_quote(const char *body)
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

const char *mx_message_text_body(const json_t *content, bool is_reply)
{
	const char *body = mx_json_text(content, "body");

	return body && is_reply ? without_quote(body) : body;
}

/*
 * Whether the HTML may have a link, or what the sender quotes, has struck out or hides. Looks only
 * at the first letters of each tag.
 */
static bool has_tag_of(const char *html, const char *const names[])
{
	while ((html = strchr(html, '<'))) {
		html++;
		for (size_t i = 0; names[i]; i++)
			if (strncasecmp(html, names[i], strlen(names[i])) == 0)
				return true;
	}
	return false;
}

/* Only older clients leave m.mentions out. In their links, too, the id is in its usual spelling. */
bool mx_message_text_may_mention(const json_t *content, const char *user)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789-._~";
	static const char *const link[] = {"a", NULL};
	const json_t *mentions = json_object_get(content, "m.mentions");
	const char *html = mx_json_text(content, "formatted_body");
	char local[BOT_ID_SIZE];

	if (!html || !has_tag_of(html, link))
		return false;
	if (mentions)
		return mx_mention_names(mentions, user);
	snprintf(local, sizeof(local), "%.*s", (int)strspn(user + 1, plain), user + 1);
	return strstr(html, local);
}

bool mx_message_text_may_differ(const json_t *content)
{
	static const char *const tags[] = {"a", "blockquote", "del", "s", NULL};
	const char *html = mx_json_text(content, "formatted_body");

	return html && has_tag_of(html, tags);
}

char *mx_message_text_with_ids(const json_t *content)
{
	const char *html = mx_json_text(content, "formatted_body");
	const json_t *mentions = json_object_get(content, "m.mentions");

	return html ? mx_html_text_with_ids(html, mentions) : NULL;
}
