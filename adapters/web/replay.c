#include "adapters/web/replay.h"

#include "bot/table/replay.h"
#include "bot/text/words.h"

#include <string.h>

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

static bool answer(const struct bot_host_access *access, bot_host_work *work, struct wanted wanted,
	const char *type, struct http_reply *reply)
{
	if (!access->read(access->self, "replay", work, &wanted))
		return false;
	if (!wanted.text)
		return true;
	reply->status = 200;
	reply->type = type;
	reply->body = wanted.text;
	reply->size = strlen(wanted.text);
	return true;
}

bool web_replay(const struct bot_host_access *access, const struct bot_link *link,
	const struct http_request *request, struct http_reply *reply)
{
	return answer(access, write_replay, read_request(link, request), "application/json", reply);
}

bool web_record(const struct bot_host_access *access, const struct bot_link *link,
	const struct http_request *request, struct http_reply *reply)
{
	static const char field[] = "attachment; filename=\"match.record\"";
	bool done = answer(access, write_record, read_request(link, request),
		"text/plain; charset=utf-8", reply);

	if (reply->status == 200)
		http_reply_add_header(reply, "Content-Disposition", field);
	return done;
}
