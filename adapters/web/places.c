#include "adapters/web/places.h"

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

/*
 * Finds the oldest table of the site that has the most, if these are clearly more than the
 * player's.
 */
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
