#include "adapters/web/replay.h"

#include "bot/base/clock.h"
#include "bot/base/memory.h"
#include "bot/table/replay.h"
#include "bot/text/words.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SENT_MOST 64 /* replies in one pass of the loop */
#define MADE_MOST 4  /* texts in one pass of the loop */

struct web_replays {
	struct web_texts *texts;
	unsigned sent, made; /* in this pass */
};

struct web_replays *web_replays_create(void)
{
	struct web_replays *replays = bot_calloc(1, sizeof(*replays));

	replays->texts = web_texts_create();
	return replays;
}

void web_replays_destroy(struct web_replays *replays)
{
	if (replays)
		web_texts_destroy(replays->texts);
	free(replays);
}

void web_replays_begin_pass(struct web_replays *replays)
{
	replays->sent = replays->made = 0;
	web_texts_expire(replays->texts, bot_clock_steady());
}

/* What a request asks for, and the text that answers it. */
struct wanted {
	int64_t match;
	const char *user; /* the player whose match it must be; NULL if the link is to the replay */
	char *text;       /* NULL if there is no such replay */
};

static enum bot_error write_replay(void *worker, struct bot_host *host)
{
	struct wanted *wanted = worker;
	enum bot_error error = bot_replay(host, wanted->match, wanted->user, &wanted->text);

	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

static enum bot_error write_record(void *worker, struct bot_host *host)
{
	struct wanted *wanted = worker;
	enum bot_error error = bot_replay_record(host, wanted->match, wanted->user, &wanted->text);

	/* After BOT_INVALID the store is fine: this match has no record that can be written. */
	return error == BOT_NOT_FOUND || error == BOT_INVALID ? BOT_OK : error;
}

/* Returns the match whose replay the client wants. Its id is 0 if the request names none. */
static struct wanted read_request(
	const struct bot_web_link *link, const struct http_request *request)
{
	const char *match = http_request_argument(request, "match");
	struct wanted wanted = {.match = link->match};

	if (link->kind != BOT_WEB_LINK_TABLE)
		return wanted;
	wanted.user = link->user;
	if (!match || !bot_words_number(match, INT64_MAX, &wanted.match))
		wanted.match = 0;
	return wanted;
}

static bool answer(struct web_replays *replays, const struct bot_host_access *access,
	bot_host_work *work, struct wanted wanted, const char *type, struct http_reply *reply)
{
	const struct web_text_key key = {work, wanted.match, wanted.user};
	int64_t now = bot_clock_steady();
	struct http_line *line = web_texts_find(replays->texts, &key, now);
	bool can_make = web_texts_have_place(replays->texts, &key) && replays->made < MADE_MOST;

	if (replays->sent++ >= SENT_MOST || (!line && !can_make)) {
		reply->status = 503;
		return true;
	}
	if (!line) {
		replays->made++;
		if (!access->read(access->self, "replay", work, &wanted))
			return false;
		if (!wanted.text)
			return true;
		line = web_texts_keep(replays->texts, &key, now, wanted.text);
	}
	reply->status = 200;
	reply->type = type;
	reply->line = line;
	return true;
}

bool web_replay(struct web_replays *replays, const struct bot_host_access *access,
	const struct bot_web_link *link, const struct http_request *request,
	struct http_reply *reply)
{
	return answer(replays, access, write_replay, read_request(link, request),
		"application/json", reply);
}

bool web_record(struct web_replays *replays, const struct bot_host_access *access,
	const struct bot_web_link *link, const struct http_request *request,
	struct http_reply *reply)
{
	static const char field[] = "attachment; filename=\"match.record\"";
	bool done = answer(replays, access, write_record, read_request(link, request),
		"text/plain; charset=utf-8", reply);

	if (reply->status == 200)
		http_reply_add_header(reply, "Content-Disposition", field);
	return done;
}

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
