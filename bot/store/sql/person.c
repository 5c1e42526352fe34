#include "bot/store/person.h"

#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/post_rows.h"
#include "bot/store/sql/query.h"

#include <string.h>

/* Returns how many bytes of a name fit into BOT_NAME_SIZE without cutting a UTF-8 character. */
static size_t fitting(const char *name)
{
	size_t size = strlen(name);

	if (size < BOT_NAME_SIZE)
		return size;
	size = BOT_NAME_SIZE - 1;
	while (size > 0 && ((unsigned char)name[size] & 0xc0) == 0x80)
		size--;
	return size;
}

static void copy_name(struct bot_query *query, char copy[BOT_NAME_SIZE])
{
	const char *text = bot_query_get_text(query);
	size_t length = text ? fitting(text) : 0;

	if (text)
		memcpy(copy, text, length);
	copy[length] = '\0';
}

static void get_name(struct bot_query *query, void *to)
{
	struct bot_known_name *name = to;

	copy_name(query, name->name);
	copy_name(query, name->skeleton);
	name->shared = bot_query_get_bool(query);
}

enum bot_error bot_store_name(
	struct bot_store *store, const char *user, struct bot_known_name *known)
{
	return bot_kept_get(store, &(struct bot_kept_query){.sql = BOT_SQL_NAME_GET, .id = user},
		get_name, known, sizeof(*known));
}

static void add_name(struct bot_query *query, const char *name)
{
	bot_query_bytes(query, name, fitting(name));
}

enum bot_error bot_store_set_name(
	struct bot_store *store, const char *user, const char *name, const char *skeleton)
{
	bot_kept_drop_all(store); /* the name may be like that of another user */
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_NAME_SET);
	bot_query_id(query, user);
	add_name(query, name);
	add_name(query, skeleton);
	return bot_query_write(query);
}

static enum bot_error find_private(
	struct bot_store *store, enum bot_sql sql, const char *id, char other[BOT_ID_SIZE])
{
	return bot_kept_get(
		store, &(struct bot_kept_query){.sql = sql, .id = id}, bot_row_id, other, 0);
}

enum bot_error bot_store_private_room(
	struct bot_store *store, const char *user, char room[BOT_ID_SIZE])
{
	return find_private(store, BOT_SQL_PRIVATE_ROOM, user, room);
}

enum bot_error bot_store_private_user(
	struct bot_store *store, const char *room, char user[BOT_ID_SIZE])
{
	return find_private(store, BOT_SQL_PRIVATE_USER, room, user);
}

static enum bot_error write_private(
	struct bot_store *store, enum bot_sql sql, const char *user, const char *room)
{
	return bot_query_write(BOT_QUERY(store, sql, bot_id(user), bot_id(room)));
}

enum bot_error bot_store_set_private_room(
	struct bot_store *store, const char *user, const char *room)
{
	char old[BOT_ID_SIZE];

	enum bot_error error = bot_store_private_room(store, user, old);
	bot_kept_drop_all(store);
	if (!room)
		return bot_query_change_text(store, BOT_SQL_PRIVATE_UNSET, user);
	if (error == BOT_NOT_FOUND || (!error && strcmp(old, room) != 0))
		error = bot_posts_leave(store, user);
	if (error)
		return error;
	error = write_private(store, BOT_SQL_PRIVATE_TAKE, user, room);
	return error ? error : write_private(store, BOT_SQL_PRIVATE_SET, user, room);
}

enum bot_error bot_store_has_joined(struct bot_store *store, const char *user, bool *joined)
{
	*joined = true;
	enum bot_error error = bot_kept_get(store,
		&(struct bot_kept_query){.sql = BOT_SQL_PRIVATE_JOINED, .id = user}, bot_row_bool,
		joined, sizeof(*joined));
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_store_set_joined(struct bot_store *store, const char *user, bool joined)
{
	bot_kept_drop_all(store);
	return bot_query_write(BOT_QUERY(store, BOT_SQL_PRIVATE_SET_JOINED, user, joined));
}
