/*
 * A chat room in the terminal, to try the bot without a homeserver. One person types what everybody
 * in the room says. Tests give the input in a file: the same input and seed give the same
 * transcript, byte for byte.
 *
 * Lines of input:
 *
 *	alice: !engarde challenge @bob   alice says it in the room
 *	alice> +3                        alice says it to the bot in private
 *	alice>^ +3                       a reply to the last private message to alice
 *	alice>^^ +3                      a reply to the private message before that
 *	/help                            a command of the console
 *	# ...                            a comment
 */
#ifndef ADAPTERS_CONSOLE_CONSOLE_H
#define ADAPTERS_CONSOLE_CONSOLE_H

#include "bot/store/store.h"
#include "config/config.h"

#include <stdio.h>

/*
 * The server in all ids. The person alice is @alice:console, and the room called room is
 * !room:console.
 */
#define CON_SERVER "console"

/* The bot's own id. */
#define CON_BOT "@engarde:" CON_SERVER

enum con_error {
	CON_OK = 0,
	CON_BAD_LINES, /* a script had lines that the console did not understand */
	CON_STORE_FAILED,
};

struct con_options {
	int in;      /* the console reads lines from this descriptor */
	FILE *out;   /* the console prints messages here */
	int stop;    /* the console ends when this descriptor becomes readable; may be -1 */
	bool seeded; /* the seed decides all shuffles, and only /wait lets time pass */
	uint64_t seed;
};

/* Runs until the end of the input, /quit or `stop`. Borrows its arguments until it returns. */
enum con_error con_run(const struct cfg *config, struct bot_store *store,
	const struct con_options *options) __attribute__((warn_unused_result));

#endif
