/*
 * What the host needs from the world around it. A chat platform's adapter or a test provides it.
 * Time, randomness and everything that only the platform knows enter the host through the port.
 */
#ifndef BOT_PORT_H
#define BOT_PORT_H

#include "bot/store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a word of a command is to the platform. */
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
