/* A message, as an adapter passes it to the host. */
#ifndef BOT_MESSAGE_H
#define BOT_MESSAGE_H

#include <stdbool.h>

/*
 * A text that somebody wrote, or a choice: a vote in a poll, or a reaction with a digit to a
 * message. A stranger chooses each string, so it may be any valid UTF-8.
 */
struct bot_message {
	const char *event; /* its id on the platform; the host handles each id only once */
	const char *room;
	const char *sender;   /* a user id that the platform vouches for. The host ignores messages
			       * whose sender's id is not printable ASCII */
	const char *origin;   /* an opaque name of the place where the sender's account was made.
			       * New users of one origin share limits. NULL: people can't make any
			       * number of accounts there */
	const char *name;     /* the sender's display name; NULL: unknown */
	const char *text;     /* with mentioned users as their ids; of a choice, its number */
	const char *reply_to; /* the event that it replies to, votes in or reacts to; NULL: none */
	const char *thread;   /* the first event of its thread; NULL: it is in no thread */
	bool choice;          /* it is a vote or a reaction */
	bool private;         /* the room is the sender's private room */
};

#endif
