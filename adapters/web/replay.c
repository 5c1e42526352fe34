#include "adapters/web/replay.h"

#include "adapters/http/clock.h"
#include "adapters/web/texts.h"
#include "bot/base/memory.h"
#include "bot/table/replay.h"
#include "bot/text/words.h"

#include <stdlib.h>

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
	web_texts_expire(replays->texts, http_clock_now());
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
	int64_t now = http_clock_now();
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
