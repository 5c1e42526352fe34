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
	[BOT_POST_WAITING_HAND] = "round end", /* the name in released stores */
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
	bool found;

	if (bot_kept_find(store, &kept, &found, &list, sizeof(list)) && !found) {
		list = (struct bot_open_list){.post = post,
			.match = letter->match,
			.turn = letter->turn,
			.poll = letter->choices != NULL,
			.letters = letter->letters};
		bot_kept_add(store, &kept, true, &list, sizeof(list));
	} else {
		bot_kept_drop(store, &kept);
	}
}

/* Deletes old posts. The store must not keep that an edit can change one of them. */
static void prune(struct bot_store *store, int64_t until)
{
	if (bot_query_write_one(BOT_QUERY(store, BOT_SQL_POST_PRUNE, until)))
		bot_kept_drop_all(store);
}

int64_t bot_post_add(struct bot_store *store, const struct bot_letter *letter)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_POST_ADD);
	bot_query_opt_int(query, letter->match);
	bot_query_int(query, letter->private);
	bot_query_text(query, letter->to);
	bot_query_int(query, letter->turn);
	bot_query_text(query, bot_post_role_names[letter->role]);
	bot_query_int(query, letter->choices != NULL);
	bot_query_int(query, letter->letters);
	bot_query_int(query, letter->turn != 0);
	int64_t id = bot_query_add(query);
	if (id % PRUNE_EVERY == 0)
		prune(store, id - POSTS_KEPT);
	if (letter->role == BOT_POST_PICTURE)
		bot_pictures_change(store, letter->match);
	if (letter->turn != 0)
		keep_open_list(store, letter, id);
	return id;
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
	edited->waiting_hand = bot_query_get_bool(query);
	edited->board = bot_query_get_bool(query);
	edited->match = bot_query_get_int(query, 0, INT64_MAX); /* NULL is 0 */
	edited->practice = bot_query_get_bool(query);
}

/*
 * The store keeps the answer for a message that was sent to a room: a board is edited again and
 * again. (A list of choices is edited once.)
 */
bool bot_post_find_edited(
	struct bot_store *store, const struct bot_letter *letter, struct bot_edited_post *edited)
{
	const struct bot_kept_query kept = {
		.sql = BOT_SQL_POST_EDITABLE, .id = letter->to, .number = letter->edits};
	bool found;

	if (!letter->private && bot_kept_find(store, &kept, &found, edited, sizeof(*edited)))
		return found;
	struct bot_query *query =
		BOT_QUERY(store, kept.sql, letter->edits, letter->private, letter->to);
	found = bot_query_get(query, get_edited, edited);
	if (found && !letter->private && edited->event[0])
		bot_kept_add(store, &kept, true, edited, sizeof(*edited));
	return found;
}

void bot_post_sent(struct bot_store *store, int64_t post, const char *event)
{
	bot_query_write(BOT_QUERY(store, BOT_SQL_POST_SENT, post, bot_id(event)));
}

/*
 * The post has no message any more. So makes its newest waiting edit a new row with a new message,
 * and deletes the edits and the removal that wait. The adapter may be sending one of them, so the
 * new row also gets another transaction id. An optional edit is only deleted. The caller notes the
 * lane.
 */
static void send_anew(struct bot_store *store, int64_t post)
{
	bot_query_change(store, BOT_SQL_OUTBOX_SEND_ANEW, post);
	bot_query_change(store, BOT_SQL_OUTBOX_DROP_EDITS, post);
}

void bot_posts_leave(struct bot_store *store, const char *user)
{
	bot_lane_note(store, true, user);
	bot_query_each(BOT_QUERY(store, BOT_SQL_OUTBOX_EDITED, user), send_anew);
	bot_query_change_text(store, BOT_SQL_POSTS_LEAVE, user);
}

void bot_post_delivered(struct bot_store *store, int64_t post, const char *event)
{
	bot_query_write(BOT_QUERY(store, BOT_SQL_TIMER_DELIVERED, post, event));
}

/* Posts as the host and the adapter ask for them */

static void get(struct bot_query *query, void *to)
{
	struct bot_post *row = to;

	row->id = bot_query_get_int(query, 1, INT64_MAX);
	POSTS(GET, GET)
}

/* Runs and ends a query that returns one post. */
static bool get_post(struct bot_query *query, struct bot_post *post)
{
	return bot_query_get(query, get, post);
}

bool bot_store_post_by_event(struct bot_store *store, const char *event, struct bot_post *post)
{
	return get_post(BOT_QUERY(store, BOT_SQL_POST_BY_EVENT, event), post);
}

bool bot_store_post_event(struct bot_store *store, int64_t post, char event[BOT_ID_SIZE])
{
	return bot_query_get(BOT_QUERY(store, BOT_SQL_POST_EVENT, post), bot_row_id, event);
}

