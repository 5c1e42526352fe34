/* The records of a user's matches in one file. */
#ifndef BOT_ARCHIVE_COLLECTION_H
#define BOT_ARCHIVE_COLLECTION_H

#include "bot/call/call.h"

#define BOT_COLLECTION_MATCHES 100 /* the most matches of one file */

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

#endif
