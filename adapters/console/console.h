/*
 * The terminal as a chat room: whoever types speaks for everybody in it. A way to try the bot
 * without a homeserver, and to script it: input from a file gives a transcript, the same for the
 * same input and seed, byte for byte.
 *
 * Lines of input:
 *
 *	alice: !engarde challenge @bob   alice says it in the room
 *	alice> +3                        alice says it to the bot in private
 *	alice>^ +3                       the same as a reply to the last message to her (^^: the one
 *	                                 before, and so on)
 *	/help                            the console's own commands
 *	# …                              nothing
 */
#ifndef CONSOLE_CONSOLE_H
#define CONSOLE_CONSOLE_H

#include "bot/store.h"
#include "config/config.h"

#include <stdio.h>

/* What people and rooms end in: @alice is @alice:console, the room `room` is !room:console. */
#define CON_SERVER "console"

/* The bot's own id. */
#define CON_BOT "@engarde:" CON_SERVER

enum con_error {
	CON_OK = 0,
	CON_BAD_LINES, /* some lines of a script could not be understood, and were answered so */
	CON_NO_MEMORY,
	CON_STORE_FAILED,
};

struct con_options {
	int in;    /* lines come from here */
	FILE *out; /* what is said goes here */
	int stop;  /* the console ends when this becomes readable; -1: never */
	bool seeded;
	uint64_t seed; /* seeded: shuffles follow from it, and the clock is 0 until /wait */
};

/* Runs until the input's end, /quit or `stop`. Everything is borrowed until it returns. */
enum con_error con_run(const struct cfg *config, struct bot_store *store,
	const struct con_options *options) __attribute__((warn_unused_result));

#endif
