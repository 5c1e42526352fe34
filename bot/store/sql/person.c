#include "bot/store/person.h"

#include "bot/base/attempt.h"
#include "bot/base/memory.h"
#include "bot/store/sql/driver.h"
#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/kept_lanes.h"
#include "bot/store/sql/post_rows.h"
#include "bot/store/sql/query.h"
#include "bot/store/sql/rows.h"
#include "bot/store/sql/store_state.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array)    (sizeof(array) / sizeof((array)[0]))
#define PLAYED          "(white = ?1 OR black = ?1)"
#define IN_LINK         "replace(replace(?1, '@', '%40'), ':', '%3A')" /* the id in a URL */
#define HAS(text, part) "replace(" text ", " part ", '') <> " text     /* the text has this part */
#define MENTIONED       HAS("' ' || mentions || ' '", "' ' || ?1 || ' '")

#define WAITING      "waiting_messages"
#define WAITING_BODY 1  /* the column of these with the text of the message */
#define MARK         3  /* bytes of what stands before the token of a link */
#define TOKEN        32 /* bytes of the token of a link */

/* The name and the private room */

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

bool bot_store_name(struct bot_store *store, const char *user, struct bot_known_name *known)
{
	return bot_kept_get(store, &(struct bot_kept_query){.sql = BOT_SQL_NAME_GET, .id = user},
		get_name, known, sizeof(*known));
}

static void add_name(struct bot_query *query, const char *name)
{
	bot_query_bytes(query, name, fitting(name));
}

void bot_store_set_name(
	struct bot_store *store, const char *user, const char *name, const char *skeleton)
{
	bot_kept_drop_all(store); /* the name may be like that of another user */
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_NAME_SET);
	bot_query_id(query, user);
	add_name(query, name);
	add_name(query, skeleton);
	bot_query_write(query);
}

static bool find_private(
	struct bot_store *store, enum bot_sql sql, const char *id, char other[BOT_ID_SIZE])
{
	return bot_kept_get(
		store, &(struct bot_kept_query){.sql = sql, .id = id}, bot_row_id, other, 0);
}

bool bot_store_private_room(struct bot_store *store, const char *user, char room[BOT_ID_SIZE])
{
	return find_private(store, BOT_SQL_PRIVATE_ROOM, user, room);
}

bool bot_store_private_user(struct bot_store *store, const char *room, char user[BOT_ID_SIZE])
{
	return find_private(store, BOT_SQL_PRIVATE_USER, room, user);
}

static void write_private(
	struct bot_store *store, enum bot_sql sql, const char *user, const char *room)
{
	bot_query_write(BOT_QUERY(store, sql, bot_id(user), bot_id(room)));
}

void bot_store_set_private_room(struct bot_store *store, const char *user, const char *room)
{
	char old[BOT_ID_SIZE];

	bool had = bot_store_private_room(store, user, old);
	bot_kept_drop_all(store);
	if (!room) {
		bot_query_change_text(store, BOT_SQL_PRIVATE_UNSET, user);
		return;
	}
	if (!had || strcmp(old, room) != 0)
		bot_posts_leave(store, user);
	write_private(store, BOT_SQL_PRIVATE_TAKE, user, room);
	write_private(store, BOT_SQL_PRIVATE_SET, user, room);
}

bool bot_store_has_joined(struct bot_store *store, const char *user)
{
	return bot_kept_bool(
		store, &(struct bot_kept_query){.sql = BOT_SQL_PRIVATE_JOINED, .id = user}, true);
}

void bot_store_set_joined(struct bot_store *store, const char *user, bool joined)
{
	bot_kept_drop_all(store);
	bot_query_write(BOT_QUERY(store, BOT_SQL_PRIVATE_SET_JOINED, user, joined));
}

/* Export */

/*
 * The statements that export a person's rows. They run rarely, so the store does not prepare them
 * when it is opened.
 */
