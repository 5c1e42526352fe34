/* Adding and changing posts, for the outbox; bot/store/outbox.h says what a post is. */
#ifndef BOT_STORE_POSTS_H
#define BOT_STORE_POSTS_H

#include "bot/store/outbox.h"

/* Adds a post for the message of `letter`. Prunes old posts now and then. */
BOT_MUST_USE enum bot_error bot_post_add(
	struct bot_store *store, const struct bot_letter *letter, int64_t *post);

/*
 * Sets *stands to whether the post that `letter` edits has a message that an edit can change: a
 * sent or a waiting one.
 * BOT_NOT_FOUND: the letter's lane has no such post.
 */
BOT_MUST_USE enum bot_error bot_post_stands(
	struct bot_store *store, const struct bot_letter *letter, bool *stands);

/*
 * Notes the event of the post's message. Does nothing if the post has an event already: then this
 * event is the event of an edit.
 */
BOT_MUST_USE enum bot_error bot_post_sent(struct bot_store *store, int64_t post, const char *event);

#endif
