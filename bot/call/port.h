/*
 * What the adapter of a chat platform, or a test, gives to the host: the messages that people
 * write, and the port. Through the port the host gets the time, random bytes, and everything that
 * only the platform knows.
 */
#ifndef BOT_CALL_PORT_H
#define BOT_CALL_PORT_H

#include "bot/store/store.h"
#include "bot/text/page.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Takes the host's answers to a sender who waits for them on the web page, and not in the chat. The
 * caller sets `lang` and initialises `text`.
 */
struct bot_answer {
	const struct bot_lang *lang;
	struct bot_text text; /* the answers, in plain text */
	bool again; /* the page has asked before, and was told that the words come later */
	bool later; /* the words come later */
};

/*
 * A message: a text that somebody wrote, a reaction to a message, or a vote in a poll. Strangers
 * can choose these strings, so each string may be any valid UTF-8.
 */
enum bot_message_kind { BOT_WRITTEN, BOT_REACTION, BOT_VOTE };

struct bot_message {
	enum bot_message_kind kind;
	const char *event; /* the event's id on the platform; the host handles each id only once */
	const char *room;
	const char *sender;   /* the sender's user id, which nobody can forge. The host ignores the
				 message if this id is not printable ASCII */
	const char *origin;   /* where the sender has made the account: all servers that one person
				 can have (port->site), or NULL if one person can't make many
				 accounts at that place. Newcomers of one origin share a rate limit */
	const char *name;     /* the sender's display name, or NULL if it is unknown */
	const char *text;     /* the text, in which each mention of a user is replaced by the user's
				 id; the key of a reaction, such as an emoji; or the answer that a
				 vote chooses, which is the number of a line of `choices` in
				 bot_letter, counted from 1 */
	const char *reply_to; /* the event to which the sender replied or reacted, or the poll in
				 which the sender voted; otherwise NULL */
	const char *thread;   /* the first event of the message's thread, or NULL */
	const char *edits;    /* the event that this message replaces, or NULL. The adapter does not
				 check who sent that event: the host does */
	bool private;         /* the room is the sender's private room */
	bool writable;        /* the adapter knows now that the bot may write in the room, so the
				 host need not call `may_write` */
	/*
	 * No server can have forged the message: it is encrypted, by a device that its owner has
	 * verified. Otherwise the sender's server may have written it.
	 */
	bool proven;
	/*
	 * The message is from the time before somebody put an older copy of the store in place. So
	 * the bot may have handled it already, and says nothing if it no longer fits.
	 */
	bool old;
	/*
	 * Everything that people write in the room is encrypted, but a server can have written
	 * `reply_to`, or the whole reaction.
	 */
	bool reply_forgeable;
	/*
	 * The text is only the body of the message, and the adapter has not read yet whom the
	 * message mentions.
	 */
	bool mentions_unread;
	/*
	 * If this is not NULL, the answers to the sender go here, and not into the room. Everything
	 * else is sent as always: boards, hands, and what other people get.
	 */
	struct bot_answer *answer;
};

/* Tells which players have their table on the web page open now. */
struct bot_open_tables {
	void *self;
	/*
	 * Returns whether a browser shows this user's table now. The browser may have lost its
	 * connection a moment ago. NULL if the bot has no web page.
	 */
	bool (*is_open)(void *self, const char *user);
};

/* How the platform protects what the bot writes in a user's private room. */
enum bot_protection {
	BOT_PLAIN,       /* it does not: the servers of the room can read the messages */
	BOT_WITHHOLDING, /* the messages are encrypted, and the bot knows no device of the user that
			    may read them */
	BOT_UNCONFIRMED, /* likewise, because their identity was replaced during a match */
	BOT_PROTECTED,   /* only verified devices of the user can read the messages */
};

/* Whether a user can read what the bot writes in a room. */
enum bot_reading {
	BOT_CAN_READ,    /* they can, or the bot does not know */
	BOT_MUST_VERIFY, /* they can once they have verified a device */
	/* likewise, but the account has no cross-signing identity, which verifies devices */
	BOT_MUST_SET_UP,
};

