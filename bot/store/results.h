/*
 * How the last rated matches of each user ended, over all rooms. The store keeps a few for each
 * user, so a question about them reads few rows. The result of a match goes with the match, when
 * the store deletes it.
 */
#ifndef BOT_STORE_RESULTS_H
#define BOT_STORE_RESULTS_H

#include "bot/store/database.h"

#define BOT_RESULTS_KEPT 200 /* of each user */

#include "bot/store/results.inc"

/*
 * Adds the result of a match that is in the store, as the newest one: the ratings of a user follow
 * each other in the order in which the results are added. Deletes the oldest results of the user
 * beyond BOT_RESULTS_KEPT.
 */
BOT_MUST_USE enum bot_error bot_result_add(
	struct bot_store *store, const char *user, const struct bot_result *result);

/*
 * Lists the results of a user, the newest first. Writes at most `size` items to `list`, and sets
 * *count to the number of items written. On failure, `list` is undefined.
 */
BOT_MUST_USE enum bot_error bot_result_list(struct bot_store *store, const char *user,
	struct bot_result *list, size_t size, size_t *count);

#endif
