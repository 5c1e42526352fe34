#include "bot/store/upkeep.h"

#include "bot/store/matches.h"
#include "bot/store/outbox_rows.h"
#include "bot/store/ratings.h"
#include "bot/store/settings.h"
#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/kept_lanes.h"
#include "bot/store/sql/query.h"
#include "bot/store/sql/store_state.h"
#include "bot/store/web_links.h"

#include <string.h>
#include <time.h>

/* How many rows of each kind one call of bot_store_prune deletes at most. */
#define PRUNE_STEP BOT_QUERY_IDS

/*
 * How many matches one call of bot_store_forget_matches deletes at most. A match has about thirty
 * rows, and deleting them must not hold up the players.
 */
#define FORGET_STEP 16

/* The same for competitions, which have up to three hundred rows. */
#define COMPETITIONS_STEP 2

/* How many of the matches that changed no rating the store keeps. It keeps the newest ones. */
#define DEALT_KEPT   10000 /* practice, abandoned, stopped and unrated matches */
#define UNDEALT_KEPT 1000  /* challenges that never became a match */

/* On every day of a month or a year, the store still has the tallies of the one before. */
#define MONTHS_KEPT (INT64_C(63) * 24 * 3600 * 1000)
#define YEARS_KEPT  (INT64_C(367) * 24 * 3600 * 1000)

#define NAMES_KEPT 1000 /* the store deletes names only while it has more names than this */

/* Deletes at most PRUNE_STEP rows that are not newer than `until`. */
static enum bot_error forget_until(struct bot_store *store, enum bot_sql sql, int64_t until)
{
	return bot_try_write(BOT_QUERY(store, sql, until, PRUNE_STEP));
}

/*
 * Runs and ends a query that deletes rows on which kept answers may depend. Mostly there are none,
 * and then the answers hold.
 */
static enum bot_error forget(struct bot_query *query)
{
	struct bot_store *store = query->store;
	enum bot_error error = bot_try_write_one(query);

	if (!error)
		bot_kept_drop_all(store);
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

/* Deletes at most PRUNE_STEP rows of rooms that the bot left at the time `until` or before. */
static enum bot_error forget_rooms(struct bot_store *store, enum bot_sql sql, int64_t until)
{
	char digits[BOT_DIGITS + 1];

	struct bot_query *query = BOT_QUERY(store, sql);
	bot_query_digits(query, until > 0 ? until : 0, digits);
	bot_query_int(query, PRUNE_STEP);
	return forget(query);
}

static enum bot_error forget_match(struct bot_store *store, int64_t id)
{
	static const enum bot_sql steps[] = {BOT_SQL_TIMERS_CLEAR, BOT_SQL_MODERATORS_CLEAR,
		BOT_SQL_SHUFFLE_FORGET, BOT_SQL_LINKS_FORGET, BOT_SQL_ROUNDS_FORGET,
		BOT_SQL_POSTS_FORGET, BOT_SQL_ANALYSIS_REQUESTS_FORGET, BOT_SQL_ANALYSIS_FORGET,
		BOT_SQL_RESULTS_FORGET, BOT_SQL_MATCH_FORGET};
	enum bot_error error = BOT_OK;

	bot_kept_drop_all(store);
	for (size_t i = 0; !error && i < sizeof(steps) / sizeof(*steps); i++)
		error = bot_try_change(store, steps[i], id);
	return error;
}

/*
 * Deletes at most `most` of the matches that the statement `which` finds. `limit` is the parameter
 * of this statement: the number of matches to keep, or a time.
 */
static enum bot_error forget_matches(
	struct bot_store *store, enum bot_sql which, int64_t limit, int64_t most)
{
	return bot_try_each(BOT_QUERY(store, which, limit, most), forget_match);
}

/* Deletes competitions that ended at the time `until` or before. */
static enum bot_error forget_competitions(struct bot_store *store, int64_t until)
{
	static const enum bot_sql steps[] = {
		BOT_SQL_BOUTS_FORGET, BOT_SQL_ENTRANTS_FORGET, BOT_SQL_COMPETITIONS_FORGET};
	enum bot_error error = BOT_OK;

	for (size_t i = 0; !error && i < sizeof(steps) / sizeof(*steps); i++)
		error = bot_try_write(BOT_QUERY(store, steps[i], until, COMPETITIONS_STEP));
	return error;
}

/*
 * Also deletes challenges that never became a match. The store does not know when these ended, so
 * this function deletes the ones that are older than the newest match that it deletes.
 */
enum bot_error bot_store_forget_matches(struct bot_store *store, int64_t until)
{
	enum bot_error error = forget_matches(store, BOT_SQL_CHALLENGES_OLD, until, FORGET_STEP);

