/* What can't be what was written, and how all the rest goes on. */
#include "bot/outbox.h"
#include "bot/store/query.h"

#include <string.h>

enum bot_error bot_store_damaged(struct bot_store *store, int64_t match)
{
	store->damage = (struct bot_damage){.match = match};
	return BOT_STORE_CORRUPT;
}

/* The room is taken for what it is, if it can be one. */
static enum bot_error room_of(struct bot_store *store, int64_t match, char room[BOT_ID_SIZE])
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_MATCH_ROOM);
	bot_query_int(&query, match);
	bot_query_one(&query);
	const char *text = bot_query_get_text(&query);
	if (text && strlen(text) < BOT_ID_SIZE)
		memcpy(room, text, strlen(text) + 1);
	return bot_query_end(&query);
}

static enum bot_error change(struct bot_store *store, int64_t match)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_MATCH_SET_ASIDE);
	bot_query_int(&query, match);
	return bot_query_write(&query);
}

enum bot_error bot_store_set_aside(struct bot_store *store, struct bot_damage *damage)
{
	struct bot_damage met = store->damage;
	enum bot_error error = BOT_NOT_FOUND;

	if (met.match)
		error = room_of(store, met.match, met.room);
	if (met.match && !error)
		error = change(store, met.match);
	if (met.match && !error)
		error = bot_store_timers_clear(store, met.match);
	if (met.row)
		error = bot_outbox_done(store, met.row, NULL);
	if (error)
		return error;
	store->damage = (struct bot_damage){0};
	*damage = met;
	return BOT_OK;
}
