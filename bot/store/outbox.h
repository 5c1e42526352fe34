/*
 * The outbox: what the bot wants to send. The host adds rows in the transaction of the events that
 * caused them. An adapter sends the rows and reports the result of each. A lane is a room or a
 * user's private room: the adapter sends the rows of one lane in order, and several lanes at the
 * same time. A row keeps its transaction id until it is done. So if the adapter sends it again
 * after a crash, the homeserver sees the same request.
 *
 * A post names a message that the bot may edit later, or that people may reply to. The store keeps
 * the posts of matches that go on, and about 10,000 of the others.
 */
#ifndef BOT_STORE_OUTBOX_H
#define BOT_STORE_OUTBOX_H

#include "bot/store/store.h"

#define BOT_TXN_SIZE 33                /* bytes of a transaction id, with its NUL */
#define BOT_FILE_MAX ((size_t)1 << 20) /* bytes of a file */

enum bot_outbox_kind {
	BOT_OUT_MESSAGE,
	BOT_OUT_EDIT,  /* replaces the text of an earlier message */
	BOT_OUT_FILE,  /* a message with a file */
	BOT_OUT_REACH, /* find or create the user's private room; see bot_host_user_reached */
	BOT_OUT_JOIN,  /* join the room */
	BOT_OUT_LEAVE, /* leave the room, or decline its invitation */
};

/* Whether a row of this kind has a text. */
bool bot_outbox_is_text(enum bot_outbox_kind kind);

/* Whether a message may make a device ring. */
enum bot_ring {
	BOT_QUIET, /* a notice */
	BOT_RING,  /* rings for the user that it mentions */
};

/* A file that is attached to a message. */
struct bot_file {
	const char *name;  /* letters, digits, and . - _: 1 to BOT_NAME_SIZE - 1 bytes */
	const char *media; /* its type, such as text/plain; also / + ; = and space */
	const void *data;
	size_t size; /* 1 to BOT_FILE_MAX */
};

/* A row, as an adapter gets it. Strings live until the callback that got the row returns. */
struct bot_outbox_row {
	int64_t id;
	enum bot_outbox_kind kind;
	bool private;     /* `to` is a user, and the lane is that user's private room */
	const char *to;   /* a room or a user: 1 to BOT_ID_SIZE - 1 bytes */
	const char *txn;  /* the transaction id: 1 to BOT_TXN_SIZE - 1 bytes */
	const char *body; /* plain text */
	const char *html; /* formatted (p, br, pre, code, strong, ol, li); NULL: plain only */
	enum bot_ring ring;
	const char *mention;  /* the user that it mentions; NULL: nobody */
	const char *edits;    /* BOT_OUT_EDIT: the event that it edits; else NULL */
	const char *via;      /* BOT_OUT_JOIN: a server that knows the room; NULL: none */
	struct bot_file file; /* BOT_OUT_FILE; else zero */
	const char *choices;  /* a poll's answers, one in each line; NULL: it is no poll */
	const char *thread;   /* the first event of the thread that it belongs to; NULL: none */
	const char *answers;  /* with a thread: the event there that it answers; else NULL */
	int64_t match;        /* the match that it belongs to; 0: none */
	bool practice;        /* it is a practice match */
	bool followed;        /* another row waits behind this row in its lane */
	int64_t made;         /* as in bot_letter */
};

/* A new row, as the host adds it. The store copies all strings. */
struct bot_letter {
	enum bot_outbox_kind kind;
	bool private;
	const char *to;
	const char *body;
	const char *html; /* may be NULL */
	enum bot_ring ring;
	const char *mention;  /* may be NULL */
	const char *via;      /* may be NULL */
	const char *choices;  /* BOT_OUT_MESSAGE: makes it a poll; may be NULL */
	const char *thread;   /* may be NULL */
	const char *answers;  /* with a thread: the event there that it answers */
	int64_t turn;         /* the turn of the match whose choices it lists; 0: it lists none */
	int64_t match;        /* the match that it belongs to; 0: none */
	int64_t edits;        /* BOT_OUT_EDIT: the post that it edits; else 0 */
	const char *origin;   /* BOT_OUT_REACH: the origin of the user who caused it, see
				 bot_message; BOT_OUT_JOIN: the inviter; may be NULL */
	const char *txn;      /* at most BOT_TXN_SIZE - 1 bytes; no two letters may have the same */
	int64_t made;         /* when the host made it; 0: not known */
	struct bot_file file; /* BOT_OUT_FILE; the body is shown where files are not possible */
};

