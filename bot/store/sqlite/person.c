#include "bot/store/person.h"

#include "bot/store/sqlite/change_notes.h"
#include "bot/store/sqlite/connection.h"
#include "bot/store/sqlite/lane_notes.h"
#include "bot/store/sqlite/post_rows.h"
#include "bot/store/sqlite/query.h"

#include <assert.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define PLAYED       "(white = ?1 OR black = ?1)"
#define IN_LINK      "replace(replace(?1, '@', '%40'), ':', '%3A')" /* the id in a URL */

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

enum bot_error bot_store_name(
	struct bot_store *store, const char *user, struct bot_known_name *known)
{
	struct bot_known_name found;
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_NAME_GET);
	bot_query_text(&query, user);
	bot_query_one(&query);
	copy_name(&query, found.name);
	copy_name(&query, found.skeleton);
	found.shared = bot_query_get_bool(&query);
	enum bot_error error = bot_query_end(&query);
	if (!error)
		*known = found;
	return error;
}

enum bot_error bot_store_has_name(
	struct bot_store *store, const char *user, const char *name, bool *has)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_NAME_HAS);
	bot_query_text(&query, user);
	bot_query_text(&query, name);
	return bot_query_bool(&query, has);
}

static void add_name(struct bot_query *query, const char *name)
{
	bot_query_bytes(query, name, fitting(name));
}

enum bot_error bot_store_set_name(
	struct bot_store *store, const char *user, const char *name, const char *skeleton)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_NAME_SET);
	bot_query_id(&query, user);
	add_name(&query, name);
	add_name(&query, skeleton);
	return bot_query_write(&query);
}

static enum bot_error find_private(
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
		memcpy(other, found, sizeof(found));
	return error;
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

enum bot_error bot_store_set_private_room(
	struct bot_store *store, const char *user, const char *room)
{
	char old[BOT_ID_SIZE];

	if (!room)
		return bot_query_change_text(store, BOT_SQL_PRIVATE_UNSET, user);
	enum bot_error error = bot_store_private_room(store, user, old);
	if (error == BOT_NOT_FOUND || (!error && strcmp(old, room) != 0))
		error = bot_posts_leave(store, user);
	if (error)
		return error;
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_PRIVATE_SET);
	bot_query_id(&query, user);
	bot_query_id(&query, room);
	return bot_query_write(&query);
}

enum bot_error bot_store_has_joined(struct bot_store *store, const char *user, bool *joined)
{
	struct bot_query query;
	bool found = true;
	bot_query_begin(&query, store, BOT_SQL_PRIVATE_JOINED);
	bot_query_text(&query, user);
	enum bot_error error = bot_query_bool(&query, &found);
	if (error && error != BOT_NOT_FOUND)
		return error;
	*joined = found;
	return BOT_OK;
}

enum bot_error bot_store_set_joined(struct bot_store *store, const char *user, bool joined)
{
	struct bot_query query;
	bot_query_begin(&query, store, BOT_SQL_PRIVATE_SET_JOINED);
	bot_query_text(&query, user);
	bot_query_int(&query, joined);
	return bot_query_write(&query);
}

/*
 * The statements that export a person's rows. They run seldom, so the store does not prepare them
 * when it is opened.
 */
