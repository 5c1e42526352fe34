/*
 * Matches, from the challenge to the ending, and their timers. A row holds a match's state but not
 * its rounds: the bot gets the position by replaying the rounds (rounds.h). A match has at most one
 * timer of each kind.
 */
#ifndef BOT_STORE_MATCHES_H
#define BOT_STORE_MATCHES_H

#include "bot/store/database.h"
#include "engine/engarde.h"

enum bot_match_status {
	BOT_CHALLENGE, /* a challenge, which waits for the opponent's answer */
	BOT_ACCEPTED,  /* a match that waits until the bot can send both players private messages */
	BOT_PLAYING,
	BOT_ENDED, /* a match that was played and ended, or a challenge that became no match */
};

/*
 * What one player has proposed. The bot carries out a proposal when the other player makes the same
 * proposal.
 */
enum bot_proposal { BOT_NO_PROPOSAL, BOT_PAUSE, BOT_RESUME, BOT_ABANDON };

#define BOT_CLOCK_MIN   INT64_C(30000) /* the shortest time for a turn: 30 seconds */
#define BOT_CLOCK_MAX   (INT64_C(30) * 24 * 3600 * 1000) /* the longest time for a turn: 30 days */
#define BOT_CLOCK_USUAL (INT64_C(3) * 24 * 3600 * 1000)  /* unless somebody names a time: 3 days */

enum bot_ending {
	BOT_ENDING_UNKNOWN, /* the match goes on, or an early version of the bot did not store how
			       it ended */
	BOT_WON,            /* a player won by the last touch */
	BOT_RESIGNED,
	BOT_FORFEITED, /* a player lost because their time was over */
	BOT_STOPPED,   /* a moderator stopped the match */
	BOT_ABANDONED, /* both players agreed to end the match */
	BOT_UNDECIDED, /* nobody won: the match had too many rounds, or nobody acted for too long */
	BOT_VOID,      /* the match ended before both players had acted: it counts for nobody */
};

/*
 * Returns the name that an ending has in match records (engine/deal/proof.h), as a static string.
 */
const char *bot_ending_name(enum bot_ending ending);

/* The strength of the practice opponent, the computer that plays Black in a practice match. */
enum bot_practice { BOT_NO_PRACTICE, BOT_NOVICE, BOT_PUPIL, BOT_FENCER, BOT_PROVOST, BOT_MAITRE };

/*
 * Returns the name of a practice opponent, such as "novice", as a static string: in the store, in
 * records and as people type it. engine/opponent has the same names.
 */
const char *bot_practice_name(enum bot_practice opponent);

#define BOT_PLAN_SIZE 64 /* the text of a plan (bot/play/plan.h), and a NUL */

#include "bot/store/matches.inc"

/* Returns the milliseconds that the player in `seat` has for each turn, or 0 without a limit. */
int64_t bot_match_clock(const struct bot_match *match, enum eg_seat seat);

/* Whether a player begins with touches or has a longer clock. Such a match is casual. */
bool bot_match_has_handicap(const struct bot_match *match);

/* Whether the match can change ratings: it is between people, and neither casual nor restored. */
bool bot_match_may_be_rated(const struct bot_match *match);

/* Stores a new match and sets match->id. Fails with BOT_INVALID if a field is out of its range. */
void bot_store_match_add(struct bot_store *store, struct bot_match *match);
/*
 * Stores all fields of a match that is in the store. Fails with BOT_INVALID if a field is out of
 * its range.
 */
void bot_store_match_save(struct bot_store *store, const struct bot_match *match);
/* Likewise, but only the plan of this seat may have changed: nobody but its player hears of it. */
void bot_store_match_save_plan(
	struct bot_store *store, const struct bot_match *match, enum eg_seat seat);
bool bot_store_match_get(struct bot_store *store, int64_t id, struct bot_match *match);

/*
 * Gets the match in `room` that was played and ended last. If `room` is NULL, gets the one of
 * `player`. Returns false if there is no such match.
 */
bool bot_store_match_last(
	struct bot_store *store, const char *room, const char *player, struct bot_match *match);

/*
 * Which matches to list. A field that is NULL or negative does not restrict the list, but at least
 * one of the first three fields must.
 */
