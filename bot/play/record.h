/*
 * The record of a match (engine/engarde.h), what it proves (engine/deal/proof.h), the records of a
 * user's matches in one file, and how long the store keeps matches that have ended.
 */
#ifndef BOT_PLAY_RECORD_H
#define BOT_PLAY_RECORD_H

#include "bot/call/call.h"
#include "bot/text/page.h"

/*
 * Writes the record of a match. While the match is being played, its record has only the rounds
 * that have ended, so that the record tells nothing about the cards in play.
 *
 * The record names the room only if both players may know it: a guest of the lobby may not
 * (bot/call/guests.h).
 *
 * Sets *text to the record, which lives as long as the attempt, or to NULL if the match was never
 * dealt. Sets *proven to whether the match has a commitment, because people can check only a record
 * with a commitment. Returns false, and sets *text to NULL, if an id in the record has bytes that a
 * record may not have.
 */
bool bot_record_write(
	struct bot_host *host, const struct bot_match *match, char **text, bool *proven);

/*
 * Checks the record that bot_record_write has written, and adds to the page what it proves.
 * `prefix` stands before the commands that the page names.
 */
void bot_record_check(const struct bot_match *match, const char *text, bool proven,
	const char *prefix, struct bot_page *page);

struct bot_collection {
	char *text; /* the records, with an empty line between two; lives as long as the attempt */
	size_t size, matches;
	int64_t older; /* the newest match that did not fit, or 0 */
};

/*
 * Writes the records of the user's ended matches, the newest first: from the match `from`, or from
 * their last one if `from` is NULL. Each is what `record` shows the user in private.
 */
void bot_collection_write(struct bot_host *host, const char *user, const struct bot_match *from,
	struct bot_collection *collection);

/* For how long the bot keeps matches that have ended. */

/*
 * Adds a sentence to the page: how long after its end the bot deletes a match. Returns false and
 * adds nothing if the bot keeps matches for ever.
 */
bool bot_retention_say(const struct bot_host *host, struct bot_page *page);

/* Replies with the message, and adds the sentence of bot_retention_say. */
void bot_retention_reply(const struct bot_call *call, enum bot_msg msg, struct bot_args args);

/*
 * Deletes a few of the matches that ended longer ago than the configuration says. The host calls
 * this function regularly.
 */
void bot_retention_delete(struct bot_host *host);

#endif
