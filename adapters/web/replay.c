#include "adapters/web/replay.h"

#include "bot/table/replay.h"

#include <string.h>

/* What a transaction writes. */
struct piece {
	int64_t match;
	char *text; /* NULL if there is none */
};

static enum bot_error write_replay(void *worker, struct bot_host *host)
{
	struct piece *piece = worker;
	enum bot_error error = bot_replay(host, piece->match, NULL, &piece->text);

	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

static enum bot_error write_record(void *worker, struct bot_host *host)
{
	struct piece *piece = worker;
	enum bot_error error = bot_replay_record(host, piece->match, &piece->text);

	return error == BOT_NOT_FOUND || error == BOT_INVALID ? BOT_OK : error;
}

static bool answer(const struct bot_host_access *access, bot_host_work *work, int64_t match,
	const char *type, struct http_reply *reply)
{
	struct piece piece = {.match = match};

	if (!access->read(access->self, "replay", work, &piece))
		return false;
	if (!piece.text)
		return true;
	reply->status = 200;
	reply->type = type;
	reply->body = piece.text;
	reply->size = strlen(piece.text);
	return true;
}

bool web_replay(const struct bot_host_access *access, int64_t match, struct http_reply *reply)
{
	return answer(access, write_replay, match, "application/json", reply);
}

bool web_record(const struct bot_host_access *access, int64_t match, struct http_reply *reply)
{
	static const char field[] = "attachment; filename=\"match.record\"";
	bool done = answer(access, write_record, match, "text/plain; charset=utf-8", reply);

	if (reply->status == 200)
		http_reply_add_header(reply, "Content-Disposition", field);
	return done;
}