bool bot_store_post_removed(struct bot_store *store, bool private, const char *to,
	const char *event, struct bot_post *post)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_POST_IN_LANE, event, private, to);
	bot_lane_note(store, private, to);
	if (!get_post(query, post))
		return false;
	drop_removed(store, post);
	bot_query_change(store, BOT_SQL_POST_REMOVE, post->id);
	send_anew(store, post->id);
	return true;
}

size_t bot_store_posts_removed(struct bot_store *store, const struct bot_post *like)
{
	return bot_query_count(BOT_QUERY(store, BOT_SQL_POSTS_REMOVED, like->match, like->turn,
		bot_post_role_names[like->role]));
}

static void get_letters(struct bot_query *query, void *to)
{
	*(uint32_t *)to = (uint32_t)bot_query_get_int(query, 0, UINT32_MAX);
}

bool bot_store_list_letters(struct bot_store *store, int64_t match, int64_t turn, uint32_t *letters)
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

size_t bot_store_open_lists(struct bot_store *store, const char *user, int64_t match,
	struct bot_open_list list[BOT_OPEN_MOST])
{
	const struct bot_kept_query kept = kept_open_list(user);
	bool found;

	if (bot_kept_find(store, &kept, &found, list, sizeof(*list)))
		return found;
	return bot_query_list(BOT_QUERY(store, BOT_SQL_POSTS_OPEN, user, match, BOT_OPEN_MOST),
		get_open, list, sizeof(*list));
}

void bot_store_close_lists(struct bot_store *store, const char *user, int64_t match,
	const struct bot_open_list *list, size_t count)
{
	const struct bot_kept_query kept = kept_open_list(user);
	size_t closed = 0;

	for (; closed < count && list[closed].match == match; closed++)
		bot_query_change(store, BOT_SQL_POST_CLOSE, list[closed].post);
	if (count < BOT_OPEN_MOST && count - closed <= 1)
		bot_kept_add(store, &kept, closed < count, &list[closed], sizeof(*list));
	else
		bot_kept_drop(store, &kept);
}

bool bot_store_post_followed(struct bot_store *store, const char *user, int64_t post)
{
	return bot_query_true(BOT_QUERY(store, BOT_SQL_POST_FOLLOWED, user, post));
}

bool bot_store_choices_followed(struct bot_store *store, const char *user, int64_t post)
{
	return bot_query_true(BOT_QUERY(store, BOT_SQL_CHOICES_FOLLOWED, user, post));
}

bool bot_store_post_of_match_after(
	struct bot_store *store, const char *user, int64_t match, int64_t post)
{
	return bot_query_true(BOT_QUERY(store, BOT_SQL_POST_OF_MATCH_AFTER, user, match, post));
}

bool bot_store_list_delivered(
	struct bot_store *store, int64_t match, int64_t turn, const char *user)
{
	return bot_query_true(BOT_QUERY(store, BOT_SQL_POST_DELIVERED, match, turn, user));
}

static void get_placed(struct bot_query *query, void *to)
{
	struct bot_placed_post *post = to;

	post->id = bot_query_get_int(query, 1, INT64_MAX);
	post->private = bot_query_get_bool(query);
	bot_query_get_id(query, post->to);
}

static size_t list_posts(struct bot_store *store, enum bot_sql sql, int64_t match,
	struct bot_placed_post *list, size_t size)
{
	return bot_query_list(
		BOT_QUERY(store, sql, match, bot_limit(size)), get_placed, list, sizeof(*list));
}

/* The store keeps that a match has no picture: bot_pictures_change drops that. */
size_t bot_store_pictures(
	struct bot_store *store, int64_t match, struct bot_placed_post *list, size_t size)
{
	const struct bot_kept_query kept = {.sql = BOT_SQL_POST_PICTURES, .number = match};
	bool found;

	if (bot_kept_find(store, &kept, &found, NULL, 0))
		return 0;
	size_t count = list_posts(store, kept.sql, match, list, size);
	if (count == 0)
		bot_kept_add(store, &kept, false, NULL, 0);
	return count;
}

size_t bot_store_challenge_posts(
	struct bot_store *store, int64_t match, struct bot_placed_post *list, size_t size)
{
	return list_posts(store, BOT_SQL_POST_CHALLENGES, match, list, size);
}

bool bot_store_is_challenge_posted(struct bot_store *store, int64_t match, const char *room)
{
	return bot_query_true(BOT_QUERY(store, BOT_SQL_POST_CHALLENGE_IN, match, room));
}

void bot_store_picture_over(struct bot_store *store, int64_t post)
{
	bot_query_change(store, BOT_SQL_POST_PICTURE_OVER, post);
}
