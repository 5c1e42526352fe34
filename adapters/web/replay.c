#include "adapters/web/replay.h"

#include "adapters/http/clock.h"
#include "bot/base/memory.h"
#include "bot/table/replay.h"
#include "bot/text/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEPT      8    /* texts */
#define KEPT_FOR  5000 /* ms: after this time, a text shows new names and erased people */
#define SENT_MOST 64   /* replies in one pass of the loop */
#define MADE_MOST 4    /* texts in one pass of the loop */

/* A text that has been made. */
struct kept {
	int64_t match;
	char user[BOT_ID_SIZE]; /* for whom, or empty */
	int64_t made;
	bot_host_work *work; /* what made it */
	struct http_line *line;
};

struct web_replays {
	struct kept kept[KEPT];
	unsigned next;       /* the oldest one */
	unsigned sent, made; /* in this pass */
};

struct web_replays *web_replays_create(void)
{
	return bot_calloc(1, sizeof(struct web_replays));
}

void web_replays_destroy(struct web_replays *replays)
{
	for (size_t i = 0; replays && i < KEPT; i++)
		http_line_release(replays->kept[i].line);
	free(replays);
}

void web_replays_begin_pass(struct web_replays *replays)
{
	replays->sent = replays->made = 0;
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
static struct wanted read_request(const struct bot_link *link, const struct http_request *request)
{
	const char *match = http_request_argument(request, "match");
	struct wanted wanted = {.match = link->match};

	if (link->kind != BOT_LINK_TABLE)
		return wanted;
	wanted.user = link->user;
	if (!match || !bot_words_number(match, INT64_MAX, &wanted.match))
		wanted.match = 0;
	return wanted;
}

static struct http_line *find(
	const struct web_replays *replays, bot_host_work *work, const struct wanted *wanted)
{
	for (size_t i = 0; i < KEPT; i++) {
		const struct kept *kept = &replays->kept[i];

		if (kept->line && kept->work == work && kept->match == wanted->match &&
			strcmp(kept->user, wanted->user ? wanted->user : "") == 0 &&
			http_clock_now() - kept->made < KEPT_FOR)
			return kept->line;
	}
	return NULL;
}

/* Keeps the wanted text, in the place of the oldest text. Returns it as a line. */
static struct http_line *keep(
	struct web_replays *replays, bot_host_work *work, const struct wanted *wanted)
{
	struct kept *kept = &replays->kept[replays->next];

	replays->next = (replays->next + 1) % KEPT;
	http_line_release(kept->line);
	*kept = (struct kept){.match = wanted->match,
		.made = http_clock_now(),
		.work = work,
		.line = http_line_create(wanted->text, strlen(wanted->text))};
	snprintf(kept->user, sizeof kept->user, "%s", wanted->user ? wanted->user : "");
	return kept->line;
}

static bool answer(struct web_replays *replays, const struct bot_host_access *access,
	bot_host_work *work, struct wanted wanted, const char *type, struct http_reply *reply)
{
	struct http_line *line = find(replays, work, &wanted);

	if (replays->sent++ >= SENT_MOST || (!line && replays->made++ >= MADE_MOST)) {
		reply->status = 503;
		return true;
	}
	if (!line && !access->read(access->self, "replay", work, &wanted))
		return false;
	if (!line && !wanted.text)
		return true;
	reply->status = 200;
	reply->type = type;
	reply->line = line ? line : keep(replays, work, &wanted);
	return true;
}

bool web_replay(struct web_replays *replays, const struct bot_host_access *access,
	const struct bot_link *link, const struct http_request *request, struct http_reply *reply)
{
	return answer(replays, access, write_replay, read_request(link, request),
		"application/json", reply);
}

bool web_record(struct web_replays *replays, const struct bot_host_access *access,
	const struct bot_link *link, const struct http_request *request, struct http_reply *reply)
{
	static const char field[] = "attachment; filename=\"match.record\"";
	bool done = answer(replays, access, write_record, read_request(link, request),
		"text/plain; charset=utf-8", reply);

	if (reply->status == 200)
		http_reply_add_header(reply, "Content-Disposition", field);
	return done;
}
