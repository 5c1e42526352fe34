/*
 * The outbox: what the bot wants to send. The host adds rows in the transaction of the events that
 * caused them. An adapter sends the rows and reports the result of each row. A lane is a room or a
 * user's private room. The adapter sends the rows of one lane in order. It sends rows of different
 * lanes at the same time. A row keeps its transaction id until the row is done. So if the adapter
 * sends a row again after a crash, the homeserver recognizes the repeated request by this id.
 *
 * A row's message may have a post; see bot/store/posts.h.
 */
#ifndef BOT_STORE_OUTBOX_H
#define BOT_STORE_OUTBOX_H

#include "bot/store/store.h"

#define BOT_TXN_SIZE 33                /* bytes for a transaction id and a NUL */
#define BOT_FILE_MAX ((size_t)1 << 20) /* the most bytes of a file */

enum bot_outbox_kind {
	BOT_OUT_MESSAGE,
	BOT_OUT_EDIT,  /* replaces an earlier message by a text or a file, or ends a poll */
	BOT_OUT_FILE,  /* a message with a file */
	BOT_OUT_REACH, /* find or create the user's private room, then call bot_host_user_reached */
	BOT_OUT_JOIN,  /* join the room */
	BOT_OUT_LEAVE, /* leave the room, or decline its invitation */
	/* show a page beside the room's chat, in apps that can do this; then call
	   bot_host_widget_added or bot_host_widget_refused */
	BOT_OUT_WIDGET,
};

/* Whether a row of this kind has a text. */
bool bot_outbox_is_text(enum bot_outbox_kind kind);

/* Whether a message may make a device ring. */
enum bot_ring {
	BOT_QUIET, /* a notice */
	BOT_RING,  /* the devices of the users whom the message mentions may ring */
};

/* A file that is attached to a message. */
struct bot_file {
	const char *name;  /* 1 to BOT_NAME_SIZE - 1 letters, digits and characters . - _ */
	const char *media; /* the media type: letters, digits and characters . - _ / + ; = space */
	const void *data;
	size_t size; /* 1 to BOT_FILE_MAX */
};

/* What a message is about. The bot takes some reactions to such a message as commands. */
enum bot_post_role {
	BOT_POST_OTHER,
	BOT_POST_CHALLENGE, /* the message publishes a challenge */
	BOT_POST_END,       /* the message tells how a match ended */
	BOT_POST_HAND,      /* the message shows the hand of a player who has no choices */
	BOT_POST_ROUND_END, /* like BOT_POST_HAND, with how the last round ended */
	BOT_POST_PICTURE,   /* the message shows a picture of the match's position */
};

/* A row, as an adapter gets it. Strings live until the callback that got the row returns. */
struct bot_outbox_row {
	int64_t id;
	enum bot_outbox_kind kind;
	bool private;    /* `to` is a user, and the lane is that user's private room */
	const char *to;  /* the id of a room or a user: 1 to BOT_ID_SIZE - 1 bytes */
	const char *txn; /* the transaction id: 1 to BOT_TXN_SIZE - 1 bytes */
	const char
		*body; /* plain text; for BOT_OUT_WIDGET the URL of the page, or "" to remove it */
	const char *html; /* the text as HTML (p, br, pre, code, strong), or NULL if there
			     is only the plain text */
	enum bot_ring ring;
	const char *mentions; /* the ids of the users that the row mentions, with a space between
				 two ids, or NULL */
	const char *edits;    /* for BOT_OUT_EDIT, the event that the row edits; otherwise NULL */
	bool ends_poll;       /* that event is a poll, which can't become a text: the row ends it */
	/*
	 * For BOT_OUT_JOIN, a server that knows the room; for BOT_OUT_LEAVE, the server of the user
	 * whose invitation the row declines. Otherwise NULL.
	 */
	const char *via;
	struct bot_file
		file;        /* the file, for BOT_OUT_FILE and for an edit with a file; else zero */
	const char *choices; /* if the message is a poll, the answers of the poll, one in each line;
				otherwise NULL */
	const char *thread;  /* the first event of the row's thread, or NULL if the row is in no
				thread */
	const char *answers; /* if the row is in a thread, the event that the row answers; otherwise
				NULL */
	const char *commitment; /* the commitment that the message publishes, or NULL */
	const char *reactions;  /* the reactions that the bot adds to its message, so that people
				   can answer with one tap: one in each line; or NULL */
	/*
	 * If the message publishes a challenge to a certain user, and the challenge still waits:
	 * this user, otherwise NULL. If the user is not in the room, the adapter calls
	 * bot_host_user_absent instead of sending the message.
	 */
	const char *challenged;
	int64_t match; /* the match that the row belongs to, or 0 */
	bool practice; /* `match` is a practice match */
	bool followed; /* another row waits behind this row in the same lane */
	int64_t made;  /* when the host made the row, or 0 if this is not known */
	/* the message tells a player who waits how a round ended: other rows are more urgent */
	bool round_end;
	/* the adapter sends the row only when it has nothing else to send, and may drop it */
	bool optional;
	bool clear; /* as in bot_letter */
};

