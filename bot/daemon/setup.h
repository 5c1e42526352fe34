/*
 * The commands "setup" and "login". Setup asks for an account, logs in, and writes a configuration
 * that works. Both leave the session in the store for the bot.
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
	const char *store; /* NULL: the default */
	bool token;        /* the secret is an access token */
	bool oauth;        /* there is no secret: a person allows the log-in in a browser */
	bool force;        /* replace an existing configuration without a question */
	int stop;          /* when it becomes readable, setup stops waiting for a person */
};

/*
 * Asks at the terminal for everything that is missing. Without a terminal, the options must have
 * everything but the secret, which is the only line of standard input. Writes nothing before the
 * homeserver has accepted the account.
 */
enum exit_status setup_run(const struct setup_options *options);

/*
 * engarde-bot login: logs in with the configuration at `path`, and replaces the session in the
 * store. Everything else in the store stays. Stops waiting for a person when `stop` becomes
 * readable.
 */
enum exit_status setup_log_in_again(const char *path, int stop);

#endif
