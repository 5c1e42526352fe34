/* Blocks. A user who blocks another user refuses all challenges from them. */
#ifndef BOT_STORE_BLOCKS_H
#define BOT_STORE_BLOCKS_H

#include "bot/store/database.h"

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
