#include "bot/store/damage.h"

#include "bot/store/outbox.h"
#include "bot/store/sqlite/query.h"
#include "bot/store/timers.h"

#include <string.h>

enum bot_error bot_store_damaged(struct bot_store *store, int64_t match)
{
	store->damage = (struct bot_damage){.match = match};
	return BOT_STORE_CORRUPT;
}

/* Leaves `room` as it is if the row's text is no room's identifier. */
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

enum bot_error bot_store_set_aside(struct bot_store *store, struct bot_damage *damage)
{
	struct bot_damage found = store->damage;
	enum bot_error error = BOT_NOT_FOUND;

	if (found.match)
		error = room_of(store, found.match, found.room);
	if (found.match && !error)
		error = bot_query_change(store, BOT_SQL_MATCH_SET_ASIDE, found.match);
	if (found.match && !error)
		error = bot_store_timers_clear(store, found.match);
	if (found.row)
		error = bot_outbox_done(store, found.row, NULL);
	if (error)
		return error;
	store->damage = (struct bot_damage){0};
	*damage = found;
	return BOT_OK;
}
