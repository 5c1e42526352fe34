#include "bot/store/statements.h"

/* The order in which matches.c binds and gets them; first those that an index has. */
#define MATCH_KEYS "status, room, white, black, ended"
#define MATCH_REST                                                                                 \
	"white_reached, black_reached, rules, touches, first, unseen, board, edits, scrolled,"     \
	" clock, time_left, offer, offerer, ending, winner, house, dice, private, challenger"
#define MATCH_COLUMNS MATCH_KEYS ", " MATCH_REST

#define MATCH_KEY_VALUES "?1, ?2, ?3, ?4, ?5"
#define MATCH_REST_VALUES                                                                          \
	"?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23,"    \
	" ?24"
#define MATCH_VALUES MATCH_KEY_VALUES ", " MATCH_REST_VALUES

/* Not one that was set aside: nothing else is ever found. */
#define WHOLE "status <> 'damaged'"

/* The order in which results.c binds and gets them. */
#define RATING_COLUMNS "rating, deviation, volatility, played, won"

const char *const bot_sql[BOT_SQL_COUNT] = {
	[BOT_SQL_BEGIN] = "BEGIN",
	[BOT_SQL_COMMIT] = "COMMIT",
	[BOT_SQL_ROLLBACK] = "ROLLBACK",

	[BOT_SQL_VALUE_SET] = "INSERT INTO adapter_values (key, value) VALUES (?1, ?2)"
			      " ON CONFLICT DO UPDATE SET value = excluded.value"
			      " WHERE value <> excluded.value",
	[BOT_SQL_VALUE_UNSET] = "DELETE FROM adapter_values WHERE key = ?1",
	[BOT_SQL_VALUE_GET] = "SELECT value FROM adapter_values WHERE key = ?1",
	[BOT_SQL_HANDLED_ADD] = "INSERT INTO handled_events (event) VALUES (?1)"
				" ON CONFLICT DO NOTHING",
	[BOT_SQL_HANDLED_PRUNE] = "DELETE FROM handled_events WHERE number <= ?1",
	[BOT_SQL_NAME_SET] = "INSERT INTO names (user, name) VALUES (?1, ?2)"
			     " ON CONFLICT DO UPDATE SET name = excluded.name"
			     " WHERE name <> excluded.name",
	[BOT_SQL_NAME_UNSET] = "DELETE FROM names WHERE user = ?1",
	[BOT_SQL_NAME_GET] = "SELECT name FROM names WHERE user = ?1",
	[BOT_SQL_SETTING_SET] = "INSERT INTO settings (scope, id, key, value)"
				" VALUES (?1, ?2, ?3, ?4)"
				" ON CONFLICT DO UPDATE SET value = excluded.value",
	[BOT_SQL_SETTING_UNSET] = "DELETE FROM settings WHERE scope = ?1 AND id = ?2 AND key = ?3",
	[BOT_SQL_SETTING_GET] = "SELECT value FROM settings"
				" WHERE scope = ?1 AND id = ?2 AND key = ?3",

	[BOT_SQL_MATCH_ADD] = "INSERT INTO matches (" MATCH_COLUMNS ")"
			      " VALUES (" MATCH_VALUES ")",
	[BOT_SQL_MATCH_SAVE] = "UPDATE matches SET (" MATCH_REST ") = (" MATCH_REST_VALUES ")"
			       " WHERE id = ?25 AND (" MATCH_KEYS ") IS (" MATCH_KEY_VALUES ")",
	[BOT_SQL_MATCH_SAVE_ALL] = "UPDATE matches SET (" MATCH_COLUMNS ") = (" MATCH_VALUES ")"
				   " WHERE id = ?25",
	[BOT_SQL_MATCH_GET] = "SELECT id, " MATCH_COLUMNS " FROM matches WHERE id = ?1 AND " WHOLE,
	[BOT_SQL_MATCH_FIND] =
		"SELECT id, " MATCH_COLUMNS " FROM matches INDEXED BY matches_live"
		" WHERE status <> 'ended' AND " WHOLE " AND (?1 IS NULL OR room = ?1)"
		" AND (?2 IS NULL OR white = ?2 OR black = ?2)"
		" AND (?3 IS NULL OR status = ?3) ORDER BY id LIMIT ?4",

	[BOT_SQL_MATCH_FIND_OF] =
		"SELECT id, " MATCH_COLUMNS " FROM matches INDEXED BY matches_live_white"
		" WHERE status <> 'ended' AND white = ?1 AND " WHOLE
		" AND (?2 IS NULL OR status = ?2)"
		" UNION ALL"
		" SELECT id, " MATCH_COLUMNS " FROM matches INDEXED BY matches_live_black"
		" WHERE status <> 'ended' AND black = ?1 AND white <> ?1 AND " WHOLE
		" AND (?2 IS NULL OR status = ?2) ORDER BY id LIMIT ?3",

	[BOT_SQL_MATCH_COUNT] = "SELECT count(*) FROM matches INDEXED BY matches_live"
				" WHERE status <> 'ended' AND status = ?1",

	[BOT_SQL_MATCH_ENDED] = "SELECT id, " MATCH_COLUMNS " FROM matches INDEXED BY matches_ended"
				" WHERE room = ?1 AND ended > 0 AND " WHOLE
				" AND (?2 IS NULL OR white = ?2 OR black = ?2)"
				" ORDER BY ended DESC, id DESC LIMIT ?3",

	[BOT_SQL_MATCH_LAST_IN] =
		"SELECT id, " MATCH_COLUMNS " FROM matches INDEXED BY matches_room WHERE room = ?1"
		" AND " WHOLE
		" AND EXISTS (SELECT 1 FROM rounds WHERE match_id = id) ORDER BY id DESC LIMIT 1",
	[BOT_SQL_MATCH_LAST_OF] =
		"SELECT id, " MATCH_COLUMNS " FROM matches WHERE id = (SELECT max(id) FROM"
		" (SELECT * FROM (SELECT id FROM matches INDEXED BY matches_white WHERE white = ?1"
		"  AND " WHOLE " AND EXISTS (SELECT 1 FROM rounds WHERE match_id = id)"
		"  ORDER BY id DESC LIMIT 1)"
		" UNION ALL SELECT * FROM (SELECT id FROM matches INDEXED BY matches_black"
		"  WHERE black = ?1"
		"  AND " WHOLE " AND EXISTS (SELECT 1 FROM rounds WHERE match_id = id)"
		"  ORDER BY id DESC LIMIT 1)))",

	[BOT_SQL_MATCH_ROOM] = "SELECT room FROM matches WHERE id = ?1 AND " WHOLE,
	[BOT_SQL_MATCH_SET_ASIDE] = "UPDATE matches SET status = 'damaged' WHERE id = ?1",

	[BOT_SQL_ROUND_ADD] = "INSERT INTO rounds (match_id, number, deck, actions)"
			      " VALUES (?1, ?2, ?3, '')",
	[BOT_SQL_ACTION_ADD] = "UPDATE rounds SET actions = ltrim(actions || ' ' || ?3)"
			       " WHERE match_id = ?1 AND number = ?2",
	[BOT_SQL_ROUND_LIST] = "SELECT number, deck, actions FROM rounds WHERE match_id = ?1"
			       " ORDER BY number",

	[BOT_SQL_ROUND_GET] = "SELECT deck, actions FROM rounds"
			      " WHERE match_id = ?1 AND number = ?2",
	[BOT_SQL_SHUFFLE_SET] =
		"INSERT OR REPLACE INTO shuffles (match_id, secret, challenge, acceptance)"
		" VALUES (?1, ?2, ?3, ?4)",
	[BOT_SQL_SHUFFLE_GET] = "SELECT secret, challenge, acceptance FROM shuffles"
				" WHERE match_id = ?1",

	[BOT_SQL_TIMER_SET] = "INSERT INTO timers (match_id, kind, due) VALUES (?1, ?2, ?3)"
			      " ON CONFLICT DO UPDATE SET due = excluded.due",
	[BOT_SQL_TIMER_CLEAR] = "DELETE FROM timers WHERE match_id = ?1 AND kind = ?2",
	[BOT_SQL_TIMERS_CLEAR] = "DELETE FROM timers WHERE match_id = ?1",
	[BOT_SQL_TIMER_GET] = "SELECT due FROM timers WHERE match_id = ?1 AND kind = ?2",
	[BOT_SQL_TIMER_NEXT] = "SELECT match_id, kind, due FROM timers INDEXED BY timers_due"
			       " ORDER BY due, match_id LIMIT 1",

	[BOT_SQL_PRIVATE_SET] = "INSERT OR REPLACE INTO private_rooms (user, room) VALUES (?1, ?2)",
	[BOT_SQL_PRIVATE_UNSET] = "DELETE FROM private_rooms WHERE user = ?1",
	[BOT_SQL_PRIVATE_ROOM] = "SELECT room FROM private_rooms WHERE user = ?1",
	[BOT_SQL_PRIVATE_USER] = "SELECT user FROM private_rooms WHERE room = ?1",

	[BOT_SQL_RATING_SET] = "INSERT OR REPLACE INTO ratings (room, user, " RATING_COLUMNS ")"
			       " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
	[BOT_SQL_RATING_GET] =
		"SELECT " RATING_COLUMNS " FROM ratings WHERE room = ?1 AND user = ?2",
	[BOT_SQL_RATING_TOP] = "SELECT user, " RATING_COLUMNS " FROM ratings WHERE room = ?1"
			       " ORDER BY rating - 2 * deviation DESC, user LIMIT ?2",

	[BOT_SQL_QUOTA_SET] = "INSERT OR REPLACE INTO quotas (scope, id, until, told)"
			      " VALUES (?1, ?2, ?3, ?4)",
	[BOT_SQL_QUOTA_GET] = "SELECT until, told FROM quotas WHERE scope = ?1 AND id = ?2",
	[BOT_SQL_QUOTA_PRUNE] = "DELETE FROM quotas WHERE until <= ?1",

	[BOT_SQL_ROOM_SCROLLED] =
		"UPDATE matches INDEXED BY matches_live SET scrolled = scrolled + ?2"
		" WHERE status <> 'ended' AND room = ?1 AND board <> 0",
	[BOT_SQL_MOVE_MATCHES] =
		"UPDATE matches SET room = ?2, edits = 0, scrolled = 0 WHERE room = ?1",
	[BOT_SQL_MOVE_PRIVATE] = "UPDATE OR REPLACE private_rooms SET room = ?2 WHERE room = ?1",
	[BOT_SQL_MOVE_SETTINGS] =
		"UPDATE OR REPLACE settings SET id = ?2 WHERE scope = 'room' AND id = ?1",
	[BOT_SQL_MOVE_RATINGS] = "UPDATE OR REPLACE ratings SET room = ?2 WHERE room = ?1",
	[BOT_SQL_MOVE_LETTERS] =
		"INSERT INTO outbox"
		" (kind, private, lane, txn, body, html, ring, mention, via, post_id, name, media,"
		" data, choices, made)"
		" SELECT CASE WHEN event IS NULL THEN kind ELSE 'message' END,"
		" 0, ?2, txn, body, html, ring, mention, via, post_id, name, media, data, choices,"
		" made FROM outbox LEFT JOIN posts ON posts.id = post_id"
		" WHERE outbox.private = 0 AND outbox.lane = ?1"
		" AND kind IN ('message', 'edit', 'file')"
		" ORDER BY outbox.id",
	[BOT_SQL_MOVE_FORGET] = "DELETE FROM outbox WHERE private = 0 AND lane = ?1"
				" AND kind IN ('message', 'edit', 'file')",
	[BOT_SQL_MOVE_POSTS] =
		"UPDATE posts SET lane = ?2, event = NULL WHERE private = 0 AND lane = ?1",

	[BOT_SQL_POST_ADD] = "INSERT INTO posts (match_id, private, lane, turn)"
			     " VALUES (?1, ?2, ?3, ?4)",
	[BOT_SQL_POST_PRUNE] =
		"DELETE FROM posts WHERE id <= ?1"
		" AND id NOT IN (SELECT post_id FROM outbox WHERE post_id IS NOT NULL)"
		" AND NOT EXISTS (SELECT 1 FROM matches"
		"  WHERE matches.id = match_id AND status <> 'ended' AND " WHOLE ")",
	[BOT_SQL_POST_STANDS] =
		"SELECT event IS NOT NULL"
		" OR EXISTS (SELECT 1 FROM outbox WHERE post_id = posts.id AND kind = 'message')"
		" FROM posts WHERE id = ?1 AND private = ?2 AND lane = ?3",
	[BOT_SQL_POST_SENT] = "UPDATE posts SET event = ?2 WHERE id = ?1 AND event IS NULL",
	[BOT_SQL_POST_BY_EVENT] = "SELECT id, match_id, turn, event FROM posts WHERE event = ?1"
				  " ORDER BY id DESC LIMIT 1",

	[BOT_SQL_OUTBOX_ADD] =
		"INSERT INTO outbox"
		" (kind, private, lane, txn, body, html, ring, mention, via, post_id, name, media,"
		" data, choices, made)"
		" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
	[BOT_SQL_OUTBOX_EDITS] = "SELECT id FROM outbox WHERE post_id = ?1 AND kind = 'edit'",
	[BOT_SQL_OUTBOX_LAST] = "SELECT coalesce(max(id), 0) FROM outbox",
	[BOT_SQL_OUTBOX_HEADS] =
		"SELECT outbox.id, kind, outbox.private, outbox.lane, txn, body, html, ring, "
		"mention,"
		" CASE kind WHEN 'edit' THEN event END, via, name, media, data, choices,"
		" match_id, made, EXISTS (SELECT 1 FROM outbox AS later WHERE later.private ="
		" outbox.private AND later.lane = outbox.lane AND later.id > outbox.id)"
		" FROM outbox LEFT JOIN posts ON posts.id = post_id"
		" WHERE NOT EXISTS (SELECT 1 FROM outbox AS before WHERE before.private ="
		" outbox.private AND before.lane = outbox.lane AND before.id < outbox.id)"
		" ORDER BY outbox.id",
	[BOT_SQL_OUTBOX_POST] = "SELECT post_id FROM outbox WHERE id = ?1",
	[BOT_SQL_OUTBOX_FIRST] = "SELECT id, txn FROM outbox WHERE private = ?1 AND lane = ?2"
				 " ORDER BY id LIMIT 1",
	[BOT_SQL_OUTBOX_DELETE] = "DELETE FROM outbox WHERE id = ?1",
	[BOT_SQL_OUTBOX_PROMOTE] = "UPDATE outbox SET kind = 'message'"
				   " WHERE id = (SELECT min(id) FROM outbox WHERE post_id = ?1)"
				   " AND (SELECT event FROM posts WHERE id = ?1) IS NULL",
	[BOT_SQL_OUTBOX_SIZE] = "SELECT count(*) FROM outbox",
	[BOT_SQL_OUTBOX_LANE_SIZE] = "SELECT count(*) FROM outbox WHERE private = ?1 AND lane = ?2",
	[BOT_SQL_OUTBOX_OLDEST] =
		"SELECT min(made) FROM outbox WHERE made > 0 HAVING min(made) > 0",
};