static const struct {
	const char *kind;
	const char *sql;
} rows[] = {
	{"names", "SELECT name FROM names WHERE user_id = ?1"},
	{"settings", "SELECT key, value FROM settings WHERE scope = 'user' AND id = ?1"},
	{"private_rooms", "SELECT room, joined FROM private_rooms WHERE user_id = ?1"},
	{"ratings", "SELECT room, rating, deviation, volatility, played, won FROM ratings"
		    " WHERE user_id = ?1"},
	{"matches", "SELECT id, status, room, white, black, challenger, rules, touches, first,"
		    " unseen, clock, practice, private, ending, winner, began, ended FROM matches"
		    " WHERE " PLAYED},
	{"rounds", "SELECT match_id, number, deck, actions FROM rounds JOIN matches"
		   " ON matches.id = match_id WHERE status = 'ended' AND " PLAYED},
	{"analyses", "SELECT match_id, result FROM analyses JOIN matches ON matches.id = match_id"
		     " WHERE result IS NOT NULL AND " PLAYED},
	{"analyses_asked", "SELECT match_id, private FROM analysis_requests"
			   " WHERE asker = ?1 OR (private = 1 AND lane = ?1)"},
	{"shuffles", "SELECT match_id, challenge, acceptance FROM shuffles JOIN matches"
		     " ON matches.id = match_id WHERE " PLAYED},
	/* Leaves out the token of a link. A letter has one at most, after the mark in its URL. */
	{"waiting_messages", "SELECT kind, iif(token > 0, substr(body, 1, token + 2) || '...' ||"
			     " substr(body, token + 35), body) AS body, made FROM (SELECT *,"
			     " max(instr(body, '#t='), instr(body, '#b='), instr(body, '#r='))"
			     " AS token FROM outbox WHERE private = 1 AND lane = ?1)"},
	{"sent_messages", "SELECT match_id, event FROM posts WHERE private = 1 AND lane = ?1"
			  " AND event IS NOT NULL"},
	/*
	 * Exports only the number of these messages, because a message that mentions the user may
	 * be a private message to another user.
	 */
	{"mentions_waiting", "SELECT count(*) AS messages FROM outbox"
			     " WHERE instr(' ' || mentions || ' ', ' ' || ?1 || ' ') > 0"
			     " HAVING count(*) > 0"},
	{"quotas", "SELECT until, told FROM quotas WHERE id = ?1"},
	{"allowances", "SELECT kind, sender, receiver, full_at FROM allowances"
		       " WHERE sender = ?1 OR receiver = ?1"},
	{"blocks", "SELECT blocked FROM blocks WHERE user_id = ?1"},
	{"questions", "SELECT room, command FROM questions WHERE user_id = ?1"},
	/* The user does not learn who blocks them. */
	{"blocked_by",
		"SELECT count(*) AS users FROM blocks WHERE blocked = ?1 HAVING count(*) > 0"},
	{"bans", "SELECT banned FROM bans WHERE banned = ?1"},
	{"moderator_of_matches", "SELECT match_id FROM match_moderators WHERE user_id = ?1"},
	{"links", "SELECT kind, made, used FROM links WHERE user_id = ?1"},
	{"announcement_draft", "SELECT value FROM adapter_values WHERE key = 'announcement draft'"
			       " AND substr(value, 1, length(?1) + 1) = ?1 || char(10)"},
	{"encryption_keys_read", "SELECT count(*) AS keys FROM streams WHERE sender = ?1"
				 " HAVING count(*) > 0"},
};

/*
 * The statements that erase a person. The order matters, because SQLite refuses to delete a row to
 * which another row refers.
 */
static const struct {
	const char *sql;
	bool limits; /* the rows limit what the user may do; see bot_store_person_forget */
} erasures[] = {
	{"UPDATE matches SET white = ?2 WHERE white = ?1", false},
	{"UPDATE matches SET black = ?2 WHERE black = ?1", false},
	{"DELETE FROM names WHERE user_id = ?1", false},
	{"DELETE FROM settings WHERE scope = 'user' AND id = ?1", false},
	{"DELETE FROM private_rooms WHERE user_id = ?1", false},
	{"DELETE FROM ratings WHERE user_id = ?1", false},
	{"DELETE FROM quotas WHERE id = ?1", true},
	{"DELETE FROM allowances WHERE sender = ?1 OR receiver = ?1", true},
	{"DELETE FROM blocks WHERE user_id = ?1", false},
	{"DELETE FROM blocks WHERE blocked = ?1", true},
	/* The command of somebody else's question may name the user. */
	{"DELETE FROM questions WHERE user_id = ?1 OR instr(command, ?1) > 0", false},
	{"DELETE FROM bans WHERE banned = ?1", true},
	{"DELETE FROM links WHERE user_id = ?1", false},
	{"DELETE FROM match_moderators WHERE user_id = ?1", true},
	{"DELETE FROM adapter_values WHERE key = 'announcement draft'"
	 " AND substr(value, 1, length(?1) + 1) = ?1 || char(10)",
		false},
	{"DELETE FROM streams WHERE sender = ?1", true},
	{"DELETE FROM analysis_requests WHERE private = 1 AND lane = ?1", false},
	{"UPDATE analysis_requests SET asker = NULL WHERE asker = ?1", false},
	{"DELETE FROM outbox WHERE private = 1 AND lane = ?1", false},
	{"UPDATE outbox SET mentions = nullif(trim(replace(' ' || mentions || ' ',"
	 " ' ' || ?1 || ' ', ' ')), '') WHERE instr(' ' || mentions || ' ', ' ' || ?1 || ' ') > 0",
		false},
	{"DELETE FROM posts WHERE private = 1 AND lane = ?1", false},
	/*
	 * The alias replaces the user's id in messages to rooms that wait in the outbox. The
	 * display name stays in them, because it may be a usual word.
	 */
	{"UPDATE outbox SET body = replace(body, ?1, ?2),"
	 " html = replace(replace(html, " IN_LINK ", ?2), ?1, ?2)"
	 " WHERE instr(body, ?1) > 0 OR instr(html, ?1) > 0 OR instr(html, " IN_LINK ") > 0",
		false},
};

