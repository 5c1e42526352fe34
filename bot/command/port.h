/*
 * What the adapter of a chat platform, or a test, gives to the host: the messages that people
 * write, and the port. Time, randomness and everything that only the platform knows enter the host
 * through the port.
 */
#ifndef BOT_PORT_H
#define BOT_PORT_H

#include "bot/store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A message: a text that somebody wrote, or a choice, which is a vote in a poll or a reaction with
 * a digit. Strangers choose all these strings, so each may be any valid UTF-8.
 */
struct bot_message {
	const char *event; /* its id on the platform; the host handles each id only once */
	const char *room;
	const char *sender;   /* a user id that the platform vouches for. The host ignores messages
			       * whose sender's id is not printable ASCII */
	const char *origin;   /* a name for the place where the sender's account was made. Newcomers
			       * of one origin share a rate limit. NULL: one person can't make many
			       * accounts there */
	const char *name;     /* the sender's display name; NULL: unknown */
	const char *text;     /* has the ids of mentioned users; of a choice: its number */
	const char *reply_to; /* the event that it replies to, votes in or reacts to; NULL: none */
	const char *thread;   /* the first event of its thread; NULL: it is in no thread */
	bool choice;          /* it is a vote or a reaction */
	bool private;         /* the room is the sender's private room */
};

/* Whether a word of a command is a user id on the platform. */
enum bot_user_word {
	BOT_NOT_A_USER, /* the word does not look like a user's id */
	BOT_BAD_USER,   /* the word looks like a user's id, but can't be one */
	BOT_USER,
};

struct bot_port {
	void *self; /* passed to each function below */

	const char *user; /* the bot's own user id; NULL: the bot has none */

	/* Returns the milliseconds since 1970-01-01 UTC, to show to people; may jump either way. */
	int64_t (*now)(void *self);

	/*
	 * Returns the milliseconds since some moment, to measure time; never jumps while the
	 * process runs.
	 */
	int64_t (*steady)(void *self);

	/* Fills `out` with bytes that nobody can predict. */
	void (*random)(void *self, void *out, size_t size);

	/* Returns whether `user` moderates `room`: they may end other people's matches there. */
	bool (*moderates)(void *self, const char *room, const char *user);

	/*
	 * Returns whether `room` may have an unread message: somebody sent it before now, but the
	 * adapter has not received it yet. If so, no turn there runs out yet. The adapter must not
	 * return true for more than some minutes. NULL: always false.
	 */
	bool (*unread)(void *self, const char *room);

	/*
	 * Reads a user's id as `sender` typed it. The platform may complete a short form with a
	 * part of the sender's id. Writes `user` only if it returns BOT_USER. NULL is allowed if
	 * the host handles no messages.
	 */
	enum bot_user_word (*read_user)(
		void *self, const char *word, const char *sender, char user[BOT_ID_SIZE]);
};

#endif