/*
 * Adds a row. A message gets a new post if it belongs to a match, or if `post` is not NULL. Then
 * *post is the post's id; for an edit, the id of the post that it edits.
 *
 * An edit replaces a waiting edit of the same post, and has its own transaction id. If the waiting
 * edit may have been sent, the new edit waits behind it, so at most two wait. If the bot gave up
 * the post's message, the edit becomes a new message, and the post names this one.
 *
 * BOT_INVALID: a field breaks a rule of bot_letter. BOT_NOT_FOUND: the lane has no such post.
 */
BOT_MUST_USE enum bot_error bot_outbox_add(
	struct bot_store *store, const struct bot_letter *letter, int64_t *post);

/*
 * Drops waiting private messages that list a user's choices in a match, except the newest eight and
 * the first row of the lane, which may have been sent. Rate limits do not count actions in matches,
 * so without this function a blocked lane would get one more row with each action.
 */
BOT_MUST_USE enum bot_error bot_outbox_drop_lists(
	struct bot_store *store, const char *user, int64_t match);

/*
 * Calls `take` with the first row of each lane, oldest first, until `take` returns false. A row
 * stays the first of its lane until it is done or replaced, so an adapter that waits for an answer
 * sends nothing else in that lane. `take` must not change the store.
 */
BOT_MUST_USE enum bot_error bot_outbox_heads(struct bot_store *store,
	bool (*take)(void *self, const struct bot_outbox_row *row), void *self);

/*
 * bot_outbox_sending notes that the adapter is about to send a row. bot_outbox_not_sent notes that
 * the row was surely not sent and waits again. Neither needs a transaction. After a start, the
 * store assumes that an earlier process may have sent any of the rows.
 */
void bot_outbox_sending(struct bot_store *store, int64_t row);
void bot_outbox_not_sent(struct bot_store *store, int64_t row);

/*
 * The row is done. `event`: the event that it became; NULL: it made no event, or the bot gives it
 * up. Does nothing if an edit has replaced the row meanwhile.
 */
BOT_MUST_USE enum bot_error bot_outbox_done(
	struct bot_store *store, int64_t row, const char *event);

/*
 * The bot has seen its own message with this transaction id in a lane. If the first row of the lane
 * has this id, the row is done. People may answer a message before the homeserver has answered the
 * bot's request, or if that answer was lost.
 */
BOT_MUST_USE enum bot_error bot_outbox_seen(
	struct bot_store *store, bool private, const char *to, const char *txn, const char *event);

/* Counts the waiting rows: all of them, or those of one lane. */
BOT_MUST_USE enum bot_error bot_outbox_size(struct bot_store *store, size_t *size);
BOT_MUST_USE enum bot_error bot_outbox_lane_size(
	struct bot_store *store, bool private, const char *to, size_t *size);

/* Counts the waiting rows of a kind. `via`, `origin`: only rows with this value; NULL: any. */
BOT_MUST_USE enum bot_error bot_outbox_waiting(struct bot_store *store, enum bot_outbox_kind kind,
	const char *via, const char *origin, size_t *count);

/*
 * Counts the BOT_OUT_REACH rows that wait for a private room that does not exist yet. `origin`:
 * only rows with this origin; empty: only rows without an origin; NULL: all.
 */
BOT_MUST_USE enum bot_error bot_outbox_reaching(
	struct bot_store *store, const char *origin, size_t *count);

/*
 * Removes the waiting rows that join or leave a room: the caller adds a new one, or needs none any
 * more.
 */
BOT_MUST_USE enum bot_error bot_outbox_withdraw(struct bot_store *store, const char *room);

/* Gets the newest waiting row; 0: no row waits. */
BOT_MUST_USE enum bot_error bot_outbox_last(struct bot_store *store, int64_t *row);

/* When the host made the oldest waiting row. BOT_NOT_FOUND: no row waits, or none has a time. */
BOT_MUST_USE enum bot_error bot_outbox_oldest(struct bot_store *store, int64_t *made);

struct bot_post {
	int64_t id;
	int64_t match;           /* 0: it belongs to no match */
	int64_t turn;            /* the turn whose choices it lists; 0: it lists none */
	char event[BOT_ID_SIZE]; /* empty until the message is sent */
};

/* Finds the post whose message was sent as `event`. BOT_NOT_FOUND: there is none. */
BOT_MUST_USE enum bot_error bot_store_post_by_event(
	struct bot_store *store, const char *event, struct bot_post *post);

#endif
