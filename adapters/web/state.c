#include "adapters/web/state.h"

#include "bot/base/attempt.h"
#include "bot/base/memory.h"
#include "bot/table/table_view.h"

#include <stdlib.h>
#include <string.h>

enum bot_error web_state_write(struct bot_host *host, enum web_state_kind kind, const char *subject,
	char **text, size_t *size)
{
	static enum bot_error (*const writers[])(
		struct bot_host * host, const char *subject, char **json) = {
		[WEB_STATE_TABLE] = bot_table_of_user,
		[WEB_STATE_BOARD] = bot_table_of_room,
		[WEB_STATE_NIGHT] = bot_table_of_night,
		[WEB_STATE_SEASON] = bot_table_of_season,
	};
	char *json = NULL;
	enum bot_error error = writers[kind](host, subject, &json);

	if (error)
		return error;
	*size = strlen(json);
	json = bot_realloc(json, *size + 2);
	memcpy(json + *size, "\n", 2);
	++*size;
	*text = json;
	return BOT_OK;
}

/* Where the marks go. */
struct marker {
	struct bot_store *store;
	web_changes_mark *mark;
	void *self;
};

static bool mark_match(const struct marker *marker, int64_t id)
{
	struct bot_match match;

	if (!bot_store_match_get(marker->store, id, &match))
		return false;
	marker->mark(marker->self, WEB_STATE_BOARD, match.room);
	for (int seat = 0; seat < 2; seat++)
		marker->mark(marker->self, WEB_STATE_TABLE, match.player[seat]);
	return true;
}

/* Only the table of the player who has planned shows a plan. */
static bool mark_plan(const struct marker *marker, int64_t plan)
{
	struct bot_match match;

	if (!bot_store_match_get(marker->store, plan / 2, &match))
		return false;
	marker->mark(marker->self, WEB_STATE_TABLE, match.player[plan % 2]);
	return true;
}

/* A competition is a part of its entrants' tables. The board only shows that there is one. */
static bool mark_competition(const struct marker *marker, int64_t id)
{
	struct bot_entrant *entrants = bot_scratch(BOT_CONTEST_ROWS * sizeof(*entrants));
	struct bot_competition competition;
	size_t count = 0;

	if (!bot_competition_get(marker->store, id, &competition) ||
		!bot_entrant_list(marker->store, id, entrants, BOT_CONTEST_ROWS, &count))
		return false;
	marker->mark(marker->self,
		competition.kind == BOT_KIND_SEASON ? WEB_STATE_SEASON : WEB_STATE_NIGHT,
		competition.room);
	if (competition.stage <
		BOT_STAGE_POOLS) /* a night that begins soon opens in its check-in */
		marker->mark(marker->self, WEB_STATE_BOARD, competition.room);
	for (size_t i = 0; i < count; i++)
		marker->mark(marker->self, WEB_STATE_TABLE, entrants[i].user);
	return true;
}

/*
 * Calls `mark` with each id. If the store no longer has one of the rows, nobody knows who saw it:
 * then sets *any, so that all states are made again.
 */
static void mark_all(const struct marker *marker, const int64_t *ids, size_t count,
	bool (*mark)(const struct marker *marker, int64_t id), bool *any)
{
	for (size_t i = 0; i < count && !*any; i++) {
		*any = true; /* also if the store fails */
		*any = !mark(marker, ids[i]);
	}
}

static void mark_changes(const struct marker *marker, const struct bot_changes *changes, bool *any)
{
	mark_all(marker, changes->match, changes->count, mark_match, any);
	mark_all(marker, changes->plan, changes->plans, mark_plan, any);
	mark_all(marker, changes->competition, changes->competitions, mark_competition, any);
}

enum bot_error web_changes_take(
	struct bot_store *store, web_changes_mark *mark, void *self, bool *any)
{
	const struct marker marker = {store, mark, self};
	struct bot_changes changes;

	bot_store_take_changes(store, &changes);
	*any = changes.any;
	BOT_ATTEMPT(mark_changes(&marker, &changes, any));
}
