#include "bot/store/posts.h"

#include "bot/store/query.h"

#include <string.h>

/*
 * How many posts are kept beside those of matches that go on. An older one can only be replied to,
 * and the match that the reply would mean has ended.
 */
#define KEPT 10000
/* Once in how many new posts the old ones are looked through. */
#define PRUNE_EVERY 256

static enum bot_error prune(struct bot_store *store, int64_t newest)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_POST_PRUNE);
	bot_query_int(&query, newest - KEPT);
	return bot_query_write(&query);
}

static void bind_lane(struct bot_query *query, const struct bot_letter *letter)
{
	bot_query_int(query, letter->private);
	bot_query_id(query, letter->to);
}

enum bot_error bot_post_add(struct bot_store *store, const struct bot_letter *letter, int64_t *post)
{
	struct bot_query query;
	int64_t id;
	bot_query_begin(&query, store, BOT_SQL_POST_ADD);
	bot_query_opt_int(&query, letter->match);
	bind_lane(&query, letter);
	bot_query_int(&query, letter->turn);
	enum bot_error error = bot_query_add(&query, &id);
	if (!error && id % PRUNE_EVERY == 0)
		error = prune(store, id);
	if (!error)
		*post = id;
	return error;
}

enum bot_error bot_post_stands(
	struct bot_store *store, const struct bot_letter *letter, bool *stands)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_POST_STANDS);
	bot_query_int(&query, letter->edits);
	bind_lane(&query, letter);
	bot_query_one(&query);
	bool found = bot_query_get_int(&query, 0, 1) == 1;
	enum bot_error error = bot_query_end(&query);
	if (!error)
		*stands = found;
	return error;
}

enum bot_error bot_post_sent(struct bot_store *store, int64_t post, const char *event)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_POST_SENT);
	bot_query_int(&query, post);
	bot_query_id(&query, event);
	return bot_query_write(&query);
}

enum bot_error bot_store_post_by_event(
	struct bot_store *store, const char *event, struct bot_post *post)
{
	struct bot_query query;
	struct bot_post found;
	bot_query_begin(&query, store, BOT_SQL_POST_BY_EVENT);
	bot_query_text(&query, event);
	bot_query_one(&query);
	found.id = bot_query_get_int(&query, 1, INT64_MAX);
	found.match = bot_query_get_int(&query, 0, INT64_MAX); /* NULL is 0 */
	found.turn = bot_query_get_int(&query, 0, INT64_MAX);
	bot_query_get_id(&query, found.event);
	enum bot_error error = bot_query_end(&query);
	if (!error)
		*post = found;
	return error;
}
