/*
 * The outbox: what the bot wants to send. The host adds rows in the transaction of the events that
 * caused them. An adapter sends the rows and reports the result of each row. A lane is a room or a
 * user's private room. The adapter sends the rows of one lane in order. It sends rows of different
 * lanes at the same time. A row keeps its transaction id until the row is done. So if the adapter
 * sends a row again after a crash, the homeserver recognizes the repeated request by this id.
 *
 * This header is for those who add rows; outbox_rows.h is for adapters, and for those who count the
 * rows. A row's message may have a post; see posts.h.
 */
#ifndef BOT_STORE_OUTBOX_H
#define BOT_STORE_OUTBOX_H

#include "bot/store/store.h"

#define BOT_TXN_SIZE      33                /* bytes for a transaction id and a NUL */
#define BOT_OPTIONAL_MOST 64                /* the most optional rows that wait in a lane */
#define BOT_FILE_MAX      ((size_t)1 << 20) /* the most bytes of a file */

enum bot_outbox_kind {
	BOT_OUT_MESSAGE,
	BOT_OUT_EDIT,   /* replaces an earlier message by a text or a file */
	BOT_OUT_REMOVE, /* removes an earlier message that can't become a text: a poll */
	BOT_OUT_FILE,   /* a message with a file */
	BOT_OUT_REACH, /* find or create the user's private room, then call bot_host_user_reached */
	BOT_OUT_JOIN,  /* join the room */
	BOT_OUT_LEAVE, /* leave the room, or decline its invitation */
};

/* Whether a row of this kind has a text. */
bool bot_outbox_is_text(enum bot_outbox_kind kind);

/* Whether a message may make a device ring. */
enum bot_ring {
	BOT_QUIET, /* a notice */
	/* The devices of the users whom the message mentions may ring. A private message mentions
	   nobody, because clients colour a mention: the devices of its user may ring. */
	BOT_RING,
	/* Likewise, also in quiet hours. bot_send makes it BOT_RING (bot/call/quiet_hours.h). */
	BOT_RING_NOW,
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
	/* like BOT_POST_HAND, but the hands of those who are to act come first: how the last round
	   ended, or the first hand of a match */
	BOT_POST_WAITING_HAND,
	BOT_POST_PICTURE,  /* the message shows a picture of the match's position */
	BOT_POST_NIGHT,    /* the message shows a club night in which people can take part */
	BOT_POST_SEASON,   /* the message shows a season, likewise */
	BOT_POST_TEAM,     /* the message shows a team match, likewise */
	BOT_POST_QUESTION, /* the message asks somebody something; see bot/call/question.h */
	BOT_POST_LESSON,   /* the message lists the choices in a lesson */
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
	const char *mentions;    /* may be NULL; NULL for a private letter */
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
	int64_t turn;     /* the turn whose choices the letter lists, or 0 if it lists no choices */
	uint32_t letters; /* those of the list; see bot_post */
	int64_t match;    /* the match that the letter belongs to, or 0 */
	int64_t edits;    /* for BOT_OUT_EDIT and BOT_OUT_REMOVE, the post whose message the letter
			     changes; otherwise 0 */
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
	bool optional;        /* only for a BOT_OUT_EDIT or BOT_OUT_REMOVE, or for a private
				 BOT_OUT_MESSAGE that nothing edits or removes. A BOT_OUT_REMOVE
				 is always optional */
	/*
	 * Only for a BOT_OUT_MESSAGE that is not private: the adapter does not encrypt the message,
	 * even in an encrypted room. For somebody who can't read the bot's encrypted messages. Such
	 * a message says nothing about a hand.
	 */
	bool clear;
};

/*
 * Adds a row. A message gets a new post if it is private, if it belongs to a match, or if `post` is
 * not NULL. If `post` is not NULL, sets *post to the id of this post or, for an edit, of the post
 * that the letter edits.
 *
 * An edit replaces a waiting edit of the same post, and has its own transaction id. If the adapter
 * may have sent the waiting edit, the new edit waits behind it. So at most two edits of a post
 * wait. If the post's message is a file that the adapter has surely not sent, the edit replaces
 * this message, and becomes the post's message. If the bot has given up sending the post's message,
 * the edit becomes a new message, and the post names this new message.
 *
 * Optional rows wait behind all other rows of their lane, as long as it takes. A lane has at most
 * BOT_OPTIONAL_MOST of them: a new one drops the oldest. An optional edit, or the removal of a
 * message, adds no row if the bot has given up sending this message.
 *
 * Adds no BOT_OUT_REACH row if one waits for the same user: the adapter tells the host about all
 * their matches.
 *
 * Fails with BOT_INVALID if a field breaks a rule of bot_letter. Returns false if the lane does not
 * have the post that the letter edits or removes.
 */
bool bot_outbox_add(struct bot_store *store, const struct bot_letter *letter, int64_t *post);

/*
 * Returns whether the post's edit, or its message with a file, waits and is surely not
 * sent. Then the next edit of the post replaces this row.
 */
bool bot_outbox_is_unsent(struct bot_store *store, int64_t post);

/*
 * Drops the post's message, with the optional rows that would change it, if the message waits and
 * is surely not sent. Otherwise returns false.
 */
bool bot_outbox_take_back(struct bot_store *store, int64_t post);

/*
 * Makes place for a new private message that shows a user's hand in a match. Drops waiting messages
 * that show an older hand. Keeps the newest eight of them, and the first row of the lane, which the
 * adapter may have sent. The bot's rate limits do not count actions in matches, so without this
 * function each action would add a row to a lane in which nothing can be sent. Also drops the
 * optional messages of the match that wait, because they would come after the new hand.
 */
void bot_outbox_drop_hands(struct bot_store *store, const char *user, int64_t match);

/* Returns whether an optional row about the match waits for the user's private room. */
bool bot_outbox_has_optional(struct bot_store *store, const char *user, int64_t match);

/*
 * Removes the waiting rows that join or leave a room. The caller calls this function before it adds
 * a newer row that joins or leaves the room, or if no such row is needed any more.
 */
void bot_outbox_withdraw(struct bot_store *store, const char *room);

#endif
