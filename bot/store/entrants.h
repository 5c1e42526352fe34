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

#include "bot/store/entrants.inc"

enum bot_bout_state { BOT_BOUT_WAITS, BOT_BOUT_FENCED, BOT_BOUT_ENDED };

#define BOT_BOUT_NOBODY 2 /* instead of the index of the winner */

#include "bot/store/bouts.inc"

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
