/*
 * Competitions: club nights, seasons and team matches. A competition belongs to a room. It has
 * entrants and bouts. A bout is fenced in a match (matches.h), which names the competition.
 */
#ifndef BOT_STORE_COMPETITIONS_H
#define BOT_STORE_COMPETITIONS_H

#include "bot/store/database.h"
#include "bot/store/matches.h"

#define BOT_CONTEST_ROWS 128 /* the most entrants with those whom a moderator has excluded */

enum bot_competition_kind { BOT_KIND_NIGHT, BOT_KIND_SEASON, BOT_KIND_TEAM };
#define BOT_KINDS 3

enum bot_stage {
	BOT_STAGE_SIGN_UP,
	BOT_STAGE_CHECK_IN, /* the last minutes before the start of a night */
	BOT_STAGE_POOLS,    /* the divisions of a season are its pools */
	BOT_STAGE_TABLEAU,
	BOT_STAGE_ENDED,
};

#include "bot/store/competitions.inc"

/* The names of the kinds in the store. */
extern const char *const bot_competition_kind_names[BOT_KINDS];

/* Stores a new competition and sets competition->id. */
void bot_competition_add(struct bot_store *store, struct bot_competition *competition);
void bot_competition_save(struct bot_store *store, const struct bot_competition *competition);
bool bot_competition_get(struct bot_store *store, int64_t id, struct bot_competition *competition);

/* Gets what kind of competition a match is a bout of. A deleted competition counts as a night. */
enum bot_competition_kind bot_competition_kind(struct bot_store *store, int64_t id);

/*
 * Gets the competition of a room that has not ended (of several, which an upgrade of a room can
 * bring together, one that has begun, else the oldest) or, if there is none, the newest one.
 * Returns false if the room never had one of this kind.
 */
bool bot_competition_find(struct bot_store *store, const char *room, enum bot_competition_kind kind,
	struct bot_competition *competition);

/*
 * Gets the competition of this kind that people in a room may want to see: the one that goes on,
 * else the newest one if it ended at the wall time `since` or later. Returns false if there is
 * none. If the store has no competition at all, it remembers that, so that asking again costs no
 * query.
 */
bool bot_competition_shown(struct bot_store *store, const char *room,
	enum bot_competition_kind kind, int64_t since, struct bot_competition *competition);

/*
 * Finds the club night that goes on, and that the user has entered and not left: of several the one
 * that starts first. Returns false if there is none. Costs no query if no competition goes on and
 * the store has one account.
 */
bool bot_competition_of_user(struct bot_store *store, const char *user, int64_t *id);

/*
 * Returns whether the user has entered another club night than `id` that is under way, or that
 * starts after `from` and before `to`, in the host's time.
 */
bool bot_competition_is_elsewhere(
	struct bot_store *store, int64_t id, const char *user, int64_t from, int64_t to);

/*
 * Lists the rooms of the competitions of this kind in which the user takes part now, the oldest
 * first. Writes at most `size` rooms, and returns their number. Costs no query if no competition
 * goes on and the store has one account.
 */
size_t bot_competition_rooms_of(struct bot_store *store, const char *user,
	enum bot_competition_kind kind, char (*rooms)[BOT_ID_SIZE], size_t size);

/* Ends a competition whose rows are damaged, at the wall time `now`. */
void bot_competition_give_up(struct bot_store *store, int64_t id, int64_t now);

/*
 * Gets the competition that is due first. Returns false if none is due at any time. The store
 * remembers that, so that asking again costs no query.
 */
bool bot_competition_next(
	struct bot_store *store, int64_t *id, enum bot_competition_kind *kind, int64_t *due);

/* Makes a competition due at once. Does nothing if it has ended. */
void bot_competition_wake(struct bot_store *store, int64_t id);

/*
 * Takes a user out of all competitions that have not ended, or out of those of `room` unless it is
 * NULL, and makes these due at once. Costs no query if no competition goes on and the store has one
 * account. Before the start nothing of the entrant remains. After it they have withdrawn.
 */
void bot_competition_leave(struct bot_store *store, const char *user, const char *room);

/* The honours of a room: who won its seasons and club nights. The rows outlive the competitions. */

#define BOT_HONOURS_KEPT 50 /* a room keeps the newest ones */

#include "bot/store/honours.inc"

/* Adds an honour to those of the room, and deletes its oldest ones. */
void bot_honour_add(struct bot_store *store, const char *room, const struct bot_honour *honour);

/* Lists at most `size` honours of the room, the newest first, and returns their number. */
size_t bot_honour_list(
	struct bot_store *store, const char *room, struct bot_honour *honours, size_t size);

/* Club nights that a room holds every week. A room has at most one. */

#include "bot/store/weekly_nights.inc"

/* Stores the weekly night of a room, in place of the one that the room has. */
void bot_weekly_night_save(struct bot_store *store, const struct bot_weekly_night *weekly);

/* Gets the weekly night of a room. Returns false if the room has none. */
bool bot_weekly_night_get(
	struct bot_store *store, const char *room, struct bot_weekly_night *weekly);

/* Deletes the weekly night of a room. Returns false if the room has none. */
bool bot_weekly_night_delete(struct bot_store *store, const char *room);

/*
 * Gets the room whose weekly night is due first. Returns false if there is none. The store
 * remembers that, so that asking again costs no query.
 */
bool bot_weekly_night_next(struct bot_store *store, char room[BOT_ID_SIZE], int64_t *due);

/*
 * The entrants and the bouts of a competition. Entrants have numbers from 0, and
 * bouts have numbers from 1.
 */

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
void bot_entrant_save(
	struct bot_store *store, int64_t competition, const struct bot_entrant *entrant);
void bot_bout_save(struct bot_store *store, int64_t competition, const struct bot_bout *bout);

/* Deletes an entrant, so that another one may get their number. */
void bot_entrant_remove(struct bot_store *store, int64_t competition, const char *user);

/*
 * Deletes those who were excluded before the pools, when nobody can sign up any more. Until then a
 * person whom the store forgets stays excluded (person.h).
 */
void bot_entrants_clear(struct bot_store *store, int64_t competition);

/*
 * List the entrants or the bouts in the order of their numbers. Write at most `size` items, and set
 * *count to their number. Return false, and set *count to 0, if a row is damaged.
 */
bool bot_entrant_list(struct bot_store *store, int64_t competition, struct bot_entrant *entrants,
	size_t size, size_t *count);
bool bot_bout_list(struct bot_store *store, int64_t competition, struct bot_bout *bouts,
	size_t size, size_t *count);

#endif
