/*
 * The commands "setup" and "login". Setup asks for an account, logs in, and writes a configuration
 * that works. Both commands leave the session in the store, where the bot finds it.
 */
#ifndef BOT_SETUP_H
#define BOT_SETUP_H

#include "bot/daemon/options.h"

#include <stdbool.h>

/*
 * The options on the command line. If a text is NULL, setup asks the person for this text or finds
 * it out.
 */
struct setup_options {
	const char *config; /* path of the configuration to write; never NULL */
	const char *user;
	const char *homeserver;
	const char *store; /* path of the store, or NULL for the default path */
	bool token;        /* the secret is an access token */
	bool oauth;        /* there is no secret: a person allows the log-in in a browser */
	bool force;        /* replace an existing configuration without a question */
	int stop;          /* when it becomes readable, setup stops waiting for a person */
};

/*
 * Asks at the terminal for everything that the options lack. If standard input is no terminal, the
 * options must have everything except the secret, which is then the only line of standard input.
 * Writes nothing before the homeserver has accepted the account.
 */
enum exit_status setup_run(const struct setup_options *options);

/*
 * engarde-bot login: logs in with the configuration at `path`, and replaces the session in the
 * store. Does not change anything else in the store. Stops waiting for a person when `stop` becomes
 * readable.
 */
enum exit_status setup_log_in_again(const char *path, int stop);

#endif