/*
 * A new row, as the host adds it. The store copies all strings. Fields without a comment mean the
 * same as in bot_outbox_row.
 */
struct bot_letter {
	enum bot_outbox_kind kind;
	bool private;
	const char *to;
	const char *body;
	const char *html; /* may be NULL */
	enum bot_ring ring;
	const char *mentions;    /* may be NULL */
	const char *via;         /* may be NULL */
	const char *choices;     /* only for BOT_OUT_MESSAGE: the answers of a poll, or NULL if the
				    message is no poll */
	const char *thread;      /* may be NULL */
	const char *answers;     /* only with `thread`: the event that the letter answers */
	const char *commitment;  /* only for BOT_OUT_MESSAGE: the commitment to the shuffles of a
				    match, which the event has as a field; or NULL */
	const char *reactions;   /* only for BOT_OUT_MESSAGE: as in bot_outbox_row; the adapter may
				    leave them out */
	enum bot_post_role role; /* the role of the letter's post, if it gets a new post */
	int64_t turn;  /* the turn whose choices the letter lists, or 0 if it lists no choices */
	int64_t match; /* the match that the letter belongs to, or 0 */
	int64_t edits; /* for BOT_OUT_EDIT, the post that the letter edits; otherwise 0 */
	/*
	 * May be NULL. For BOT_OUT_REACH, this is the origin (see bot_message) of the user whose
	 * command needs the private room; for BOT_OUT_JOIN, the inviter.
	 */
	const char *origin;
	/*
	 * NULL, so that the store makes the transaction id (causes.h); or an id of at most
	 * BOT_TXN_SIZE - 1 bytes. No two letters may have the same id.
	 */
	const char *txn;
	int64_t made;         /* when the host made the letter, or 0 if this is not known */
	struct bot_file file; /* for BOT_OUT_FILE, and for an edit that shows a file; a platform
				 that knows no files shows the body instead */
	bool optional;        /* only for a private BOT_OUT_EDIT */
	/*
	 * Only for a BOT_OUT_MESSAGE that is not private: the adapter does not encrypt the message,
	 * even in an encrypted room. For somebody who can't read the bot's encrypted messages. Such
	 * a message says nothing about a hand.
	 */
	bool clear;
};

/*
 * Adds a row. A message gets a new post if it belongs to a match, or if `post` is not NULL. If
 * `post` is not NULL, sets *post to the id of this post or, for an edit, of the post that the
 * letter edits.
 *
 * An edit replaces a waiting edit of the same post, and has its own transaction id. If the adapter
 * may have sent the waiting edit, the new edit waits behind it. So at most two edits of a post
 * wait. If the post's message is a file that the adapter has surely not sent, the edit replaces
 * this message, and becomes the post's message. If the bot has given up sending the post's message,
 * the edit becomes a new message, and the post names this new message.
 *
 * A new private row drops the optional rows of its lane. So an optional row is always the last row
 * of its lane, and no other row waits for it. An optional letter adds no row if the bot has given
 * up sending the message that the letter edits.
 *
 * Adds no BOT_OUT_REACH row if one waits for the same user: the adapter tells the host about all
 * their matches.
 *
 * Returns BOT_INVALID if a field breaks a rule of bot_letter, and BOT_NOT_FOUND if the lane does
 * not have the post that the letter edits.
 */
BOT_MUST_USE enum bot_error bot_outbox_add(
	struct bot_store *store, const struct bot_letter *letter, int64_t *post);

/*
 * Sets *unsent to whether the post's edit, or its message with a file, waits and is surely not
 * sent. Then the next edit of the post replaces this row.
 */
BOT_MUST_USE enum bot_error bot_outbox_is_unsent(
	struct bot_store *store, int64_t post, bool *unsent);

/*
 * Drops waiting private messages that show a user's hand in a match. Keeps the newest eight of
 * them, and the first row of the lane, which the adapter may have sent. The bot's rate limits do
 * not count actions in matches, so without this function each action would add a row to a lane in
 * which nothing can be sent.
 */
BOT_MUST_USE enum bot_error bot_outbox_drop_hands(
	struct bot_store *store, const char *user, int64_t match);

/*
 * Calls `take` with the first row of each lane, the oldest row first, until `take` returns false. A
 * row stays the first of its lane until the row is done or replaced. So while an adapter waits for
 * the homeserver's answer to a row, the adapter sends nothing else in that lane. `take` must not
 * change the store.
 */
BOT_MUST_USE enum bot_error bot_outbox_heads(struct bot_store *store,
	bool (*take)(void *self, const struct bot_outbox_row *row), void *self);

/*
 * bot_outbox_heads leaves out the optional rows. This function calls `take` with each optional row
 * that is the first of its lane.
 */
BOT_MUST_USE enum bot_error bot_outbox_optional_heads(struct bot_store *store,
	bool (*take)(void *self, const struct bot_outbox_row *row), void *self);

/*
 * Calls `take` with the first row of a lane, even if this row is optional. Does not call `take` if
 * the lane has no row. `take` must not change the store.
 */