static const struct {
	const char *kind;
	const char *sql;
} exports[] = {
	{"names", "SELECT name FROM names WHERE user_id = ?1"},
	{"settings", "SELECT key, value FROM settings WHERE scope = 'user' AND id = ?1"},
	{"private_rooms", "SELECT room, joined FROM private_rooms WHERE user_id = ?1"},
	{"ratings", "SELECT room, rating, deviation, volatility, played, won, streak, longest"
		    " FROM ratings WHERE user_id = ?1"},
	{"results", "SELECT ended, match_id, won, rating FROM results WHERE user_id = ?1"},
	{"tallies", "SELECT kind, name, room, played, won FROM tallies WHERE user_id = ?1"},
	{"matches", "SELECT id, status, room, white, black, challenger, rules, touches, first,"
		    " white_start, black_start, unseen, clock, white_extra, black_extra, casual,"
		    " practice, private, ending, winner, began, ended,"
		    " CASE WHEN white = ?1 THEN white_plan ELSE black_plan END AS plan FROM matches"
		    " WHERE " PLAYED},
	{"rounds", "SELECT match_id, number, deck, actions FROM rounds JOIN matches"
		   " ON matches.id = match_id WHERE status = 'ended' AND " PLAYED},
	{"analyses", "SELECT match_id, result FROM analyses JOIN matches ON matches.id = match_id"
		     " WHERE result IS NOT NULL AND " PLAYED},
	{"analyses_asked", "SELECT match_id, private FROM analysis_requests"
			   " WHERE asker = ?1 OR (private = 1 AND lane = ?1)"},
	{"shuffles", "SELECT match_id, challenge, acceptance FROM shuffles JOIN matches"
		     " ON matches.id = match_id WHERE " PLAYED},
	{WAITING, "SELECT kind, body, made FROM outbox WHERE private = 1 AND lane = ?1"},
	{"sent_messages", "SELECT match_id, event FROM posts WHERE private = 1 AND lane = ?1"
			  " AND event IS NOT NULL"},
	/*
	 * Exports only the number of these messages, because a message that mentions the user may
	 * be a private message to another user.
	 */
	{"mentions_waiting", "SELECT count(*) AS messages FROM outbox"
			     " WHERE " MENTIONED " HAVING count(*) > 0"},
	{"quotas", "SELECT until, told FROM quotas WHERE id = ?1"},
	{"allowances", "SELECT kind, sender, receiver, full_at FROM allowances"
		       " WHERE sender = ?1 OR receiver = ?1"},
	{"blocks", "SELECT blocked FROM blocks WHERE user_id = ?1"},
	{"notify_list", "SELECT room, from_hour, to_hour, lowest, highest FROM notify_list"
			" WHERE user_id = ?1"},
	{"competitions_organised", "SELECT id, kind, room, stage, ended FROM competitions"
				   " WHERE organiser = ?1"},
	{"weekly_nights",
		"SELECT room, event, weekday, minute FROM weekly_nights WHERE organiser = ?1"},
	{"competitions_entered",
		"SELECT competition_id, number, joined, state, pool, place, rank, forfeits,"
		" forfeited, stays, at_once, days_away FROM entrants WHERE user_id = ?1"},
	{"bouts", "SELECT bouts.competition_id, bouts.number, round, match_id, one, other,"
		  " one_touches, other_touches, winner FROM entrants JOIN competitions"
		  " ON competitions.id = entrants.competition_id JOIN bouts"
		  " ON bouts.competition_id IN (competitions.id, competitions.partner)"
		  " AND (entrants.number = one OR entrants.number = other) WHERE user_id = ?1"},
	{"days_off", "SELECT began, until, days, planned, planned_until FROM days_off"
		     " WHERE user_id = ?1"},
	{"honours", "SELECT room, kind, fencers, won FROM honours WHERE user_id = ?1"},
	{"questions", "SELECT room, command FROM questions WHERE user_id = ?1"},
	/* The user does not learn who blocks them. */
	{"blocked_by",
		"SELECT count(*) AS users FROM blocks WHERE blocked = ?1 HAVING count(*) > 0"},
	{"bans", "SELECT banned FROM bans WHERE banned = ?1"},
	{"moderator_of_matches", "SELECT match_id FROM match_moderators WHERE user_id = ?1"},
	{"links", "SELECT kind, made, used FROM links WHERE user_id = ?1"},
	{"announcement_draft",
		"SELECT value FROM adapter_values WHERE key = 'announcement draft'"
		" AND substr(value, 1, length(CAST(?1 AS TEXT)) + 1) = CAST(?1 AS TEXT) || '\n'"},
	{"encryption_keys_read",
		"SELECT count(*) AS keys FROM streams WHERE sender = ?1 HAVING count(*) > 0"},
};

/*
 * The statements that erase a person: those that schema.sql says, and those of the columns of which
 * it says "else". The order matters, because SQLite refuses to delete a row to which another row
 * refers.
 */
