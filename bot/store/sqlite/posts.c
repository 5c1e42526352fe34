#include "bot/store/sqlite/posts.h"

#include "bot/store/sqlite/query.h"

/*
 * How many posts are kept, apart from the posts of matches that go on. People can only reply to an
 * older post, and then the match that they mean has ended.
 */
#define KEPT 10000
/* The store prunes old posts each time it has added this many new posts. */
#define PRUNE_EVERY 256

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
		error = bot_query_change(store, BOT_SQL_POST_PRUNE, id - KEPT);
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
	bool found = bot_query_get_bool(&query);
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
