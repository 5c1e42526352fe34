/*
 * The door to the database: only the files behind this header know SQL. It holds all that must
 * outlive the process: matches (as rules, decks and the notation of their actions: a match is
 * loaded by replaying it), challenges, timers, private rooms, the outbox, the ids of the events
 * handled, settings, and an adapter's own values.
 *
 * All changes happen between bot_store_begin and bot_store_commit: one transaction a batch of
 * events. After an error, bot_store_rollback and do the batch again; nothing is kept in memory
 * that could disagree with the file.
 *
 * Nothing is changed outside a transaction: BOT_STORE_FAILED, also after SQLite ended one by itself
 * (a full disk). BOT_NOT_FOUND: the match spoken of does not exist.
 *
 * Identifiers (rooms, users, events) are opaque strings of 1 to BOT_ID_SIZE - 1 bytes: others are
 * found nowhere and stored nowhere (BOT_INVALID), never cut.
 * Times are milliseconds since 1970 UTC.
 */
#ifndef BOT_STORE_H
#define BOT_STORE_H

#include "bot/error.h"
#include "engine/engarde.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BOT_ID_SIZE      256 /* a Matrix identifier is at most 255 bytes */
#define BOT_NAME_SIZE    64  /* a display name as shown, cleaned and cut, NUL included */
#define BOT_TXN_SIZE     33
#define BOT_SETTING_SIZE 32 /* the value of a setting: a word */
#define BOT_SECRET_SIZE  44 /* a secret as text, NUL included */

/* Actions in a round at most: each takes a card but for a pass, which is the last. */
#define BOT_ROUND_MAX (EG_DECK + 1)

struct bot_store;

/*
 * Opens or creates the file (mode 0600) and brings its schema up to date. The file stays locked
 * for this process, without waiting for another's lock. ":memory:" is a store for tests.
 * BOT_STORE_CORRUPT (also for another program's file), _NEWER, _IN_USE leave the file as it was;
 * after BOT_STORE_FAILED errno says why, or is 0.
 */
BOT_MUST_USE enum bot_error bot_store_open(const char *path, struct bot_store **store);
void bot_store_close(struct bot_store *store);

/*
 * What the file at a path is, by a look that takes no lock and changes nothing: BOT_OK, or why it
 * can't be opened. BOT_NOT_FOUND: bot_store_open would make it. BOT_STORE_FAILED: errno says why.
 */
BOT_MUST_USE enum bot_error bot_store_probe(const char *path);

BOT_MUST_USE enum bot_error bot_store_begin(struct bot_store *store);
/*
 * The same for changes that may be lost with all later ones of this kind when the machine loses its
 * power, as long as no other transaction has been committed after them: what they say can be found
 * out again. They cost no waiting for the disk. An end of the process alone loses nothing.
 */
BOT_MUST_USE enum bot_error bot_store_begin_lightly(struct bot_store *store);
BOT_MUST_USE enum bot_error bot_store_commit(struct bot_store *store);
void bot_store_rollback(struct bot_store *store);

/* What SQLite said about the last failure, for the log; lives until the next one. */
const char *bot_store_detail(const struct bot_store *store);

/* What of the store can't be what was written. */
struct bot_damage {
	int64_t match;          /* rows of this match; 0: none */
	int64_t row;            /* this row of the outbox; 0: none */
	char room[BOT_ID_SIZE]; /* the match's; empty: unknown */
};
/*
 * After BOT_STORE_CORRUPT and the rollback: gives up what was damaged, so that all the rest goes
 * on. A match is found no more, and its rows are kept for who wants to look; a row of the outbox is
 * not sent. BOT_NOT_FOUND: the damage is elsewhere.
 */
BOT_MUST_USE enum bot_error bot_store_set_aside(struct bot_store *store, struct bot_damage *damage);
/* What is stored of the match contradicts itself. Returns BOT_STORE_CORRUPT. */
BOT_MUST_USE enum bot_error bot_store_damaged(struct bot_store *store, int64_t match);

