/* Notes in which lanes the rows of the outbox may have changed; see bot/store/lanes.h. */
#ifndef BOT_STORE_LANE_NOTES_H
#define BOT_STORE_LANE_NOTES_H

#include "bot/store/sqlite/connection.h"

/*
 * Each function of the store that adds, changes or deletes rows of the outbox calls one of these
 * two: bot_lane_note if it knows the lane, bot_lane_note_all if it may change rows of any lane.
 */
void bot_lane_note(struct bot_store *store, bool private, const char *to);
void bot_lane_note_all(struct bot_store *store);

void bot_lanes_finish(struct bot_lanes *lanes);

#endif
