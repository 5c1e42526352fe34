/* Club nights that a room holds every week. A room has at most one. */
#ifndef BOT_STORE_WEEKLY_NIGHTS_H
#define BOT_STORE_WEEKLY_NIGHTS_H

#include "bot/store/competitions.h"

struct bot_weekly_night {
	char room[BOT_ID_SIZE];
	char organiser[BOT_ID_SIZE]; /* empty if this user is erased */
	char event[BOT_ID_SIZE];     /* the event that made it */
	uint8_t weekday;             /* 0 is Sunday */
	uint16_t minute;             /* of the day, both in the time zone of the room */
	struct eg_match_rules rules; /* these four are the terms of each night */
	int64_t clock;
	bool third_place;
	/* Both are wall times: people come at a time of day, also if the bot was down. */
	int64_t starts;      /* when the next night starts */
	int64_t due;         /* when the bot has to do something for it, more than 0 */
	int64_t competition; /* the newest night that was opened, or 0 */
	bool open;           /* this competition is the night that starts at `starts` */
	uint8_t missed;      /* how many nights in a row did not take place */
};

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