/* An adapter's own values, by key. A NULL value removes the key. */
BOT_MUST_USE enum bot_error bot_store_set(
	struct bot_store *store, const char *key, const char *value);
/* BOT_NOT_FOUND; on BOT_OK the caller frees *value. */
BOT_MUST_USE enum bot_error bot_store_get(struct bot_store *store, const char *key, char **value);

/*
 * Remembers that an event was handled; *again tells whether it had been before. The last 65,536
 * are remembered: more than any platform hands out twice after an old token or a retry.
 */
BOT_MUST_USE enum bot_error bot_store_handled(
	struct bot_store *store, const char *event, bool *again);

/* The name under which a user is shown; the user's own id when none is known. */
BOT_MUST_USE enum bot_error bot_store_name(
	struct bot_store *store, const char *user, char name[BOT_NAME_SIZE]);
/* Cut to BOT_NAME_SIZE between two characters; NULL forgets the name. */
BOT_MUST_USE enum bot_error bot_store_set_name(
	struct bot_store *store, const char *user, const char *name);

/* Settings: what a room or a user has chosen, by key */

enum bot_scope { BOT_OF_ROOM, BOT_OF_USER };

/* A NULL value removes the setting. BOT_INVALID: a value of BOT_SETTING_SIZE bytes or more. */
BOT_MUST_USE enum bot_error bot_store_set_setting(struct bot_store *store, enum bot_scope scope,
	const char *id, const char *key, const char *value);
/* BOT_NOT_FOUND when nothing was chosen. */
BOT_MUST_USE enum bot_error bot_store_setting(struct bot_store *store, enum bot_scope scope,
	const char *id, const char *key, char value[BOT_SETTING_SIZE]);

/* Quotas: how much of theirs senders and rooms have used; bot/quota.h says what it means. */

struct bot_quota {
	int64_t until; /* when all of it is there again: in the host's time (bot/time.h) */
	bool told;     /* that it was used up */
};

/* All zero when nothing is known. */
BOT_MUST_USE enum bot_error bot_store_quota(
	struct bot_store *store, enum bot_scope scope, const char *id, struct bot_quota *quota);
BOT_MUST_USE enum bot_error bot_store_set_quota(struct bot_store *store, enum bot_scope scope,
	const char *id, const struct bot_quota *quota);
/* Forgets those that are whole again. */
BOT_MUST_USE enum bot_error bot_store_quotas_prune(struct bot_store *store, int64_t now);

/* Challenges and matches */

enum bot_match_status {
	BOT_CHALLENGE, /* waits for its answer */
	BOT_MEETING,   /* accepted: both players are being reached in private */
	BOT_PLAYING,
	BOT_ENDED, /* won, resigned, stopped, declined, cancelled or expired */
};

/* What one player has proposed to the other, and is done once that one says the same. */
enum bot_offer { BOT_NO_OFFER, BOT_PAUSE, BOT_RESUME, BOT_ABANDON };

#define BOT_CLOCK_MIN INT64_C(30000)                   /* 30 s */
#define BOT_CLOCK_MAX (INT64_C(30) * 24 * 3600 * 1000) /* 30 d */

enum bot_ending {
	BOT_ENDING_UNKNOWN, /* not yet; or earlier versions did not note it */
	BOT_WON,            /* by the last touch */
	BOT_RESIGNED,
	BOT_FORFEITED, /* by the clock */
	BOT_STOPPED,   /* by a moderator */
	BOT_ABANDONED, /* by consent */
	BOT_UNDECIDED, /* it could not go on, as long as it was */
};

/* A word for programs; a static string. */
const char *bot_ending_name(enum bot_ending ending);

/* Whom a practice match is against. */
enum bot_house { BOT_NO_HOUSE, BOT_NOVICE, BOT_FENCER, BOT_MAITRE };

