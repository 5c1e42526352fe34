/*
 * Which rows of the outbox may have been sent without an answer. This is kept in memory alone: to
 * write it down would take a commit before each request.
 */
#ifndef BOT_STORE_SENDING_H
#define BOT_STORE_SENDING_H

#include "bot/store/database.h"

#include <stdbool.h>

/* Notes what an earlier process may have sent, when the store is opened; and forgets it all. */
BOT_MUST_USE enum bot_error bot_sending_begin(struct bot_store *store);
void bot_sending_end(struct bot_store *store);

bool bot_may_be_sent(const struct bot_store *store, int64_t row);

#endif
