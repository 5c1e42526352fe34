/*
 * A post names a message that the bot may edit later, or that people may reply to. Each private
 * message has one, so that the store knows which message is the newest. The post is stored together
 * with the message's outbox row. The store keeps all posts of matches that have not ended, and
 * about 10,000 other posts.
 */
#ifndef BOT_STORE_POSTS_H
#define BOT_STORE_POSTS_H

#include "bot/store/outbox.h"

#include "bot/store/posts.inc"

/* Finds the post whose message was sent as `event`. Returns false if there is no such post. */
bool bot_store_post_by_event(struct bot_store *store, const char *event, struct bot_post *post);

/*
 * Finds the event of the post's message. Returns false if the message is not sent yet, or if there
 * is no such post.
 */
bool bot_store_post_event(struct bot_store *store, int64_t post, char event[BOT_ID_SIZE]);

/*
 * Handles that somebody has removed (redacted) the message that was sent as `event` in this lane.
 * Clients show no edits of a removed message. So from now on the post has no message, and its next
 * edit becomes a new message; an edit that waits becomes one at once. Replies and reactions to the
 * removed message belong to no post. A list of choices stays delivered: its player has seen it.
 *
 * Sets *post to the post. Returns false if the lane has no such post.
 */
bool bot_store_post_removed(struct bot_store *store, bool private, const char *to,
	const char *event, struct bot_post *post);

/* Counts the removed messages of a match that had the turn and the role of `like`. */
size_t bot_store_posts_removed(struct bot_store *store, const struct bot_post *like);

/*
 * Finds the letters of the newest list of choices of a turn. Returns false if no post lists the
 * choices of this turn.
 */
bool bot_store_list_letters(
	struct bot_store *store, int64_t match, int64_t turn, uint32_t *letters);

#define BOT_OPEN_MOST 8 /* the most open lists that the store finds at a time */

struct bot_open_list {
	int64_t post; /* the id of its post */
	int64_t match;
	int64_t turn;     /* the turn whose choices it lists */
	bool poll;        /* its message is a poll */
	uint32_t letters; /* see bot_post */
};

/*
 * Finds the open lists: the private messages to the user that list choices, as long as
 * bot_store_close_lists has not closed them. Returns their number, and writes those of the
 * match first, the newest first, and then those of other matches.
 */
size_t bot_store_open_lists(struct bot_store *store, const char *user, int64_t match,
	struct bot_open_list list[BOT_OPEN_MOST]);

/* Notes that the bot replaces those of this match among the lists that bot_store_open_lists found.
 */
void bot_store_close_lists(struct bot_store *store, const char *user, int64_t match,
	const struct bot_open_list *list, size_t count);

/* Returns whether the bot has written a newer private message to the user than this post's. */
bool bot_store_post_followed(struct bot_store *store, const char *user, int64_t post);

/*
 * Returns whether the bot has written a newer private message to the user than this post's that
 * shows choices, a hand or a lesson.
 */
bool bot_store_choices_followed(struct bot_store *store, const char *user, int64_t post);

/* Likewise, but counts only private messages about this match. */
bool bot_store_post_of_match_after(
	struct bot_store *store, const char *user, int64_t match, int64_t post);

/* Returns whether the list of choices of a turn was sent to the user in private. */
bool bot_store_list_delivered(
	struct bot_store *store, int64_t match, int64_t turn, const char *user);

/* A post that can be edited, with its lane. */
struct bot_placed_post {
	int64_t id;
	bool private;
	char to[BOT_ID_SIZE]; /* the user of a private message, else the room */
};

/*
 * bot_store_pictures lists the pictures of a match's position (BOT_POST_PICTURE), and
 * bot_store_challenge_posts the messages that publish a challenge (BOT_POST_CHALLENGE), the newest
 * first. Both leave out the messages that the bot has given up sending. They write at most `size`
 * items, and return their number.
 */
size_t bot_store_pictures(
	struct bot_store *store, int64_t match, struct bot_placed_post *list, size_t size);
size_t bot_store_challenge_posts(
	struct bot_store *store, int64_t match, struct bot_placed_post *list, size_t size);

/* Returns whether a message in the room publishes the challenge, and nobody has removed it. */
bool bot_store_is_challenge_posted(struct bot_store *store, int64_t match, const char *room);

/*
 * Notes that the post shows no picture of the position any more: changes the role BOT_POST_PICTURE
 * to BOT_POST_OTHER. Does nothing if the post has another role.
 */
void bot_store_picture_over(struct bot_store *store, int64_t post);

#endif
