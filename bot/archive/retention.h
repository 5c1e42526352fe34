/* For how long the bot keeps matches that have ended. */
#ifndef BOT_ARCHIVE_RETENTION_H
#define BOT_ARCHIVE_RETENTION_H

#include "bot/call/call.h"
#include "bot/text/page.h"

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
