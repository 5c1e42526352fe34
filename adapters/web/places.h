/* The places of the live streams: who gets one when all are taken. */
#ifndef ADAPTERS_WEB_PLACES_H
#define ADAPTERS_WEB_PLACES_H

#include "adapters/web/view.h"

enum web_group web_places_group(enum web_state_kind kind);

/* Ends a stream. Its place is free at once. */
void web_places_end(struct web_follower *follower);

/* Ends the oldest stream of a view. */
void web_places_end_oldest(struct web_view *view);

/*
 * Makes sure that there is room for one more stream of a view. If all places are taken, ends
 * - the oldest stream of the view with the most streams, so that nobody who opens many streams of
 *   one board or table keeps the followers of others out;
 * - or else for somebody who has a match, the oldest table of somebody who has none;
 * - or else the oldest table of the site with the most tables.
 * Nobody without a match takes the place of somebody who has one. Returns false if none of these
 * has clearly more than the new one. `open` is how many streams the view has, and `player` the
 * player of a table.
 */
bool web_places_make_room(struct web_live *live, enum web_group group, unsigned open,
	const struct bot_web_player *player);

#endif
