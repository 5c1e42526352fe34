#include "adapters/web/views.h"

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

#define SLOTS 64 /* more than a few sites */

enum web_group web_places_group(enum web_state_kind kind)
{
	return kind == WEB_STATE_TABLE ? WEB_TABLES : WEB_BOARDS;
}

void web_places_end(struct web_follower *follower)
{
	if (follower->ended)
		return;
	follower->ended = true;
	follower->view->open--;
	follower->live->open[web_places_group(follower->view->kind)]--;
	http_stream_end(follower->stream);
}

void web_places_end_oldest(struct web_view *view)
{
	struct web_follower *oldest = NULL;

	for (struct web_follower *follower = view->first; follower; follower = follower->next)
		if (!follower->ended)
			oldest = follower;
	if (oldest)
		web_places_end(oldest);
}

/* Whether the player may take a place of the view. */
static bool may_take(
	const struct web_view *view, enum web_group group, const struct bot_web_player *player)
{
	return view->open > 0 && web_places_group(view->kind) == group &&
	       (player->plays || !view->player.plays);
}

static struct web_view *find_largest(const struct web_live *live, enum web_group group,
	unsigned open, const struct bot_web_player *player)
{
	struct web_view *largest = NULL;

	for (struct web_view *view = live->first; view; view = view->next)
		if (may_take(view, group, player) && view->open > open + 1 &&
			(!largest || view->open > largest->open))
			largest = view;
	return largest;
}

/* Finds the oldest table of somebody who has no match. */
static struct web_view *find_idle(const struct web_live *live, const struct bot_web_player *player)
{
	struct web_view *oldest = NULL;

	for (struct web_view *view = live->first; view && player->plays; view = view->next)
		if (may_take(view, WEB_TABLES, player) && !view->player.plays)
			oldest = view;
	return oldest;
}

/* Two sites may have the same slot: then they count as one. */
static unsigned slot_of(const struct bot_web_player *player)
{
	unsigned slot = 0;

	for (const char *at = player->site; *at; at++)
		slot = slot * 31 + (unsigned char)*at;
	return slot % SLOTS;
}

/* Finds the oldest table of the site that has the most, if these are clearly more than the
 * player's. */
static struct web_view *find_common(
	const struct web_live *live, const struct bot_web_player *player)
{
	unsigned count[SLOTS] = {0}, most = 0;
	struct web_view *oldest = NULL;

	for (struct web_view *view = live->first; view; view = view->next)
		if (may_take(view, WEB_TABLES, player))
			count[slot_of(&view->player)]++;
	for (unsigned i = 1; i < SLOTS; i++)
		if (count[i] > count[most])
			most = i;
	if (count[most] <= count[slot_of(player)] + 1)
		return NULL;
	for (struct web_view *view = live->first; view; view = view->next)
		if (may_take(view, WEB_TABLES, player) && slot_of(&view->player) == most)
			oldest = view;
	return oldest;
}

bool web_places_make_room(struct web_live *live, enum web_group group, unsigned open,
	const struct bot_web_player *player)
{
	if (live->open[group] < live->most[group])
		return true;
	struct web_view *view = find_largest(live, group, open, player);
	if (!view && group == WEB_TABLES)
		view = find_idle(live, player);
	if (!view && group == WEB_TABLES)
		view = find_common(live, player);
	if (!view)
		return false;
	web_places_end_oldest(view);
	return true;
}
