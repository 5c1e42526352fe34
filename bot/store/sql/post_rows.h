/* The rows of the table posts, as the outbox makes and changes them. See bot/store/posts.h. */
#ifndef BOT_STORE_SQL_POST_ROWS_H
#define BOT_STORE_SQL_POST_ROWS_H

#include "bot/store/outbox.h"
#include "bot/store/posts.h"
#include "bot/store/sql/kept_answers.h"

/* The names that the roles of posts have in the store. */
#define BOT_POST_ROLES 11
extern const char *const bot_post_role_names[BOT_POST_ROLES];

/*
 * Adds a post for the message of `letter`. Returns its id. Also deletes old posts from
 * time to time.
 */
int64_t bot_post_add(struct bot_store *store, const struct bot_letter *letter);

/* A match gets a picture, or one of its pictures waits again: drops the answer that it has none. */
void bot_pictures_change(struct bot_store *store, int64_t match);

/* A post that a letter edits. */
struct bot_edited_post {
	bool editable;           /* its message was sent or waits, so that an edit can change it */
	char event[BOT_ID_SIZE]; /* the event of its message, or empty */
	bool waiting_hand;       /* as in bot_outbox_row, as are the next three */
	bool board;
	int64_t match;
	bool practice;
};

/* Gets the post that `letter` edits. Returns false if its lane has no such post. */
bool bot_post_find_edited(
	struct bot_store *store, const struct bot_letter *letter, struct bot_edited_post *edited);

/*
 * Stores the event of a post's message. Does nothing if the post has an event already: in this case
 * `event` is the event of an edit.
 */
void bot_post_sent(struct bot_store *store, int64_t post, const char *event);

/*
 * The user gets another private room, from which nothing can change the messages of the old one. So
 * their posts count as removed (see bot_store_post_removed).
 */
void bot_posts_leave(struct bot_store *store, const char *user);

/*
 * If the post is the list of choices of a turn, and has just got this event, sets the timer
 * BOT_TIMER_DELIVERED of its match: the host starts the clock.
 */
void bot_post_delivered(struct bot_store *store, int64_t post, const char *event);

#endif
