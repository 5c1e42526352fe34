#include "bot/store/room_move.h"

#include "bot/store/sql/change_notes.h"
#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/lane_notes.h"
#include "bot/store/sql/query.h"

#include <string.h>

/*
 * Moves the data of the old room. Waiting messages get new rows with the same transaction ids, for
 * two reasons. The new rows come after the rows that already wait in the new room's lane, such as
 * the row that joins the new room. And the homeserver may still answer a request for an old row.
 * The event in this answer is in the old room, so it must not become the post's event. Rows that
 * join or leave the old room stay in the old room's lane.
 */
enum bot_error bot_store_room_moved(
	struct bot_store *store, const char *old_room, const char *new_room)
{
	static const struct {
		enum bot_sql sql;
		bool has_new; /* the second parameter of the statement is the new room */
	} steps[] = {
		{BOT_SQL_MOVE_MATCHES, true},
		{BOT_SQL_CLEAR_PRIVATE, true},
		{BOT_SQL_MOVE_PRIVATE, true},
		{BOT_SQL_CLEAR_RATINGS, true},
		{BOT_SQL_MOVE_RATINGS, true},
		{BOT_SQL_CLEAR_TALLIES, true},
		{BOT_SQL_MOVE_TALLIES, true},
		{BOT_SQL_MOVE_LINKS, true},
		{BOT_SQL_CLEAR_SETTINGS, true},
		{BOT_SQL_MOVE_SETTINGS, true},
		{BOT_SQL_CLEAR_NOTIFY, true},
		{BOT_SQL_MOVE_NOTIFY, true},
		{BOT_SQL_MOVE_COMPETITIONS, true},
		{BOT_SQL_MOVE_HONOURS, true},
		{BOT_SQL_CLEAR_WEEKLY, true},
		{BOT_SQL_MOVE_WEEKLY, true},
		{BOT_SQL_CLEAR_ANALYSES, true},
		{BOT_SQL_MOVE_ANALYSES, true},
		{BOT_SQL_MOVE_LETTERS, true},
		{BOT_SQL_MOVE_FORGET, false},
		{BOT_SQL_MOVE_POSTS, true},
	};
	if (strcmp(old_room, new_room) == 0)
		return BOT_OK;
	bot_change_note_any(store);
	bot_lane_note_all(store);
	bot_kept_drop_all(store);
	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
		struct bot_query *query = BOT_QUERY(store, steps[i].sql);
		bot_query_id(query, old_room);
		if (steps[i].has_new)
			bot_query_id(query, new_room);
		enum bot_error error = bot_query_write(query);
		if (error)
			return error;
	}
	return BOT_OK;
}
