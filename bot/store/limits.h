/*
 * Limits on what users may do. A ban names a user, an origin (see bot_message), or all origins
 * below one, as in *.example.org; bot/call/bans.h explains what it means. A rate limit counts the
 * commands of one sender, one room or one group of users. An allowance limits what one user may do
 * to another user. A block refuses all challenges of another user. The store only keeps the rows;
 * bot/call/rate_limit.h and allowance.h explain what limits and allowances mean.
 */
#ifndef BOT_STORE_LIMITS_H
#define BOT_STORE_LIMITS_H

#include "bot/store/database.h"

/* The user or the group whose commands a rate limit counts. */
enum bot_limited {
	BOT_LIMITED_SENDER, /* one user */
	BOT_LIMITED_ROOM,   /* everybody in one room */
	BOT_LIMITED_ORIGIN, /* all newcomers of one origin (see bot_message) */
	BOT_LIMITED_GROUP,  /* a group of users that the id names, such as all newcomers */
	BOT_LIMITED_PART, /* one user, or all newcomers of one origin, while many share a bucket */
};

/*
 * A rate limit works like a bucket. A full bucket holds the cost of all commands that are allowed
 * in a minute. Each command takes its cost out of the bucket, and the bucket fills up again with
 * time (the host's time, see bot/call/time.h).
 */
#include "bot/store/quotas.inc"

/*
 * Reads the rate limit of a user, a room, an origin or a group, whose id is `id`. If the store has
 * no such rate limit, writes only zeros, which mean a full bucket.
 */
struct bot_rate_limit bot_store_rate_limit(
	struct bot_store *store, enum bot_limited limited, const char *id);
void bot_store_set_rate_limit(struct bot_store *store, enum bot_limited limited, const char *id,
	const struct bot_rate_limit *limit);

/* Deletes the rate limits whose buckets are full at the host's time `now`. */
void bot_store_prune_rate_limits(struct bot_store *store, int64_t now);

enum bot_allowance {
	BOT_ALLOW_RING,      /* the sender may make the receiver's device ring */
	BOT_ALLOW_CHALLENGE, /* the sender may challenge a receiver who has accepted none of their
				challenges */
	BOT_ALLOW_CORRECT,   /* the sender gets a use of BOT_ALLOW_CHALLENGE back, because they
				replace or withdraw the challenge */
	BOT_ALLOW_PROPOSE,   /* the sender may propose something in a match with the receiver */
	BOT_ALLOW_FORGET,    /* the user may have their data erased; the user is stored as sender
				and as receiver */
	BOT_ALLOW_STRANGERS, /* all strangers together may make a user's device ring; the user is
				stored as sender and as receiver */
	BOT_ALLOW_MUTED,     /* the bot may tell the user that it may not write in a room, or where
				else they can write; the user is stored as sender, and the room as
				receiver */
	BOT_ALLOW_VERIFY, /* the bot may tell the user that it has refused a verification; the user
			     is stored as sender and as receiver */
	BOT_ALLOW_LOBBY,  /* for challenges that other rooms show (bot/challenge/lobby.h): a user
			     may make some, stored as sender and as receiver; all people of a
			     room may make some, with the room as sender and * as receiver; and
			     the bot may show some in a room, or ask it for team matches, with *
			     as sender and the room as receiver */
	BOT_ALLOW_LOBBY_NEW, /* the bot may show some such challenges, and ask such questions, of
				people without a rating in a room; stored with * as sender and the
				room as receiver */
	BOT_ALLOW_EARLY,     /* all users together may get private rooms before they need them;
				stored with * in place of users */
	BOT_ALLOW_EARLY_END, /* the user may end matches before both players have acted
				(bot/play/early_ending.h); the user is stored as sender and as
				receiver */
	BOT_ALLOW_CONTEST,   /* the user may open club nights and seasons, and ask other rooms for
				team matches; the user is stored as sender and as receiver */
	BOT_ALLOW_TABLE,     /* the bot may repeat the season's tables in a room where its message
				with them is near; stored with * as sender and the room as
				receiver */
	BOT_ALLOW_SHEET,     /* likewise, the message of the club night or of the team match */
	BOT_ALLOW_TEAMS,     /* people of another room may change the bot's message of a team match
				in a room; stored with * as sender and the room as receiver */
	BOT_ALLOW_MOVE,      /* those who have signed up for a club night may hear that it moves;
				stored with * as sender and the room as receiver */
	BOT_ALLOW_REOPEN,    /* the user may have an opening back of which they think better; the
				user is stored as sender and as receiver */
	BOT_ALLOW_RECORDS,   /* the user may have all their matches as a file; the user is stored as
				sender and as receiver */
	BOT_ALLOW_UNPROVEN_END, /* like BOT_ALLOW_EARLY_END, for the matches that the user entered
				   by a reaction that a server can have made */
};

/*
 * An allowance has a number of uses, which come back with time. Writes to *full the wall time when
 * all uses of the allowance have come back. Returns false if the store has no such time. In this
 * case no use has been taken.
 */
bool bot_store_allowance(struct bot_store *store, enum bot_allowance kind, const char *sender,
	const char *receiver, int64_t *full);
void bot_store_set_allowance(struct bot_store *store, enum bot_allowance kind, const char *sender,
	const char *receiver, int64_t full);
void bot_store_unset_allowance(
	struct bot_store *store, enum bot_allowance kind, const char *sender, const char *receiver);

#define BOT_BANS_MOST 1000 /* the most bans */

/* Adds a ban. Does nothing if it is in the list already. */
void bot_store_ban(struct bot_store *store, const char *banned);

/* Removes a ban. Returns false if it was not in the list. */
bool bot_store_unban(struct bot_store *store, const char *banned);

/* Returns whether the list has exactly this ban. */
bool bot_store_has_ban(struct bot_store *store, const char *banned);

/*
 * Returns whether the list has any ban. The bot asks this for each message, and nearly always the
 * list is empty. So once a query has found no ban, the store does not ask SQLite again until a ban
 * is added or a transaction is rolled back, which may restore a ban.
 */
bool bot_store_has_any_ban(struct bot_store *store);

/* Counts the bans. */
size_t bot_store_ban_count(struct bot_store *store);

/*
 * Writes the first ban, in byte order, that comes after `after`. `banned` may be the same array as
 * `after`. Returns false if there is none.
 */
bool bot_store_next_ban(struct bot_store *store, const char *after, char banned[BOT_ID_SIZE]);

/* Blocks. A user who blocks another user refuses all challenges from them. */

#define BOT_BLOCKS_MOST 32 /* the most users whom one user may block */

/*
 * Notes that `user` refuses all challenges from `blocked`. Does nothing if this is noted already.
 */
void bot_store_block(struct bot_store *store, const char *user, const char *blocked);

/* Removes a block. Does nothing if there is no such block. */
void bot_store_unblock(struct bot_store *store, const char *user, const char *blocked);

/* Returns whether `user` refuses all challenges from `other`. */
bool bot_store_is_blocked(struct bot_store *store, const char *user, const char *other);

/*
 * Lists the users whom `user` blocks, in the order of their ids. Returns the number of ids
 * written.
 */
size_t bot_store_blocks(
	struct bot_store *store, const char *user, char blocked[BOT_BLOCKS_MOST][BOT_ID_SIZE]);

#endif