/* Whether the bot makes a user's private room encrypted. */
enum bot_private_form {
	BOT_FORM_CONFIGURED, /* as the configuration says */
	BOT_FORM_CLEAR,      /* the user has asked for a plain room */
	BOT_FORM_ENCRYPTED,  /* the user has asked for an encrypted room */
};

/* Whether a word of a command is a user id on the platform. */
enum bot_user_word {
	BOT_NOT_A_USER, /* the word does not look like a user's id */
	BOT_BAD_USER,   /* the word looks like a user's id, but can't be one */
	BOT_USER,
};

/* What `each_person` in struct bot_port can say about a room. */
enum bot_people {
	BOT_PEOPLE_GIVEN,    /* it has given all people */
	BOT_PEOPLE_LATER,    /* the adapter is still finding out who is in the room */
	BOT_PEOPLE_TOO_MANY, /* the adapter does not keep the names of so many people */
};

/* What the bot's admins see of the platform. */
struct bot_platform {
	size_t rooms;   /* how many rooms the bot is in */
	bool connected; /* the platform answers the bot */
	bool encrypts;  /* the bot can take part in encrypted rooms */
};

/* What people call a room: texts of strangers. Each is empty if the room has none. */
struct bot_room_name {
	char name[BOT_ID_SIZE];
	char alias[BOT_ID_SIZE]; /* an address without spaces, such as #hall:example.org */
};

struct bot_port {
	void *self; /* the first argument of each function below */

	const char *user; /* the bot's own user id, or NULL if the bot has none */

	/*
	 * Returns the time of the wall clock, in milliseconds since 1970-01-01 UTC. The host shows
	 * this time to people. The wall clock may jump forwards and backwards.
	 */
	int64_t (*now)(void *self);

	/*
	 * Returns the time of the steady clock, in milliseconds from any fixed moment. The steady
	 * clock never jumps while the process runs. The host measures intervals with it.
	 */
	int64_t (*steady)(void *self);

	/* Fills `out` with bytes that nobody can predict. */
	void (*random)(void *self, void *out, size_t size);

	/*
	 * Returns whether `user` moderates `room`. Moderators may end other people's matches in
	 * their room.
	 */
	bool (*moderates)(void *self, const char *room, const char *user);

	/*
	 * Returns whether the bot may write in `room`, as far as the platform knows. If the pointer
	 * is NULL, the bot may write everywhere.
	 */
	bool (*may_write)(void *self, const char *room);

	/*
	 * Returns whether `room` lets `user` write there, as far as the platform knows. If the
	 * pointer is NULL, everybody may write everywhere.
	 */
	bool (*lets_write)(void *self, const char *room, const char *user);

	/*
	 * Calls `take` for each user who moderates `room`. Names nobody if everybody moderates
	 * there who is not an exception, or if the platform does not know yet. The pointer may be
	 * NULL if the platform does not know the moderators by name.
	 */
	void (*each_moderator)(void *self, const char *room,
		void (*take)(void *taker, const char *user), void *taker);

	/*
	 * Returns whether somebody may have sent a message to `room` that the adapter has not
	 * received yet. If so, the host delays the timers of the matches in this room. The adapter
	 * must not return true for longer than some minutes. If the pointer is NULL, the host
	 * assumes that no message is unread.
	 */
	bool (*unread)(void *self, const char *room);

	/*
	 * Returns how many milliseconds the platform needs for each message in the long run, over
	 * all rooms, or 0 if it has no limit. If the pointer is NULL, it has none.
	 */
	int64_t (*message_interval)(void *self);

	/*
	 * Reads a user id that `sender` typed. The platform may complete a short form with a part
	 * of the sender's id. Writes `user` only if the result is BOT_USER. The pointer may be NULL
	 * if the host handles no messages.
	 */
	enum bot_user_word (*read_user)(
		void *self, const char *word, const char *sender, char user[BOT_ID_SIZE]);

	/*
	 * Writes the URL that opens a user or a room in the platform's clients; `id` is the id of
	 * the user or the room. Returns false if there is no such URL. The pointer may be NULL if
	 * the platform has no links.
	 */
	bool (*link)(void *self, const char *id, char url[BOT_URL_SIZE]);

