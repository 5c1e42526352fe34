/* engarde-bot setup: from an account to a configuration that works. */
#ifndef BOT_PROGRAM_SETUP_H
#define BOT_PROGRAM_SETUP_H

#include "bot/program/status.h"

#include <stdbool.h>

/* What is known already; NULL: it is asked for, or found out. */
struct setup_wishes {
	const char *config; /* where the configuration is to be */
	const char *user;
	const char *homeserver;
	const char *store;
	bool token; /* the secret is an access token */
	bool oauth; /* there is no secret: a person lets the bot in with a browser */
	bool force; /* a configuration that is there is replaced without a question */
	int stop;   /* readable when the waiting for a person is to end */
};

/*
 * Asks at a terminal for what is not known; where there is none the secret is the only line of
 * standard input, and all else has to be known. Nothing is written before the homeserver has
 * accepted the account.
 */
enum status setup(const struct setup_wishes *wishes);

#endif
