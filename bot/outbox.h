/*
 * The outbox: what the host wants said. The host writes rows in the transaction of the events
 * that caused them; an adapter sends them, in order within a lane (a room, or a user's private
 * room) and side by side across lanes, and reports back. A row keeps its transaction id until
 * it is done, so that sending it again after a crash is the same request.
 */
#ifndef BOT_OUTBOX_H
#define BOT_OUTBOX_H

#include "bot/store.h"

enum bot_outbox_kind {
	BOT_OUT_MESSAGE,
	BOT_OUT_EDIT,  /* replaces the text of an earlier message */
	BOT_OUT_FILE,  /* a message with a file */
	BOT_OUT_REACH, /* find or make the user's private room; report with bot_host_reached */
	BOT_OUT_JOIN,  /* join the room */
	BOT_OUT_LEAVE, /* leave the room, or decline its invitation */
};

/* Whether it says something. */
bool bot_outbox_is_text(enum bot_outbox_kind kind);

/* Whether a message may make a device ring. */
enum bot_ring {
	BOT_QUIET, /* a notice */
	BOT_RING,  /* rings for the user mentioned */
};

#define BOT_FILE_MAX ((size_t)1 << 20) /* bytes of a file at most */

/* What is attached to a message. */
struct bot_file {
	const char *name;  /* letters, digits, and . - _: at most BOT_NAME_SIZE - 1 of them */
	const char *media; /* its type, as in text/plain; the same with / + ; = and space */
	const void *data;
	size_t size; /* 1 to BOT_FILE_MAX */
};

/* A row as an adapter gets it. Strings live until the callback that got the row returns. */
struct bot_outbox_row {
	int64_t id;
	enum bot_outbox_kind kind;
	bool private;     /* `to` is a user, and the lane is that user's private room */
	const char *to;   /* a room or a user: 1 to BOT_ID_SIZE - 1 bytes */
	const char *txn;  /* the platform's transaction id for this row: below BOT_TXN_SIZE bytes */
	const char *body; /* plain text */
	const char *
		html; /* the same, formatted (p, br, pre, code, strong, ol, li); NULL: plain only */
	enum bot_ring ring;
	const char *mention;  /* the user it speaks to; NULL: nobody */
	const char *edits;    /* BOT_OUT_EDIT: the event that is edited; else NULL */
	const char *via;      /* BOT_OUT_JOIN: a server that knows the room; NULL: none */
	struct bot_file file; /* BOT_OUT_FILE; else zero */
	const char *choices;  /* a message that is a poll: its answers, a line each; else NULL */
	int64_t match;        /* the match that a message belongs to; 0: none */
	bool followed;        /* another row waits behind it in its lane */
	int64_t made;         /* as in the letter */
};

/* What the host puts in. Strings are copied. */
struct bot_letter {
	enum bot_outbox_kind kind;
	bool private;
	const char *to;
	const char *body;
	const char *html; /* may be NULL */
	enum bot_ring ring;
	const char *mention; /* may be NULL */
	const char *via;     /* may be NULL */
	const char *choices; /* BOT_OUT_MESSAGE: makes a poll of it; may be NULL */
	int64_t turn;        /* it lists what may be played in this turn of the match; 0: no list */
	int64_t match;       /* the match it belongs to; 0: none */
	int64_t edits;       /* BOT_OUT_EDIT: the post that is edited */
	const char *txn;     /* unique for ever; at most BOT_TXN_SIZE - 1 bytes */
	int64_t made;        /* when: milliseconds since 1970 UTC; 0: not known */
	struct bot_file file; /* BOT_OUT_FILE, whose text is what to show where files can't be */
};

/*
 * Adds a row. `post`, when not NULL, gets the id of the post that names the message for later edits
 * and replies; a message of a match has one in any case. An edit that is not sent yet is replaced
 * by a newer one of the same post, under the newer transaction id; at most one joins the queue
 * after one that may have been. An edit of a post whose message was given up is a new message, and
 * the post names that. BOT_NOT_FOUND: no such post in this lane.
 */
BOT_MUST_USE enum bot_error bot_outbox_add(
	struct bot_store *store, const struct bot_letter *letter, int64_t *post);

/*
 * Calls `take` with the first row of each lane, oldest first, until it returns false. A row
 * stays first in its lane until it is done, or replaced: an adapter that waits for an answer in a
 * lane sends nothing else there. `take` must not change the store.
 */
BOT_MUST_USE enum bot_error bot_outbox_heads(struct bot_store *store,
	bool (*take)(void *self, const struct bot_outbox_row *row), void *self);

/*
 * An adapter notes that it sends a row, before it does; or that it was surely not sent, to be sent
 * later. Need not be in a transaction. Rows from before the store was opened may all have been.
 */
BOT_MUST_USE enum bot_error bot_outbox_sending(struct bot_store *store, int64_t row);
void bot_outbox_not_sent(struct bot_store *store, int64_t row);

/*
 * The row is done: sent as `event` (NULL where it made none), or given up. A row that has been
 * replaced meanwhile is no error.
 */
BOT_MUST_USE enum bot_error bot_outbox_done(
	struct bot_store *store, int64_t row, const char *event);

/*
 * A message under this transaction id was seen where `private` and `to` say: if its row waits there
 * still, being the first of its lane, it is done. People may answer what was sent before the
 * homeserver's answer comes, or without it.
 */
BOT_MUST_USE enum bot_error bot_outbox_seen(
	struct bot_store *store, bool private, const char *to, const char *txn, const char *event);

/* How many rows wait: in all, and in one lane. */
BOT_MUST_USE enum bot_error bot_outbox_size(struct bot_store *store, size_t *size);
BOT_MUST_USE enum bot_error bot_outbox_lane_size(
	struct bot_store *store, bool private, const char *to, size_t *size);

/* When the oldest of them was made. BOT_NOT_FOUND: none waits of which that is known. */
BOT_MUST_USE enum bot_error bot_outbox_oldest(struct bot_store *store, int64_t *made);

#endif
