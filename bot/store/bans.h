/*
 * The list of bans. bot/call/bans.h explains what a ban means. A ban names a user, an origin
 * (see bot_message), or all origins below one, as in *.example.org.
 */
#ifndef BOT_STORE_BANS_H
#define BOT_STORE_BANS_H

#include "bot/store/database.h"

#define BOT_BANS_MOST 1000 /* the most bans */

/* Adds a ban. Does nothing if it is in the list already. */
BOT_MUST_USE enum bot_error bot_store_ban(struct bot_store *store, const char *banned);

/* Removes a ban. Sets *removed to false if it was not in the list. */
BOT_MUST_USE enum bot_error bot_store_unban(
	struct bot_store *store, const char *banned, bool *removed);

/* Finds out whether the list has exactly this ban. */
BOT_MUST_USE enum bot_error bot_store_has_ban(
	struct bot_store *store, const char *banned, bool *has);

/*
 * Finds out whether the list has any ban. The bot asks this for each message, and nearly always the
 * list is empty. So once a query has found no ban, the store does not ask SQLite again until a ban
 * is added or a transaction is rolled back, which may restore a ban.
 */
BOT_MUST_USE enum bot_error bot_store_has_any_ban(struct bot_store *store, bool *has);

/* Counts the bans. */
BOT_MUST_USE enum bot_error bot_store_ban_count(struct bot_store *store, size_t *count);

/*
 * Writes the first ban, in byte order, that comes after `after`. `banned` may be the same array as
 * `after`. Returns BOT_NOT_FOUND if there is none.
 */
BOT_MUST_USE enum bot_error bot_store_next_ban(
	struct bot_store *store, const char *after, char banned[BOT_ID_SIZE]);

/* Blocks. A user who blocks another user refuses all challenges from them. */

#define BOT_BLOCKS_MOST 32 /* the most users whom one user may block */

/*
 * Notes that `user` refuses all challenges from `blocked`. Does nothing if this is noted already.
 */
BOT_MUST_USE enum bot_error bot_store_block(
	struct bot_store *store, const char *user, const char *blocked);

/* Removes a block. Does nothing if there is no such block. */
BOT_MUST_USE enum bot_error bot_store_unblock(
	struct bot_store *store, const char *user, const char *blocked);

/* Finds out whether `user` refuses all challenges from `other`. */
BOT_MUST_USE enum bot_error bot_store_is_blocked(
	struct bot_store *store, const char *user, const char *other, bool *blocked);

/*
 * Lists the users whom `user` blocks, in the order of their ids. Sets *count to the number of ids
 * written. On failure, `blocked` is undefined.
 */
BOT_MUST_USE enum bot_error bot_store_blocks(struct bot_store *store, const char *user,
	char blocked[BOT_BLOCKS_MOST][BOT_ID_SIZE], size_t *count);

#endif