static const struct {
	const char *sql;
	bool limits; /* the rows limit what the user may do; see bot_store_person_forget */
} erasures[] = {
#define ROW(table, column)   {"DELETE FROM " #table " WHERE " #column " = ?1", false},
#define LIMIT(table, column) {"DELETE FROM " #table " WHERE " #column " = ?1", true},
#define ALIAS(table, column)                                                                       \
	{"UPDATE " #table " SET " #column " = ?2 WHERE " #column " = ?1", false},
#define NOBODY(table, column)                                                                      \
	{"UPDATE " #table " SET " #column " = NULL WHERE " #column " = ?1", false},
#define ELSE(table, column)
	USER_COLUMNS{"DELETE FROM settings WHERE scope = 'user' AND id = ?1", false},
	/* Nobody undoes an exclusion: see bot_entrants_clear. */
	{"UPDATE entrants SET user_id = ?2 WHERE user_id = ?1 AND NOT (state = 'excluded'"
	 " AND EXISTS (SELECT 1 FROM competitions WHERE competitions.id = competition_id"
	 " AND stage IN ('sign-up', 'check-in')))",
		false},
	{"UPDATE entrants SET user_id = ?2 WHERE user_id = ?1", true},
	/* The command of somebody else's question may name the user. */
	{"DELETE FROM questions WHERE user_id = ?1 OR " HAS("command", "?1"), false},
	{"DELETE FROM adapter_values WHERE key = 'announcement draft'"
	 " AND substr(value, 1, length(CAST(?1 AS TEXT)) + 1) = CAST(?1 AS TEXT) || '\n'",
		false},
	{"DELETE FROM analysis_requests WHERE private = 1 AND lane = ?1", false},
	{"DELETE FROM outbox WHERE private = 1 AND lane = ?1", false},
	{"UPDATE outbox SET mentions = nullif(trim(replace(' ' || mentions || ' ',"
	 " ' ' || ?1 || ' ', ' ')), '') WHERE " MENTIONED,
		false},
	{"DELETE FROM posts WHERE private = 1 AND lane = ?1", false},
	/*
	 * The alias replaces the user's id in messages to rooms that wait in the outbox. The
	 * display name stays in them, because it may be a usual word.
	 */
	{"UPDATE outbox SET body = replace(body, ?1, ?2),"
	 " html = replace(replace(html, " IN_LINK ", ?2), ?1, ?2)"
	 " WHERE " HAS("body", "?1") " OR " HAS("html", "?1") " OR " HAS("html", IN_LINK),
		false},
};

/*
 * Returns a copy of a message in which the token of a link is hidden. The caller frees the copy. A
 * message has one link with a token at most, and the token follows a mark in its URL.
 */
static char *hide_token(const char *text)
{
	static const char *const marks[] = {"#t=", "#b=", "#r="};
	char *copy = bot_strdup(text), *token = NULL;

	for (size_t i = 0; i < COUNT(marks) && !token; i++)
		token = strstr(copy, marks[i]);
	if (!token || strlen(token) < MARK + TOKEN)
		return copy;
	memcpy(token + MARK, "...", 3);
	memmove(token + MARK + 3, token + MARK + TOKEN, strlen(token + MARK + TOKEN) + 1);
	return copy;
}

/* Gives a row to the callback. */
static void take_row(struct bot_query *query, const char *kind,
	void (*take)(void *self, const char *kind, const struct bot_column *columns, size_t count),
	void *self)
{
	struct bot_column columns[BOT_COLUMNS_MAX];
	size_t count = bot_query_get_columns(query, columns);
	char *body = NULL;

	if (strcmp(kind, WAITING) == 0 && count > WAITING_BODY && columns[WAITING_BODY].text)
		columns[WAITING_BODY].text = body = hide_token(columns[WAITING_BODY].text);
	take(self, kind, columns, count);
	free(body);
}

void bot_store_person_rows(struct bot_store *store, const char *user,
	void (*take)(void *self, const char *kind, const struct bot_column *columns, size_t count),
	void *self)
{
	for (size_t i = 0; i < COUNT(exports); i++) {
		struct bot_query *query = BOT_QUERY(store, exports[i].sql, user);

		while (bot_query_row(query))
			take_row(query, exports[i].kind, take, self);
		bot_query_end(query);
	}
}

static bool has_live_match(struct bot_store *store, const char *user)
{
	static const char sql[] = "SELECT EXISTS (SELECT 1 FROM matches"
				  " WHERE status NOT IN ('ended', 'damaged') AND " PLAYED ")";

	return bot_query_true(BOT_QUERY(store, sql, user));
}

static void run(struct bot_store *store, const char *sql, const char *user, const char *alias)
{
	struct bot_query *query = BOT_QUERY(store, sql, user);

	if (strstr(sql, "?2"))
		bot_query_text(query, alias);
	bot_query_write(query);
}

static void erase(struct bot_store *store, const char *user, const char *alias, bool keep_limits)
{
	bot_change_note_any(store); /* the alias replaces the user in many matches */
	bot_lane_note_all(store);
	bot_kept_drop_all(store);
	if (has_live_match(store, user))
		bot_fail(BOT_INVALID);
	for (size_t i = 0; i < COUNT(erasures); i++)
		if (!keep_limits || !erasures[i].limits)
			run(store, erasures[i].sql, user, alias);
}

void bot_store_person_erase(struct bot_store *store, const char *user, const char *alias)
{
	erase(store, user, alias, false);
}

void bot_store_person_forget(struct bot_store *store, const char *user, const char *alias)
{
	erase(store, user, alias, true);
}
