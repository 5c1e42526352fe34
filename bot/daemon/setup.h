/* The command "setup": asks for an account, logs in, and writes a configuration that works. */
#ifndef BOT_SETUP_H
#define BOT_SETUP_H

#include "bot/daemon/exit_status.h"

#include <stdbool.h>

/* What the command line says. If a text is NULL, setup asks the person or finds it out. */
struct setup_options {
	const char *config; /* path of the configuration to write; never NULL */
	const char *user;
	const char *homeserver;
	const char *store; /* NULL: the default */
	bool token;        /* the secret is an access token */
	bool oauth;        /* there is no secret: a person lets the bot in with a browser */
	bool force;        /* replace an existing configuration without a question */
	int stop;          /* when it becomes readable, setup stops waiting for a person */
};

/*
 * Asks at the terminal for everything that is missing. Without a terminal, standard input has only
 * one line, the secret, and the options must say the rest. Writes nothing before the homeserver has
 * accepted the account.
 */
enum exit_status setup_run(const struct setup_options *options);

#endif
