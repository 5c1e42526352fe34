/* Club nights that a room holds every week. A room has at most one. */
#ifndef BOT_STORE_WEEKLY_NIGHTS_H
#define BOT_STORE_WEEKLY_NIGHTS_H

#include "bot/store/competitions.h"

#include "bot/store/weekly_nights.inc"

/* Stores the weekly night of a room, in place of the one that the room has. */
BOT_MUST_USE enum bot_error bot_weekly_night_save(
	struct bot_store *store, const struct bot_weekly_night *weekly);

/* Gets the weekly night of a room. Returns BOT_NOT_FOUND if the room has none. */
BOT_MUST_USE enum bot_error bot_weekly_night_get(
	struct bot_store *store, const char *room, struct bot_weekly_night *weekly);

/* Deletes the weekly night of a room. Does nothing if the room has none. */
BOT_MUST_USE enum bot_error bot_weekly_night_delete(struct bot_store *store, const char *room);

/*
 * Gets the room whose weekly night is due first. Returns BOT_NOT_FOUND if there is none. The
 * store remembers that, so that asking again costs no query.
 */
BOT_MUST_USE enum bot_error bot_weekly_night_next(
	struct bot_store *store, char room[BOT_ID_SIZE], int64_t *due);

#endif
