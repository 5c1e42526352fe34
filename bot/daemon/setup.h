/*
 * The command "setup". It asks for an account, logs in, and writes a configuration that works. It
 * writes the session into the store, where the bot finds it.
 */
#ifndef BOT_DAEMON_SETUP_H
#define BOT_DAEMON_SETUP_H

#include "bot/daemon/options.h"

#include <stdbool.h>

/*
 * The options on the command line. If a string is NULL, setup asks the person for its value, or
 * finds the value itself.
 */
struct setup_options {
	const char *config; /* path of the configuration to write; never NULL */
	const char *user;
	const char *homeserver;
	const char *ca_file; /* certificates to trust besides the system's; NULL: none */
	const char *store;   /* path of the store, or NULL for the default path */
	bool token;          /* the secret is an access token */
	bool oauth;          /* log in without a secret; a person allows the log-in in a browser */
	bool new_identity;   /* replace the account's cross-signing identity */
	bool force;          /* replace an existing configuration without a question */
	int stop;            /* a descriptor; setup stops waiting for a person when it becomes
				readable */
};

/*
 * Asks at the terminal for everything that the options lack. If standard input is not a terminal,
 * the options must contain everything except the secret. Setup then reads the secret from the only
 * line of standard input. Writes nothing before the homeserver has accepted the account.
 */
enum exit_status setup_run(const struct setup_options *options);

#endif
