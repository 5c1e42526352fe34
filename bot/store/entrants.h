/*
 * The entrants and the bouts of a competition (competitions.h). Entrants have numbers from 0, and
 * bouts have numbers from 1.
 */
#ifndef BOT_STORE_ENTRANTS_H
#define BOT_STORE_ENTRANTS_H

#include "bot/store/database.h"

enum bot_entrant_state {
	BOT_ENTRANT_SIGNED_UP,
	BOT_ENTRANT_PRESENT,   /* has checked in, and fences */
	BOT_ENTRANT_ABSENT,    /* did not check in */
	BOT_ENTRANT_WITHDRAWN, /* has left the competition after its start */
	BOT_ENTRANT_EXCLUDED,  /* a moderator has excluded them; they can't sign up again */
};

struct bot_entrant {
	uint8_t number;
	char user[BOT_ID_SIZE];
	char event[BOT_ID_SIZE]; /* the event by which they signed up */
	int64_t joined;          /* when they signed up, in the host's time */
	enum bot_entrant_state state;
	uint8_t pool;      /* from 1, or 0 before the pools are drawn */
	uint8_t place;     /* in the pool's sheet, from 1, or 0 */
	uint8_t rank;      /* after the pools, from 1, or 0 */
	uint8_t forfeits;  /* how often they have lost bouts by the clock (bot/competition/bouts.h)
			    */
	int64_t forfeited; /* when they did so last, in the host's time, or 0 */
	/* In a season: */
	uint8_t at_once;   /* how many bouts they fence at once */
	uint8_t days_away; /* for how many days they have been away (bot/play/days_off.h) */
};

enum bot_bout_state { BOT_BOUT_WAITS, BOT_BOUT_FENCED, BOT_BOUT_ENDED };

#define BOT_BOUT_NOBODY 2 /* instead of the index of the winner */

struct bot_bout {
	uint16_t number;
	uint8_t round;      /* 0 in the pools; in the tableau the round, from 1 */
	uint8_t place;      /* the number of the pool, from 1; in the tableau of the bout, from 0 */
	uint8_t entrant[2]; /* their numbers */
	int64_t match;      /* the match of the bout, which the store may have deleted, or 0 */
	enum bot_bout_state state;
	uint8_t touches[2];
	uint8_t winner; /* 0, 1 or BOT_BOUT_NOBODY */
	uint8_t again;  /* how often an exclusion was taken back that had annulled the bout */
};

/* The same fields of entrants and bouts as in the structs. The caller numbers them. */
BOT_MUST_USE enum bot_error bot_entrant_save(
	struct bot_store *store, int64_t competition, const struct bot_entrant *entrant);
BOT_MUST_USE enum bot_error bot_bout_save(
	struct bot_store *store, int64_t competition, const struct bot_bout *bout);

/* Deletes an entrant, so that another one may get their number. */
BOT_MUST_USE enum bot_error bot_entrant_remove(
	struct bot_store *store, int64_t competition, const char *user);

/*
 * Deletes those who were excluded before the pools, when nobody can sign up any more. Until then a
 * person whom the store forgets stays excluded (person.h).
 */
BOT_MUST_USE enum bot_error bot_entrants_clear(struct bot_store *store, int64_t competition);

/*
 * List the entrants or the bouts in the order of their numbers. Write at most `size` items, and set
 * *count to the number of items.
 */
BOT_MUST_USE enum bot_error bot_entrant_list(struct bot_store *store, int64_t competition,
	struct bot_entrant *entrants, size_t size, size_t *count);
BOT_MUST_USE enum bot_error bot_bout_list(struct bot_store *store, int64_t competition,
	struct bot_bout *bouts, size_t size, size_t *count);

#endif
