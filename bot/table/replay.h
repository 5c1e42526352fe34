/*
 * The replay of an ended match, for a page that shows it step by step: with both hands, as in its
 * record. While a match is being played, there is no replay.
 */
#ifndef BOT_TABLE_REPLAY_H
#define BOT_TABLE_REPLAY_H

#include "bot/base/error.h"

#include <stdint.h>

struct bot_host;

#define BOT_REPLAY_ROUNDS 64 /* the most rounds of a replay: the last ones */

/*
 * Writes the replay as one line of JSON, which the caller frees with free(). `user` is NULL for
 * somebody who has a link to this replay; they get it in the language of the match's room.
 * Otherwise `user` is a player, who gets the replays of their own matches in their own language.
 * Returns BOT_NOT_FOUND if there is no such match, if the user did not play in it, if it has not
 * ended, or if it was never dealt. Only reads the store.
 */
BOT_MUST_USE enum bot_error bot_replay(
	struct bot_host *host, int64_t match, const char *user, char **json);

/*
 * Writes the record of a match as a text, which the caller frees with free(). `user` and
 * BOT_NOT_FOUND are as for bot_replay. Returns BOT_INVALID if the record can't be written; see
 * bot_record_write.
 */
BOT_MUST_USE enum bot_error bot_replay_record(
	struct bot_host *host, int64_t match, const char *user, char **text);

#endif
