/* Notes in which lanes the rows of the outbox may have changed; see bot/store/lanes.h. */
#ifndef BOT_STORE_SQL_LANE_NOTES_H
#define BOT_STORE_SQL_LANE_NOTES_H

#include "bot/store/sql/store_state.h"

/*
 * Each function of the store that adds, changes or deletes rows of the outbox calls one of these:
 * bot_lane_note if it knows the lane, bot_lane_note_all if it may change rows of any lane. Both
 * forget the rows that the store keeps (kept_lanes.h). A function that changes these rows itself
 * calls bot_lane_note_kept.
 */
void bot_lane_note(struct bot_store *store, bool private, const char *to);
void bot_lane_note_kept(struct bot_store *store, bool private, const char *to);
void bot_lane_note_all(struct bot_store *store);

void bot_lanes_finish(struct bot_lanes *lanes);

#endif
