/* Messages that a person gets once. */
#ifndef BOT_HOST_ONCE_H
#define BOT_HOST_ONCE_H

#include "bot/call/call.h"

/*
 * Returns whether this function was called for the user and `what` before. `what` is the id of an
 * event, or other words that no event has as its id. The store remembers that as long as it
 * remembers events that were handled.
 */
bool bot_once_is_again(struct bot_store *store, const char *user, const char *what);

/* Returns whether bot_once_is_again was called for the user and `what`, without noting it. */
bool bot_once_was(struct bot_store *store, const char *user, const char *what);

/*
 * Answers the sender, who has reacted to a message of the bot. But does nothing if the bot has
 * answered another reaction of the sender to that message in this way.
 */
void bot_reply_once(const struct bot_call *call, enum bot_msg msg, struct bot_args args);

#endif