/* Players are indexed by seat; the challenger is White, but in a rematch. */
struct bot_match {
	int64_t id; /* small, shown to people as #id */
	enum bot_match_status status;
	char room[BOT_ID_SIZE];
	char player[2][BOT_ID_SIZE]; /* player[EG_BLACK] is empty in an open challenge, and the
					house's */
	bool reached[2];             /* a private message can reach the player */
	struct eg_match_rules rules; /* rules.first: EG_NOBODY until drawn by lot */
	bool unseen;                 /* the unseen cards are counted in the private message */
	int64_t board;               /* the post that is the round's public board; 0: none yet */
	uint32_t edits;              /* how often that board was edited */
	uint32_t scrolled;           /* messages seen in the room since that board was posted */
	int64_t clock;               /* milliseconds a turn may take; 0: as long as it likes */
	int64_t left;                /* what is left of the turn while the match is paused, or 0 */
	enum bot_offer offer;
	enum eg_seat offerer;   /* who made it */
	enum bot_ending ending; /* of a match that was played; challenges have none */
	enum eg_seat winner;    /* by the ending; EG_NOBODY, or anything before */
	enum bot_house house;   /* a practice match: the house is Black, and nothing is rated */
	int64_t dice;           /* what the house's choices are drawn from: a secret, from 0 */
	bool private;           /* it has no other room than its player's private one */
	int64_t ended; /* when, if it was played: milliseconds since 1970 UTC; 0: not so far */
	enum eg_seat challenger;
};

/* Stores a new row and sets match->id. */
BOT_MUST_USE enum bot_error bot_store_match_add(struct bot_store *store, struct bot_match *match);
BOT_MUST_USE enum bot_error bot_store_match_save(
	struct bot_store *store, const struct bot_match *match);
BOT_MUST_USE enum bot_error bot_store_match_get(
	struct bot_store *store, int64_t id, struct bot_match *match);

/* The last match that was dealt, ended or not, in a room or (NULL) of a player. BOT_NOT_FOUND. */
BOT_MUST_USE enum bot_error bot_store_match_last(
	struct bot_store *store, const char *room, const char *player, struct bot_match *match);

/* Which matches to list: each NULL or negative field matches all. Ended ones are never listed. */
struct bot_match_filter {
	const char *room;
	const char *player; /* in either seat */
	int status;         /* enum bot_match_status or -1 */
};
/* Writes the oldest `size` of the matches that fit and their number; they are unset on failure. */
BOT_MUST_USE enum bot_error bot_store_match_find(struct bot_store *store,
	const struct bot_match_filter *filter, struct bot_match *matches, size_t size,
	size_t *count);

/* How many matches stand so; of those that ended, none is counted. */
BOT_MUST_USE enum bot_error bot_store_match_count(
	struct bot_store *store, enum bot_match_status status, size_t *count);

/*
 * Writes the latest `size` of the matches that were played and ended in a room, by a player (NULL:
 * any), and their number; they are unset on failure.
 */
BOT_MUST_USE enum bot_error bot_store_match_ended(struct bot_store *store, const char *room,
	const char *player, struct bot_match *matches, size_t size, size_t *count);

/* So many messages were seen in the room: counts them against each board there. */
BOT_MUST_USE enum bot_error bot_store_room_scrolled(
	struct bot_store *store, const char *room, unsigned messages);
/*
 * The room was replaced: its matches, ratings and settings, a private room's user and the messages
 * waiting in the outbox move to the new one. What was posted in the old room can't be edited from
 * the new one: the next edit of a post, one that waits included, becomes a new message, which the
 * post names from then on.
 */
BOT_MUST_USE enum bot_error bot_store_room_moved(
	struct bot_store *store, const char *old_room, const char *new_room);

/* Rounds */

BOT_MUST_USE enum bot_error bot_store_round_add(
	struct bot_store *store, int64_t match, uint16_t round, const uint8_t deck[EG_DECK]);
BOT_MUST_USE enum bot_error bot_store_action_add(
	struct bot_store *store, int64_t match, uint16_t round, struct eg_action action);