static enum bot_error prepare(struct bot_store *store, const char *sql, const char *user,
	const char *alias, sqlite3_stmt **statement)
{
	int rc = sqlite3_prepare_v2(store->db, sql, -1, statement, NULL);

	if (rc == SQLITE_OK)
		rc = sqlite3_bind_text(*statement, 1, user, -1, SQLITE_STATIC);
	if (rc == SQLITE_OK && sqlite3_bind_parameter_count(*statement) > 1)
		rc = sqlite3_bind_text(*statement, 2, alias, -1, SQLITE_STATIC);
	return bot_connection_check(store, rc);
}

static struct bot_column column(sqlite3_stmt *statement, int i)
{
	struct bot_column found = {.name = sqlite3_column_name(statement, i)};

	switch (sqlite3_column_type(statement, i)) {
	case SQLITE_INTEGER:
		found.type = BOT_INTEGER;
		found.number = sqlite3_column_int64(statement, i);
		break;
	case SQLITE_FLOAT:
		found.type = BOT_REAL;
		found.real = sqlite3_column_double(statement, i);
		break;
	case SQLITE_TEXT:
		found.type = BOT_TEXT;
		found.text = (const char *)sqlite3_column_text(statement, i);
		break;
	default:
		break;
	}
	return found;
}

enum bot_error bot_store_person_rows(struct bot_store *store, const char *user,
	void (*take)(void *self, const char *kind, const struct bot_column *columns, size_t count),
	void *self)
{
	struct bot_column columns[BOT_COLUMNS_MAX];
	enum bot_error error = BOT_OK;

	for (size_t i = 0; i < COUNT(rows) && !error; i++) {
		sqlite3_stmt *statement = NULL;
		int rc = SQLITE_DONE;

		error = prepare(store, rows[i].sql, user, NULL, &statement);
		while (!error && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
			int count = sqlite3_column_count(statement);

			assert(count <= BOT_COLUMNS_MAX);
			for (int j = 0; j < count; j++)
				columns[j] = column(statement, j);
			take(self, rows[i].kind, columns, (size_t)count);
		}
		if (!error)
			error = bot_connection_check(store, rc);
		sqlite3_finalize(statement);
	}
	return error;
}

static enum bot_error run(
	struct bot_store *store, const char *sql, const char *user, const char *alias, bool *found)
{
	sqlite3_stmt *statement = NULL;
	enum bot_error error = prepare(store, sql, user, alias, &statement);

	if (!error) {
		int rc = sqlite3_step(statement);

		*found = rc == SQLITE_ROW;
		error = bot_connection_check(store, rc);
	}
	sqlite3_finalize(statement);
	return error;
}

static enum bot_error erase(
	struct bot_store *store, const char *user, const char *alias, bool keep_limits)
{
	static const char live[] = "SELECT 1 FROM matches"
				   " WHERE status NOT IN ('ended', 'damaged') AND " PLAYED;
	bool found = false;

	if (sqlite3_get_autocommit(store->db))
		return BOT_STORE_FAILED;
	bot_change_note_any(store); /* the alias replaces the user in many matches */
	bot_lane_note_all(store);
	enum bot_error error = run(store, live, user, NULL, &found);
	if (!error && found)
		error = BOT_INVALID;
	for (size_t i = 0; i < COUNT(erasures) && !error; i++)
		if (!keep_limits || !erasures[i].limits)
			error = run(store, erasures[i].sql, user, alias, &found);
	return error;
}

enum bot_error bot_store_person_erase(struct bot_store *store, const char *user, const char *alias)
{
	return erase(store, user, alias, false);
}

enum bot_error bot_store_person_forget(struct bot_store *store, const char *user, const char *alias)
{
	return erase(store, user, alias, true);
}

enum bot_error bot_store_clean_log(struct bot_store *store)
{
	return bot_connection_check(store,
		sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL));
}
