#include "bot/store/posts.h"

#include "bot/store/sql/kept_lanes.h"
#include "bot/store/sql/post_rows.h"
#include "bot/store/sql/query.h"
#include "bot/store/sql/rows.h"

#include <string.h>

/* Posts as the outbox makes and changes them */

/*
 * How many posts the store keeps, apart from the posts of matches that go on. An older post belongs
 * to no match that goes on. So the bot needs this post only if somebody replies to its message.
 */
#define POSTS_KEPT 10000
/* The store deletes old posts each time it has added this many new posts. */
#define PRUNE_EVERY 256

const char *const bot_post_role_names[BOT_POST_ROLES] = {
	[BOT_POST_OTHER] = "other",
	[BOT_POST_CHALLENGE] = "challenge",
	[BOT_POST_END] = "end",
	[BOT_POST_HAND] = "hand",
	[BOT_POST_WAITING_HAND] = "round end",
	[BOT_POST_PICTURE] = "picture",
	[BOT_POST_NIGHT] = "night",
	[BOT_POST_SEASON] = "season",
	[BOT_POST_TEAM] = "team",
	[BOT_POST_QUESTION] = "question",
	[BOT_POST_LESSON] = "lesson",
};

/*
 * The kept answer to which list of choices is open for a user: the only one, or none
 * (BOT_NOT_FOUND).
 */
static struct bot_kept_query kept_open_list(const char *user)
{
	return (struct bot_kept_query){.sql = BOT_SQL_POSTS_OPEN, .id = user};
}

void bot_pictures_change(struct bot_store *store, int64_t match)
{
	bot_kept_drop(
		store, &(struct bot_kept_query){.sql = BOT_SQL_POST_PICTURES, .number = match});
}

/*
 * Keeps that a new list is the only open one, if the store knows that none was open. Otherwise
 * drops what it knows.
 */
static void keep_open_list(struct bot_store *store, const struct bot_letter *letter, int64_t post)
{
	const struct bot_kept_query kept = kept_open_list(letter->to);
	struct bot_open_list list;
	enum bot_error error;

	if (bot_kept_find(store, &kept, &error, &list, sizeof(list)) && error == BOT_NOT_FOUND) {
		list = (struct bot_open_list){.post = post,
			.match = letter->match,
			.turn = letter->turn,
			.poll = letter->choices != NULL,
			.letters = letter->letters};
		bot_kept_add(store, &kept, BOT_OK, &list, sizeof(list));
	} else {
		bot_kept_drop(store, &kept);
	}
}

/* Deletes old posts. The store must not keep that an edit can change one of them. */
static enum bot_error prune(struct bot_store *store, int64_t until)
{
	enum bot_error error = bot_try_write_one(BOT_QUERY(store, BOT_SQL_POST_PRUNE, until));

	if (!error)
		bot_kept_drop_all(store);
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_post_add(struct bot_store *store, const struct bot_letter *letter, int64_t *post)
{
	int64_t id;
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_POST_ADD);
	bot_query_opt_int(query, letter->match);
	bot_query_int(query, letter->private);
	bot_query_text(query, letter->to);
	bot_query_int(query, letter->turn);
	bot_query_text(query, bot_post_role_names[letter->role]);
	bot_query_int(query, letter->choices != NULL);
	bot_query_int(query, letter->letters);
	bot_query_int(query, letter->turn != 0);
	enum bot_error error = bot_try_add(query, &id);
	if (!error && id % PRUNE_EVERY == 0)
		error = prune(store, id - POSTS_KEPT);
	if (letter->role == BOT_POST_PICTURE)
		bot_pictures_change(store, letter->match);
	if (error)
		return error;
	if (letter->turn != 0)
		keep_open_list(store, letter, id);
	*post = id;
	return BOT_OK;
}

/* Drops what the store keeps of a post whose message somebody has removed. */
static void drop_removed(struct bot_store *store, const struct bot_post *post)
{
	const struct bot_kept_query edited = {.sql = BOT_SQL_POST_EDITABLE,
					    .id = post->to,
					    .number = post->id},
				    list = kept_open_list(post->to);

	bot_kept_drop(store, &edited);
	bot_kept_drop(store, &list);
}

static void get_edited(struct bot_query *query, void *to)
{
	struct bot_edited_post *edited = to;

	edited->editable = bot_query_get_bool(query);
	bot_query_get_opt_id(query, edited->event);
	edited->round_end = bot_query_get_bool(query);
	edited->board = bot_query_get_bool(query);
	edited->match = bot_query_get_int(query, 0, INT64_MAX); /* NULL is 0 */
	edited->practice = bot_query_get_bool(query);
}

/*
 * The store keeps the answer for a message that was sent to a room: a board is edited again and
 * again. (A list of choices is edited once.)
 */
enum bot_error bot_post_find_edited(
	struct bot_store *store, const struct bot_letter *letter, struct bot_edited_post *edited)
{
	const struct bot_kept_query kept = {
		.sql = BOT_SQL_POST_EDITABLE, .id = letter->to, .number = letter->edits};
	enum bot_error error;

