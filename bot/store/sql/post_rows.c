#include "bot/store/sql/post_rows.h"

#include "bot/store/sql/lane_notes.h"
#include "bot/store/sql/query.h"

/*
 * How many posts the store keeps, apart from the posts of matches that go on. An older post belongs
 * to no match that goes on. So the bot needs this post only if somebody replies to its message.
 */
#define POSTS_KEPT 10000
/* The store deletes old posts each time it has added this many new posts. */
#define PRUNE_EVERY 256

const char *const bot_post_roles[BOT_POST_ROLES] = {
	[BOT_POST_OTHER] = "other",
	[BOT_POST_CHALLENGE] = "challenge",
	[BOT_POST_END] = "end",
	[BOT_POST_HAND] = "hand",
	[BOT_POST_ROUND_END] = "round end",
	[BOT_POST_PICTURE] = "picture",
	[BOT_POST_NIGHT] = "night",
	[BOT_POST_SEASON] = "season",
	[BOT_POST_QUESTION] = "question",
	[BOT_POST_LESSON] = "lesson",
};

enum bot_error bot_post_add(struct bot_store *store, const struct bot_letter *letter, int64_t *post)
{
	struct bot_query query;
	int64_t id;
	bot_query_begin(&query, store, BOT_SQL_POST_ADD);
	bot_query_opt_int(&query, letter->match);
	bot_query_int(&query, letter->private);
	bot_query_text(&query, letter->to);
	bot_query_int(&query, letter->turn);
	bot_query_text(&query, bot_post_roles[letter->role]);
	bot_query_int(&query, letter->choices != NULL);
	bot_query_int(&query, letter->turn != 0);
	enum bot_error error = bot_query_add(&query, &id);
	if (!error && id % PRUNE_EVERY == 0)
		error = bot_query_change(store, BOT_SQL_POST_PRUNE, id - POSTS_KEPT);
	if (!error)
		*post = id;
	return error;
}

enum bot_error bot_post_find_edited(
	struct bot_store *store, const struct bot_letter *letter, struct bot_edited_post *edited)
{
	struct bot_edited_post found;
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_POST_EDITABLE);
	bot_query_int(&query, letter->edits);
	bot_query_int(&query, letter->private);
	bot_query_text(&query, letter->to);
	bot_query_one(&query);
	found.editable = bot_query_get_bool(&query);
	bot_query_get_opt_id(&query, found.event);
	found.round_end = bot_query_get_bool(&query);
	found.match = bot_query_get_int(&query, 0, INT64_MAX); /* NULL is 0 */
	found.practice = bot_query_get_bool(&query);
	enum bot_error error = bot_query_end(&query);
	if (!error)
		*edited = found;
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

enum bot_error bot_post_send_anew(struct bot_store *store, int64_t post)
{
	enum bot_error error = bot_query_change(store, BOT_SQL_OUTBOX_SEND_ANEW, post);
	return error ? error : bot_query_change(store, BOT_SQL_OUTBOX_DROP_EDITS, post);
}

enum bot_error bot_posts_leave(struct bot_store *store, const char *user)
{
	struct bot_query query;
	bot_lane_note(store, true, user);
	bot_query_begin(&query, store, BOT_SQL_OUTBOX_EDITED);
	bot_query_text(&query, user);
	enum bot_error error = bot_query_each(&query, bot_post_send_anew);
	return error ? error : bot_query_change_text(store, BOT_SQL_POSTS_LEAVE, user);
}

enum bot_error bot_post_delivered(struct bot_store *store, int64_t post, const char *event)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_TIMER_DELIVERED);
	bot_query_int(&query, post);
	bot_query_text(&query, event);
	return bot_query_write(&query);
}
