#include "bot/store/upkeep.h"

#include "bot/base/attempt.h"
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
static void forget_until(struct bot_store *store, enum bot_sql sql, int64_t until)
{
	bot_query_write(BOT_QUERY(store, sql, until, PRUNE_STEP));
}

/*
 * Runs and ends a query that deletes rows on which kept answers may depend. Mostly there are none,
 * and then the answers hold.
 */
static void forget(struct bot_query *query)
{
	struct bot_store *store = query->store;

	if (bot_query_write_one(query))
		bot_kept_drop_all(store);
}

/* Deletes at most PRUNE_STEP rows of rooms that the bot left at the time `until` or before. */
static void forget_rooms(struct bot_store *store, enum bot_sql sql, int64_t until)
{
	char digits[BOT_DIGITS + 1];

	struct bot_query *query = BOT_QUERY(store, sql);
	bot_query_digits(query, until > 0 ? until : 0, digits);
	bot_query_int(query, PRUNE_STEP);
	forget(query);
}

static void forget_match(struct bot_store *store, int64_t id)
{
	static const enum bot_sql steps[] = {BOT_SQL_TIMERS_CLEAR, BOT_SQL_MODERATORS_CLEAR,
		BOT_SQL_SHUFFLE_FORGET, BOT_SQL_LINKS_FORGET, BOT_SQL_ROUNDS_FORGET,
		BOT_SQL_POSTS_FORGET, BOT_SQL_ANALYSIS_REQUESTS_FORGET, BOT_SQL_ANALYSIS_FORGET,
		BOT_SQL_RESULTS_FORGET, BOT_SQL_MATCH_FORGET};

	bot_kept_drop_all(store);
	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++)
		bot_query_change(store, steps[i], id);
}

/*
 * Deletes at most `most` of the matches that the statement `which` finds. `limit` is the parameter
 * of this statement: the number of matches to keep, or a time.
 */
static void forget_matches(struct bot_store *store, enum bot_sql which, int64_t limit, int64_t most)
{
	bot_query_each(BOT_QUERY(store, which, limit, most), forget_match);
}

/* Deletes competitions that ended at the time `until` or before. */
static void forget_competitions(struct bot_store *store, int64_t until)
{
	static const enum bot_sql steps[] = {
		BOT_SQL_BOUTS_FORGET, BOT_SQL_ENTRANTS_FORGET, BOT_SQL_COMPETITIONS_FORGET};

	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++)
		bot_query_write(BOT_QUERY(store, steps[i], until, COMPETITIONS_STEP));
}

/*
 * Also deletes challenges that never became a match. The store does not know when these ended, so
 * this function deletes the ones that are older than the newest match that it deletes.
 */
void bot_store_forget_matches(struct bot_store *store, int64_t until)
{
	forget_matches(store, BOT_SQL_CHALLENGES_OLD, until, FORGET_STEP);
	forget_competitions(store, until);
	forget_matches(store, BOT_SQL_MATCHES_OLD, until, FORGET_STEP);
}

/*
 * Reads the next PRUNE_STEP names after the user `from`, in the order of the users' ids. Writes the
 * user of the last of these names to `until`. Writes an empty text if there are no more names, or
 * if the store has at most NAMES_KEPT names.
 */
static void next_names(struct bot_store *store, const char *from, char until[BOT_ID_SIZE])
{
	until[0] = '\0';
	struct bot_query *query =
		BOT_QUERY(store, BOT_SQL_NAMES_NEXT, from, PRUNE_STEP, NAMES_KEPT);
	while (bot_query_row(query))
		bot_query_get_id(query, until);
	bot_query_end(query);
}

/*
 * Deletes some of the names that nobody needs. Each call goes on after the names that the previous
 * call looked at. After the last name, the next call begins with the first names again.
 */
static void forget_names(struct bot_store *store)
{
	char until[BOT_ID_SIZE];

	next_names(store, store->names_seen, until);
	if (until[0])
		forget(BOT_QUERY(store, BOT_SQL_NAMES_FORGET, store->names_seen, until));
	memcpy(store->names_seen, until, sizeof(until));
}

/* Deletes tallies of the months, or years, before the one of a time. */
static void forget_tallies(
	struct bot_store *store, enum bot_tally_kind kind, size_t length, int64_t time)
{
	time_t until = (time_t)(time / 1000);
	char name[BOT_TALLY_NAME] = "";
	struct tm utc = {0};

	gmtime_r(&until, &utc);
	strftime(name, sizeof(name), "%Y-%m", &utc);
	name[length] = '\0';
	bot_tally_prune(store, kind, name, PRUNE_STEP);
}

void bot_store_prune(struct bot_store *store, int64_t now)
{
	forget_until(store, BOT_SQL_ALLOWANCE_PRUNE, now);
	/* before ROOMS_FORGET, which deletes which rooms to forget */
	forget_rooms(store, BOT_SQL_NOTIFY_FORGET, now - BOT_ROOM_KEPT);
	forget_rooms(store, BOT_SQL_ROOMS_FORGET, now - BOT_ROOM_KEPT);
	forget_until(store, BOT_SQL_LINKS_PRUNE, now - BOT_WEB_LINK_IDLE);
	forget_tallies(store, BOT_TALLY_MONTH, strlen("2026-11"), now - MONTHS_KEPT);
	forget_tallies(store, BOT_TALLY_YEAR, strlen("2026"), now - YEARS_KEPT);
	forget_matches(store, BOT_SQL_MATCHES_UNDEALT, UNDEALT_KEPT, PRUNE_STEP);
	forget_matches(store, BOT_SQL_MATCHES_UNRATED, DEALT_KEPT, PRUNE_STEP);
	forget_names(store);
}

/*
 * Moves the data of the old room. Waiting messages get new rows with the same transaction ids, for
 * two reasons. The new rows come after the rows that already wait in the new room's lane, such as
 * the row that joins the new room. And the homeserver may still answer a request for an old row.
 * The event in this answer is in the old room, so it must not become the post's event. Rows that
 * join or leave the old room stay in the old room's lane.
 */
void bot_store_room_moved(struct bot_store *store, const char *old_room, const char *new_room)
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

	if (strcmp(old_room, new_room) == 0)
		return;
	bot_change_note_any(store);
	bot_lane_note_all(store);
	bot_kept_drop_all(store);
	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++)
		bot_query_write(BOT_QUERY(store, steps[i], bot_id(old_room), bot_id(new_room)));
}

void bot_store_damaged(struct bot_store *store, int64_t match)
{
	bot_fail(bot_damage_note(store, match, 0));
}

/* Gets a match's room. Does not change `room` if the text in the row is too long. */
static bool find_room(struct bot_store *store, int64_t match, char room[BOT_ID_SIZE])
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_MATCH_ROOM, match);
	bot_query_one(query);
	const char *text = bot_query_get_text(query);
	if (text && strlen(text) < BOT_ID_SIZE)
		memcpy(room, text, strlen(text) + 1);
	return bot_query_end(query);
}

bool bot_store_set_aside(struct bot_store *store, struct bot_damage *damage)
{
	struct bot_damage found = store->damage;

	if ((!found.match && !found.row) ||
		(found.match && !find_room(store, found.match, found.room)))
		return false;
	if (found.match) {
		bot_query_change(store, BOT_SQL_MATCH_SET_ASIDE, found.match);
		bot_kept_drop_all(store);
		bot_change_note(store, found.match);
		bot_store_timers_clear(store, found.match);
	}
	if (found.row)
		bot_outbox_done(store, found.row, NULL);
	store->damage = (struct bot_damage){0};
	*damage = found;
	return true;
}