BOT_MUST_USE enum bot_error bot_outbox_first(struct bot_store *store, bool private, const char *to,
	bool (*take)(void *self, const struct bot_outbox_row *row), void *self);

/*
 * bot_outbox_sending notes that the adapter is about to send a row with a text. bot_outbox_not_sent
 * notes that the row was surely not sent and waits again. Neither function needs a transaction. The
 * store assumes that an earlier process may have sent any row that was in the outbox when this
 * process opened the store.
 */
void bot_outbox_sending(struct bot_store *store, int64_t row);
void bot_outbox_not_sent(struct bot_store *store, int64_t row);

/*
 * Notes that a request for a BOT_OUT_REACH row has failed, for example because another server does
 * not answer. So the row must not keep other users from asking for a private room. Needs no
 * transaction. The store forgets this when it is closed.
 */
void bot_outbox_delayed(struct bot_store *store, int64_t row);

/*
 * Removes a row that is done. `event` is the event that the row became. `event` is NULL if the row
 * became no event, or if the bot gives up sending the row. Does nothing if an edit has replaced the
 * row meanwhile.
 * If the event is the list of choices of a turn, sets the timer BOT_TIMER_DELIVERED, so that the
 * host starts the clock of this turn.
 */
BOT_MUST_USE enum bot_error bot_outbox_done(
	struct bot_store *store, int64_t row, const char *event);

/* What the store knows of the transaction id of an echo. */
enum bot_echo {
	BOT_ECHO_KNOWN,   /* the row may have been sent from this store */
	BOT_ECHO_FOREIGN, /* the id was not made with the key of this store */
	/*
	 * The id was made with the key of this store, but nobody has sent the row from this store.
	 * So the store is an older copy of the store from which the row was sent.
	 */
	BOT_ECHO_UNKNOWN,
};

/*
 * Notes that the adapter has received the bot's own message with this transaction id. If a row of
 * the lane has this id, the row is done. Without this function the bot would not recognize its own
 * message if people reply to the message before the homeserver has answered the bot's request. The
 * same is true if the homeserver's answer is lost. If no row has the id, and the bot makes the row
 * only later because the store is old, the row is then done at once. `echo` may be NULL.
 */
BOT_MUST_USE enum bot_error bot_outbox_seen(struct bot_store *store, bool private, const char *to,
	const char *txn, const char *event, enum bot_echo *echo);

/* Counts the waiting rows: all except the optional ones, or those of one lane. */
BOT_MUST_USE enum bot_error bot_outbox_size(struct bot_store *store, size_t *size);
BOT_MUST_USE enum bot_error bot_outbox_lane_size(
	struct bot_store *store, bool private, const char *to, size_t *size);

/*
 * Counts the waiting rows of a kind. If `via` or `origin` is not NULL, counts only rows with this
 * value. If one of them is empty, counts only rows without such a value.
 */
BOT_MUST_USE enum bot_error bot_outbox_waiting(struct bot_store *store, enum bot_outbox_kind kind,
	const char *via, const char *origin, size_t *count);

/*
 * Calls `take` with each waiting row of a kind, the oldest first, until `take` returns false. `via`
 * and `origin` are NULL if the row has none. `take` must not change the store.
 */
BOT_MUST_USE enum bot_error bot_outbox_each_waiting(struct bot_store *store,
	enum bot_outbox_kind kind,
	bool (*take)(void *self, const char *to, const char *via, const char *origin), void *self);

/*
 * Counts the BOT_OUT_REACH rows that wait for a private room that does not exist yet. If `origin`
 * is NULL, counts all these rows. If `origin` is empty, counts only the rows without an origin.
 * Otherwise counts only the rows with this origin. The first two counts leave out delayed rows.
 */
BOT_MUST_USE enum bot_error bot_outbox_reaching(
	struct bot_store *store, const char *origin, size_t *count);

/*
 * Removes the BOT_OUT_REACH row that waits for the user, and copies its transaction id. Returns
 * BOT_NOT_FOUND if there is no such row.
 */
BOT_MUST_USE enum bot_error bot_outbox_take_reach(
	struct bot_store *store, const char *user, char txn[BOT_TXN_SIZE]);

/*
 * Removes the waiting rows that join or leave a room. The caller calls this function before it adds
 * a newer row that joins or leaves the room, or if no such row is needed any more.
 */
BOT_MUST_USE enum bot_error bot_outbox_withdraw(struct bot_store *store, const char *room);

/* Finds out whether a row waits. */
BOT_MUST_USE enum bot_error bot_outbox_has(struct bot_store *store, int64_t row, bool *waits);

/* Gets the id of the newest waiting row, or 0 if no row waits. */
BOT_MUST_USE enum bot_error bot_outbox_last(struct bot_store *store, int64_t *row);

/*
 * Sets *made to the time when the host made the oldest waiting row that is not optional. Returns
 * BOT_NOT_FOUND if there is no such row, or if no such row has a time.
 */
BOT_MUST_USE enum bot_error bot_outbox_oldest(struct bot_store *store, int64_t *made);

#endif
