#include "bot/store/pruning.h"

#include "bot/store/sqlite/query.h"

#include <string.h>

#define STEP 64 /* one call looks at this many rows of each kind */

/* How many of the newest matches that changed no rating are kept: */
#define DEALT_KEPT   10000 /* practice, abandoned, stopped and unrated matches */
#define UNDEALT_KEPT 1000  /* challenges that never became a match */

/* With fewer names than this, no names are pruned. */
#define NAMES_KEPT 1000

/* Deletes at most STEP rows that are not newer than `until`. */
static enum bot_error forget_until(struct bot_store *store, enum bot_sql sql, int64_t until)
{
	struct bot_query query;

	bot_query_begin(&query, store, sql);
	bot_query_int(&query, until);
	bot_query_int(&query, STEP);
	return bot_query_write(&query);
}

static enum bot_error forget_match(struct bot_store *store, int64_t id)
{
	static const enum bot_sql steps[] = {BOT_SQL_TIMERS_CLEAR, BOT_SQL_SHUFFLE_FORGET,
		BOT_SQL_ROUNDS_FORGET, BOT_SQL_MATCH_FORGET};
	enum bot_error error = BOT_OK;

	for (size_t i = 0; !error && i < sizeof steps / sizeof *steps; i++)
		error = bot_query_change(store, steps[i], id);
	return error;
}

static enum bot_error forget_matches(struct bot_store *store, enum bot_sql which, int64_t kept)
{
	struct bot_query query;
	int64_t ids[STEP];
	size_t count = 0;

	bot_query_begin(&query, store, which);
	bot_query_int(&query, kept);
	bot_query_int(&query, STEP);
	while (bot_query_row(&query))
		ids[count++] = bot_query_get_int(&query, 1, INT64_MAX);
	enum bot_error error = bot_query_end(&query);
	for (size_t i = 0; !error && i < count; i++)
		error = forget_match(store, ids[i]);
	return error;
}

/*
 * Finds the last user of the next STEP names after `from`. Empty: there are no more names, or fewer
 * than NAMES_KEPT in all.
 */
static enum bot_error next_names(struct bot_store *store, const char *from, char until[BOT_ID_SIZE])
{
	struct bot_query query;

	until[0] = '\0';
	bot_query_begin(&query, store, BOT_SQL_NAMES_NEXT);
	bot_query_text(&query, from);
	bot_query_int(&query, STEP);
	bot_query_int(&query, NAMES_KEPT);
	while (bot_query_row(&query))
		bot_query_get_id(&query, until);
	return bot_query_end(&query);
}

/* Each call looks at the next names; after the last name it starts again with the first. */
static enum bot_error forget_names(struct bot_store *store)
{
	char until[BOT_ID_SIZE];
	struct bot_query query;

	enum bot_error error = next_names(store, store->names_seen, until);
	if (error)
		return error;
	if (until[0]) {
		bot_query_begin(&query, store, BOT_SQL_NAMES_FORGET);
		bot_query_text(&query, store->names_seen);
		bot_query_text(&query, until);
		error = bot_query_write(&query);
	}
	memcpy(store->names_seen, until, sizeof until);
	return error;
}

enum bot_error bot_store_prune(struct bot_store *store, int64_t now)
{
	enum bot_error error = forget_until(store, BOT_SQL_ALLOWANCE_PRUNE, now);

	if (!error)
		error = forget_until(store, BOT_SQL_ROOMS_FORGET, now - BOT_ROOM_KEPT);
	if (!error)
		error = forget_matches(store, BOT_SQL_MATCHES_UNDEALT, UNDEALT_KEPT);
	if (!error)
		error = forget_matches(store, BOT_SQL_MATCHES_UNRATED, DEALT_KEPT);
	return error ? error : forget_names(store);
}
