#include "bot/store/posts.h"

#include "bot/store/sql/kept_lanes.h"
#include "bot/store/sql/post_rows.h"
#include "bot/store/sql/rows.h"

#include <string.h>

static void get(struct bot_query *query, void *to)
{
	struct bot_post *row = to;

	row->id = bot_query_get_int(query, 1, INT64_MAX);
	POSTS(GET, GET)
}

/* Runs and ends a query that returns one post. */
static enum bot_error get_post(struct bot_query *query, struct bot_post *post)
{
	return bot_query_get(query, get, post);
}

enum bot_error bot_store_post_by_event(
	struct bot_store *store, const char *event, struct bot_post *post)
{
	return get_post(BOT_QUERY(store, BOT_SQL_POST_BY_EVENT, event), post);
}

enum bot_error bot_store_post_event(struct bot_store *store, int64_t post, char event[BOT_ID_SIZE])
{
	return bot_query_get(BOT_QUERY(store, BOT_SQL_POST_EVENT, post), bot_row_id, event);
}

enum bot_error bot_store_post_removed(struct bot_store *store, bool private, const char *to,
	const char *event, struct bot_post *post)
{
	struct bot_post found;
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_POST_IN_LANE, event, private, to);
	bot_lane_note(store, private, to);
	enum bot_error error = get_post(query, &found);
	if (error)
		return error;
	bot_post_is_removed(store, &found);
	error = bot_query_change(store, BOT_SQL_POST_REMOVE, found.id);
	if (!error)
		error = bot_post_send_anew(store, found.id);
	if (!error)
		*post = found;
	return error;
}

enum bot_error bot_store_posts_removed(
	struct bot_store *store, const struct bot_post *like, size_t *count)
{
	return bot_query_count(BOT_QUERY(store, BOT_SQL_POSTS_REMOVED, like->match, like->turn,
				       bot_post_role_names[like->role]),
		count);
}

static void get_letters(struct bot_query *query, void *to)
{
	*(uint32_t *)to = (uint32_t)bot_query_get_int(query, 0, UINT32_MAX);
}

enum bot_error bot_store_list_letters(
	struct bot_store *store, int64_t match, int64_t turn, uint32_t *letters)
{
	return bot_query_get(
		BOT_QUERY(store, BOT_SQL_POST_LIST, match, turn), get_letters, letters);
}

static void get_open(struct bot_query *query, void *to)
{
	struct bot_open_list *open = to;

	open->post = bot_query_get_int(query, 1, INT64_MAX);
	open->match = bot_query_get_int(query, 1, INT64_MAX);
	open->turn = bot_query_get_int(query, 1, INT64_MAX);
	open->poll = bot_query_get_bool(query);
	get_letters(query, &open->letters);
}

enum bot_error bot_store_open_lists(struct bot_store *store, const char *user, int64_t match,
	struct bot_open_list list[BOT_OPEN_MOST], size_t *count)
{
	const struct bot_kept_query kept = bot_kept_open_list(user);
	enum bot_error error;

	if (bot_kept_find(store, &kept, &error, list, sizeof(*list))) {
		*count = !error;
		return BOT_OK;
	}
	return bot_query_list(BOT_QUERY(store, BOT_SQL_POSTS_OPEN, user, match, BOT_OPEN_MOST),
		get_open, list, sizeof(*list), count);
}

enum bot_error bot_store_close_lists(struct bot_store *store, const char *user, int64_t match,
	const struct bot_open_list *list, size_t count)
{
	const struct bot_kept_query kept = bot_kept_open_list(user);
	enum bot_error error = BOT_OK;
	size_t closed = 0;

	for (; !error && closed < count && list[closed].match == match; closed++)
		error = bot_query_change(store, BOT_SQL_POST_CLOSE, list[closed].post);
	if (!error && count < BOT_OPEN_MOST && count - closed <= 1)
		bot_kept_add(store, &kept, closed < count ? BOT_OK : BOT_NOT_FOUND, &list[closed],
			sizeof(*list));
	else
		bot_kept_drop(store, &kept);
	return error;
}

enum bot_error bot_store_post_followed(
	struct bot_store *store, const char *user, int64_t post, bool *followed)
{
	return bot_query_bool(BOT_QUERY(store, BOT_SQL_POST_FOLLOWED, user, post), followed);
}

enum bot_error bot_store_choices_followed(
	struct bot_store *store, const char *user, int64_t post, bool *followed)
{
	return bot_query_bool(BOT_QUERY(store, BOT_SQL_CHOICES_FOLLOWED, user, post), followed);
}

enum bot_error bot_store_post_of_match_after(
	struct bot_store *store, const char *user, int64_t match, int64_t post, bool *found)
{
	return bot_query_bool(
		BOT_QUERY(store, BOT_SQL_POST_OF_MATCH_AFTER, user, match, post), found);
}

enum bot_error bot_store_list_delivered(
	struct bot_store *store, int64_t match, int64_t turn, const char *user, bool *delivered)
{
	return bot_query_bool(
		BOT_QUERY(store, BOT_SQL_POST_DELIVERED, match, turn, user), delivered);
}

static void get_placed(struct bot_query *query, void *to)
{
	struct bot_placed_post *post = to;

	post->id = bot_query_get_int(query, 1, INT64_MAX);
	post->private = bot_query_get_bool(query);
	bot_query_get_id(query, post->to);
}

static enum bot_error list_posts(struct bot_store *store, enum bot_sql sql, int64_t match,
	struct bot_placed_post *list, size_t size, size_t *count)
{
	return bot_query_list(BOT_QUERY(store, sql, match, bot_limit(size)), get_placed, list,
		sizeof(*list), count);
}

/* The store keeps that a match has no picture: bot_pictures_change drops that. */
enum bot_error bot_store_pictures(struct bot_store *store, int64_t match,
	struct bot_placed_post *list, size_t size, size_t *count)
{
	const struct bot_kept_query kept = {.sql = BOT_SQL_POST_PICTURES, .number = match};
	enum bot_error error;

	*count = 0;
	if (bot_kept_find(store, &kept, &error, NULL, 0))
		return BOT_OK;
	error = list_posts(store, kept.sql, match, list, size, count);
	if (!error && *count == 0)
		bot_kept_add(store, &kept, BOT_NOT_FOUND, NULL, 0);
	return error;
}

enum bot_error bot_store_challenge_posts(struct bot_store *store, int64_t match,
	struct bot_placed_post *list, size_t size, size_t *count)
{
	return list_posts(store, BOT_SQL_POST_CHALLENGES, match, list, size, count);
}

enum bot_error bot_store_is_challenge_posted(
	struct bot_store *store, int64_t match, const char *room, bool *posted)
{
	return bot_query_bool(BOT_QUERY(store, BOT_SQL_POST_CHALLENGE_IN, match, room), posted);
}

enum bot_error bot_store_picture_over(struct bot_store *store, int64_t post)
{
	return bot_query_change(store, BOT_SQL_POST_PICTURE_OVER, post);
}