	if (!error)
		error = forget_competitions(store, until);
	return error ? error : forget_matches(store, BOT_SQL_MATCHES_OLD, until, FORGET_STEP);
}

/*
 * Reads the next PRUNE_STEP names after the user `from`, in the order of the users' ids. Writes the
 * user of the last of these names to `until`. Writes an empty text if there are no more names, or
 * if the store has at most NAMES_KEPT names.
 */
static enum bot_error next_names(struct bot_store *store, const char *from, char until[BOT_ID_SIZE])
{
	until[0] = '\0';
	struct bot_query *query =
		BOT_QUERY(store, BOT_SQL_NAMES_NEXT, from, PRUNE_STEP, NAMES_KEPT);
	while (bot_query_row(query))
		bot_query_get_id(query, until);
	return bot_try_end(query);
}

/*
 * Deletes some of the names that nobody needs. Each call goes on after the names that the previous
 * call looked at. After the last name, the next call begins with the first names again.
 */
static enum bot_error forget_names(struct bot_store *store)
{
	char until[BOT_ID_SIZE];

	enum bot_error error = next_names(store, store->names_seen, until);
	if (error)
		return error;
	if (until[0])
		error = forget(BOT_QUERY(store, BOT_SQL_NAMES_FORGET, store->names_seen, until));
	memcpy(store->names_seen, until, sizeof(until));
	return error;
}

/* Deletes tallies of the months, or years, before the one of a time. */
static enum bot_error forget_tallies(
	struct bot_store *store, enum bot_tally_kind kind, size_t length, int64_t time)
{
	time_t until = (time_t)(time / 1000);
	char name[BOT_TALLY_NAME] = "";
	struct tm utc = {0};

	gmtime_r(&until, &utc);
	strftime(name, sizeof(name), "%Y-%m", &utc);
	name[length] = '\0';
	return bot_tally_prune(store, kind, name, PRUNE_STEP);
}

enum bot_error bot_store_prune(struct bot_store *store, int64_t now)
{
	enum bot_error error = forget_until(store, BOT_SQL_ALLOWANCE_PRUNE, now);

	if (!error) /* first, because ROOMS_FORGET deletes which rooms to forget */
		error = forget_rooms(store, BOT_SQL_NOTIFY_FORGET, now - BOT_ROOM_KEPT);
	if (!error)
		error = forget_rooms(store, BOT_SQL_ROOMS_FORGET, now - BOT_ROOM_KEPT);
	if (!error)
		error = forget_until(store, BOT_SQL_LINKS_PRUNE, now - BOT_WEB_LINK_IDLE);
	if (!error)
		error = forget_tallies(
			store, BOT_TALLY_MONTH, strlen("2026-11"), now - MONTHS_KEPT);
	if (!error)
		error = forget_tallies(store, BOT_TALLY_YEAR, strlen("2026"), now - YEARS_KEPT);
	if (!error)
		error = forget_matches(store, BOT_SQL_MATCHES_UNDEALT, UNDEALT_KEPT, PRUNE_STEP);
	if (!error)
		error = forget_matches(store, BOT_SQL_MATCHES_UNRATED, DEALT_KEPT, PRUNE_STEP);
	return error ? error : forget_names(store);
}

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
	static const enum bot_sql steps[] = {
		BOT_SQL_MOVE_MATCHES,
		BOT_SQL_CLEAR_PRIVATE,
		BOT_SQL_MOVE_PRIVATE,
		BOT_SQL_CLEAR_RATINGS,
		BOT_SQL_MOVE_RATINGS,
		BOT_SQL_CLEAR_TALLIES,
		BOT_SQL_MOVE_TALLIES,
		BOT_SQL_MOVE_LINKS,
		BOT_SQL_CLEAR_SETTINGS,
		BOT_SQL_MOVE_SETTINGS,
		BOT_SQL_CLEAR_NOTIFY,
		BOT_SQL_MOVE_NOTIFY,
		BOT_SQL_MOVE_COMPETITIONS,
		BOT_SQL_MOVE_HONOURS,
		BOT_SQL_CLEAR_WEEKLY,
		BOT_SQL_MOVE_WEEKLY,
		BOT_SQL_CLEAR_ANALYSES,
		BOT_SQL_MOVE_ANALYSES,
		BOT_SQL_MOVE_LETTERS,
		BOT_SQL_MOVE_FORGET,
		BOT_SQL_MOVE_POSTS,
	};
	enum bot_error error = BOT_OK;

	if (strcmp(old_room, new_room) == 0)
		return BOT_OK;
	bot_change_note_any(store);
	bot_lane_note_all(store);
	bot_kept_drop_all(store);
	for (size_t i = 0; !error && i < sizeof(steps) / sizeof(*steps); i++)
		error = bot_try_write(
			BOT_QUERY(store, steps[i], bot_id(old_room), bot_id(new_room)));
	return error;
}

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
	return bot_try_end(query);
}

enum bot_error bot_store_set_aside(struct bot_store *store, struct bot_damage *damage)
{
	struct bot_damage found = store->damage;
	enum bot_error error = BOT_NOT_FOUND;

	if (found.match)
		error = find_room(store, found.match, found.room);
	if (found.match && !error)
		error = bot_try_change(store, BOT_SQL_MATCH_SET_ASIDE, found.match);
	if (found.match && !error) {
		bot_kept_drop_all(store);
		bot_change_note(store, found.match);
		error = bot_try_change(store, BOT_SQL_TIMERS_CLEAR, found.match);
	}
	if (found.row)
		error = bot_outbox_done(store, found.row, NULL);
	if (error)
		return error;
	store->damage = (struct bot_damage){0};
	*damage = found;
	return BOT_OK;
}
