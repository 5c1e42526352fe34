#include "adapters/web/texts.h"

#include "bot/base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A place for a text. It is free if it has no line. */
struct kept {
	bot_host_work *work;
	int64_t match;
	char user[BOT_ID_SIZE]; /* or empty */
	int64_t made;
	struct http_line *line;
};

struct web_texts {
	struct kept kept[WEB_TEXTS_MOST];
};

struct web_texts *web_texts_create(void)
{
	return bot_calloc(1, sizeof(struct web_texts));
}

void web_texts_destroy(struct web_texts *texts)
{
	for (size_t i = 0; texts && i < WEB_TEXTS_MOST; i++)
		http_line_release(texts->kept[i].line);
	free(texts);
}

static const char *user_of(const struct web_text_key *key)
{
	return key->user ? key->user : "";
}

struct http_line *web_texts_find(
	const struct web_texts *texts, const struct web_text_key *key, int64_t now)
{
	for (size_t i = 0; i < WEB_TEXTS_MOST; i++) {
		const struct kept *kept = &texts->kept[i];

		if (kept->line && kept->work == key->work && kept->match == key->match &&
			strcmp(kept->user, user_of(key)) == 0 && now - kept->made < WEB_TEXTS_TIME)
			return kept->line;
	}
	return NULL;
}

/*
 * Returns a free place, else the one with the oldest text that nobody reads, else WEB_TEXTS_MOST.
 */
static size_t find_place(const struct web_texts *texts)
{
	size_t found = WEB_TEXTS_MOST;

	for (size_t i = 0; i < WEB_TEXTS_MOST; i++) {
		const struct kept *kept = &texts->kept[i];

		if (!kept->line)
			return i;
		if (!http_line_is_shared(kept->line) &&
			(found == WEB_TEXTS_MOST || kept->made < texts->kept[found].made))
			found = i;
	}
	return found;
}

bool web_texts_have_place(const struct web_texts *texts, const struct web_text_key *key)
{
	size_t read = 0;

	for (size_t i = 0; i < WEB_TEXTS_MOST; i++) {
		const struct kept *kept = &texts->kept[i];

		read += kept->line && http_line_is_shared(kept->line) &&
			strcmp(kept->user, user_of(key)) == 0;
	}
	return read < (key->user ? WEB_TEXTS_OF_USER : WEB_TEXTS_OF_ALL) &&
	       find_place(texts) < WEB_TEXTS_MOST;
}

struct http_line *web_texts_keep(
	struct web_texts *texts, const struct web_text_key *key, int64_t now, char *text)
{
	size_t place = find_place(texts);
	assert(place < WEB_TEXTS_MOST);
	struct kept *kept = &texts->kept[place];

	http_line_release(kept->line);
	*kept = (struct kept){.work = key->work,
		.match = key->match,
		.made = now,
		.line = http_line_create(text, strlen(text))};
	snprintf(kept->user, sizeof(kept->user), "%s", user_of(key));
	return kept->line;
}

void web_texts_expire(struct web_texts *texts, int64_t now)
{
	for (size_t i = 0; i < WEB_TEXTS_MOST; i++) {
		struct kept *kept = &texts->kept[i];

		if (!kept->line || now - kept->made < WEB_TEXTS_TIME ||
			http_line_is_shared(kept->line))
			continue;
		http_line_release(kept->line);
		kept->line = NULL;
	}
}
