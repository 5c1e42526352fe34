/* Private rooms, and what happens to a room. */
#include "bot/store/query.h"

#include <string.h>

static enum bot_error find(
	struct bot_store *store, enum bot_sql sql, const char *id, char other[BOT_ID_SIZE])
{
	struct bot_query query;
	char found[BOT_ID_SIZE];
	bot_query_begin(&query, store, sql);
	bot_query_text(&query, id);
	bot_query_one(&query);
	bot_query_get_id(&query, found);
	enum bot_error error = bot_query_end(&query);
	if (!error)
		memcpy(other, found, sizeof found);
	return error;
}

enum bot_error bot_store_private_room(
	struct bot_store *store, const char *user, char room[BOT_ID_SIZE])
{
	return find(store, BOT_SQL_PRIVATE_ROOM, user, room);
}

enum bot_error bot_store_private_user(
	struct bot_store *store, const char *room, char user[BOT_ID_SIZE])
{
	return find(store, BOT_SQL_PRIVATE_USER, room, user);
}

enum bot_error bot_store_set_private_room(
	struct bot_store *store, const char *user, const char *room)
{
	struct bot_query query;
	bot_query_begin(&query, store, room ? BOT_SQL_PRIVATE_SET : BOT_SQL_PRIVATE_UNSET);
	bot_query_id(&query, user);
	if (room)
		bot_query_id(&query, room);
	return bot_query_write(&query);
}

enum bot_error bot_store_room_scrolled(struct bot_store *store, const char *room, unsigned messages)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_ROOM_SCROLLED);
	bot_query_text(&query, room);
	bot_query_int(&query, messages);
	return bot_query_write(&query);
}

/*
 * What waits is queued anew, under the same transaction ids: an answer that comes after all for the
 * old room must not name an event there as the post, and what is said in the new room comes after
 * what was already waiting there (to join it, perhaps). Joining and leaving the old room stay.
 */
enum bot_error bot_store_room_moved(
	struct bot_store *store, const char *old_room, const char *new_room)
{
	static const struct {
		enum bot_sql sql;
		bool to; /* has the new room as its second parameter */
	} steps[] = {
		{BOT_SQL_MOVE_MATCHES, true},
		{BOT_SQL_MOVE_PRIVATE, true},
		{BOT_SQL_MOVE_RATINGS, true},
		{BOT_SQL_MOVE_SETTINGS, true},
		{BOT_SQL_MOVE_LETTERS, true},
		{BOT_SQL_MOVE_FORGET, false},
		{BOT_SQL_MOVE_POSTS, true},
	};
	if (strcmp(old_room, new_room) == 0)
		return BOT_OK;
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		struct bot_query query;
		bot_query_begin(&query, store, steps[i].sql);
		bot_query_id(&query, old_room);
		if (steps[i].to)
			bot_query_id(&query, new_room);
		enum bot_error error = bot_query_write(&query);
		if (error)
			return error;
	}
	return BOT_OK;
}
