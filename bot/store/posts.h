/* Posts, as the outbox uses them. */
#ifndef BOT_STORE_POSTS_H
#define BOT_STORE_POSTS_H

#include "bot/outbox.h"

/* Adds a post for the message that `letter` is; prunes old ones now and then. */
BOT_MUST_USE enum bot_error bot_post_add(
	struct bot_store *store, const struct bot_letter *letter, int64_t *post);

/*
 * Whether the post that `letter` edits has a message, sent or waiting, that can be edited.
 * BOT_NOT_FOUND: no such post in the letter's lane.
 */
BOT_MUST_USE enum bot_error bot_post_stands(
	struct bot_store *store, const struct bot_letter *letter, bool *stands);

/* The post's message was sent as `event`; that of its edits changes nothing. */
BOT_MUST_USE enum bot_error bot_post_sent(struct bot_store *store, int64_t post, const char *event);

#endif
