#include "bot/store/rooms.h"

#include "bot/store/sqlite/query.h"

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
	if (!room)
		return bot_query_change_id(store, BOT_SQL_PRIVATE_UNSET, user);
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_PRIVATE_SET);
	bot_query_id(&query, user);
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
 * Waiting messages get new rows, so that they come after the rows that wait in the new room's lane
 * already (perhaps the one that joins it). A late answer of the homeserver to the old row must not
 * make an event of the old room the post's event. The transaction ids stay the same. Rows that join
 * or leave the old room stay where they are.
 */
enum bot_error bot_store_room_moved(
	struct bot_store *store, const char *old_room, const char *new_room)
{
	static const struct {
		enum bot_sql sql;
		bool has_new; /* the second parameter is the new room */
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
		if (steps[i].has_new)
			bot_query_id(&query, new_room);
		enum bot_error error = bot_query_write(&query);
		if (error)
			return error;
	}
	return BOT_OK;
}

enum bot_error bot_store_room_left(struct bot_store *store, const char *room, int64_t when)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_ROOM_LEFT);
	bot_query_int(&query, when);
	bot_query_id(&query, room);
	return bot_query_write(&query);
}

enum bot_error bot_store_room_entered(struct bot_store *store, const char *room)
{
	return bot_query_change_id(store, BOT_SQL_ROOM_ENTERED, room);
}