	if (!letter->private && bot_kept_find(store, &kept, &error, edited, sizeof(*edited)))
		return error;
	struct bot_query *query =
		BOT_QUERY(store, kept.sql, letter->edits, letter->private, letter->to);
	error = bot_try_get(query, get_edited, edited);
	if (!error && !letter->private && edited->event[0])
		bot_kept_add(store, &kept, error, edited, sizeof(*edited));
	return error;
}

enum bot_error bot_post_sent(struct bot_store *store, int64_t post, const char *event)
{
	return bot_try_write(BOT_QUERY(store, BOT_SQL_POST_SENT, post, bot_id(event)));
}

/*
 * The post has no message any more. So makes its newest waiting edit a new row with a new message,
 * and deletes the edits and the removal that wait. The adapter may be sending one of them, so the
 * new row also gets another transaction id. An optional edit is only deleted. The caller notes the
 * lane.
 */
static enum bot_error send_anew(struct bot_store *store, int64_t post)
{
	enum bot_error error = bot_try_change(store, BOT_SQL_OUTBOX_SEND_ANEW, post);
	return error ? error : bot_try_change(store, BOT_SQL_OUTBOX_DROP_EDITS, post);
}

enum bot_error bot_posts_leave(struct bot_store *store, const char *user)
{
	bot_lane_note(store, true, user);
	enum bot_error error =
		bot_try_each(BOT_QUERY(store, BOT_SQL_OUTBOX_EDITED, user), send_anew);
	return error ? error : bot_try_change_text(store, BOT_SQL_POSTS_LEAVE, user);
}

enum bot_error bot_post_delivered(struct bot_store *store, int64_t post, const char *event)
{
	return bot_try_write(BOT_QUERY(store, BOT_SQL_TIMER_DELIVERED, post, event));
}

/* Posts as the host and the adapter ask for them */

static void get(struct bot_query *query, void *to)
{
	struct bot_post *row = to;

	row->id = bot_query_get_int(query, 1, INT64_MAX);
	POSTS(GET, GET)
}

/* Runs and ends a query that returns one post. */
static enum bot_error get_post(struct bot_query *query, struct bot_post *post)
{
	return bot_try_get(query, get, post);
}

enum bot_error bot_store_post_by_event(
	struct bot_store *store, const char *event, struct bot_post *post)
{
	return get_post(BOT_QUERY(store, BOT_SQL_POST_BY_EVENT, event), post);
}

enum bot_error bot_store_post_event(struct bot_store *store, int64_t post, char event[BOT_ID_SIZE])
{
	return bot_try_get(BOT_QUERY(store, BOT_SQL_POST_EVENT, post), bot_row_id, event);
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
	drop_removed(store, &found);
	error = bot_try_change(store, BOT_SQL_POST_REMOVE, found.id);
	if (!error)
		error = send_anew(store, found.id);
	if (!error)
		*post = found;
	return error;
}

enum bot_error bot_store_posts_removed(
	struct bot_store *store, const struct bot_post *like, size_t *count)
{
	return bot_try_count(BOT_QUERY(store, BOT_SQL_POSTS_REMOVED, like->match, like->turn,
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
	return bot_try_get(BOT_QUERY(store, BOT_SQL_POST_LIST, match, turn), get_letters, letters);
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
	const struct bot_kept_query kept = kept_open_list(user);
	enum bot_error error;

	if (bot_kept_find(store, &kept, &error, list, sizeof(*list))) {
		*count = !error;
		return BOT_OK;
	}
	return bot_try_list(BOT_QUERY(store, BOT_SQL_POSTS_OPEN, user, match, BOT_OPEN_MOST),
		get_open, list, sizeof(*list), count);
}

enum bot_error bot_store_close_lists(struct bot_store *store, const char *user, int64_t match,
	const struct bot_open_list *list, size_t count)
{
	const struct bot_kept_query kept = kept_open_list(user);
	enum bot_error error = BOT_OK;
	size_t closed = 0;

	for (; !error && closed < count && list[closed].match == match; closed++)
		error = bot_try_change(store, BOT_SQL_POST_CLOSE, list[closed].post);
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
	return bot_try_bool(BOT_QUERY(store, BOT_SQL_POST_FOLLOWED, user, post), followed);
}

enum bot_error bot_store_choices_followed(struct bot_store *store, const char *user, int64_t post)
{
	return bot_try_true(BOT_QUERY(store, BOT_SQL_CHOICES_FOLLOWED, user, post));
}

enum bot_error bot_store_post_of_match_after(
	struct bot_store *store, const char *user, int64_t match, int64_t post)
{
	return bot_try_true(BOT_QUERY(store, BOT_SQL_POST_OF_MATCH_AFTER, user, match, post));
}

enum bot_error bot_store_list_delivered(
	struct bot_store *store, int64_t match, int64_t turn, const char *user)
{
	return bot_try_true(BOT_QUERY(store, BOT_SQL_POST_DELIVERED, match, turn, user));
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
	return bot_try_list(BOT_QUERY(store, sql, match, bot_limit(size)), get_placed, list,
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
	struct bot_store *store, int64_t match, const char *room)
{
	return bot_try_true(BOT_QUERY(store, BOT_SQL_POST_CHALLENGE_IN, match, room));
}

enum bot_error bot_store_picture_over(struct bot_store *store, int64_t post)
{
	return bot_try_change(store, BOT_SQL_POST_PICTURE_OVER, post);
}
