/*
 * The rows of the outbox (outbox.h), as an adapter sends them and reports the results, how many of
 * them wait, and in which lanes there are new ones.
 */
#ifndef BOT_STORE_OUTBOX_ROWS_H
#define BOT_STORE_OUTBOX_ROWS_H

#include "bot/store/outbox.h"
#include "bot/store/store.h"

/* A row, as an adapter gets it. Strings live until the callback that got the row returns. */
struct bot_outbox_row {
	int64_t id;
	enum bot_outbox_kind kind;
	bool private;     /* `to` is a user, and the lane is that user's private room */
	const char *to;   /* the id of a room or a user: 1 to BOT_ID_SIZE - 1 bytes */
	const char *txn;  /* the transaction id: 1 to BOT_TXN_SIZE - 1 bytes */
	const char *body; /* plain text */
	const char *html; /* the text as HTML (p, br, sub, code, strong, a, span), or NULL if there
			     is only the plain text */
	enum bot_ring ring;
	const char *mentions; /* the ids of the users that the row mentions, with a space between
				 two ids, or NULL */
	const char *edits;    /* for BOT_OUT_EDIT and BOT_OUT_REMOVE, the event that the row edits
				 or removes; otherwise NULL */
	/*
	 * For BOT_OUT_JOIN, a server that knows the room; for BOT_OUT_LEAVE, the server of the user
	 * whose invitation the row declines. Otherwise NULL.
	 */
	const char *via;
	struct bot_file file; /* for BOT_OUT_FILE and for an edit with a file; else zero */
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
	 * bot_host_user_outside instead of sending the message.
	 */
	const char *challenged;
	int64_t match; /* the match that the row belongs to, or 0 */
	bool practice; /* `match` is a practice match */
	bool followed; /* another row waits behind this row in the same lane */
	int64_t made;  /* when the host made the row, or 0 if this is not known */
	/* the message shows the hand of a player who waits: other rows are more urgent */
	bool waiting_hand;
	bool board; /* the row changes the board of a match whose players are in its room */
	/* the adapter sends the row only when it has nothing else to send, the newest row first */
	bool optional;
	bool clear; /* as in bot_letter */
};

/*
 * Calls `take` with the first row of each lane, the oldest row first, until `take` returns false. A
 * row stays the first of its lane until the row is done or replaced. So while an adapter waits for
 * the homeserver's answer to a row, the adapter sends nothing else in that lane. `take` must not
 * change the store.
 */
void bot_outbox_heads(struct bot_store *store,
	bool (*take)(void *self, const struct bot_outbox_row *row), void *self);

/*
 * bot_outbox_heads leaves out the optional rows. This function calls `take` with each optional row
 * that is the first of its lane.
 */
void bot_outbox_optional_heads(struct bot_store *store,
	bool (*take)(void *self, const struct bot_outbox_row *row), void *self);

/*
 * Calls `take` with the first row of a lane, even if this row is optional. Does not call `take` if
 * the lane has no row. While `take` returns true, calls it with the next row, because an optional
 * row and a row with a file need not be done before the rows behind them; but never with a change
 * of a message that was not sent yet. `take` must not change the store.
 */
void bot_outbox_first(struct bot_store *store, bool private, const char *to,
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
 * row meanwhile. If the event is the list of choices of a turn, starts the clock of this turn; if
 * only the host can do this (turn_clock.h), or if the store does not know the time
 * (bot_store_note_time), sets BOT_TIMER_DELIVERED.
 */
void bot_outbox_done(struct bot_store *store, int64_t row, const char *event);

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
 * only later because the store is old, the row is then done at once. Returns what the store knows
 * of the id.
 */
enum bot_echo bot_outbox_seen(
	struct bot_store *store, bool private, const char *to, const char *txn, const char *event);

/*
 * Removes the BOT_OUT_REACH row that waits for the user, and copies its transaction id. Returns
 * false if there is no such row.
 */
bool bot_outbox_take_reach(struct bot_store *store, const char *user, char txn[BOT_TXN_SIZE]);

/* Counts the waiting rows: all except the optional ones, or those of one lane. */
size_t bot_outbox_size(struct bot_store *store);
size_t bot_outbox_lane_size(struct bot_store *store, bool private, const char *to);

/*
 * Counts the waiting rows of a kind. If `via` or `origin` is not NULL, counts only rows with this
 * value. If one of them is empty, counts only rows without such a value.
 */
size_t bot_outbox_waiting(
	struct bot_store *store, enum bot_outbox_kind kind, const char *via, const char *origin);

/*
 * Calls `take` with each waiting row of a kind, the oldest first, until `take` returns false. `via`
 * and `origin` are NULL if the row has none. `take` must not change the store.
 */
void bot_outbox_each_waiting(struct bot_store *store, enum bot_outbox_kind kind,
	bool (*take)(void *self, const char *to, const char *via, const char *origin), void *self);

/*
 * Counts the BOT_OUT_REACH rows that wait for a private room that does not exist yet. If `origin`
 * is NULL, counts all these rows. If `origin` is empty, counts only the rows without an origin.
 * Otherwise counts only the rows with this origin. The first two counts leave out delayed rows.
 */
size_t bot_outbox_reaching(struct bot_store *store, const char *origin);

/* Returns whether a row waits. */
bool bot_outbox_has(struct bot_store *store, int64_t row);

/* Returns the id of the newest waiting row, or 0 if no row waits. */
int64_t bot_outbox_last(struct bot_store *store);

/*
 * Gets the time when the host made the oldest waiting row that is not optional. Returns
 * false if there is no such row, or if no such row has a time.
 */
bool bot_outbox_oldest(struct bot_store *store, int64_t *made);

/*
 * Calls `take` with each lane whose rows may have changed since the last call, perhaps several
 * times. If too many lanes have changed, and in the first call, calls `take` with all lanes that
 * have rows and returns true: then each other lane is empty. After a failure, the next call begins
 * again. `take` must not change the store.
 *
 * The caller must be outside a transaction. Otherwise a rollback could undo the rows that the
 * caller reads after this call.
 */
bool bot_lanes_changed(struct bot_store *store,
	void (*take)(void *self, bool private, const char *to), void *self);

#endif
