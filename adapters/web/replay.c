#include "adapters/web/replay.h"

#include "bot/table/replay.h"

#include "bot/text/words.h"

#include <string.h>

/* What a transaction writes. */
struct piece {
	int64_t match;
	const char *user; /* whose match it must be, or NULL */
	char *text;       /* NULL if there is none */
};

static enum bot_error write_replay(void *worker, struct bot_host *host)
{
	struct piece *piece = worker;
	enum bot_error error = bot_replay(host, piece->match, piece->user, &piece->text);

	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

static enum bot_error write_record(void *worker, struct bot_host *host)
{
	struct piece *piece = worker;
	enum bot_error error = bot_replay_record(host, piece->match, piece->user, &piece->text);

	return error == BOT_NOT_FOUND || error == BOT_INVALID ? BOT_OK : error;
}

/* Returns the match whose replay the client wants. Its id is 0 if the request names none. */
static struct piece read_piece(const struct bot_link *link, const struct http_request *request)
{
	const char *match = http_request_argument(request, "match");
	struct piece piece = {.match = link->match};

	if (link->kind != BOT_LINK_TABLE)
		return piece;
	piece.user = link->user;
	if (!match || !bot_words_number(match, INT64_MAX, &piece.match))
		piece.match = 0;
	return piece;
}

static bool answer(const struct bot_host_access *access, bot_host_work *work, struct piece piece,
	const char *type, struct http_reply *reply)
{
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

bool web_replay(const struct bot_host_access *access, const struct bot_link *link,
	const struct http_request *request, struct http_reply *reply)
{
	return answer(access, write_replay, read_piece(link, request), "application/json", reply);
}

bool web_record(const struct bot_host_access *access, const struct bot_link *link,
	const struct http_request *request, struct http_reply *reply)
{
	static const char field[] = "attachment; filename=\"match.record\"";
	bool done = answer(access, write_record, read_piece(link, request),
		"text/plain; charset=utf-8", reply);

	if (reply->status == 200)
		http_reply_add_header(reply, "Content-Disposition", field);
	return done;
}
