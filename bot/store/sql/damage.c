#include "bot/store/damage.h"

#include "bot/store/outbox_rows.h"
#include "bot/store/sql/change_notes.h"
#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/store_state.h"
#include "bot/store/sql/query.h"
#include "bot/store/timers.h"

#include <string.h>

enum bot_error bot_store_damaged(struct bot_store *store, int64_t match)
{
	return bot_damage_note(store, match, 0);
}

/* Gets a match's room. Does not change `room` if the text in the row is too long. */
static enum bot_error find_room(struct bot_store *store, int64_t match, char room[BOT_ID_SIZE])
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_MATCH_ROOM, match);
	bot_query_one(query);
	const char *text = bot_query_get_text(query);
	if (text && strlen(text) < BOT_ID_SIZE)
		memcpy(room, text, strlen(text) + 1);
	return bot_query_end(query);
}

enum bot_error bot_store_set_aside(struct bot_store *store, struct bot_damage *damage)
{
	struct bot_damage found = store->damage;
	enum bot_error error = BOT_NOT_FOUND;

	if (found.match)
		error = find_room(store, found.match, found.room);
	if (found.match && !error)
		error = bot_query_change(store, BOT_SQL_MATCH_SET_ASIDE, found.match);
	if (found.match && !error) {
		bot_kept_drop_all(store);
		bot_change_note(store, found.match);
		error = bot_store_timers_clear(store, found.match);
	}
	if (found.row)
		error = bot_outbox_done(store, found.row, NULL);
	if (error)
		return error;
	store->damage = (struct bot_damage){0};
	*damage = found;
	return BOT_OK;
}
