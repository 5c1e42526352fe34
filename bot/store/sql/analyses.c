#include "bot/store/analyses.h"

#include "bot/base/memory.h"
#include "bot/store/sql/rows.h"

#include <string.h>

bool bot_store_analysis_get(struct bot_store *store, int64_t match, char **text)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_ANALYSIS_GET, match);

	if (bot_query_one(query)) {
		const char *found = bot_query_get_text(query);

		*text = found ? bot_strdup(found) : NULL;
	}
	return bot_query_end(query);
}

void bot_store_analysis_queue(struct bot_store *store, int64_t match)
{
	bot_query_change(store, BOT_SQL_ANALYSIS_FORGET, match);
	bot_query_change(store, BOT_SQL_ANALYSIS_QUEUE, match);
}

static void get_waiting(struct bot_query *query, void *to)
{
	struct bot_waiting_analysis *waiting = to;

	waiting->match = bot_query_get_int(query, 1, INT64_MAX);
	waiting->number = bot_query_get_int(query, 1, INT64_MAX);
	waiting->rounds = bot_query_get_int(query, 0, INT64_MAX);
	bot_query_get_opt_id(query, waiting->asker);
}

size_t bot_store_analyses_waiting(
	struct bot_store *store, struct bot_waiting_analysis list[BOT_ANALYSES_WAITING_MOST])
{
	return bot_query_list(BOT_QUERY(store, BOT_SQL_ANALYSES_WAITING, BOT_ANALYSES_WAITING_MOST),
		get_waiting, list, sizeof(*list));
}

bool bot_store_analysis_finish(struct bot_store *store, int64_t match, const char *text)
{
	size_t size = strnlen(text, BOT_ANALYSIS_TEXT_MAX + 1);

	return size > 0 && size <= BOT_ANALYSIS_TEXT_MAX &&
	       bot_query_write_one(BOT_QUERY(store, BOT_SQL_ANALYSIS_FINISH, match, text));
}

void bot_store_analysis_forget(struct bot_store *store, int64_t match)
{
	bot_query_change(store, BOT_SQL_ANALYSIS_REQUESTS_FORGET, match);
	bot_query_change(store, BOT_SQL_ANALYSIS_FORGET, match);
}

BOT_ROW_FUNCTIONS(analysis_request, ANALYSIS_REQUESTS)

void bot_store_analysis_ask(
	struct bot_store *store, int64_t match, const struct bot_analysis_request *request)
{
	bot_query_write(
		bind_analysis_request(BOT_QUERY(store, BOT_SQL_ANALYSIS_ASK, match), request));
}

size_t bot_store_analyses_asked(struct bot_store *store, const char *asker)
{
	return bot_query_count(BOT_QUERY(store, BOT_SQL_ANALYSES_ASKED, bot_id(asker)));
}

bool bot_store_analysis_requests(struct bot_store *store, int64_t match,
	struct bot_analysis_request *list, size_t size, size_t *count)
{
	return bot_query_list_sound(
		BOT_QUERY(store, BOT_SQL_ANALYSIS_REQUESTS, match, bot_limit(size)),
		get_analysis_request, list, sizeof(*list), count);
}

void bot_store_analysis_request_end(
	struct bot_store *store, int64_t match, const struct bot_analysis_request *request)
{
	bot_query_write(BOT_QUERY(
		store, BOT_SQL_ANALYSIS_REQUEST_END, match, request->private, request->to));
}