struct bot_match_filter {
	const char *room;
	const char *player; /* in either seat */
	int status;         /* a value of enum bot_match_status, or -1 */
	int64_t after;      /* only matches with a greater id */
};
/*
 * Lists matches that have not ended. Matches that have been accepted or have begun come first, then
 * challenges. Both groups are in the order of their ids. Writes at most `size` matches, and returns
 * the number of matches written. Fails with BOT_INVALID if the filter restricts nothing.
 */
size_t bot_store_match_find(struct bot_store *store, const struct bot_match_filter *filter,
	struct bot_match *matches, size_t size);

/*
 * Lists the open challenges of other rooms that a message in `room` shows, in the order of their
 * ids. Writes at most `size` challenges, and returns their number.
 */
size_t bot_store_challenges_shown(
	struct bot_store *store, const char *room, struct bot_match *challenges, size_t size);

/*
 * Gets the room of the first match of a player in this order. Leaves out challenges that others
 * made to the player. Returns false if there is no such match.
 */
bool bot_store_own_room(struct bot_store *store, const char *player, char room[BOT_ID_SIZE]);

/*
 * Counts the matches with the status `status`. Does not count ended matches, so the count for
 * BOT_ENDED is always 0.
 */
size_t bot_store_match_count(struct bot_store *store, enum bot_match_status status);

/*
 * Lists matches of a room that were played and have ended, newest first. If `player` is not NULL,
 * lists only matches of this player. Writes at most `size` matches, and returns the number of
 * matches written.
 */
size_t bot_store_match_ended(struct bot_store *store, const char *room, const char *player,
	struct bot_match *matches, size_t size);

/*
 * Lists matches of a player in all rooms that were played and have ended, newest first: the match
 * `from` and those before it, or all if `from` is NULL. Writes at most `size` matches, and returns
 * the number of matches written.
 */
size_t bot_store_match_own(struct bot_store *store, const char *player,
	const struct bot_match *from, struct bot_match *matches, size_t size);

/*
 * Counts the rated matches between two users that ended after `since`. Either user may have been
 * White. Stops at 100: the callers compare the count only with small numbers.
 */
size_t bot_store_match_rated(
	struct bot_store *store, const char *player, const char *opponent, int64_t since);

/* How two users have played against each other, as one of them sees it. */
#define BOT_BETWEEN_LAST 3
struct bot_head_to_head {
	size_t won, lost;
	size_t run;    /* how many of the last matches in a row had the same winner */
	bool run_lost; /* this winner is the other user */
	int64_t last[BOT_BETWEEN_LAST]; /* the newest matches, then 0 */
};

/* Counts the newest rated matches between two users, in all rooms: BOT_BETWEEN_MOST at most. */
#define BOT_BETWEEN_MOST 50
struct bot_head_to_head bot_store_match_between(
	struct bot_store *store, const char *player, const char *opponent);

/* Returns whether two users have played a match of a room that has ended. */
bool bot_store_match_met(
	struct bot_store *store, const char *room, const char *one, const char *other);

/*
 * Finds the first room, in byte order, that comes after `after` and that has a match or a challenge
 * that has not ended. `room` may be the same array as `after`. Sets `player` to the user who plays
 * there if the room is this user's private room, and to "" otherwise. Returns false if there is no
 * such room.
 */
bool bot_store_next_match_room(struct bot_store *store, const char *after, char room[BOT_ID_SIZE],
	char player[BOT_ID_SIZE]);
/* Counts the rooms that bot_store_next_match_room finds. */
size_t bot_store_match_rooms(struct bot_store *store);

/* How a user's practice match ended. */
struct bot_practised {
	enum bot_practice opponent;
	bool won; /* the user has won */
};

/*
 * Lists how the user's practice matches with a winner ended, the newest match first. Writes at most
 * `size` items to `list`, and returns the number of items written.
 */
size_t bot_store_match_practised(
	struct bot_store *store, const char *user, struct bot_practised *list, size_t size);

/*
 * Returns whether the user sits in a match with somebody else that has been accepted or has begun.
 */
bool bot_store_user_sits(struct bot_store *store, const char *user);

/*
 * Returns whether the user has finished a match: a match of theirs ended by its last touch, or
 * was rated.
 */
bool bot_store_match_finished(struct bot_store *store, const char *user);

/*
 * Notes that a room got `messages` new messages. Adds this number to `scrolled` of the room's
 * matches, except matches that have ended or have no board.
 */