	/* Likewise, the URL that opens an event of a room. */
	bool (*link_event)(void *self, const char *room, const char *event, char url[BOT_URL_SIZE]);

	/*
	 * Erases what the adapter has stored about a user, in the caller's transaction. Keeps what
	 * the adapter needs to know of the rooms that the bot is in. The pointer may be NULL if the
	 * adapter stores nothing about users.
	 */
	enum bot_error (*forget)(void *self, const char *user);

	/*
	 * The short name by which people may address the bot, as in "engarde: help", or NULL. The
	 * port owns the string.
	 */
	const char *name;

	/*
	 * The name that the platform shows for the bot, by which people may address it, too: "En
	 * Garde: help". NULL or empty if there is none. The port owns the string, and may change
	 * it.
	 */
	const char *display_name;

	/*
	 * Calls `take` with each name of each person who has joined `room`: the name in the user's
	 * id, and then the display name if there is one. Both strings live until `take` returns,
	 * and the names are text of strangers. Does not call `take` if the result is not
	 * BOT_PEOPLE_GIVEN. The pointer may be NULL if the platform can't say who is in a room.
	 */
	enum bot_people (*each_person)(void *self, const char *room,
		void (*take)(void *taker, const char *user, const char *name), void *taker);

	/*
	 * For the commands of the bot's admins. `describe` fills in *platform. `is_inside` returns
	 * whether the bot is in a room; `room` is a word that somebody typed, so it may be no id.
	 * `next_room` lists the rooms that the bot is in, in the byte order of their ids: it writes
	 * the first one after `after`, or returns false if there is none. `room` may be the same
	 * array as `after`. If the platform can't answer, a pointer is NULL.
	 */
	void (*describe)(void *self, struct bot_platform *platform);
	bool (*is_inside)(void *self, const char *room);
	bool (*next_room)(void *self, const char *after, char room[BOT_ID_SIZE]);

	/*
	 * Writes what people call a room. The caller has set *name to zero. The pointer is NULL if
	 * rooms have no names.
	 */
	void (*room_name)(void *self, const char *room, struct bot_room_name *name);

	/*
	 * `origin` writes the origin of a user by which an admin can ban a server, such as
	 * example.org: a name without spaces, whose parts have dots between them, the highest part
	 * last. `read_origin` reads an origin that somebody typed, or "*." with an origin of at
	 * least two parts, such as *.example.org. It returns false if the word is neither. Both
	 * pointers are NULL if the platform has no origins.
	 */
	void (*origin)(void *self, const char *user, char origin[BOT_ID_SIZE]);
	bool (*read_origin)(void *self, const char *word, char origin[BOT_ID_SIZE]);

	/*
	 * Writes what the origin in a message of the user would be, if users of all places had one.
	 * The pointer is NULL if the platform has no origins.
	 */
	void (*site)(void *self, const char *user, char site[BOT_ID_SIZE]);

	/*
	 * Asks the platform for the time zone that the user's profile there names. The answer comes
	 * later, by bot_host_profile_zone. Returns false if there will be none, because the
	 * platform keeps no zones or because too many questions are open. The pointer is NULL if
	 * profiles have no zone. May be called often: while a question is open, asks no second one.
	 */
	bool (*ask_zone)(void *self, const char *user);

	/*
	 * Returns how the user's private room is protected, or, if the user has none, how the next
	 * one will be if the user has chosen this form. The pointer is NULL if the bot encrypts
	 * nothing.
	 */
	enum bot_protection (*protection)(void *self, const char *user, enum bot_private_form form);

	/*
	 * Returns whether the user can read what the bot writes in `room`, or in an encrypted room
	 * if `room` is NULL. The pointer is NULL if the bot encrypts nothing.
	 */
	enum bot_reading (*reading)(void *self, const char *room, const char *user);

	/*
	 * The user asks for their cards by a verified device. If the host has told them that their
	 * identity was replaced (bot_host_identity_replaced), this confirms the new one. The
	 * pointer is NULL if the bot encrypts nothing.
	 */
	void (*confirm_identity)(void *self, const char *user);
};

#endif
