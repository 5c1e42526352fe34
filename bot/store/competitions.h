/*
 * Competitions: the club nights and the seasons. A competition belongs to a room. It has entrants
 * and bouts (entrants.h). A bout is fenced in a match (matches.h), which names the competition.
 */
#ifndef BOT_STORE_COMPETITIONS_H
#define BOT_STORE_COMPETITIONS_H

#include "bot/store/entrants.h"
#include "bot/store/matches.h"

#define BOT_NIGHT_ROWS 128 /* the most entrants with those whom a moderator has excluded */

enum bot_competition_kind { BOT_KIND_NIGHT, BOT_KIND_SEASON };

enum bot_stage {
	BOT_STAGE_SIGN_UP,
	BOT_STAGE_CHECK_IN, /* the last minutes before the start of a night */
	BOT_STAGE_POOLS,    /* the divisions of a season are its pools */
	BOT_STAGE_TABLEAU,
	BOT_STAGE_ENDED,
};

struct bot_competition {
	int64_t id;
	enum bot_competition_kind kind;
	char room[BOT_ID_SIZE];
	char organiser[BOT_ID_SIZE]; /* empty if this user is erased */
	enum bot_stage stage;
	/* Both are in the host's time (bot/call/time.h). */
	int64_t starts;               /* when the sign-up or check-in ends and the pools begin */
	int64_t due;                  /* when the competition goes on by itself, or 0 */
	struct eg_match_rules rules;  /* of each bout; rules.first is EG_NOBODY */
	int64_t clock;                /* the milliseconds for each turn, more than 0 */
	bool third_place;             /* the losers of the semi-finals fence for the third place */
	char secret[BOT_SECRET_SIZE]; /* from which lots and decks follow; nobody learns it */
	char event[BOT_ID_SIZE];      /* the event that made the competition */
	int64_t post;                 /* the post of the message that shows the competition, or 0 */
	int64_t first_post;           /* the post of its first message, or 0 */
	uint32_t edits;               /* how often the bot has edited this message */
	/*
	 * While the competition pauses, no new bout begins. `resumes` is when the pause ends, in
	 * the host's time, or 0 if there is no pause. `paused` is how many milliseconds all pauses
	 * take, with all of the present one.
	 */
	int64_t resumes;
	int64_t paused;
	/* The next five are those of a season. `ends` and `shows` are in the host's time. */
	int64_t length;   /* the milliseconds from the start to the end */
	int64_t ends;     /* when it ends, or 0 before it has begun */
	int64_t shows;    /* when the room sees the standings of the week, or 0 */
	int64_t previous; /* the room's last season with a result, or 0; may be deleted since */
	bool again;       /* at its end the next season opens */
	int64_t ended;    /* when the competition ended (wall time), or 0 if it goes on */
};

/* Stores a new competition and sets competition->id. */
BOT_MUST_USE enum bot_error bot_competition_add(
	struct bot_store *store, struct bot_competition *competition);
BOT_MUST_USE enum bot_error bot_competition_save(
	struct bot_store *store, const struct bot_competition *competition);
BOT_MUST_USE enum bot_error bot_competition_get(
	struct bot_store *store, int64_t id, struct bot_competition *competition);

/* Gets what kind of competition a match is a bout of. A deleted competition counts as a night. */
BOT_MUST_USE enum bot_error bot_competition_kind(
	struct bot_store *store, int64_t id, enum bot_competition_kind *kind);

/*
 * Gets the competition of a room that has not ended (of several, which an upgrade of a room can
 * bring together, one that has begun, else the oldest) or, if there is none, the newest one.
 * Returns BOT_NOT_FOUND if the room never had one of this kind.
 */
BOT_MUST_USE enum bot_error bot_competition_find(struct bot_store *store, const char *room,
	enum bot_competition_kind kind, struct bot_competition *competition);

/*
 * Gets the club night that people in a room may want to see: the one that goes on, else the newest
 * one if it ended at the wall time `since` or later. Returns BOT_NOT_FOUND if there is none. If the
 * store has no competition at all, it remembers that, so that asking again costs no query.
 */
BOT_MUST_USE enum bot_error bot_competition_shown(struct bot_store *store, const char *room,
	enum bot_competition_kind kind, int64_t since, struct bot_competition *competition);

/*
 * Finds the club night that goes on, and that the user has entered and not left: of several the
 * one that starts first. Returns BOT_NOT_FOUND if there is none. Costs no query if no competition
 * goes on and the store has one account.
 */
BOT_MUST_USE enum bot_error bot_competition_of_user(
	struct bot_store *store, const char *user, int64_t *id);

/*
 * Finds out whether the user has entered another club night than `id` that is under way, or that
 * starts after `from` and before `to`, in the host's time.
 */
BOT_MUST_USE enum bot_error bot_competition_is_elsewhere(struct bot_store *store, int64_t id,
	const char *user, int64_t from, int64_t to, bool *elsewhere);

/*
 * Lists the rooms of the competitions of this kind in which the user takes part now, the oldest
 * first. Writes at most `size` rooms, and sets *count to their number. Costs no query if no
 * competition goes on and the store has one account.
 */
BOT_MUST_USE enum bot_error bot_competition_rooms_of(struct bot_store *store, const char *user,
	enum bot_competition_kind kind, char (*rooms)[BOT_ID_SIZE], size_t size, size_t *count);

/* Ends a competition whose rows are damaged, at the wall time `now`. */
BOT_MUST_USE enum bot_error bot_competition_give_up(
	struct bot_store *store, int64_t id, int64_t now);

/*
 * Gets the competition that is due first. Returns BOT_NOT_FOUND if none is due at any time. The
 * store remembers that, so that asking again costs no query.
 */
BOT_MUST_USE enum bot_error bot_competition_next(
	struct bot_store *store, int64_t *id, enum bot_competition_kind *kind, int64_t *due);

/* Makes a competition due at once. Does nothing if it has ended. */
BOT_MUST_USE enum bot_error bot_competition_wake(struct bot_store *store, int64_t id);

/*
 * Takes a user out of all competitions that have not ended, or out of those of `room` unless it is
 * NULL, and makes these due at once. Costs no query if no competition goes on and the store has one
 * account. Before the start nothing of the entrant remains. After it they have withdrawn.
 */
BOT_MUST_USE enum bot_error bot_competition_leave(
	struct bot_store *store, const char *user, const char *room);

#endif
