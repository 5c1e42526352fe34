#include "bot/store/sqlite/statements.h"

/* matches.c binds and gets the columns in this order. The first ones are in an index. */
#define MATCH_KEYS "status, room, white, black, ended, rated"
#define MATCH_REST                                                                                 \
	"white_reached, black_reached, rules, touches, first, unseen, board, edits, scrolled,"     \
	" clock, time_left, offer, offerer, ending, winner, house, dice, private, challenger"
#define MATCH_COLUMNS MATCH_KEYS ", " MATCH_REST

#define MATCH_KEY_VALUES "?1, ?2, ?3, ?4, ?5, ?6"
#define MATCH_REST_VALUES                                                                          \
	"?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24,"   \
	" ?25"
#define MATCH_VALUES MATCH_KEY_VALUES ", " MATCH_REST_VALUES

/* Queries never find a match that was set aside as damaged. */
#define WHOLE "status <> 'damaged'"

/* So that many challenges can't push an accepted match behind the LIMIT. */
#define ACCEPTED_FIRST " ORDER BY status = 'challenge', id"

/* ratings.c binds and gets the columns in this order. */
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
	[BOT_SQL_VALUE_KEY] = "SELECT key FROM adapter_values WHERE key > ?1 AND key < ?2"
			      " ORDER BY key LIMIT 1",
	[BOT_SQL_HANDLED_ADD] = "INSERT INTO handled_events (event) VALUES (?1)"
				" ON CONFLICT DO NOTHING",
	[BOT_SQL_HANDLED_PRUNE] = "DELETE FROM handled_events WHERE number <= ?1",
	[BOT_SQL_STREAM_GET] = "SELECT top, seen FROM streams WHERE sender = ?1 AND stream = ?2",
	[BOT_SQL_STREAM_SET] =
		"INSERT INTO streams (sender, stream, top, seen) VALUES (?1, ?2, ?3, ?4)"
		" ON CONFLICT DO UPDATE SET top = excluded.top, seen = excluded.seen",
	[BOT_SQL_STREAM_PRUNE] = "DELETE FROM streams WHERE sender = ?1 AND number <="
				 " (SELECT number FROM streams WHERE sender = ?1"
				 " ORDER BY number DESC LIMIT 1 OFFSET ?2)",
	[BOT_SQL_STREAM_PRUNE_ALL] = "DELETE FROM streams WHERE number <="
				     " (SELECT max(number) FROM streams) - ?1",
	[BOT_SQL_NAME_SET] = "INSERT INTO names (user, name, skeleton) VALUES (?1, ?2, ?3)"
			     " ON CONFLICT DO UPDATE SET name = excluded.name,"
			     " skeleton = excluded.skeleton",
	[BOT_SQL_NAME_GET] = "SELECT name, skeleton, skeleton <> '' AND EXISTS (SELECT 1"
			     " FROM names AS other WHERE other.skeleton = names.skeleton"
			     " AND other.user <> names.user) FROM names WHERE user = ?1",
	[BOT_SQL_SETTING_SET] = "INSERT INTO settings (scope, id, key, value)"
				" VALUES (?1, ?2, ?3, ?4)"
				" ON CONFLICT DO UPDATE SET value = excluded.value",
	[BOT_SQL_SETTING_UNSET] = "DELETE FROM settings WHERE scope = ?1 AND id = ?2 AND key = ?3",
	[BOT_SQL_SETTING_GET] = "SELECT value FROM settings"
				" WHERE scope = ?1 AND id = ?2 AND key = ?3",

	[BOT_SQL_MATCH_ADD] = "INSERT INTO matches (" MATCH_COLUMNS ")"
			      " VALUES (" MATCH_VALUES ")",
	[BOT_SQL_MATCH_SAVE] = "UPDATE matches SET (" MATCH_REST ") = (" MATCH_REST_VALUES ")"
			       " WHERE id = ?26 AND (" MATCH_KEYS ") IS (" MATCH_KEY_VALUES ")",
	[BOT_SQL_MATCH_SAVE_ALL] = "UPDATE matches SET (" MATCH_COLUMNS ") = (" MATCH_VALUES ")"
				   " WHERE id = ?26",
	[BOT_SQL_MATCH_GET] = "SELECT id, " MATCH_COLUMNS " FROM matches WHERE id = ?1 AND " WHOLE,
	[BOT_SQL_MATCH_FIND] =
		"SELECT id, " MATCH_COLUMNS " FROM matches INDEXED BY matches_live"
		" WHERE status <> 'ended' AND " WHOLE " AND (?1 IS NULL OR room = ?1)"
		" AND (?2 IS NULL OR white = ?2 OR black = ?2)"
		" AND (?3 IS NULL OR status = ?3) AND id > ?5" ACCEPTED_FIRST " LIMIT ?4",

	[BOT_SQL_MATCH_FIND_OF] =
		"SELECT * FROM"
		" (SELECT id, " MATCH_COLUMNS " FROM matches INDEXED BY matches_live_white"
		" WHERE status <> 'ended' AND white = ?1 AND " WHOLE
		" AND (?2 IS NULL OR status = ?2) AND id > ?4"
		" UNION ALL"
		" SELECT id, " MATCH_COLUMNS " FROM matches INDEXED BY matches_live_black"
		" WHERE status <> 'ended' AND black = ?1 AND white <> ?1 AND " WHOLE
		" AND (?2 IS NULL OR status = ?2) AND id > ?4)" ACCEPTED_FIRST " LIMIT ?3",

	[BOT_SQL_MATCH_COUNT] = "SELECT count(*) FROM matches INDEXED BY matches_live"
				" WHERE status <> 'ended' AND status = ?1",

	[BOT_SQL_MATCH_ENDED] = "SELECT id, " MATCH_COLUMNS " FROM matches INDEXED BY matches_ended"
				" WHERE room = ?1 AND ended > 0 AND " WHOLE
				" AND (?2 IS NULL OR white = ?2 OR black = ?2)"
				" ORDER BY ended DESC, id DESC LIMIT ?3",

	[BOT_SQL_MATCH_RATED] = "SELECT (SELECT count(*) FROM matches INDEXED BY matches_rated"
				" WHERE rated = 1 AND white = ?1 AND black = ?2 AND ended > ?3) +"
				" (SELECT count(*) FROM matches INDEXED BY matches_rated"
				" WHERE rated = 1 AND white = ?2 AND black = ?1 AND ended > ?3)",

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
		"INSERT OR REPLACE INTO shuffles (match_id, secret, challenge, acceptance,"
		" by_lot) VALUES (?1, ?2, ?3, ?4, ?5)",
	[BOT_SQL_SHUFFLE_GET] = "SELECT secret, challenge, acceptance, by_lot FROM shuffles"
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

	[BOT_SQL_ALLOWANCE_SET] =
		"INSERT OR REPLACE INTO allowances (kind, sender, receiver, full_at)"
		" VALUES (?1, ?2, ?3, ?4)",
	[BOT_SQL_ALLOWANCE_UNSET] = "DELETE FROM allowances"
				    " WHERE kind = ?1 AND sender = ?2 AND receiver = ?3",
	[BOT_SQL_ALLOWANCE_GET] = "SELECT full_at FROM allowances"
				  " WHERE kind = ?1 AND sender = ?2 AND receiver = ?3",

	[BOT_SQL_GAP_SET] = "INSERT OR REPLACE INTO timeline_gaps"
			    " (room, from_token, to_token, place, joined, pages)"
			    " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
	[BOT_SQL_GAP_GET] = "SELECT room, from_token, to_token, place, joined, pages"
			    " FROM timeline_gaps WHERE room = ?1",
	[BOT_SQL_GAP_UNSET] = "DELETE FROM timeline_gaps WHERE room = ?1",
	[BOT_SQL_GAPS_UNSET] = "DELETE FROM timeline_gaps",
	[BOT_SQL_GAP_ROOMS] = "SELECT room FROM timeline_gaps ORDER BY room",

	[BOT_SQL_ALLOWANCE_PRUNE] =
		"DELETE FROM allowances WHERE (kind, sender, receiver) IN"
		" (SELECT kind, sender, receiver FROM allowances INDEXED BY allowances_full"
		" WHERE full_at <= ?1 ORDER BY full_at LIMIT ?2)",

	/* If the room has no settings, the date is not stored. */
	[BOT_SQL_ROOM_LEFT] = "INSERT OR REPLACE INTO settings (scope, id, key, value)"
			      " SELECT 'room', ?2, 'left', printf('%020d', ?1) WHERE EXISTS"
			      " (SELECT 1 FROM settings WHERE scope = 'room' AND id = ?2)",
	[BOT_SQL_ROOM_ENTERED] = "DELETE FROM settings"
				 " WHERE scope = 'room' AND id = ?1 AND key = 'left'",
	[BOT_SQL_ROOMS_FORGET] = "DELETE FROM settings WHERE scope = 'room' AND id IN"
				 " (SELECT id FROM settings INDEXED BY settings_left"
				 " WHERE key = 'left' AND scope = 'room'"
				 " AND value <= printf('%020d', ?1) ORDER BY value LIMIT ?2)",
	[BOT_SQL_MATCHES_UNDEALT] =
		"SELECT id FROM matches INDEXED BY matches_undealt"
		" WHERE status = 'ended' AND ended = 0 AND rated = 0 AND id <= (SELECT id FROM"
		" matches INDEXED BY matches_undealt WHERE status = 'ended' AND ended = 0"
		" AND rated = 0 ORDER BY id DESC LIMIT 1 OFFSET ?1)"
		" AND NOT EXISTS (SELECT 1 FROM rounds WHERE match_id = matches.id)"
		" AND NOT EXISTS (SELECT 1 FROM posts WHERE match_id = matches.id)"
		" ORDER BY id LIMIT ?2",
	[BOT_SQL_MATCHES_UNRATED] =
		"SELECT id FROM matches INDEXED BY matches_unrated"
		" WHERE status = 'ended' AND ended > 0 AND rated = 0 AND id <= (SELECT id FROM"
		" matches INDEXED BY matches_unrated WHERE status = 'ended' AND ended > 0"
		" AND rated = 0 ORDER BY id DESC LIMIT 1 OFFSET ?1)"
		" AND NOT EXISTS (SELECT 1 FROM posts WHERE match_id = matches.id)"
		" ORDER BY id LIMIT ?2",
	[BOT_SQL_SHUFFLE_FORGET] = "DELETE FROM shuffles WHERE match_id = ?1",
	[BOT_SQL_ROUNDS_FORGET] = "DELETE FROM rounds WHERE match_id = ?1",
	[BOT_SQL_MATCH_FORGET] = "DELETE FROM matches WHERE id = ?1",
	[BOT_SQL_NAMES_NEXT] = "SELECT user FROM names WHERE user > ?1"
			       " AND EXISTS (SELECT 1 FROM names LIMIT 1 OFFSET ?3)"
			       " ORDER BY user LIMIT ?2",
	/* Users who have played, have challenged or have a private room keep their names. */
	[BOT_SQL_NAMES_FORGET] =
		"DELETE FROM names WHERE user > ?1 AND user <= ?2"
		" AND NOT EXISTS (SELECT 1 FROM matches INDEXED BY matches_white"
		" WHERE white = names.user)"
		" AND NOT EXISTS (SELECT 1 FROM matches INDEXED BY matches_black"
		" WHERE black = names.user)"
		" AND NOT EXISTS (SELECT 1 FROM private_rooms WHERE user = names.user)",

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
		" data, choices, made, match_id, origin, thread, answers)"
		" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,"
		" ?17, ?18, ?19)",
	[BOT_SQL_OUTBOX_EDITS] = "SELECT id FROM outbox WHERE post_id = ?1 AND kind = 'edit'",
	[BOT_SQL_OUTBOX_LISTS] =
		"SELECT outbox.id FROM outbox JOIN posts ON posts.id = post_id"
		" WHERE outbox.private = 1 AND outbox.lane = ?1 AND kind = 'message'"
		" AND posts.match_id = ?2 AND turn <> 0 AND outbox.id >"
		" (SELECT min(id) FROM outbox WHERE private = 1 AND lane = ?1)"
		" ORDER BY outbox.id DESC LIMIT ?3 OFFSET ?4",
	[BOT_SQL_OUTBOX_LAST] = "SELECT coalesce(max(id), 0) FROM outbox",
	[BOT_SQL_OUTBOX_HEADS] =
		"SELECT outbox.id, kind, outbox.private, outbox.lane, txn, body, html, ring, "
		"mention,"
		" CASE kind WHEN 'edit' THEN event END, via, name, media, data, choices,"
		" thread, answers, matches.id, coalesce(house, 'none') <> 'none', made, EXISTS "
		"(SELECT 1 FROM "
		"outbox AS later WHERE later.private ="
		" outbox.private AND later.lane = outbox.lane AND later.id > outbox.id)"
		" FROM outbox LEFT JOIN posts ON posts.id = post_id"
		" LEFT JOIN matches ON matches.id = coalesce(posts.match_id, outbox.match_id)"
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
	[BOT_SQL_OUTBOX_WAITING] =
		"SELECT count(*) FROM outbox WHERE kind = ?1 AND (?2 IS NULL OR via = ?2)"
		" AND (?3 IS NULL OR origin = ?3)",
	[BOT_SQL_OUTBOX_REACHING] =
		"SELECT count(*) FROM outbox WHERE kind = 'reach' AND (?1 IS NULL OR "
		"ifnull(origin, '') = ?1)"
		" AND NOT EXISTS (SELECT 1 FROM private_rooms WHERE user = lane)",
	[BOT_SQL_OUTBOX_WITHDRAW] = "DELETE FROM outbox WHERE private = 0 AND lane = ?1"
				    " AND kind IN ('join', 'leave')",
	[BOT_SQL_OUTBOX_OLDEST] =
		"SELECT min(made) FROM outbox WHERE made > 0 HAVING min(made) > 0",
};