/* Replays the rounds stored. BOT_STORE_CORRUPT when they are no legal match. */
BOT_MUST_USE enum bot_error bot_store_replay(
	struct bot_store *store, const struct bot_match *match, struct eg_match *state);

struct bot_round {
	uint8_t deck[EG_DECK];
	struct eg_action action[BOT_ROUND_MAX];
	size_t actions;
};
/* One round, as it was stored. BOT_NOT_FOUND when it was not dealt. */
BOT_MUST_USE enum bot_error bot_store_round_get(
	struct bot_store *store, int64_t match, uint16_t number, struct bot_round *round);

/* Plays a round on after those before it; false when it is no legal one. */
bool bot_round_play(struct eg_match *state, const struct bot_round *round);

/* What the decks of a match are made from; engine/deal/deal.h explains it. */
struct bot_shuffle {
	char secret[BOT_SECRET_SIZE]; /* the last of its chain, as text */
	char challenge[BOT_ID_SIZE];  /* the two events */
	char acceptance[BOT_ID_SIZE]; /* empty until then */
};
BOT_MUST_USE enum bot_error bot_store_set_shuffle(
	struct bot_store *store, int64_t match, const struct bot_shuffle *shuffle);
/* BOT_NOT_FOUND, too, for a match that an earlier version made. */
BOT_MUST_USE enum bot_error bot_store_shuffle(
	struct bot_store *store, int64_t match, struct bot_shuffle *shuffle);

/* Timers: at most one of each kind a match. `due` is in the host's time (bot/time.h). */

enum bot_timer {
	BOT_TIMER_CHALLENGE, /* a challenge, or the meeting after it, expires */
	BOT_TIMER_HALF,      /* half of the turn's time is over */
	BOT_TIMER_LATE,      /* nine tenths of it are */
	BOT_TIMER_FORFEIT,   /* all of it is */
	BOT_TIMER_NUDGE,     /* the next nudge is allowed */
};

BOT_MUST_USE enum bot_error bot_store_timer_set(
	struct bot_store *store, int64_t match, enum bot_timer timer, int64_t due);
BOT_MUST_USE enum bot_error bot_store_timer_clear(
	struct bot_store *store, int64_t match, enum bot_timer timer);
/* All of a match. */
BOT_MUST_USE enum bot_error bot_store_timers_clear(struct bot_store *store, int64_t match);
/* BOT_NOT_FOUND when it is not set. */
BOT_MUST_USE enum bot_error bot_store_timer_get(
	struct bot_store *store, int64_t match, enum bot_timer timer, int64_t *due);
/* The earliest timer; BOT_NOT_FOUND when there is none. */
BOT_MUST_USE enum bot_error bot_store_timer_next(
	struct bot_store *store, int64_t *match, enum bot_timer *timer, int64_t *due);

/* Private rooms: one a user, kept for ever. `room` is written only on BOT_OK. */

BOT_MUST_USE enum bot_error bot_store_private_room(
	struct bot_store *store, const char *user, char room[BOT_ID_SIZE]);
BOT_MUST_USE enum bot_error bot_store_private_user(
	struct bot_store *store, const char *room, char user[BOT_ID_SIZE]);
/* Replaces the user's private room, and whoever had it before; a NULL room forgets it. */
BOT_MUST_USE enum bot_error bot_store_set_private_room(
	struct bot_store *store, const char *user, const char *room);

/*
 * Posts: messages sent or to be sent that are edited or replied to later. Those of matches that go
 * on are kept, of the others the last 10,000 or so.
 */

struct bot_post {
	int64_t id;
	int64_t match;           /* 0: belongs to none */
	int64_t turn;            /* the turn whose choices it lists; 0: it lists none */
	char event[BOT_ID_SIZE]; /* empty until it was sent */
};
BOT_MUST_USE enum bot_error bot_store_post_by_event(
	struct bot_store *store, const char *event, struct bot_post *post);

#endif