void bot_store_room_scrolled(struct bot_store *store, const char *room, unsigned messages);

/*
 * Notes that the user moderates the room of a match that begins, until the match ends. Does nothing
 * if this is noted already.
 */
void bot_store_moderator_add(struct bot_store *store, int64_t match, const char *user);

/*
 * Returns whether the user is noted for the match. If nobody is noted, returns true: the match
 * began in an earlier version, or in a room where everybody moderates.
 */
bool bot_store_moderated(struct bot_store *store, int64_t match, const char *user);

void bot_store_moderators_clear(struct bot_store *store, int64_t match);

enum bot_timer {
	BOT_TIMER_CHALLENGE, /* a challenge expires, or a match that still waits for its players */
	BOT_TIMER_HALF,      /* half of the turn's time is over */
	BOT_TIMER_LATE,      /* nine tenths of the turn's time are over */
	BOT_TIMER_FORFEIT,   /* all of the turn's time is over */
	BOT_TIMER_NUDGE,     /* the next nudge is allowed */
	BOT_TIMER_IDLE_SOON, /* nobody has acted for nine tenths of matches.idle_days */
	BOT_TIMER_IDLE,      /* nobody has acted for matches.idle_days */
	BOT_TIMER_DELIVERED, /* due at once: the hand of a turn was delivered */
	BOT_TIMER_SHOWN,     /* the end of a bout's turn as the board shows it while the clock does
				not run yet */
	BOT_TIMER_JOIN,      /* a player has had a day to join their private room */
	BOT_TIMER_WHITE_ABSENT, /* White has been absent for so long that Black may claim the win */
	BOT_TIMER_BLACK_ABSENT,
	BOT_TIMER_WHITE_CLAIM, /* while this timer is set, Black may claim the win */
	BOT_TIMER_BLACK_CLAIM,
	BOT_TIMER_HELD,    /* the hand of the turn was held back until this time */
	BOT_TIMER_BOUT,    /* the time for a bout of a competition is over */
	BOT_TIMER_NOTIFY,  /* the platform has had time to find out who is in a challenge's room, or
			      the quiet hours of the challenged user end */
	BOT_TIMER_RESERVE, /* the turn's own time is over, and the player's reserve runs */
	BOT_TIMER_QUIET,   /* the turn began in quiet hours, and the bot may ring for it now */
};
#define BOT_TIMERS (BOT_TIMER_QUIET + 1) /* the number of kinds */

/* The timers of a match, indexed by enum bot_timer. */
struct bot_timers {
	bool set[BOT_TIMERS];
	int64_t due[BOT_TIMERS]; /* only for timers that are set */
};

/*
 * A timer that does not run yet is due at BOT_TIMER_STILL plus what is left until then. The host's
 * time never gets there.
 */
#define BOT_TIMER_STILL (INT64_C(1) << 60)

/*
 * Notes the host's time, and that of the wall clock, for the rest of the transaction. The store
 * needs them when a row of the outbox is done (outbox_rows.h).
 */
void bot_store_note_time(struct bot_store *store, int64_t time, int64_t wall);

/*
 * Sets or replaces a timer. In this and the following functions `due` is in the host's time
 * (bot/call/time.h).
 */
void bot_store_timer_set(struct bot_store *store, int64_t match, enum bot_timer timer, int64_t due);
/* Sets or replaces two timers of different kinds. */
void bot_store_timer_set_two(struct bot_store *store, int64_t match, const enum bot_timer timer[2],
	const int64_t due[2]);
/* Clears a timer. Does nothing if the timer is not set. */
void bot_store_timer_clear(struct bot_store *store, int64_t match, enum bot_timer timer);
/* Clears all timers of a match. */
void bot_store_timers_clear(struct bot_store *store, int64_t match);

/* Gets all timers of a match. */
struct bot_timers bot_store_timers(struct bot_store *store, int64_t match);
/* Gets when a timer is due. Returns false if the timer is not set. */
bool bot_store_timer_get(
	struct bot_store *store, int64_t match, enum bot_timer timer, int64_t *due);
/* Gets the timer that is due first. Returns false if no timer is set. */
bool bot_store_timer_next(
	struct bot_store *store, int64_t *match, enum bot_timer *timer, int64_t *due);

#endif
